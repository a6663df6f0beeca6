// Pages shown instead of the requested one: it does not exist, is not for the viewer, or failed.
import { Button, Container, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Compass, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "../api/role.ts";
import { EmptyState } from "./empty-state.tsx";
import { Entrance } from "./entrance.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import { words } from "../words/words.ts";

const WORDS = words.components.deadEnds;

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState
      icon={Compass}
      title={WORDS.notFound}
      level={1}
      action={
        <Button component={Link} to="/overview" variant="light">
          {WORDS.goToOverview}
        </Button>
      }
    >
      {WORDS.notFoundText}
    </EmptyState>
  );
}

/** For those who have not signed in. */
export function NotFoundEntrance(): ReactNode {
  return (
    <Entrance title={WORDS.notFound}>
      <Text size="md">{WORDS.notFoundText}</Text>
      <Button component={Link} to="/login" fullWidth>
        {WORDS.goToSignIn}
      </Button>
    </Entrance>
  );
}

interface OthersPageProps {
  /** The roles that may see the page. */
  readonly roles: readonly Role[];
  readonly viewer: Role;
}

export function OthersPage({ roles, viewer }: OthersPageProps): ReactNode {
  return (
    <EmptyState
      icon={Lock}
      title={WORDS.isFor(roles.map((role) => WORDS.others[role]))}
      level={1}
      action={
        <Button component={Link} to="/overview" variant="light">
          {WORDS.toYourOverview}
        </Button>
      }
    >
      {WORDS.youAre[viewer]}
    </EmptyState>
  );
}

export function ProblemPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  return (
    <Container size="sm" py="xl">
      <ProblemAlert error={error} title={WORDS.failed} onRetry={onRetry} />
    </Container>
  );
}
