// The tenants of the installation, for its system administrators.
import { Anchor } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { CREATED, plainOrNothing } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { words } from "../../words/words.ts";
import { TenantDialog } from "./tenant-dialog.tsx";
import type { Tenant } from "./tenant.ts";

const WORDS = words.tenants;
const COLUMNS: readonly Column<Tenant, "title" | "tenantProfileName" | "email" | "createdTime">[] = [
  {
    id: "title",
    label: WORDS.tenant,
    sortBy: "title",
    cell: ({ id, title }) => <NameLink to={`/tenants/${id.id}`} name={title} />,
  },
  {
    id: "profile",
    label: words.components.common.profile,
    sortBy: "tenantProfileName",
    cell: ({ tenantProfileId, tenantProfileName }) => (
      <Anchor component={Link} to={`/tenant-profiles/${tenantProfileId.id}`} className="foreign">
        {tenantProfileName}
      </Anchor>
    ),
  },
  {
    id: "email",
    label: words.components.common.email,
    sortBy: "email",
    under: { column: "title", isLabelled: true },
    cell: ({ email }) => plainOrNothing(email),
  },
  CREATED,
];

export function TenantsPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.about}
      noun="tenant"
      icon={Building2}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      sort="title"
      search={WORDS.searchByName}
      read={(query) => ({
        queryKey: ["tenants", "list", query],
        queryFn: read("/api/tenantInfos", { query }),
      })}
      create={{
        label: WORDS.new,
        dialog: (close) => (
          <TenantDialog onSaved={(id) => navigate({ to: `/tenants/${id}`, replace: true })} onClose={close} />
        ),
      }}
      empty={{ title: WORDS.empty, text: WORDS.emptyText }}
    />
  );
}
