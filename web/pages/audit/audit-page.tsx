// The audit log: who did what to which entity, and how it ended.
import { Anchor, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw, ScrollText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { NULL_ID } from "../../api/schemas.ts";
import { useAddress, useListState, type ListQuery } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { parseAuditSearch, timesOf, type AuditSearch } from "./audit-search.ts";
import { ACTION_LABELS, typeLabel, type AuditLog } from "./audit-words.ts";

const SORTABLE = ["createdTime", "entityName", "userName", "actionType", "actionStatus"];

export function AuditPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "createdTime", order: "DESC" });
  const { address, change } = useAddress();
  const { role } = useUser();
  const search = parseAuditSearch(address);
  const [opened, setOpened] = useState<AuditLog | null>(null);
  // Time goes on while one looks; the list does so when one asks.
  const [readAt, setReadAt] = useState(() => Date.now());
  const records = useQuery({
    queryKey: ["audit", search, readAt, list.query],
    queryFn: () => listRecords(search, readAt, list.query),
    placeholderData: keepPreviousData,
  });
  const first = records.data?.data[0];
  const about = search.user !== null ? first?.userName : search.entity !== null ? first?.entityName : null;
  const columns: readonly Column<AuditLog>[] = [
    {
      id: "time",
      label: "Time",
      sortBy: "createdTime",
      cell: (record) => (
        <UnstyledButton fz="sm" c="var(--mantine-color-anchor)" onClick={() => setOpened(record)}>
          <Moment ts={record.createdTime} />
        </UnstyledButton>
      ),
    },
    {
      id: "user",
      label: "Who",
      sortBy: "userName",
      cell: ({ userId, userName }) => (
        <Narrow
          text={userName ?? (userId.id === NULL_ID ? "the platform" : userId.id)}
          onChosen={
            role === "TENANT_ADMIN" && userId.id !== NULL_ID
              ? () => change({ user: userId.id, entity: undefined, type: undefined, page: undefined })
              : null
          }
        />
      ),
    },
    {
      id: "action",
      label: "What",
      sortBy: "actionType",
      cell: ({ actionType, actionStatus }) => (
        <Group gap={6}>
          <Text size="sm">{ACTION_LABELS[actionType]}</Text>
          {actionStatus === "FAILURE" && <StatusBadge tone="bad" label="failed" />}
        </Group>
      ),
    },
    {
      id: "entity",
      label: "To what",
      sortBy: "entityName",
      isMinor: true,
      cell: ({ entityId, entityName }) => (
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {typeLabel(entityId.entityType)}
          </Text>
          <Narrow
            text={entityName ?? ""}
            onChosen={
              entityId.id === NULL_ID
                ? null
                : () => change({ type: entityId.entityType, entity: entityId.id, user: undefined, page: undefined })
            }
          />
        </Group>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Audit log"
        description={
          role === "SYS_ADMIN"
            ? "What system administrators have done, and signing in. What happens inside a tenant is in the log of that tenant."
            : "What people and programs have done here, and what was refused."
        }
        actions={
          <BusyButton
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            isBusy={records.isFetching}
            onClick={() => setReadAt(Date.now())}
          >
            Refresh
          </BusyButton>
        }
      />
      <Stack gap="md">
        <SearchBox label="Search by name" text={list.text} onText={list.onText} />
        <Group align="flex-start" gap="sm">
          <AuditFilters search={search} about={about ?? null} onChange={change} />
        </Group>
        <DataTable
          label="audit log"
          columns={columns}
          {...pagedRows(records)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          empty={
            <EmptyState icon={ScrollText} title="Nothing of this kind has happened">
              Choose a longer time, or fewer filters.
            </EmptyState>
          }
        />
      </Stack>
      {opened !== null && <AuditDetails record={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface NarrowProps {
  readonly text: string;
  /** Null where there is nothing to narrow the list to. */
  readonly onChosen: (() => void) | null;
}

/** A name that narrows the list to what it names. */
function Narrow({ text, onChosen }: NarrowProps): ReactNode {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  if (onChosen === null || text === "")
    return (
      <Text size="sm" className="foreign">
        {shown}
      </Text>
    );
  return (
    <Anchor component="button" size="sm" className="foreign" ta="start" onClick={onChosen}>
      {shown}
    </Anchor>
  );
}

async function listRecords(search: AuditSearch, now: number, page: ListQuery) {
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
