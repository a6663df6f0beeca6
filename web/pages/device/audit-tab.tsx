// The audit log of a device, for administrators.
import { Badge, Text } from "@mantine/core";
import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { EntityList } from "../../app/entity-list.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { ACTION_LABELS, type AuditLog } from "../audit/audit-words.ts";
import type { DeviceTabProps } from "./device-tab.ts";

export function AuditTab({ device }: DeviceTabProps): ReactNode {
  const entityId = device.id.id;
  return (
    <EntityList
      noun="audit record"
      icon={ScrollText}
      columns={COLUMNS}
      nameOf={({ actionType }) => ACTION_LABELS[actionType]}
      sort="createdTime"
      order="DESC"
      read={(query) => ({
        queryKey: ["audit", "device", entityId, query],
        queryFn: ({ signal }) =>
          ask(
            api.GET("/api/audit/logs/entity/{entityType}/{entityId}", {
              params: { path: { entityType: "DEVICE", entityId }, query },
              signal,
            }),
          ),
      })}
      empty={{ title: "No audit records", text: "What people do with this device appears here." }}
    />
  );
}

const COLUMNS: readonly Column<AuditLog>[] = [
  {
    id: "when",
    label: "Time",
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
    label: "Action",
    sortBy: "actionType",
    width: 210,
    cell: ({ actionType, actionStatus, actionFailureDetails }) => (
      <>
        <Text size="sm" span>
          {ACTION_LABELS[actionType]}{" "}
        </Text>
        {actionStatus === "FAILURE" && (
          <>
            <Badge color="red" variant="light" tt="none">
              failed
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
    label: "User",
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
    label: "Request data",
    isMinor: true,
    cell: ({ actionData }) => {
      const text = JSON.stringify(actionData);
      return text === "{}" ? "–" : <Foreign text={text} label="Request data" charsMax={70} isCode />;
    },
  },
];
