// The customers of a tenant, who see only their own devices.
import { useNavigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { CREATED, Plain } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { isPublicCustomer, type Customer } from "./customer.ts";

const COLUMNS: readonly Column<Customer, "title" | "email" | "city" | "createdTime">[] = [
  {
    id: "title",
    label: "Customer",
    sortBy: "title",
    cell: (customer) => (
      <NameLink
        to={pathOf(customer)}
        name={customer.title}
        badge={isPublicCustomer(customer) && <StatusBadge tone="warning" label="Public" />}
      />
    ),
  },
  { id: "email", label: "Email", sortBy: "email", isMinor: true, cell: ({ email }) => <Plain text={email} /> },
  { id: "city", label: "City", sortBy: "city", isMinor: true, cell: ({ city }) => <Plain text={city} /> },
  CREATED,
];

export function CustomersPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <EntityListPage
      title="Customers"
      description="A customer is a part of your organisation, or an organisation you serve. Its users see only the devices you assign to it."
      noun="customer"
      icon={Building2}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      sort="title"
      search="Search by title"
      read={(query) => ({
        queryKey: ["customers", "list", query],
        queryFn: async () => pageIn(await ask(api.GET("/api/customers", { params: { query } }))),
      })}
      pathOf={pathOf}
      create={{
        label: "New customer",
        dialog: (close) => (
          <CustomerDialog onSaved={(customer) => navigate({ to: pathOf(customer), replace: true })} onClose={close} />
        ),
      }}
      empty={{ title: "No customers yet", text: "Create one, invite its users and assign devices to it." }}
    />
  );
}

function pathOf({ id }: Customer): string {
  return `/customers/${id.id}`;
}
