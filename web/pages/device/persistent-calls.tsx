// The persistent calls to a device, and their progress.
import { Badge, Box, Select, Stack, Text, Title, Tooltip } from "@mantine/core";
import { Inbox, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { EntityList } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { Moment } from "../../components/moment.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { words } from "../../words/words.ts";
import { CALL_STATUSES, CallSteps } from "./call-steps.tsx";
import { deletePersistentCall, persistentCallsQuery, type PersistentCall } from "./rpc.ts";

const WORDS = words.device.persistent;

export function PersistentCalls({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { role } = useUser();
  const { address, change } = useAddress();
  const status = choiceOf(address, "status", CALL_STATUSES);
  const remove = useAction({
    call: ({ id }: PersistentCall) => deletePersistentCall(id.id),
    question: () => ({
      title: WORDS.deleteTitle,
      text: WORDS.deleteText,
      action: WORDS.delete,
    }),
    failed: WORDS.deleteFailed,
    stale: ["rpc"],
    isPartial: true,
  });
  const actionsOf = (call: PersistentCall): readonly RowAction[] => [
    { label: WORDS.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(call) },
  ];
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {WORDS.title}
      </Title>
      <EntityList
        noun="persistent call"
        icon={Inbox}
        columns={COLUMNS}
        nameOf={({ request }) => request.body.method}
        sort="createdTime"
        order="DESC"
        filters={
          <Select
            aria-label={WORDS.state}
            placeholder={WORDS.anyState}
            clearable
            clearButtonProps={{ "aria-label": WORDS.clearState }}
            w={150}
            data={CALL_STATUSES.map((value) => ({ value, label: WORDS.statuses[value] }))}
            value={status}
            onChange={(next) => change({ status: next ?? undefined, page: undefined })}
          />
        }
        filterNames={FILTER_NAMES}
        read={(query) => persistentCallsQuery(deviceId, query, status)}
        actionsOf={role === "TENANT_ADMIN" ? actionsOf : undefined}
        empty={{ title: WORDS.empty, text: WORDS.emptyText }}
      />
    </Stack>
  );
}

const FILTER_NAMES = ["status"];
const COLUMNS: readonly Column<PersistentCall, "createdTime" | "expirationTime">[] = [
  {
    id: "call",
    label: WORDS.columns.call,
    cell: ({ request: { body, oneway }, response }) => (
      <Box miw={0}>
        <Text fw={500} component="div">
          <Foreign text={body.method} label={words.device.rpc.method} charsMax={60} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {oneway ? WORDS.oneWay : WORDS.twoWay} ·{" "}
          <Foreign text={body.params} label={words.device.rpc.parameters} charsMax={60} />
        </Text>
        <Box hiddenFrom="sm">
          <Answer response={response} />
        </Box>
      </Box>
    ),
  },
  { id: "state", label: WORDS.columns.state, width: 190, cell: (call) => <CallSteps call={call} /> },
  {
    id: "response",
    label: WORDS.columns.answer,
    isMinor: true,
    cell: ({ response }) => <Answer response={response} />,
  },
  CREATED,
  {
    id: "expires",
    label: WORDS.columns.expires,
    sortBy: "expirationTime",
    isMinor: true,
    width: 150,
    cell: ({ expirationTime, status }) => (
      <Text component="div">
        {status === "EXPIRED" ? (
          <Tooltip label={WORDS.expiredAbout}>
            <Badge color="gray">{WORDS.expired}</Badge>
          </Tooltip>
        ) : (
          <Moment ts={expirationTime} />
        )}
      </Text>
    ),
  },
];

function Answer({ response }: Pick<PersistentCall, "response">): ReactNode {
  if (response === null || response === undefined) return null;
  return <Foreign text={layOutJson(JSON.stringify(response))} label={WORDS.columns.answer} charsMax={80} isCode />;
}
