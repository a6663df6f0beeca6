// The audit log of a device, for administrators.
import { Badge, Text } from "@mantine/core";
import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
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
        queryFn: read("/api/audit/logs/entity/{entityType}/{entityId}", {
          path: { entityType: "DEVICE", entityId },
          query,
        }),
      })}
      empty={{ title: "No audit records", text: "What people do with this device appears here." }}
    />
  );
}

const COLUMNS: readonly Column<AuditLog, "createdTime" | "actionType" | "userName">[] = [
  timeColumn("when", "Time", ({ createdTime }) => createdTime, { sortBy: "createdTime", width: 170, style: "exact" }),
  {
    id: "what",
    label: "Action",
    sortBy: "actionType",
    width: 210,
    cell: ({ actionType, actionStatus, actionFailureDetails }) => (
      <>
        <Text span>{ACTION_LABELS[actionType]} </Text>
        {actionStatus === "FAILURE" && (
          <>
            <Badge color="red">failed</Badge>
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
    cell: ({ userName }) => <Text className="foreign">{userName ?? "–"}</Text>,
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
