// One customer: devices, users, and contact details.
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
import { UserList } from "../users/user-list.tsx";
import { CustomerDevices } from "./customer-devices.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { descriptionOf, isPublicCustomer, type Customer } from "./customer.ts";

const ABOVE = { label: "Customers", path: "/customers" };

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
      title: "Delete this customer?",
      text: "Its users are deleted with their sessions and API keys. Its devices stay, without a customer. This cannot be undone.",
      action: "Delete customer",
      typed: customer.title,
    }),
    failed: "The customer was not deleted",
    onDone: async () => {
      await navigate({ to: ABOVE.path });
      queries.removeQueries({ queryKey: ["customers", "one", customerId] });
    },
    stale: ["customers", "users", "devices"],
  });
  const users = { id: "users", label: "Users", content: <UserList scope={{ kind: "customer", customerId }} /> };
  return (
    <>
      <PageHeader
        title={customer.title}
        above={[ABOVE]}
        badges={isPublic ? <StatusBadge tone="warning" label="Public" /> : undefined}
        actions={
          <EditAndDelete
            dialog={(close) => <CustomerDialog customer={customer} onSaved={close} onClose={close} />}
            onDelete={remove.run}
            isDeleting={remove.isPending}
          />
        }
      />
      <PageTabs
        label="Parts of the customer"
        tabs={[
          { id: "devices", label: "Devices", content: <CustomerDevices customer={customer} /> },
          ...(isPublic ? [] : [users]),
          { id: "details", label: "Details", content: <Details customer={customer} /> },
        ]}
      />
    </>
  );
}

function Details({ customer }: { readonly customer: Customer }): ReactNode {
  const description = descriptionOf(customer.additionalInfo);
  return (
    <Stack>
      <Panel title="Contact">
        <ContactFacts contact={customer} />
      </Panel>
      <Panel title="About">
        <Facts
          facts={[
            { label: "Id", value: <CopyText text={customer.id.id} label="id of the customer" /> },
            { label: "Created", value: <Moment ts={customer.createdTime} /> },
          ]}
        />
        {description !== "" && (
          <Text component="div" style={{ whiteSpace: "pre-wrap" }}>
            <Foreign text={description} label="Description" charsMax={600} />
          </Text>
        )}
      </Panel>
    </Stack>
  );
}
