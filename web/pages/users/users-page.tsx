// All users who may sign in to the tenant; for system administrators, the system administrators.
import type { ReactNode } from "react";
import { useUser } from "../../app/use-session.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { words } from "../../words/words.ts";
import { UserList } from "./user-list.tsx";
import type { UserScope } from "./user.ts";

const TENANT: UserScope = { kind: "tenant" };
const SYSTEM: UserScope = { kind: "system" };

export function UsersPage(): ReactNode {
  const isSystem = useUser().role === "SYS_ADMIN";
  return (
    <>
      <PageHeader
        title={isSystem ? words.users.systemTitle : words.users.title}
        description={isSystem ? words.users.systemAbout : words.users.about}
      />
      <UserList scope={isSystem ? SYSTEM : TENANT} />
    </>
  );
}
