// The gateways of the tenant with their connections and what comes through them; read anew every few seconds.
import { Anchor, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, RadioTower, Rocket, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { choiceOf, useAddress, useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

type Gateway = Schema<"PageGateway">["data"][number];

const READ_AGAIN_MILLIS = 5_000;
const SORTABLE = ["name", "online", "lastActivityTime"];
const SHOWN = ["online", "offline"] as const;

const COLUMNS: readonly Column<Gateway>[] = [
  {
    id: "name",
    label: "Gateway",
    sortBy: "name",
    cell: ({ id, name, label }) => (
      <>
        <Anchor component={Link} to={`/gateways/${id.id}`} className="foreign" size="sm" fw={500} lineClamp={2}>
          {name}
        </Anchor>
        {label !== null && label !== "" && (
          <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
            {label}
          </Text>
        )}
      </>
    ),
  },
  { id: "online", label: "State", sortBy: "online", width: 190, cell: (gateway) => <State gateway={gateway} /> },
  {
    id: "devices",
    label: "Devices",
    isMinor: true,
    align: "right",
    width: 100,
    cell: ({ devices }) => <Figure value={devices} />,
  },
  {
    id: "points",
    label: "Points a minute",
    isMinor: true,
    align: "right",
    width: 140,
    cell: ({ lastMinute }) => <Figure value={lastMinute.points} />,
  },
  {
    id: "refused",
    label: "Refused",
    isMinor: true,
    align: "right",
    width: 100,
    cell: ({ lastMinute }) => <Figure value={lastMinute.refused} isTrouble={lastMinute.refused > 0} />,
  },
  {
    id: "lastActivityTime",
    label: "Last heard of",
    sortBy: "lastActivityTime",
    isMinor: true,
    width: 160,
    cell: ({ lastActivityTime }) => (
      <Text size="sm" component="div">
        <Moment ts={lastActivityTime} />
      </Text>
    ),
  },
];

export function GatewaysPage(): ReactNode {
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const shown = choiceOf(address, "show", SHOWN);
  const query = { ...list.query, ...(shown === null ? {} : { online: shown === "online" }) };
  const gateways = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: ({ signal }) => ask(api.GET("/api/gateways", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <PageHeader
        title="Gateways"
        description="What carries the values of other devices over its connection. Open one to see its messages live."
        actions={
          <Button component={Link} to="/start" leftSection={<Plus size={16} aria-hidden />}>
            New gateway
          </Button>
        }
      />
      <Group gap="sm" mb="md">
        <SearchBox label="Search gateways" text={list.text} onText={list.onText} />
        <SegmentedControl
          aria-label="Which gateways are shown"
          size="sm"
          data={[
            { value: "all", label: "All" },
            { value: "online", label: "Online" },
            { value: "offline", label: "Offline" },
          ]}
          value={shown ?? "all"}
          onChange={(next) => change({ show: next === "all" ? undefined : next, page: undefined })}
        />
      </Group>
      <DataTable<Gateway>
        label="gateways"
        columns={COLUMNS}
        {...pagedRows(gateways)}
        rowId={({ id }) => id.id}
        state={list.table}
        onState={list.onTable}
        onRow={({ id }) => void navigate({ to: `/gateways/${id.id}` })}
        empty={shown === null && list.text === "" ? <NoGateways /> : <NoMatch />}
      />
    </>
  );
}

function State({ gateway }: { readonly gateway: Gateway }): ReactNode {
  const { online, connection, lastEnd, lastDisconnectTime } = gateway;
  if (online)
    return (
      <>
        <StatusBadge tone="good" label="Online" />
        <Text size="xs" c="dimmed" component="div" mt={4}>
          since <Moment ts={connection?.since} never="just now" />
        </Text>
      </>
    );
  const isNew = lastDisconnectTime === null && lastEnd === null;
  return (
    <>
      <StatusBadge tone={isNew ? "neutral" : "warning"} label={isNew ? "Never connected" : "Offline"} />
      {!isNew && (
        <Text size="xs" c="dimmed" component="div" mt={4}>
          since <Moment ts={lastDisconnectTime} never="some time" />
        </Text>
      )}
    </>
  );
}

function Figure({ value, isTrouble = false }: { readonly value: number; readonly isTrouble?: boolean }): ReactNode {
  return (
    <Text
      size="sm"
      fw={isTrouble ? 600 : undefined}
      c={isTrouble ? "var(--mantine-color-red-light-color)" : undefined}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {value.toLocaleString()}
    </Text>
  );
}

function NoGateways(): ReactNode {
  return (
    <EmptyState
      icon={RadioTower}
      title="No gateways yet"
      action={
        <Button component={Link} to="/start" leftSection={<Rocket size={16} aria-hidden />}>
          Guided start
        </Button>
      }
    >
      The guided start names one, gives you the commands to connect it, and shows its first message.
    </EmptyState>
  );
}

function NoMatch(): ReactNode {
  return (
    <EmptyState icon={SearchX} title="No gateway matches">
      Search for another part of a name or label, or show all gateways.
    </EmptyState>
  );
}
