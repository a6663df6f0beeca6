// The customers of a tenant, who see only their own devices.
import { useNavigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { CREATED, plainOrNothing } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { CustomerDialog } from "./customer-dialog.tsx";
import { isPublicCustomer, type Customer } from "./customer.ts";

const WORDS = words.customers;
const COMMON = words.components.common;
const COLUMNS: readonly Column<Customer, "title" | "email" | "city" | "createdTime">[] = [
  {
    id: "title",
    label: COMMON.customer,
    sortBy: "title",
    cell: (customer) => (
      <NameLink
        to={pathOf(customer)}
        name={customer.title}
        badge={isPublicCustomer(customer) && <StatusBadge tone="warning" label={WORDS.public} />}
      />
    ),
  },
  {
    id: "email",
    label: COMMON.email,
    sortBy: "email",
    under: { column: "title", isLabelled: true },
    cell: ({ email }) => plainOrNothing(email),
  },
  {
    id: "city",
    label: WORDS.city,
    sortBy: "city",
    under: { column: "title", isLabelled: true },
    cell: ({ city }) => plainOrNothing(city),
  },
  CREATED,
];

export function CustomersPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.about}
      noun="customer"
      icon={Building2}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      sort="title"
      search={WORDS.searchByName}
      read={(query) => ({
        queryKey: ["customers", "list", query],
        queryFn: async () => pageIn(await ask(api.GET("/api/customers", { params: { query } }))),
      })}
      pathOf={pathOf}
      create={{
        label: WORDS.new,
        dialog: (close) => (
          <CustomerDialog onSaved={(customer) => navigate({ to: pathOf(customer), replace: true })} onClose={close} />
        ),
      }}
      empty={{ title: WORDS.empty, text: WORDS.emptyText }}
    />
  );
}

function pathOf({ id }: Customer): string {
  return `/customers/${id.id}`;
}
