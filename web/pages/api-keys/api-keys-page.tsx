// API keys of a user, with which programs sign in. A key's value is shown only once, when it is created.
import { Alert, Anchor, Box, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Pencil, Power, PowerOff, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { CREATED, timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { NewKey } from "./new-key.tsx";

type ApiKey = Schema<"ApiKeyInfo">;

const COLUMNS: readonly Column<ApiKey, "description" | "enabled" | "createdTime" | "expirationTime">[] = [
  {
    id: "description",
    label: "Description",
    sortBy: "description",
    cell: ({ description, valueStart }) => (
      <Box>
        <Text fw={500} component="div">
          <Foreign text={description} label="Description" charsMax={80} />
        </Text>
        <Code>{valueStart}…</Code>
      </Box>
    ),
  },
  { id: "state", label: "State", sortBy: "enabled", cell: (key) => <State apiKey={key} /> },
  timeColumn("used", "Last used", ({ lastUsedTime }) => lastUsedTime, { isMinor: true, never: "not yet" }),
  timeColumn("expires", "Expires", ({ expirationTime }) => expirationTime, { sortBy: "expirationTime", isMinor: true }),
  CREATED,
];

export function ApiKeysPage(): ReactNode {
  const { address } = useAddress();
  const own = useUser();
  const userId = textOf(address, "user") || own.userId;
  const isOwn = userId === own.userId;
  const [described, setDescribed] = useState<ApiKey | null>(null);
  const owner = useQuery({
    queryKey: ["users", "one", userId],
    queryFn: read("/api/user/{userId}", { path: { userId } }),
    enabled: !isOwn,
  });
  const params = useQuery({ queryKey: ["system", "params"], queryFn: read("/api/system/params") });
  const enable = useAction({
    call: ({ id, enabled }: ApiKey) =>
      ask(
        api.PUT("/api/apiKey/{id}/enabled/{enabledValue}", { params: { path: { id: id.id, enabledValue: !enabled } } }),
      ),
    done: (_, { enabled }) => (enabled ? "The key is disabled." : "The key is enabled."),
    failed: "The key was not changed",
    stale: ["api-keys"],
  });
  const remove = useAction({
    call: ({ id }: ApiKey) => ask(api.DELETE("/api/apiKey/{id}", { params: { path: { id: id.id } } })),
    question: ({ description }) => ({
      title: "Delete this key?",
      text: (
        <>
          Programs that use <strong className="foreign">{description}</strong> lose access at once. This cannot be
          undone. To find out which programs still need the key, disable it first.
        </>
      ),
      action: "Delete key",
    }),
    done: "The key is deleted.",
    failed: "The key was not deleted",
    stale: ["api-keys"],
  });
  const actionsOf = (key: ApiKey): readonly RowAction[] => [
    { label: "Change description", icon: Pencil, onChosen: () => setDescribed(key) },
    {
      label: key.enabled ? "Disable key" : "Enable key",
      icon: key.enabled ? PowerOff : Power,
      onChosen: () => enable.run(key),
    },
    { label: "Delete key", icon: Trash2, isDangerous: true, onChosen: () => remove.run(key) },
  ];
  const description = isOwn ? (
    "A program that sends a key acts with your rights. Create one key for each program, so that you can revoke each one separately."
  ) : (
    <>
      Keys of <span className="foreign">{owner.data?.email ?? "another user"}</span>. A program that sends one acts with
      the rights of that user.{" "}
      <Anchor component={Link} to="/api-keys" inherit>
        Your own keys
      </Anchor>
    </>
  );
  return (
    <>
      <EntityListPage
        title="API keys"
        description={description}
        noun="API key"
        icon={KeyRound}
        columns={COLUMNS}
        nameOf={(key) => key.description}
        sort="createdTime"
        order="DESC"
        search="Search by description"
        aside={
          <Text c="dimmed" component="div">
            Sent as the header <Code>X-Authorization: ApiKey …</Code>
          </Text>
        }
        read={(query) => ({
          queryKey: ["api-keys", userId, query],
          queryFn: read("/api/apiKeys/{userId}", { path: { userId }, query }),
        })}
        actionsOf={actionsOf}
        create={{ label: "New key", dialog: (close) => <NewKey userId={userId} onClose={close} /> }}
        empty={{ title: "No API keys yet", text: "Create one for each program that calls the API." }}
      >
        {params.data?.apiKeysNeedHttps === false && location.protocol === "http:" && (
          <Alert color="yellow" title="The connection to this platform is not encrypted">
            Anyone on the network can read your keys and use them. Set up HTTPS before you use keys from other machines.
          </Alert>
        )}
      </EntityListPage>
      {described !== null && <DescribeKey apiKey={described} onClose={() => setDescribed(null)} />}
    </>
  );
}

function State({ apiKey: { expired, enabled } }: { readonly apiKey: ApiKey }): ReactNode {
  if (expired) return <StatusBadge tone="bad" label="Expired" />;
  return <StatusBadge tone={enabled ? "good" : "neutral"} label={enabled ? "Enabled" : "Disabled"} />;
}

function DescribeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }): ReactNode {
  const { id, userId, enabled, expirationTime } = apiKey;
  const { values, text } = useFields({ description: apiKey.description });
  const save = useAction({
    call: () => ask(api.POST("/api/apiKey", { body: { id, userId, enabled, expirationTime, ...values } })),
    stale: ["api-keys"],
    onDone: onClose,
  });
  return (
    <FormDialog title="Change description" action="Save description" work={save} onSubmit={save.run} onClose={onClose}>
      <TextField {...text("description")} label="Description" required data-autofocus />
    </FormDialog>
  );
}
