// One customer: its devices, its users, and how it is reached.
import { Group, Paper, Skeleton, Stack, Tabs, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
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
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { UserList } from "../users/user-list.tsx";
import { CustomerDevices } from "./customer-devices.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { descriptionOf, isPublicCustomer, saveCustomer, type CustomerFields } from "./customer.ts";

const TABS = ["devices", "users", "details"] as const;
const ABOVE = [{ label: "Customers", path: "/customers" }];

export function CustomerPage(): ReactNode {
  const params: { readonly id?: string } = useParams({ strict: false });
  const customerId = params.id ?? "";
  const { address } = useAddress();
  const navigate = useNavigate();
  const customer = useQuery({
    queryKey: ["customers", "one", customerId],
    queryFn: () => ask(api.GET("/api/customer/{customerId}", { params: { path: { customerId } } })),
  });
  if (customer.isError)
    return (
      <>
        <PageHeader title="Customer" above={ABOVE} />
        <ProblemAlert
          error={customer.error}
          title="The customer could not be read"
          onRetry={() => void customer.refetch()}
        />
      </>
    );
  if (customer.data === undefined)
    return (
      <>
        <PageHeader title="Customer" above={ABOVE} />
        <Skeleton height={240} />
      </>
    );
  const tab = choiceOf(address, "tab", TABS) ?? "devices";
  const isPublic = isPublicCustomer(customer.data);
  return (
    <>
      <Heading customer={customer.data} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          // The list of one tab has nothing to say to the list of another.
          void navigate({ to: ".", search: next === "devices" ? {} : { tab: next ?? undefined } });
        }}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="devices">Devices</Tabs.Tab>
          {!isPublic && <Tabs.Tab value="users">Users</Tabs.Tab>}
          <Tabs.Tab value="details">Details</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="devices">
          <CustomerDevices customer={customer.data} />
        </Tabs.Panel>
        {!isPublic && (
          <Tabs.Panel value="users">
            <UserList scope={{ kind: "customer", customerId }} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="details">
          <Details customer={customer.data} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Heading({ customer }: { readonly customer: Schema<"Customer"> }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isEditing, setIsEditing] = useState(false);
  const isPublic = isPublicCustomer(customer);
  const save = useMutation({
    mutationFn: (fields: CustomerFields) => saveCustomer({ fields, present: customer }),
    onSuccess: async () => {
      setIsEditing(false);
      await queries.invalidateQueries({ queryKey: ["customers"] });
    },
  });
  const remove = useMutation({
    mutationFn: () =>
      ask(api.DELETE("/api/customer/{customerId}", { params: { path: { customerId: customer.id.id } } })),
    onSuccess: async () => {
      await navigate({ to: "/customers" });
      queries.removeQueries({ queryKey: ["customers", "one", customer.id.id] });
      await Promise.all(
        ["customers", "users", "devices"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      );
    },
    onError: (error) => {
      notifications.show({ color: "red", title: customer.title, message: messageOf(error) });
    },
  });
  const askAndDelete = async (): Promise<void> => {
    const text = (
      <>
        Its users are deleted with their sessions and API keys. Its devices stay, and belong to no customer any more.
        This cannot be undone.
      </>
    );
    const question = { title: "Delete this customer?", text, action: "Delete customer", typed: customer.title };
    if (await confirm(question)) remove.mutate();
  };
  return (
    <>
      <PageHeader
        title={customer.title}
        above={ABOVE}
        beside={isPublic ? <StatusBadge tone="warning" label="Public" /> : undefined}
        actions={
          <EditAndDelete
            onEdit={() => setIsEditing(true)}
            onDelete={() => void askAndDelete()}
            isDeleting={remove.isPending}
          />
        }
      />
      {isEditing && (
        <CustomerDialog
          customer={customer}
          isBusy={save.isPending}
          error={save.error}
          onSave={(fields) => save.mutate(fields)}
          onClose={() => {
            save.reset();
            setIsEditing(false);
          }}
        />
      )}
    </>
  );
}

function Details({ customer }: { readonly customer: Schema<"Customer"> }): ReactNode {
  const description = descriptionOf(customer.additionalInfo);
  return (
    <Stack>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} size="h5">
            Contact
          </Title>
          <ContactFacts contact={customer} />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack>
          <Facts
            facts={[
              { label: "Id", value: <CopyText text={customer.id.id} label="id of the customer" /> },
              { label: "Created", value: <Moment ts={customer.createdTime} /> },
            ]}
          />
          {description !== "" && (
            <Group>
              <Text size="sm" component="div" style={{ whiteSpace: "pre-wrap" }}>
                <Foreign text={description} label="Description" charsMax={600} />
              </Text>
            </Group>
          )}
        </Stack>
      </Paper>
    </Stack>
  );
}
