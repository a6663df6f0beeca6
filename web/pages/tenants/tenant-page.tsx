// One tenant: its administrators, how much of its limits it uses, its profile, and how it is reached.
import { Anchor, Paper, Skeleton, Stack, Tabs } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { ContactFacts } from "../../components/contact-fields.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { EditAndDelete } from "../../components/edit-and-delete.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { UserList } from "../users/user-list.tsx";
import { TenantEditor } from "./tenant-editor.tsx";
import { TenantUsage } from "./tenant-usage.tsx";

const TABS = ["administrators", "usage", "details"] as const;
const ABOVE = [{ label: "Tenants", path: "/tenants" }];

export function TenantPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const tenantId = params.id ?? "";
  const { address } = useAddress();
  const navigate = useNavigate();
  const tenant = useQuery({
    queryKey: ["tenants", "one", tenantId],
    queryFn: () => ask(api.GET("/api/tenant/info/{tenantId}", { params: { path: { tenantId } } })),
  });
  if (tenant.data === undefined)
    return (
      <>
        <PageHeader title="Tenant" above={ABOVE} />
        {tenant.isError ? (
          <ProblemAlert
            error={tenant.error}
            title="The tenant could not be read"
            onRetry={() => void tenant.refetch()}
          />
        ) : (
          <Skeleton height={240} />
        )}
      </>
    );
  return (
    <>
      <Heading tenant={tenant.data} />
      <Tabs
        value={choiceOf(address, "tab", TABS) ?? "administrators"}
        keepMounted={false}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: next === "administrators" ? {} : { tab: next ?? undefined },
          })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="administrators">Administrators</Tabs.Tab>
          <Tabs.Tab value="usage">Usage</Tabs.Tab>
          <Tabs.Tab value="details">Details</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="administrators">
          <UserList scope={{ kind: "administrators", tenantId }} />
        </Tabs.Panel>
        <Tabs.Panel value="usage">
          <TenantUsage tenant={tenant.data} />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <Details tenant={tenant.data} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Heading({ tenant }: { readonly tenant: Schema<"TenantInfo"> }): ReactNode {
  const { id, title } = tenant;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isEditing, setIsEditing] = useState(false);
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/tenant/{tenantId}", { params: { path: { tenantId: id.id } } })),
    onSuccess: async () => {
      await navigate({ to: "/tenants" });
      queries.removeQueries({ queryKey: ["tenants", "one", id.id] });
      await queries.invalidateQueries({ queryKey: ["tenants"] });
    },
    onError: (error) => {
      notifications.show({ color: "red", title, message: messageOf(error) });
    },
  });
  const askAndDelete = async (): Promise<void> => {
    const text = (
      <>
        Everything in it is deleted: gateways and devices with all their values, customers, users, API keys, views and
        reports. All sessions end at once. This cannot be undone.
      </>
    );
    if (await confirm({ title: "Delete this tenant?", text, action: "Delete tenant", typed: title })) remove.mutate();
  };
  return (
    <>
      <PageHeader
        title={title}
        above={ABOVE}
        actions={
          <EditAndDelete
            onEdit={() => setIsEditing(true)}
            onDelete={() => void askAndDelete()}
            isDeleting={remove.isPending}
          />
        }
      />
      {isEditing && (
        <TenantEditor tenant={tenant} onSaved={() => setIsEditing(false)} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

function Details({ tenant }: { readonly tenant: Schema<"TenantInfo"> }): ReactNode {
  return (
    <Paper withBorder p="md">
      <Stack gap="lg">
        <Facts
          facts={[
            {
              label: "Profile",
              value: (
                <Anchor
                  component={Link}
                  to={`/tenant-profiles/${tenant.tenantProfileId.id}`}
                  size="sm"
                  className="foreign"
                >
                  {tenant.tenantProfileName}
                </Anchor>
              ),
            },
            { label: "Created", value: <Moment ts={tenant.createdTime} /> },
            { label: "Id", value: <CopyText text={tenant.id.id} label="id of the tenant" /> },
          ]}
        />
        <ContactFacts contact={tenant} />
      </Stack>
    </Paper>
  );
}
