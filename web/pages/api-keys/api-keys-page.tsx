// API keys of a user, with which programs sign in. A key's value is shown only once, when it is created.
import { Alert, Anchor, Box, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Pencil, Power, PowerOff, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { systemParamsQuery } from "../../api/queries.ts";
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
import { Marked } from "../../components/marked.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { NewKey } from "./new-key.tsx";

type ApiKey = Schema<"ApiKeyInfo">;

const WORDS = words.apiKeys;
const COMMON = words.components.common;
const COLUMNS: readonly Column<ApiKey, "description" | "enabled" | "createdTime" | "expirationTime">[] = [
  {
    id: "description",
    label: COMMON.description,
    sortBy: "description",
    cell: ({ description, valueStart }) => (
      <Box>
        <Text fw={500} component="div">
          <Foreign text={description} label={COMMON.description} charsMax={80} />
        </Text>
        <Code>{valueStart}…</Code>
      </Box>
    ),
  },
  {
    id: "state",
    label: WORDS.state,
    sortBy: "enabled",
    under: { column: "description" },
    cell: (key) => <State apiKey={key} />,
  },
  timeColumn("used", WORDS.lastUsed, ({ lastUsedTime }) => lastUsedTime, {
    under: { column: "description", isLabelled: true },
  }),
  timeColumn("expires", WORDS.expires, ({ expirationTime }) => expirationTime, {
    sortBy: "expirationTime",
    under: { column: "description", isLabelled: true },
  }),
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
  const params = useQuery(systemParamsQuery);
  const enable = useAction({
    call: ({ id, enabled }: ApiKey) =>
      ask(
        api.PUT("/api/apiKey/{id}/enabled/{enabledValue}", { params: { path: { id: id.id, enabledValue: !enabled } } }),
      ),
    done: (_, { enabled }) => (enabled ? WORDS.nowDisabled : WORDS.nowEnabled),
    failed: WORDS.notChanged,
    stale: ["api-keys"],
  });
  const remove = useAction({
    call: ({ id }: ApiKey) => ask(api.DELETE("/api/apiKey/{id}", { params: { path: { id: id.id } } })),
    question: ({ description }) => ({
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{description}</strong>} />,
      action: WORDS.delete,
    }),
    done: WORDS.deleted,
    failed: WORDS.notDeleted,
    stale: ["api-keys"],
  });
  const actionsOf = (key: ApiKey): readonly RowAction[] => [
    { label: WORDS.changeDescription, icon: Pencil, onChosen: () => setDescribed(key) },
    {
      label: key.enabled ? WORDS.disable : WORDS.enable,
      icon: key.enabled ? PowerOff : Power,
      onChosen: () => enable.run(key),
    },
    { label: WORDS.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(key) },
  ];
  const description = isOwn ? (
    WORDS.about
  ) : (
    <Marked
      text={WORDS.aboutOthers}
      as={(part, index) =>
        index === 0 ? (
          <span className="foreign">{owner.data?.email ?? part}</span>
        ) : (
          <Anchor component={Link} to="/api-keys" inherit underline="always">
            {part}
          </Anchor>
        )
      }
    />
  );
  return (
    <>
      <EntityListPage
        title={WORDS.title}
        description={description}
        noun="API key"
        icon={KeyRound}
        columns={COLUMNS}
        nameOf={(key) => key.description}
        sort="createdTime"
        order="DESC"
        search={WORDS.searchByDescription}
        aside={
          <Text c="dimmed" component="div">
            <Marked text={WORDS.header} as={(header) => <Code>{header}</Code>} />
          </Text>
        }
        read={(query) => ({
          queryKey: ["api-keys", userId, query],
          queryFn: read("/api/apiKeys/{userId}", { path: { userId }, query }),
        })}
        actionsOf={actionsOf}
        create={{ label: WORDS.newShort, dialog: (close) => <NewKey userId={userId} onClose={close} /> }}
        notice={() =>
          params.data?.apiKeysNeedHttps === false &&
          location.protocol === "http:" && (
            <Alert color="yellow" title={WORDS.notEncrypted}>
              {WORDS.notEncryptedText} {own.role === "SYS_ADMIN" ? WORDS.setUpHttps : WORDS.askForHttps}
            </Alert>
          )
        }
        empty={{ title: WORDS.empty, text: WORDS.emptyText }}
      />
      {described !== null && <DescribeKey apiKey={described} onClose={() => setDescribed(null)} />}
    </>
  );
}

function State({ apiKey: { expired, enabled } }: { readonly apiKey: ApiKey }): ReactNode {
  if (expired) return <StatusBadge tone="bad" label={WORDS.expired} />;
  return <StatusBadge tone={enabled ? "good" : "neutral"} label={enabled ? WORDS.enabled : WORDS.disabled} />;
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
    <FormDialog
      title={WORDS.changeDescription}
      action={WORDS.saveDescription}
      work={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextField {...text("description")} label={COMMON.description} required data-autofocus />
    </FormDialog>
  );
}
