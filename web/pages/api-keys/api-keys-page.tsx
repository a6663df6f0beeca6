// API keys of a user: what programs sign in with. Their values are shown once, when they are made.
import { Alert, Anchor, Button, Code, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Pencil, Plus, Power, PowerOff, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { DescribeKey } from "./describe-key.tsx";
import { NewKey } from "./new-key.tsx";

type ApiKey = Schema<"ApiKeyInfo">;

const SORTABLE = ["createdTime", "expirationTime", "description", "enabled"];

export function ApiKeysPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "createdTime", order: "DESC" });
  const { address, change } = useAddress();
  const own = useUser();
  const userId = textOf(address, "user") || own.userId;
  const isOwn = userId === own.userId;
  const queries = useQueryClient();
  const confirm = useConfirm();
  const [described, setDescribed] = useState<ApiKey | null>(null);
  const keys = useQuery({
    queryKey: ["api-keys", userId, list.query],
    queryFn: () => ask(api.GET("/api/apiKeys/{userId}", { params: { path: { userId }, query: list.query } })),
    placeholderData: keepPreviousData,
  });
  const owner = useQuery({
    queryKey: ["users", "one", userId],
    queryFn: () => ask(api.GET("/api/user/{userId}", { params: { path: { userId } } })),
    enabled: !isOwn,
  });
  const params = useQuery({ queryKey: ["system", "params"], queryFn: () => ask(api.GET("/api/system/params")) });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ["api-keys"] });
  const tell = (error: unknown): void => {
    notifications.show({ color: "red", message: messageOf(error) });
  };
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { readonly id: string; readonly enabled: boolean }) =>
      ask(api.PUT("/api/apiKey/{id}/enabled/{enabled}", { params: { path: { id, enabled } } })),
    onSuccess: async (_, { enabled }) => {
      notifications.show({ color: "teal", message: enabled ? "The key is enabled." : "The key is disabled." });
      await refresh();
    },
    onError: tell,
  });
  const remove = useMutation({
    mutationFn: (id: string) => ask(api.DELETE("/api/apiKey/{id}", { params: { path: { id } } })),
    onSuccess: async () => {
      notifications.show({ color: "teal", message: "The key is deleted." });
      await refresh();
    },
    onError: tell,
  });
  const askAndDelete = async ({ id, description }: ApiKey): Promise<void> => {
    const text = (
      <>
        Programs that use <strong className="foreign">{description}</strong> are refused at once. This cannot be undone;
        to try what still needs the key, disable it first.
      </>
    );
    if (await confirm({ title: "Delete this key?", text, action: "Delete key" })) remove.mutate(id.id);
  };
  const actionsOf = (key: ApiKey): readonly RowAction[] => [
    {
      label: "Change description",
      icon: Pencil,
      onChosen: () => setDescribed(key),
    },
    {
      label: key.enabled ? "Disable key" : "Enable key",
      icon: key.enabled ? PowerOff : Power,
      onChosen: () => enable.mutate({ id: key.id.id, enabled: !key.enabled }),
    },
    { label: "Delete key", icon: Trash2, isDangerous: true, onChosen: () => void askAndDelete(key) },
  ];
  const columns: readonly Column<ApiKey>[] = [
    {
      id: "description",
      label: "Description",
      sortBy: "description",
      cell: ({ description, valueStart }) => (
        <Stack gap={2}>
          <Text size="sm" fw={500} component="div">
            <Foreign text={description} label="Description" charsMax={80} />
          </Text>
          <Code style={{ alignSelf: "start" }}>{valueStart}…</Code>
        </Stack>
      ),
    },
    { id: "state", label: "State", sortBy: "enabled", cell: (key) => <State apiKey={key} /> },
    {
      id: "used",
      label: "Last used",
      isMinor: true,
      cell: ({ lastUsedTime }) => <Moment ts={lastUsedTime} never="not yet" />,
    },
    {
      id: "expires",
      label: "Expires",
      sortBy: "expirationTime",
      isMinor: true,
      cell: ({ expirationTime }) => <Moment ts={expirationTime} />,
    },
    {
      id: "created",
      label: "Created",
      sortBy: "createdTime",
      isMinor: true,
      cell: ({ createdTime }) => <Moment ts={createdTime} />,
    },
    {
      id: "actions",
      label: "Actions",
      isLabelHidden: true,
      width: 56,
      align: "right",
      cell: (key) => <RowMenu label={key.description} actions={actionsOf(key)} />,
    },
  ];
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description={
          isOwn ? (
            "A program that sends a key acts with your rights. Give each program a key of its own, so that you can take one back alone."
          ) : (
            <>
              Keys of <span className="foreign">{owner.data?.email ?? "another user"}</span>. A program that sends one
              acts with the rights of that user.{" "}
              <Anchor component={Link} to="/api-keys">
                Your own keys
              </Anchor>
            </>
          )
        }
        actions={open}
      />
      <Stack gap="md">
        <Group justify="space-between">
          <SearchBox label="Search by description" text={list.text} onText={list.onText} />
          <Text size="sm" c="dimmed" component="div">
            Sent as the header <Code>X-Authorization: ApiKey …</Code>
          </Text>
        </Group>
        {params.data?.apiKeysNeedHttps === false && location.protocol === "http:" && (
          <Alert color="yellow" variant="light" title="This platform is reached without encryption">
            Whoever listens on the network can read a key and use it. Set up HTTPS before keys leave this machine.
          </Alert>
        )}
        <DataTable
          label="API keys"
          columns={columns}
          {...pagedRows(keys)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          empty={
            list.text === "" ? (
              <EmptyState icon={KeyRound} title="No API keys yet" action={open}>
                Create one for each program that calls the API.
              </EmptyState>
            ) : (
              <EmptyState icon={KeyRound} title="No key has this in its description" />
            )
          }
        />
      </Stack>
      {textOf(address, "new") !== "" && <NewKey userId={userId} onClose={() => change({ new: undefined })} />}
      {described !== null && <DescribeKey apiKey={described} onClose={() => setDescribed(null)} />}
    </>
  );
}

function State({ apiKey: { expired, enabled } }: { readonly apiKey: ApiKey }): ReactNode {
  if (expired) return <StatusBadge tone="bad" label="Expired" />;
  return <StatusBadge tone={enabled ? "good" : "neutral"} label={enabled ? "Enabled" : "Disabled"} />;
}
