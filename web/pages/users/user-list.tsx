// A list of users with what can be done about them; part of the pages of users, customers and tenants.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserCreation } from "./user-creation.tsx";
import { UserActivation } from "./user-activation.tsx";
import { accountOf, fullName, listUsers, ROLE_LABELS, type Account, type User, type UserScope } from "./user.ts";

const SORTABLE = ["createdTime", "email", "firstName", "lastName"];
const STATES: Readonly<Record<Account["state"], readonly [label: string, tone: "good" | "warning" | "bad"]>> = {
  active: ["Active", "good"],
  disabled: ["Disabled", "bad"],
  invited: ["Not yet activated", "warning"],
};

export function UserList({ scope }: { readonly scope: UserScope }): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "email" });
  const { address, change } = useAddress();
  const [invited, setInvited] = useState<User | null>(null);
  const users = useQuery({
    queryKey: ["users", "list", scope, list.query],
    queryFn: () => listUsers(scope, list.query),
    placeholderData: keepPreviousData,
  });
  const rows = users.data?.data;
  const customers = useCustomerTitles(scope.kind === "tenant" ? (rows ?? []) : []);
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New user
    </Button>
  );

  const columns: readonly Column<User>[] = [
    {
      id: "email",
      label: "User",
      sortBy: "email",
      cell: (user) => <Person user={user} hasRole={scope.kind === "tenant"} />,
    },
    ...(scope.kind === "tenant"
      ? [
          {
            id: "role",
            label: "Role",
            isMinor: true,
            cell: (user: User) => <Role user={user} customer={customers.get(user.customerId.id)} />,
          },
        ]
      : []),
    { id: "state", label: "Account", cell: (user) => <State account={accountOf(user)} /> },
    {
      id: "login",
      label: "Last sign-in",
      isMinor: true,
      cell: (user) => <Moment ts={accountOf(user).lastLoginAt} />,
    },
    {
      id: "actions",
      label: "Actions",
      isLabelHidden: true,
      width: 56,
      align: "right",
      cell: (user) => <UserActions user={user} account={accountOf(user)} onLink={() => setInvited(user)} />,
    },
  ];

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SearchBox label="Search by email" text={list.text} onText={list.onText} />
        {open}
      </Group>
      <DataTable
        label="users"
        columns={columns}
        {...pagedRows(users)}
        rowId={({ id }) => id.id}
        state={list.table}
        onState={list.onTable}
        empty={
          list.text === "" ? (
            <EmptyState icon={Users} title="No users yet" action={open}>
              A new user gets a link that sets the password.
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title="No user has this in the email" />
          )
        }
      />
      {textOf(address, "new") !== "" && (
        <UserCreation scope={scope} onCreated={setInvited} onClose={() => change({ new: undefined })} />
      )}
      {invited !== null && <UserActivation user={invited} onClose={() => setInvited(null)} />}
    </Stack>
  );
}

function useCustomerTitles(users: readonly User[]): ReadonlyMap<string, string> {
  const ids = [...new Set(users.map(({ customerId }) => customerId.id))].filter((id) => id !== NULL_ID).sort();
  const customerIds = ids.join(",");
  const { data = [] } = useQuery({
    queryKey: ["customers", "named", customerIds],
    queryFn: () => ask(api.GET("/api/customers/list", { params: { query: { customerIds } } })),
    enabled: ids.length > 0,
  });
  return new Map(data.map(({ id, title }) => [id.id, title]));
}

interface PersonProps {
  readonly user: User;
  /** Says the role here where the screen is too narrow for its column. */
  readonly hasRole: boolean;
}

function Person({ user, hasRole }: PersonProps): ReactNode {
  const name = fullName(user);
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500} className="foreign" lineClamp={3}>
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
    </Stack>
  );
}

function Role({ user, customer }: { readonly user: User; readonly customer: string | undefined }): ReactNode {
  return (
    <Stack gap={0}>
      <Text size="sm">{ROLE_LABELS[user.authority]}</Text>
      {customer !== undefined && (
        <Anchor component={Link} to={`/customers/${user.customerId.id}`} size="xs" className="foreign" lineClamp={2}>
          {customer}
        </Anchor>
      )}
    </Stack>
  );
}

function State({ account }: { readonly account: Account }): ReactNode {
  const [label, tone] = STATES[account.state];
  return <StatusBadge tone={tone} label={label} />;
}
