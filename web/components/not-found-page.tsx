// An address that leads nowhere.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";

/** Where no page is around it. */
export function NotFoundAlone(): ReactNode {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState
      icon={Compass}
      title="There is nothing here"
      level={1}
      action={
        <Button component={Link} to="/" variant="light">
          To the overview
        </Button>
      }
    >
      The address may be old, or what it named has been deleted.
    </EmptyState>
  );
}
