// A list of users with their actions: a page of its own, or part of the pages of customers and tenants.
import { Anchor, Box, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { KeyRound, Link as LinkIcon, Pencil, ScrollText, Trash2, UserCheck, Users, UserX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { EntityList, EntityListPage, type EntityListProps } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Marked } from "../../components/marked.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { ActivationDialog } from "./activation-dialog.tsx";
import { EditUserDialog, NewUserDialog, newUserLabel } from "./user-dialog.tsx";
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

const WORDS = words.users;
const TONES: Readonly<Record<Account["state"], "good" | "warning" | "bad">> = {
  active: "good",
  disabled: "bad",
  invited: "warning",
};
const STATE: Column<User> = {
  id: "state",
  label: WORDS.account,
  under: { column: "email" },
  cell: (user) => {
    const { state } = accountOf(user);
    return <StatusBadge tone={TONES[state]} label={WORDS.states[state]} />;
  },
};
const LAST_LOGIN = timeColumn<User>("login", WORDS.lastSignIn, (user) => accountOf(user).lastLoginAt, {
  under: { column: "email", isLabelled: true },
});
const ROLE: Column<ListedUser> = {
  id: "role",
  label: WORDS.role,
  under: { column: "email" },
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
const PERSON: Column<User, "email"> = {
  id: "email",
  label: WORDS.user,
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
      </Box>
    );
  },
};
const PLAIN_COLUMNS: readonly Column<ListedUser, "email">[] = [PERSON, STATE, LAST_LOGIN];
const TENANT_COLUMNS: readonly Column<ListedUser, "email">[] = [PERSON, ROLE, STATE, LAST_LOGIN];

interface Opened {
  readonly kind: "link" | "edit";
  readonly user: User;
}

interface UserListProps {
  readonly scope: UserScope;
  /** The heading, if the list is a page of its own. */
  readonly heading?: { readonly title: string; readonly description: string };
}

export function UserList({ scope, heading }: UserListProps): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const actionsOf = useUserActions(setOpened);
  const close = (): void => setOpened(null);
  const list: EntityListProps<ListedUser, "email"> = {
    noun: "user",
    icon: Users,
    columns: scope.kind === "tenant" ? TENANT_COLUMNS : PLAIN_COLUMNS,
    nameOf: ({ email }) => email,
    sort: "email",
    search: WORDS.searchByEmail,
    read: (query) => ({
      queryKey: ["users", "list", scope, query],
      queryFn: () => listUsers(scope, query),
    }),
    actionsOf,
    create: {
      label: newUserLabel(scope),
      dialog: (done) => (
        <NewUserDialog scope={scope} onCreated={(user) => setOpened({ kind: "link", user })} onClose={done} />
      ),
    },
    empty: { title: scope.kind === "administrators" ? WORDS.noAdministrators : WORDS.empty, text: WORDS.emptyText },
  };
  return (
    <>
      {heading === undefined ? <EntityList {...list} /> : <EntityListPage {...list} {...heading} />}
      {opened?.kind === "edit" && <EditUserDialog user={opened.user} onClose={close} />}
      {opened?.kind === "link" && <ActivationDialog user={opened.user} onClose={close} />}
    </>
  );
}

function useUserActions(open: (opened: Opened) => void): (user: User) => readonly RowAction[] {
  const navigate = useNavigate();
  const { userId: ownId, role } = useUser();
  const enable = useAction({
    call: ({ id }: User) => enableAccount(id.id, true),
    failed: WORDS.notEnabled,
    stale: ["users"],
  });
  const disable = useAction({
    call: ({ id }: User) => enableAccount(id.id, false),
    question: ({ email }) => ({
      title: WORDS.disableTitle,
      text: <Marked text={WORDS.disableText} as={() => <strong className="foreign">{email}</strong>} />,
      action: WORDS.disable,
    }),
    failed: WORDS.notDisabled,
    stale: ["users"],
  });
  const remove = useAction({
    call: ({ id }: User) => ask(api.DELETE("/api/user/{userId}", { params: { path: { userId: id.id } } })),
    question: ({ email }) => ({
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{email}</strong>} />,
      action: WORDS.delete,
    }),
    failed: WORDS.notDeleted,
    stale: ["users"],
  });
  return (user) => {
    const userId = user.id.id;
    const { state } = accountOf(user);
    const isOwn = userId === ownId;
    const search = { user: userId };
    const link = { label: WORDS.activation.title, icon: LinkIcon, onChosen: () => open({ kind: "link", user }) };
    const audit = { label: WORDS.auditLog, icon: ScrollText, onChosen: () => void navigate({ to: "/audit", search }) };
    return [
      { label: words.components.common.edit, icon: Pencil, onChosen: () => open({ kind: "edit", user }) },
      ...(state === "invited" ? [link] : []),
      { label: WORDS.apiKeys, icon: KeyRound, onChosen: () => void navigate({ to: "/api-keys", search }) },
      ...(role === "TENANT_ADMIN" ? [audit] : []),
      ...(state === "active" && !isOwn
        ? [{ label: WORDS.disable, icon: UserX, onChosen: () => disable.run(user) }]
        : []),
      ...(state === "disabled" ? [{ label: WORDS.enable, icon: UserCheck, onChosen: () => enable.run(user) }] : []),
      ...(isOwn ? [] : [{ label: WORDS.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(user) }]),
    ];
  };
}

async function enableAccount(userId: string, userCredentialsEnabled: boolean): Promise<void> {
  const params = { path: { userId }, query: { userCredentialsEnabled } };
  await ask(api.POST("/api/user/{userId}/userCredentialsEnabled", { params }));
}
