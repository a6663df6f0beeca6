// The customers of a tenant: parts of it that see their own devices only.
import { Anchor, Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn, type Schema } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { isPublicCustomer, saveCustomer } from "./customer.ts";

type Customer = Schema<"Customer">;

const SORTABLE = ["createdTime", "title", "email", "city", "country"];

const COLUMNS: readonly Column<Customer>[] = [
  {
    id: "title",
    label: "Customer",
    sortBy: "title",
    cell: (customer) => (
      <Group gap="xs">
        <Anchor
          component={Link}
          to={`/customers/${customer.id.id}`}
          className="foreign"
          size="sm"
          fw={500}
          lineClamp={3}
        >
          {customer.title}
        </Anchor>
        {isPublicCustomer(customer) && <StatusBadge tone="warning" label="Public" />}
      </Group>
    ),
  },
  { id: "email", label: "Email", sortBy: "email", isMinor: true, cell: ({ email }) => <Plain text={email} /> },
  { id: "city", label: "City", sortBy: "city", isMinor: true, cell: ({ city }) => <Plain text={city} /> },
  {
    id: "created",
    label: "Created",
    sortBy: "createdTime",
    isMinor: true,
    cell: ({ createdTime }) => <Moment ts={createdTime} />,
  },
];

function Plain({ text }: { readonly text: string | null }): ReactNode {
  return <span className="foreign">{text ?? "–"}</span>;
}

export function CustomersPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "title" });
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const customers = useQuery({
    queryKey: ["customers", "list", list.query],
    queryFn: async () => pageIn(await ask(api.GET("/api/customers", { params: { query: list.query } }))),
    placeholderData: keepPreviousData,
  });
  const create = useMutation({
    mutationFn: saveCustomer,
    onSuccess: async (customer) => {
      await queries.invalidateQueries({ queryKey: ["customers"] });
      await navigate({ to: `/customers/${customer.id.id}`, replace: true });
    },
  });
  const isCreating = textOf(address, "new") !== "";
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New customer
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Customers"
        description="A customer is a part of your organisation, or somebody you serve: its users see the devices that you give to it, and nothing else."
        actions={open}
      />
      <Stack gap="md">
        <SearchBox label="Search by title" text={list.text} onText={list.onText} />
        <DataTable
          label="customers"
          columns={COLUMNS}
          {...pagedRows(customers)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          onRow={({ id }) => void navigate({ to: `/customers/${id.id}` })}
          empty={
            list.text === "" ? (
              <EmptyState icon={Building2} title="No customers yet" action={open}>
                Create one, invite its users, and give it the devices that they may see.
              </EmptyState>
            ) : (
              <EmptyState icon={Building2} title="No customer has this in its title" />
            )
          }
        />
      </Stack>
      {isCreating && (
        <CustomerDialog
          isBusy={create.isPending}
          error={create.error}
          onSave={(fields) => create.mutate({ fields })}
          onClose={() => {
            create.reset();
            change({ new: undefined });
          }}
        />
      )}
    </>
  );
}
