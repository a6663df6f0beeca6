// The calls that the platform keeps for a device, with how far each has come.
import { Badge, Box, Group, Select, Stack, Text, Title, Tooltip } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { DataTable, type Column, type TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { CALL_STATUSES, CallSteps, statusWords } from "./call-steps.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { deletePersistentCall, persistentCallsQuery, type PersistentCall } from "./rpc.ts";

export function PersistentCalls({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { role } = useUser();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const { address, change } = useAddress();
  const status = choiceOf(address, "status", CALL_STATUSES);
  const [table, setTable] = useState<TableState>({
    page: 0,
    pageSize: 10,
    sortProperty: "createdTime",
    sortOrder: "DESC",
  });
  const { page, pageSize, sortProperty, sortOrder } = table;
  const calls = useQuery({
    ...persistentCallsQuery(
      deviceId,
      { page, pageSize, sortOrder, ...(sortProperty === null ? {} : { sortProperty }) },
      status,
    ),
    placeholderData: keepPreviousData,
  });
  const remove = useMutation({
    mutationFn: deletePersistentCall,
    onSettled: () => queries.invalidateQueries({ queryKey: ["rpc", deviceId, "kept"] }),
  });
  const askToRemove = async (call: PersistentCall): Promise<void> => {
    const isSure = await confirm({
      title: "Delete a call",
      text: "The record of the call is deleted. A device that has not been given it will not get it. This cannot be undone.",
      action: "Delete call",
    });
    if (isSure) remove.mutate(call.id.id);
  };
  const columns = [...COLUMNS, ...(role === "TENANT_ADMIN" ? [actionsColumn((call) => void askToRemove(call))] : [])];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Calls that the platform keeps
        </Title>
        <Select
          aria-label="State of the calls"
          placeholder="Any state"
          clearable
          size="xs"
          w={150}
          data={CALL_STATUSES.map((value) => ({ value, label: statusWords(value) }))}
          value={status}
          onChange={(next) => {
            change({ status: next ?? undefined });
            setTable({ ...table, page: 0 });
          }}
        />
      </Group>
      {remove.isError && <ProblemAlert error={remove.error} title="The call was not deleted" />}
      <DataTable<PersistentCall>
        label="kept calls"
        columns={columns}
        {...pagedRows(calls)}
        rowId={({ id }) => id.id}
        state={table}
        onState={setTable}
        empty={
          <EmptyState icon={Inbox} title={status === null ? "No calls are kept" : "No call in this state"}>
            {status === null
              ? "Choose “Keep it until the device comes” to leave a call for a device that is away."
              : "Choose another state to see more."}
          </EmptyState>
        }
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<PersistentCall>[] = [
  {
    id: "call",
    label: "Call",
    cell: ({ request: { body, oneway }, response }) => (
      <Box miw={0}>
        <Text size="sm" fw={500} component="div">
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
  {
    id: "created",
    label: "Made",
    sortBy: "createdTime",
    isMinor: true,
    width: 150,
    cell: ({ createdTime }) => (
      <Text size="sm" component="div">
        <Moment ts={createdTime} />
      </Text>
    ),
  },
  {
    id: "expires",
    label: "Expires",
    sortBy: "expirationTime",
    isMinor: true,
    width: 150,
    cell: ({ expirationTime, status }) => (
      <Text size="sm" component="div">
        {status === "EXPIRED" ? (
          <Tooltip label="The device did not come in time">
            <Badge color="gray" variant="light" tt="none">
              expired
            </Badge>
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

function actionsColumn(onDelete: (call: PersistentCall) => void): Column<PersistentCall> {
  return {
    id: "actions",
    label: "Actions",
    isLabelHidden: true,
    width: 56,
    cell: (call) => (
      <RowMenu
        label={call.request.body.method}
        actions={[
          {
            label: "Delete call",
            icon: Trash2,
            isDangerous: true,
            onChosen: () => onDelete(call),
          },
        ]}
      />
    ),
  };
}
