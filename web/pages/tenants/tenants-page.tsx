// The tenants of the installation, for its operator.
import { Anchor, Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { TenantEditor } from "./tenant-editor.tsx";

type TenantInfo = Schema<"TenantInfo">;

const SORTABLE = ["createdTime", "title", "tenantProfileName", "email", "city"];

const COLUMNS: readonly Column<TenantInfo>[] = [
  {
    id: "title",
    label: "Tenant",
    sortBy: "title",
    cell: ({ id, title }) => (
      <Anchor component={Link} to={`/tenants/${id.id}`} size="sm" fw={500} className="foreign">
        {title}
      </Anchor>
    ),
  },
  {
    id: "profile",
    label: "Profile",
    sortBy: "tenantProfileName",
    cell: ({ tenantProfileId, tenantProfileName }) => (
      <Anchor component={Link} to={`/tenant-profiles/${tenantProfileId.id}`} size="sm" className="foreign">
        {tenantProfileName}
      </Anchor>
    ),
  },
  {
    id: "email",
    label: "Email",
    sortBy: "email",
    isMinor: true,
    cell: ({ email }) => <span className="foreign">{email ?? "–"}</span>,
  },
  {
    id: "created",
    label: "Created",
    sortBy: "createdTime",
    isMinor: true,
    cell: ({ createdTime }) => <Moment ts={createdTime} />,
  },
];

export function TenantsPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "title" });
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const tenants = useQuery({
    queryKey: ["tenants", "list", list.query],
    queryFn: () => ask(api.GET("/api/tenantInfos", { params: { query: list.query } })),
    placeholderData: keepPreviousData,
  });
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New tenant
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Tenants"
        description="A tenant has its own gateways, devices, users and reports; none sees anything of another."
        actions={open}
      />
      <Stack gap="md">
        <SearchBox label="Search by title" text={list.text} onText={list.onText} />
        <DataTable
          label="tenants"
          columns={COLUMNS}
          {...pagedRows(tenants)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          empty={
            list.text === "" ? (
              <EmptyState icon={Building2} title="No tenants yet" action={open}>
                Create one and invite its first administrator.
              </EmptyState>
            ) : (
              <EmptyState icon={Building2} title="No tenant has this in its title" />
            )
          }
        />
      </Stack>
      {textOf(address, "new") !== "" && (
        <TenantEditor
          onSaved={(id) => void navigate({ to: `/tenants/${id}`, replace: true })}
          onClose={() => change({ new: undefined })}
        />
      )}
    </>
  );
}
