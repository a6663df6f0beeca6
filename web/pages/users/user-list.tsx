// A list of users with their actions; part of the pages of users, customers and tenants.
import { Anchor, Box, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { KeyRound, Link as LinkIcon, Pencil, ScrollText, Trash2, UserCheck, Users, UserX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { ActivationDialog } from "./activation-dialog.tsx";
import { EditUserDialog, NewUserDialog } from "./user-dialog.tsx";
import {
  accountOf,
  fullName,
  listUsers,
  ROLE_LABELS,
  type Account,
  type ListedUser,
  type User,
  type UserScope,
} from "./user.ts";

const STATES: Readonly<Record<Account["state"], readonly [label: string, tone: "good" | "warning" | "bad"]>> = {
  active: ["Active", "good"],
  disabled: ["Disabled", "bad"],
  invited: ["Not yet activated", "warning"],
};
const STATE: Column<User> = {
  id: "state",
  label: "Account",
  cell: (user) => {
    const [label, tone] = STATES[accountOf(user).state];
    return <StatusBadge tone={tone} label={label} />;
  },
};
const LAST_LOGIN = timeColumn<User>("login", "Last sign-in", (user) => accountOf(user).lastLoginAt, { isMinor: true });
const ROLE: Column<ListedUser> = {
  id: "role",
  label: "Role",
  isMinor: true,
  cell: ({ authority, customerId, customerTitle }) => (
    <Box>
      <Text>{ROLE_LABELS[authority]}</Text>
      {customerTitle !== undefined && (
        <Anchor component={Link} to={`/customers/${customerId.id}`} size="xs" className="foreign" lineClamp={2}>
          {customerTitle}
        </Anchor>
      )}
    </Box>
  ),
};
const PLAIN_COLUMNS: readonly Column<ListedUser, "email">[] = [personColumn(false), STATE, LAST_LOGIN];
const TENANT_COLUMNS: readonly Column<ListedUser, "email">[] = [personColumn(true), ROLE, STATE, LAST_LOGIN];

interface Opened {
  readonly kind: "link" | "edit";
  readonly user: User;
}

export function UserList({ scope }: { readonly scope: UserScope }): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const actionsOf = useUserActions(setOpened);
  const close = (): void => setOpened(null);
  return (
    <EntityList
      noun="user"
      icon={Users}
      columns={scope.kind === "tenant" ? TENANT_COLUMNS : PLAIN_COLUMNS}
      nameOf={({ email }) => email}
      sort="email"
      search="Search by email"
      read={(query) => ({
        queryKey: ["users", "list", scope, query],
        queryFn: () => listUsers(scope, query),
      })}
      actionsOf={actionsOf}
      create={{
        label: "New user",
        dialog: (done) => (
          <NewUserDialog scope={scope} onCreated={(user) => setOpened({ kind: "link", user })} onClose={done} />
        ),
      }}
      empty={{ title: "No users yet", text: "A new user gets a link to set the password." }}
    >
      {opened?.kind === "edit" && <EditUserDialog user={opened.user} onClose={close} />}
      {opened?.kind === "link" && <ActivationDialog user={opened.user} onClose={close} />}
    </EntityList>
  );
}

function useUserActions(open: (opened: Opened) => void): (user: User) => readonly RowAction[] {
  const navigate = useNavigate();
  const { userId: own, role } = useUser();
  const enable = useAction({
    call: ({ id }: User) => enableAccount(id.id, true),
    failed: "The account was not enabled",
    stale: ["users"],
  });
  const disable = useAction({
    call: ({ id }: User) => enableAccount(id.id, false),
    question: ({ email }) => ({
      title: "Disable this account?",
      text: (
        <>
          All sessions and API keys of <strong className="foreign">{email}</strong> stop working at once. You can enable
          the account again.
        </>
      ),
      action: "Disable account",
    }),
    failed: "The account was not disabled",
    stale: ["users"],
  });
  const remove = useAction({
    call: ({ id }: User) => ask(api.DELETE("/api/user/{userId}", { params: { path: { userId: id.id } } })),
    question: ({ email }) => ({
      title: "Delete this user?",
      text: (
        <>
          <strong className="foreign">{email}</strong> is deleted with all sessions and API keys. This cannot be undone.
          The audit log keeps what the user has done.
        </>
      ),
      action: "Delete user",
    }),
    failed: "The user was not deleted",
    stale: ["users"],
  });
  return (user) => {
    const userId = user.id.id;
    const { state } = accountOf(user);
    const isOwn = userId === own;
    const search = { user: userId };
    const link = { label: "Activation link", icon: LinkIcon, onChosen: () => open({ kind: "link", user }) };
    const audit = { label: "Audit log", icon: ScrollText, onChosen: () => void navigate({ to: "/audit", search }) };
    return [
      { label: "Edit", icon: Pencil, onChosen: () => open({ kind: "edit", user }) },
      ...(state === "invited" ? [link] : []),
      { label: "API keys", icon: KeyRound, onChosen: () => void navigate({ to: "/api-keys", search }) },
      ...(role === "TENANT_ADMIN" ? [audit] : []),
      ...(state === "active" && !isOwn
        ? [{ label: "Disable account", icon: UserX, onChosen: () => disable.run(user) }]
        : []),
      ...(state === "disabled" ? [{ label: "Enable account", icon: UserCheck, onChosen: () => enable.run(user) }] : []),
      ...(isOwn ? [] : [{ label: "Delete user", icon: Trash2, isDangerous: true, onChosen: () => remove.run(user) }]),
    ];
  };
}

async function enableAccount(userId: string, userCredentialsEnabled: boolean): Promise<void> {
  const params = { path: { userId }, query: { userCredentialsEnabled } };
  await ask(api.POST("/api/user/{userId}/userCredentialsEnabled", { params }));
}

/** Includes the role if the screen is too narrow for its column. */
function personColumn(hasRole: boolean): Column<User, "email"> {
  return {
    id: "email",
    label: "User",
    sortBy: "email",
    cell: (user) => {
      const name = fullName(user);
      return (
        <Box>
          <Text fw={500} className="foreign" lineClamp={3}>
            {user.email}
          </Text>
          {name !== "" && (
            <Text size="xs" c="dimmed" className="foreign" lineClamp={2}>
              {name}
            </Text>
          )}
          {hasRole && (
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              {ROLE_LABELS[user.authority]}
            </Text>
          )}
        </Box>
      );
    },
  };
}
