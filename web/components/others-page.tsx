// In place of a page that is not for the viewer: whose it is, and the way to what is.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "../api/role.ts";
import { EmptyState } from "./empty-state.tsx";

const NAMES: Readonly<Record<Role, readonly [one: string, many: string]>> = {
  SYS_ADMIN: ["a system administrator", "system administrators"],
  TENANT_ADMIN: ["a tenant administrator", "tenant administrators"],
  CUSTOMER_USER: ["a customer user", "customer users"],
};

interface OthersPageProps {
  /** Whose page it is. */
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
