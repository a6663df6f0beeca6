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
import { CALL_STATUSES, CallSteps, statusWords } from "./call-steps.tsx";
import { deletePersistentCall, persistentCallsQuery, type PersistentCall } from "./rpc.ts";

export function PersistentCalls({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { role } = useUser();
  const { address, change } = useAddress();
  const status = choiceOf(address, "status", CALL_STATUSES);
  const remove = useAction({
    call: ({ id }: PersistentCall) => deletePersistentCall(id.id),
    question: () => ({
      title: "Delete a call",
      text: "The record of the call is deleted. If the device has not received the call yet, it will not get it. This cannot be undone.",
      action: "Delete call",
    }),
    failed: "The call was not deleted",
    stale: ["rpc"],
    isPartial: true,
  });
  const actionsOf = (call: PersistentCall): readonly RowAction[] => [
    { label: "Delete call", icon: Trash2, isDangerous: true, onChosen: () => remove.run(call) },
  ];
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Persistent calls
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
            aria-label="State of the calls"
            placeholder="Any state"
            clearable
            clearButtonProps={{ "aria-label": "Clear the state" }}
            w={150}
            data={CALL_STATUSES.map((value) => ({ value, label: statusWords(value) }))}
            value={status}
            onChange={(next) => change({ status: next ?? undefined, page: undefined })}
          />
        }
        filterNames={FILTER_NAMES}
        read={(query) => persistentCallsQuery(deviceId, query, status)}
        actionsOf={role === "TENANT_ADMIN" ? actionsOf : undefined}
        empty={{
          title: "No persistent calls",
          text: "Choose “Keep it until the device connects” to leave a call for a device that is offline.",
        }}
      />
    </Stack>
  );
}

const FILTER_NAMES = ["status"];
const COLUMNS: readonly Column<PersistentCall, "createdTime" | "expirationTime">[] = [
  {
    id: "call",
    label: "Call",
    cell: ({ request: { body, oneway }, response }) => (
      <Box miw={0}>
        <Text fw={500} component="div">
          <Foreign text={body.method} label="Method" charsMax={60} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {oneway ? "one way" : "with answer"} · <Foreign text={body.params} label="Parameters" charsMax={60} />
        </Text>
        <Box hiddenFrom="sm">
          <Answer response={response} />
        </Box>
      </Box>
    ),
  },
  { id: "state", label: "State", width: 190, cell: (call) => <CallSteps call={call} /> },
  {
    id: "response",
    label: "Answer",
    isMinor: true,
    cell: ({ response }) => <Answer response={response} />,
  },
  CREATED,
  {
    id: "expires",
    label: "Expires",
    sortBy: "expirationTime",
    isMinor: true,
    width: 150,
    cell: ({ expirationTime, status }) => (
      <Text component="div">
        {status === "EXPIRED" ? (
          <Tooltip label="The device did not connect in time">
            <Badge color="gray">expired</Badge>
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
  return <Foreign text={layOutJson(JSON.stringify(response))} label="Answer" charsMax={80} isCode />;
}
