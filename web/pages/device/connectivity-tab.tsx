// Whether a device is there: what is known of it now, and what has happened to its connections.
import { Anchor, Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PlugZap } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { ActiveBadge } from "../../components/active-badge.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { DataTable, type Column, type TableState } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { attributesQuery, timeOf } from "./attributes.ts";
import type { DeviceTabProps } from "./device-tab.ts";
import { useLiveValues } from "./use-live-values.ts";

type ConnectionEvent = Schema<"ConnectionEvent">;

const REFRESH_MILLIS = 10_000;

export function ConnectivityTab({ device }: DeviceTabProps): ReactNode {
  const deviceId = device.id.id;
  const [table, setTable] = useState<TableState>({ page: 0, pageSize: 20, sortProperty: "ts", sortOrder: "DESC" });
  const { page, pageSize, sortOrder } = table;
  const query = { page, pageSize, sortProperty: "ts", sortOrder };
  const events = useQuery({
    queryKey: ["connectivity", deviceId, query],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/devices/{deviceId}/connectivity", { params: { path: { deviceId }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MILLIS,
  });
  const { refetch } = events;
  const attributes = useQuery(attributesQuery(deviceId, "SERVER_SCOPE"));
  const { keys } = useLiveValues({ entityId: deviceId, kind: "attributes", scope: "SERVER_SCOPE" });
  const time = (key: string): number | null => numberOf(keys.get(key)?.text) ?? timeOf(attributes.data, key);
  const active = keys.get("active")?.text;
  const timeoutMillis = numberOf(keys.get("inactivityTimeout")?.text);
  const lastChange = `${String(time("lastConnectTime"))} ${String(time("lastDisconnectTime"))} ${active ?? ""}`;
  // The history follows what is told live.
  useEffect(() => {
    void refetch();
  }, [refetch, lastChange]);
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Facts
          columns={3}
          facts={[
            {
              label: "State",
              value: <ActiveBadge isActive={active === undefined ? device.active : active === "true"} />,
            },
            { label: "Last activity", value: <Moment ts={time("lastActivityTime")} /> },
            { label: "Last connected", value: <Moment ts={time("lastConnectTime")} /> },
            { label: "Last disconnected", value: <Moment ts={time("lastDisconnectTime")} /> },
            { label: "Found silent", value: <Moment ts={time("inactivityAlarmTime")} /> },
            {
              label: "Silent after",
              value:
                timeoutMillis === null ? "what the platform is set to" : `${(timeoutMillis / 1000).toLocaleString()} s`,
            },
          ]}
        />
      </Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          History
        </Title>
        <DataTable<ConnectionEvent>
          label="connection events"
          columns={COLUMNS}
          {...pagedRows(events)}
          rowId={({ ts, event, gateway }) => `${String(ts)} ${event} ${gateway?.id.id ?? ""}`}
          state={table}
          onState={setTable}
          empty={
            <EmptyState icon={PlugZap} title="It has never connected">
              Connections, their ends and the reasons appear here.
            </EmptyState>
          }
        />
      </Stack>
    </Stack>
  );
}

const WORDS: Readonly<Record<ConnectionEvent["event"], readonly [words: string, color: string]>> = {
  CONNECTED: ["Connected", "teal"],
  DISCONNECTED: ["Disconnected", "gray"],
  ACTIVE: ["Became active", "teal"],
  INACTIVE: ["Fell silent", "orange"],
};

const COLUMNS: readonly Column<ConnectionEvent>[] = [
  {
    id: "event",
    label: "Event",
    width: 170,
    cell: ({ event, end }) => (
      <>
        <Badge variant="light" color={WORDS[event][1]} tt="none">
          {WORDS[event][0]}
        </Badge>
        {end !== null && (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {end.text}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "ts",
    label: "When",
    sortBy: "ts",
    cell: ({ ts }) => (
      <Text size="sm" component="div">
        <Moment ts={ts} style="exact" />
      </Text>
    ),
  },
  {
    id: "reason",
    label: "Reason",
    isMinor: true,
    cell: ({ end }) => <Text size="sm">{end === null ? "–" : end.text}</Text>,
  },
  {
    id: "gateway",
    label: "Through",
    isMinor: true,
    cell: ({ event, gateway }) =>
      gateway === null ? (
        <Text size="sm">{event === "ACTIVE" || event === "INACTIVE" ? "–" : "its own connection"}</Text>
      ) : (
        <Anchor component={Link} to={`/devices/${gateway.id.id}`} size="sm" className="foreign">
          {gateway.name ?? "a gateway"}
        </Anchor>
      ),
  },
];

function numberOf(text: string | undefined): number | null {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
