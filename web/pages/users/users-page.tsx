// All users who may sign in to the tenant; for system administrators, the system administrators.
import type { ReactNode } from "react";
import { useUser } from "../../app/use-session.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { UserList } from "./user-list.tsx";
import type { UserScope } from "./user.ts";

const TENANT: UserScope = { kind: "tenant" };
const SYSTEM: UserScope = { kind: "system" };

export function UsersPage(): ReactNode {
  const isSystem = useUser().role === "SYS_ADMIN";
  return (
    <>
      <PageHeader
        title={isSystem ? "System administrators" : "Users"}
        description={
          isSystem
            ? "They manage tenants, security and this installation. To create users of a tenant, open the page of the tenant."
            : "Administrators see and change everything here. Customer users see the devices of their customer."
        }
      />
      <UserList scope={isSystem ? SYSTEM : TENANT} />
    </>
  );
}
