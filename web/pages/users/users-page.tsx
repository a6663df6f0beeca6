// Everybody who may sign in to the tenant.
import type { ReactNode } from "react";
import { PageHeader } from "../../components/page-header.tsx";
import { UserList } from "./user-list.tsx";

const SCOPE = { kind: "tenant" } as const;

export function UsersPage(): ReactNode {
  return (
    <>
      <PageHeader
        title="Users"
        description="Administrators see and change everything here; customer users see the devices of their customer."
      />
      <UserList scope={SCOPE} />
    </>
  );
}
