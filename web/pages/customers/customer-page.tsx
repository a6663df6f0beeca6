// One customer: devices, dashboards, users, and contact details.
import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { EditAndDelete, EntityPage, usePageId } from "../../app/entity-page.tsx";
import { PageTabs } from "../../app/page-tabs.tsx";
import { useAction } from "../../app/use-action.ts";
import { ContactFacts } from "../../components/contact-fields.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Facts } from "../../components/facts.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { UserList } from "../users/user-list.tsx";
import { CustomerDashboards } from "./customer-dashboards.tsx";
import { CustomerDevices } from "./customer-devices.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { descriptionOf, isPublicCustomer, type Customer } from "./customer.ts";

const WORDS = words.customers;
const COMMON = words.components.common;
const ABOVE = { label: WORDS.title, path: "/customers" };

export function CustomerPage(): ReactNode {
  const customerId = usePageId();
  const query = useQuery({
    queryKey: ["customers", "one", customerId],
    queryFn: read("/api/customer/{customerId}", { path: { customerId } }),
  });
  return (
    <EntityPage noun="customer" above={ABOVE} query={query}>
      {(customer) => <CustomerParts customer={customer} />}
    </EntityPage>
  );
}

function CustomerParts({ customer }: { readonly customer: Customer }): ReactNode {
  const customerId = customer.id.id;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isPublic = isPublicCustomer(customer);
  const remove = useAction({
    call: () => ask(api.DELETE("/api/customer/{customerId}", { params: { path: { customerId } } })),
    question: () => ({
      title: WORDS.deleteTitle,
      text: WORDS.deleteText,
      action: WORDS.delete,
      typed: customer.title,
    }),
    failed: WORDS.notDeleted,
    onDone: async () => {
      await navigate({ to: ABOVE.path });
      queries.removeQueries({ queryKey: ["customers", "one", customerId] });
    },
    stale: ["customers", "users", "devices", "dashboards"],
  });
  const users = { id: "users", label: WORDS.users, content: <UserList scope={{ kind: "customer", customerId }} /> };
  return (
    <>
      <PageHeader
        title={customer.title}
        above={[ABOVE]}
        badges={isPublic ? <StatusBadge tone="warning" label={WORDS.public} /> : undefined}
        actions={
          <EditAndDelete
            dialog={(close) => <CustomerDialog customer={customer} onSaved={close} onClose={close} />}
            onDelete={remove.run}
            isDeleting={remove.isPending}
          />
        }
      />
      <PageTabs
        label={WORDS.parts}
        tabs={[
          { id: "devices", label: COMMON.devices, content: <CustomerDevices customer={customer} /> },
          {
            id: "dashboards",
            label: words.dashboards.title,
            content: <CustomerDashboards customerId={customerId} />,
          },
          ...(isPublic ? [] : [users]),
          { id: "details", label: WORDS.details, content: <Details customer={customer} /> },
        ]}
      />
    </>
  );
}

function Details({ customer }: { readonly customer: Customer }): ReactNode {
  const description = descriptionOf(customer.additionalInfo);
  return (
    <Stack>
      <Panel title={words.components.contact.contact}>
        <ContactFacts contact={customer} />
      </Panel>
      <Panel title={WORDS.aboutIt}>
        <Facts
          facts={[
            { label: WORDS.id, value: <CopyText text={customer.id.id} label={WORDS.idOfCustomer} /> },
            { label: COMMON.created, value: <Moment ts={customer.createdTime} /> },
          ]}
        />
        {description !== "" && (
          <Text component="div" style={{ whiteSpace: "pre-wrap" }}>
            <Foreign text={description} label={COMMON.description} charsMax={600} />
          </Text>
        )}
      </Panel>
    </Stack>
  );
}
