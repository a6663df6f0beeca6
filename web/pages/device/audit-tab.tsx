// The audit log of a device, for administrators.
import { Text } from "@mantine/core";
import { ScrollText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityList } from "../../app/entity-list.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { words } from "../../words/words.ts";
import { AuditDetails, AuditTime } from "../audit/audit-details.tsx";
import { AuditResult } from "../audit/audit-result.tsx";
import { ACTION_LABELS, type AuditLog } from "../audit/audit-words.ts";
import type { DeviceTabProps } from "./device-tab.ts";

const WORDS = words.device.audit;

export function AuditTab({ device }: DeviceTabProps): ReactNode {
  const entityId = device.id.id;
  const [opened, setOpened] = useState<AuditLog | null>(null);
  return (
    <EntityList
      noun="audit record"
      icon={ScrollText}
      columns={[auditTimeColumn(setOpened), ...COLUMNS]}
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
      empty={WORDS.empty}
    >
      {opened !== null && <AuditDetails record={opened} onClose={() => setOpened(null)} />}
    </EntityList>
  );
}

type AuditColumn = Column<AuditLog, "createdTime" | "actionType" | "actionStatus" | "userName">;

function auditTimeColumn(onOpen: (record: AuditLog) => void): AuditColumn {
  return {
    id: "when",
    label: WORDS.time,
    sortBy: "createdTime",
    under: { column: "what" },
    width: 224,
    cell: (record) => <AuditTime record={record} onOpen={onOpen} />,
  };
}

const COLUMNS: readonly AuditColumn[] = [
  {
    id: "what",
    label: WORDS.action,
    sortBy: "actionType",
    width: 170,
    cell: ({ actionType }) => <Text>{ACTION_LABELS[actionType]}</Text>,
  },
  {
    id: "result",
    label: words.audit.result,
    sortBy: "actionStatus",
    under: { column: "what" },
    width: 220,
    cell: AuditResult,
  },
  {
    id: "who",
    label: WORDS.user,
    sortBy: "userName",
    under: { column: "what" },
    width: 250,
    cell: ({ userName }) => <Text className="foreign">{userName ?? "–"}</Text>,
  },
  {
    id: "data",
    label: WORDS.data,
    isMinor: true,
    cell: ({ actionData }) => {
      const text = JSON.stringify(actionData);
      return text === "{}" ? "–" : <Foreign text={text} label={WORDS.data} charsMax={70} isCode />;
    },
  },
];
