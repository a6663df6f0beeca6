// One tenant: its administrators, the usage of its limits, its profile, and contact details.
import { Anchor, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { EditAndDelete, EntityPage, usePageId } from "../../app/entity-page.tsx";
import { PageTabs } from "../../app/page-tabs.tsx";
import { useAction } from "../../app/use-action.ts";
import { ContactFacts } from "../../components/contact-fields.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { words } from "../../words/words.ts";
import { UserList } from "../users/user-list.tsx";
import { TenantDialog } from "./tenant-dialog.tsx";
import { TenantUsage } from "./tenant-usage.tsx";
import type { Tenant } from "./tenant.ts";

const WORDS = words.tenants;
const COMMON = words.components.common;
const ABOVE = { label: WORDS.title, path: "/tenants" };

export function TenantPage(): ReactNode {
  const tenantId = usePageId();
  const query = useQuery({
    queryKey: ["tenants", "one", tenantId],
    queryFn: read("/api/tenant/info/{tenantId}", { path: { tenantId } }),
  });
  return (
    <EntityPage noun="tenant" above={ABOVE} query={query}>
      {(tenant) => <TenantParts tenant={tenant} />}
    </EntityPage>
  );
}

function TenantParts({ tenant }: { readonly tenant: Tenant }): ReactNode {
  const tenantId = tenant.id.id;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    call: () => ask(api.DELETE("/api/tenant/{tenantId}", { params: { path: { tenantId } } })),
    question: () => ({
      title: WORDS.deleteTitle,
      text: WORDS.deleteText,
      action: WORDS.delete,
      typed: tenant.title,
    }),
    failed: WORDS.notDeleted,
    onDone: async () => {
      await navigate({ to: ABOVE.path });
      queries.removeQueries({ queryKey: ["tenants", "one", tenantId] });
    },
    stale: ["tenants"],
  });
  return (
    <>
      <PageHeader
        title={tenant.title}
        above={[ABOVE]}
        actions={
          <EditAndDelete
            dialog={(close) => <TenantDialog tenant={tenant} onSaved={close} onClose={close} />}
            onDelete={remove.run}
            isDeleting={remove.isPending}
          />
        }
      />
      <PageTabs
        label={WORDS.parts}
        tabs={[
          {
            id: "administrators",
            label: WORDS.administrators,
            content: <UserList scope={{ kind: "administrators", tenantId }} />,
          },
          { id: "usage", label: WORDS.usage, content: <TenantUsage tenant={tenant} /> },
          { id: "details", label: WORDS.details, content: <Details tenant={tenant} /> },
        ]}
      />
    </>
  );
}

function Details({ tenant }: { readonly tenant: Tenant }): ReactNode {
  const profile = (
    <Anchor component={Link} to={`/tenant-profiles/${tenant.tenantProfileId.id}`} className="foreign">
      {tenant.tenantProfileName}
    </Anchor>
  );
  return (
    <Stack>
      <Panel title={words.components.contact.contact}>
        <ContactFacts contact={tenant} />
      </Panel>
      <Panel title={WORDS.aboutIt}>
        <Facts
          facts={[
            { label: COMMON.profile, value: profile },
            { label: COMMON.created, value: <Moment ts={tenant.createdTime} /> },
            { label: WORDS.id, value: <CopyText text={tenant.id.id} label={WORDS.idOfTenant} /> },
          ]}
        />
      </Panel>
    </Stack>
  );
}
