// A warning that a reader should see before continuing.
import { Alert } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface WarningProps {
  readonly title?: string;
  readonly color?: "yellow" | "orange";
  readonly children: ReactNode;
}

export function Warning({ title, color = "yellow", children }: WarningProps): ReactNode {
  return (
    <Alert color={color} icon={<TriangleAlert size={18} />} title={title}>
      {children}
    </Alert>
  );
}
