// Pages shown instead of the requested one: it does not exist, is not for the viewer, or failed.
import { Button, Container } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Compass, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "../api/role.ts";
import { EmptyState } from "./empty-state.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/** For use without a surrounding page. */
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
      title="Page not found"
      level={1}
      action={
        <Button component={Link} to="/overview" variant="light">
          Go to the overview
        </Button>
      }
    >
      The address may be wrong, or what it showed has been deleted.
    </EmptyState>
  );
}

const NAMES: Readonly<Record<Role, readonly [one: string, many: string]>> = {
  SYS_ADMIN: ["a system administrator", "system administrators"],
  TENANT_ADMIN: ["a tenant administrator", "tenant administrators"],
  CUSTOMER_USER: ["a customer user", "customer users"],
};

interface OthersPageProps {
  /** The roles that may see the page. */
  readonly roles: readonly Role[];
  readonly viewer: Role;
}

export function OthersPage({ roles, viewer }: OthersPageProps): ReactNode {
  const whose = roles.map((role) => NAMES[role][1]).join(" and ");
  return (
    <EmptyState
      icon={Lock}
      title={`This page is for ${whose}`}
      level={1}
      action={
        <Button component={Link} to="/overview" variant="light">
          To your overview
        </Button>
      }
    >
      You are signed in as {NAMES[viewer][0]}.
    </EmptyState>
  );
}

export function ProblemPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  return (
    <Container size="sm" py="xl">
      <ProblemAlert error={error} title="This page could not be shown" onRetry={onRetry} />
    </Container>
  );
}
