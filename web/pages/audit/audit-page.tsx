// The audit log: who did what to which entity, and how it ended.
import { Anchor, Group, Text } from "@mantine/core";
import { useQueryClient, useIsFetching } from "@tanstack/react-query";
import { RefreshCw, ScrollText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { useAddress, type AddressChange, type ListQuery } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { words } from "../../words/words.ts";
import { AuditDetails, AuditTime } from "./audit-details.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditResult } from "./audit-result.tsx";
import { parseAuditSearch, timesOf, type AuditSearch } from "./audit-search.ts";
import { ACTION_LABELS, isOfLink, typeLabel, type AuditLog } from "./audit-words.ts";

const WORDS = words.audit;
const FILTER_NAMES = ["range", "from", "to", "actions", "result", "user", "entity", "type"];

type AuditSort = "createdTime" | "userName" | "actionType" | "actionStatus" | "entityName";

export function AuditPage(): ReactNode {
  const { address, change } = useAddress();
  const { role } = useUser();
  const queries = useQueryClient();
  const search = parseAuditSearch(address);
  const [opened, setOpened] = useState<AuditLog | null>(null);
  // Time passes while the list is read; it is updated only on request.
  const [readAt, setReadAt] = useState(() => Date.now());
  const narrow = (to: AddressChange): void =>
    change({ user: undefined, entity: undefined, type: undefined, page: undefined, ...to });
  const isNarrow = useIsNarrow();
  const entityOf = ({ entityId: { entityType, id }, entityName }: AuditLog): ReactNode => (
    <Narrow text={entityName ?? ""} onChosen={id === NULL_ID ? null : () => narrow({ type: entityType, entity: id })} />
  );
  const columns: readonly Column<AuditLog, AuditSort>[] = [
    {
      id: "time",
      label: words.components.common.time,
      sortBy: "createdTime",
      under: { column: "action" },
      width: 224,
      cell: (record) => <AuditTime record={record} onOpen={setOpened} />,
    },
    {
      id: "user",
      label: WORDS.user,
      sortBy: "userName",
      width: 260,
      under: { column: "action" },
      cell: (record) => {
        const { id } = record.userId;
        if (isOfLink(record)) return <Text>{WORDS.shareLink}</Text>;
        return (
          <Narrow
            text={record.userName ?? (id === NULL_ID ? WORDS.platform : id)}
            onChosen={role === "TENANT_ADMIN" && id !== NULL_ID ? () => narrow({ user: id }) : null}
          />
        );
      },
    },
    {
      id: "action",
      label: WORDS.action,
      sortBy: "actionType",
      cell: (record) =>
        isNarrow ? (
          // The action alone does not tell rows apart.
          <Text component="div" fw={500}>
            {ACTION_LABELS[record.actionType]} · {typeLabel(record.entityId.entityType)} {entityOf(record)}
          </Text>
        ) : (
          <Text>{ACTION_LABELS[record.actionType]}</Text>
        ),
    },
    {
      id: "entity",
      label: WORDS.entity,
      sortBy: "entityName",
      under: { column: "action" },
      cell: (record) =>
        isNarrow ? null : (
          <Group gap={6}>
            <Text c="dimmed">{typeLabel(record.entityId.entityType)}</Text>
            {entityOf(record)}
          </Group>
        ),
    },
    {
      id: "result",
      label: WORDS.result,
      sortBy: "actionStatus",
      under: { column: "action" },
      width: 170,
      cell: AuditResult,
    },
  ];
  return (
    <EntityListPage
      title={WORDS.title}
      description={role === "SYS_ADMIN" ? WORDS.systemAbout : WORDS.about}
      actions={
        <BusyButton
          variant="default"
          leftSection={<RefreshCw />}
          isBusy={useIsFetching({ queryKey: ["audit"] }) > 0}
          onClick={() => {
            setReadAt(Date.now());
            void queries.invalidateQueries({ queryKey: ["audit"] });
          }}
        >
          {words.components.common.refresh}
        </BusyButton>
      }
      noun="audit record"
      icon={ScrollText}
      columns={columns}
      nameOf={({ entityName }) => entityName ?? ""}
      sort="createdTime"
      order="DESC"
      search={WORDS.searchByName}
      filters={<AuditFilters search={search} onChange={change} />}
      filterNames={FILTER_NAMES}
      read={(list) => ({
        queryKey: ["audit", search, readAt, list],
        queryFn: () => listRecords(search, readAt, list),
      })}
      empty={{ title: WORDS.empty, text: WORDS.emptyText }}
    >
      {opened !== null && <AuditDetails record={opened} onClose={() => setOpened(null)} />}
    </EntityListPage>
  );
}

interface NarrowProps {
  readonly text: string;
  /** Null if there is nothing to filter by. */
  readonly onChosen: (() => void) | null;
}

/** A name that filters the list by what it names. */
function Narrow({ text, onChosen }: NarrowProps): ReactNode {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  if (onChosen === null || text === "")
    return (
      <Text span className="foreign">
        {shown}
      </Text>
    );
  return (
    <Anchor component="button" className="foreign finger-row" ta="start" onClick={onChosen}>
      {shown}
    </Anchor>
  );
}

async function listRecords(search: AuditSearch, now: number, page: ListQuery<AuditSort>) {
  const { actions, result, user, entity } = search;
  const query = {
    ...page,
    ...timesOf(search, now),
    ...(actions.length === 0 ? {} : { actionTypes: actions.join(",") }),
    ...(result === null ? {} : { actionStatus: result }),
  };
  if (user !== null)
    return await ask(api.GET("/api/audit/logs/user/{userId}", { params: { path: { userId: user }, query } }));
  if (entity === null) return await ask(api.GET("/api/audit/logs", { params: { query } }));
  const path = { entityType: entity.type, entityId: entity.id };
  return await ask(api.GET("/api/audit/logs/entity/{entityType}/{entityId}", { params: { path, query } }));
}
