// All users who may sign in to the tenant; for system administrators, the system administrators.
import type { ReactNode } from "react";
import { useUser } from "../../app/use-session.ts";
import { words } from "../../words/words.ts";
import { UserList } from "./user-list.tsx";
import type { UserScope } from "./user.ts";

const WORDS = words.users;
const TENANT: UserScope = { kind: "tenant" };
const SYSTEM: UserScope = { kind: "system" };

export function UsersPage(): ReactNode {
  return useUser().role === "SYS_ADMIN" ? (
    <UserList scope={SYSTEM} heading={{ title: WORDS.title, description: WORDS.systemAbout }} />
  ) : (
    <UserList scope={TENANT} heading={{ title: WORDS.title, description: WORDS.about }} />
  );
}
