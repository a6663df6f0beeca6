// The tenants of the installation, for its system administrators.
import { Anchor } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { CREATED, Plain } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { TenantDialog } from "./tenant-dialog.tsx";
import type { Tenant } from "./tenant.ts";

const COLUMNS: readonly Column<Tenant, "title" | "tenantProfileName" | "email" | "createdTime">[] = [
  {
    id: "title",
    label: "Tenant",
    sortBy: "title",
    cell: ({ id, title }) => <NameLink to={`/tenants/${id.id}`} name={title} />,
  },
  {
    id: "profile",
    label: "Profile",
    sortBy: "tenantProfileName",
    cell: ({ tenantProfileId, tenantProfileName }) => (
      <Anchor component={Link} to={`/tenant-profiles/${tenantProfileId.id}`} className="foreign">
        {tenantProfileName}
      </Anchor>
    ),
  },
  { id: "email", label: "Email", sortBy: "email", isMinor: true, cell: ({ email }) => <Plain text={email} /> },
  CREATED,
];

export function TenantsPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <EntityListPage
      title="Tenants"
      description="Each tenant has its own gateways, devices, users and reports, and sees nothing of the others."
      noun="tenant"
      icon={Building2}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      sort="title"
      search="Search by title"
      read={(query) => ({
        queryKey: ["tenants", "list", query],
        queryFn: read("/api/tenantInfos", { query }),
      })}
      create={{
        label: "New tenant",
        dialog: (close) => (
          <TenantDialog onSaved={(id) => navigate({ to: `/tenants/${id}`, replace: true })} onClose={close} />
        ),
      }}
      empty={{ title: "No tenants yet", text: "Create one and invite its first administrator." }}
    />
  );
}
