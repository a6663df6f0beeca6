// The devices that a gateway carries, or carried last, and whether they are routed through it now.
import { Anchor, Box, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Cpu, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { useListState } from "../../app/list-state.ts";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Moment } from "../../components/moment.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

type RoutedDevice = Schema<"RoutedDevice">;

const READ_AGAIN_MILLIS = 5_000;
const SORTABLE = ["name", "connected", "lastActivityTime"];

const COLUMNS: readonly Column<RoutedDevice>[] = [
  {
    id: "name",
    label: "Device",
    sortBy: "name",
    cell: ({ id, name, label }) => (
      <>
        <Anchor component={Link} to={`/devices/${id.id}`} className="foreign" size="sm" fw={500} lineClamp={2}>
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
  {
    id: "connected",
    label: "Route",
    sortBy: "connected",
    width: 150,
    cell: ({ connected, routedSince }) =>
      connected ? (
        <StatusBadge tone="good" label="Connected" />
      ) : (
        <StatusBadge tone="neutral" label={routedSince === null ? "No route" : "Gateway away"} />
      ),
  },
  {
    id: "since",
    label: "Routed since",
    isMinor: true,
    width: 160,
    cell: ({ routedSince }) => <When ts={routedSince} never="–" />,
  },
  {
    id: "active",
    label: "State",
    isMinor: true,
    width: 124,
    cell: ({ active }) => <StatusBadge tone={active ? "good" : "neutral"} label={active ? "Active" : "Inactive"} />,
  },
  {
    id: "lastActivityTime",
    label: "Last heard of",
    sortBy: "lastActivityTime",
    isMinor: true,
    width: 160,
    cell: ({ lastActivityTime }) => <When ts={lastActivityTime} never="never" />,
  },
];

export function DevicesTab({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  const navigate = useNavigate();
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const devices = useQuery({
    queryKey: ["gateways", "devices", gatewayId, list.query],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/gateways/{deviceId}/devices", {
          params: { path: { deviceId: gatewayId }, query: list.query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <>
      <Box mb="md">
        <SearchBox label="Search devices" text={list.text} onText={list.onText} />
      </Box>
      <DataTable<RoutedDevice>
        label="devices of the gateway"
        columns={COLUMNS}
        {...pagedRows(devices)}
        rowId={({ id }) => id.id}
        state={list.table}
        onState={list.onTable}
        onRow={({ id }) => void navigate({ to: `/devices/${id.id}` })}
        empty={
          list.text === "" ? (
            <EmptyState icon={Cpu} title="No devices behind this gateway yet">
              They appear by themselves when the gateway connects them or sends values of them.
            </EmptyState>
          ) : (
            <EmptyState icon={SearchX} title="No device matches">
              Search for another part of a name or label.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function When({ ts, never }: { readonly ts: number | null; readonly never: string }): ReactNode {
  return (
    <Text size="sm" component="div">
      <Moment ts={ts} never={never} />
    </Text>
  );
}
