// A page that could not be shown.
import { Container } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemAlert } from "./problem-alert.tsx";

export function ProblemPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  return (
    <Container size="sm" py="xl">
      <ProblemAlert error={error} title="This page could not be shown" onRetry={onRetry} />
    </Container>
  );
}
