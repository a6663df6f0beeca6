// Who did what to a device, and how it ended; for administrators.
import { Badge, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { DataTable, type Column, type TableState } from "../../components/data-table.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import type { DeviceTabProps } from "./device-tab.ts";

type AuditLog = Schema<"AuditLog">;

export function AuditTab({ device }: DeviceTabProps): ReactNode {
  const entityId = device.id.id;
  const [table, setTable] = useState<TableState>({
    page: 0,
    pageSize: 20,
    sortProperty: "createdTime",
    sortOrder: "DESC",
  });
  const { page, pageSize, sortProperty, sortOrder } = table;
  const query = { page, pageSize, sortOrder, ...(sortProperty === null ? {} : { sortProperty }) };
  const records = useQuery({
    queryKey: ["audit", "device", entityId, query],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/audit/logs/entity/{entityType}/{entityId}", {
          params: { path: { entityType: "DEVICE", entityId }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable<AuditLog>
      label="audit records"
      columns={COLUMNS}
      {...pagedRows(records)}
      rowId={({ id }) => id.id}
      state={table}
      onState={setTable}
      empty={
        <EmptyState icon={ScrollText} title="Nothing is recorded">
          What people do to this device appears here, with who it was.
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<AuditLog>[] = [
  {
    id: "when",
    label: "When",
    sortBy: "createdTime",
    width: 170,
    cell: ({ createdTime }) => (
      <Text size="sm" component="div">
        <Moment ts={createdTime} style="exact" />
      </Text>
    ),
  },
  {
    id: "what",
    label: "What",
    sortBy: "actionType",
    width: 210,
    cell: ({ actionType, actionStatus, actionFailureDetails }) => (
      <>
        <Text size="sm" span>
          {actionWords(actionType)}{" "}
        </Text>
        {actionStatus === "FAILURE" && (
          <>
            <Badge color="red" variant="light" tt="none">
              refused
            </Badge>
            <Text size="xs" c="dimmed" component="div">
              <Foreign text={actionFailureDetails} label="Reason" />
            </Text>
          </>
        )}
      </>
    ),
  },
  {
    id: "who",
    label: "Who",
    sortBy: "userName",
    width: 220,
    cell: ({ userName }) => (
      <Text size="sm" className="foreign">
        {userName ?? "–"}
      </Text>
    ),
  },
  {
    id: "data",
    label: "With",
    isMinor: true,
    cell: ({ actionData }) => {
      const text = JSON.stringify(actionData);
      return text === "{}" ? "–" : <Foreign text={text} label="What was sent" charsMax={70} isCode />;
    },
  },
];

/** `CREDENTIALS_READ` as "Credentials read". */
function actionWords(action: AuditLog["actionType"]): string {
  if (action === "RPC_CALL") return "RPC call";
  const words = action.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
