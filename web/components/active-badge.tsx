// Whether a device has been heard of lately, in a word and a colour.
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";

export function ActiveBadge({ isActive }: { readonly isActive: boolean }): ReactNode {
  return (
    <Badge variant={isActive ? "light" : "default"} color="teal" style={{ flexShrink: 0 }}>
      {isActive ? "Active" : "Inactive"}
    </Badge>
  );
}
