// The connectivity of a device: its present state, and the history of its connections.
import { Anchor, Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PlugZap } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { systemParamsQuery } from "../../api/queries.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import type { ListQuery } from "../../app/list-state.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column, Page } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { duration } from "../../components/figures.ts";
import { Moment } from "../../components/moment.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import { numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { attributesQuery, timeOf } from "./attributes.ts";
import type { DeviceTabProps } from "./device-tab.ts";
import { useLiveValues } from "./use-live-values.ts";

type ConnectionEvent = Schema<"ConnectionEvent">;
/** Events have no ids of their own. */
type ListedEvent = ConnectionEvent & { readonly id: { readonly id: string } };

const REFRESH_MILLIS = 10_000;
const WORDS = words.device.connectivity;
const SECONDS = numberFormat();
const SECOND_MILLIS = 1_000;
const MINUTE_SECONDS = 60;

export function ConnectivityTab({ device }: DeviceTabProps): ReactNode {
  const deviceId = device.id.id;
  const queries = useQueryClient();
  const attributes = useQuery(attributesQuery(deviceId, "SERVER_SCOPE"));
  const { keys } = useLiveValues({ entityId: deviceId, kind: "attributes", scope: "SERVER_SCOPE" });
  const time = (key: string): number | null => numberOf(keys.get(key)?.text) ?? timeOf(attributes.data, key);
  const active = keys.get("active")?.text;
  const timeoutMillis = numberOf(keys.get("inactivityTimeout")?.text);
  const lastChange = `${String(time("lastConnectTime"))} ${String(time("lastDisconnectTime"))} ${active ?? ""}`;
  // The history is read again when the live attributes change.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: ["connectivity", deviceId] }),
    [queries, deviceId, lastChange],
  );
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Facts
          columns={3}
          facts={[
            {
              label: WORDS.state,
              value: <ActiveBadge isActive={active === undefined ? device.active : active === "true"} />,
            },
            { label: WORDS.lastActivity, value: <Moment ts={time("lastActivityTime")} /> },
            { label: WORDS.lastConnected, value: <Moment ts={time("lastConnectTime")} /> },
            { label: WORDS.lastDisconnected, value: <Moment ts={time("lastDisconnectTime")} /> },
            { label: WORDS.becameInactive, value: <Moment ts={time("inactivityAlarmTime")} /> },
            {
              label: WORDS.inactivityTimeout,
              value: timeoutMillis === null ? <DefaultTimeout /> : timeoutText(timeoutMillis),
            },
          ]}
        />
      </Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {WORDS.history}
        </Title>
        <EntityList
          noun="connection event"
          icon={PlugZap}
          columns={COLUMNS}
          nameOf={({ event }) => WORDS.events[event]}
          sort="ts"
          order="DESC"
          read={(query) => ({
            queryKey: ["connectivity", deviceId, query],
            queryFn: ({ signal }) => readEvents(deviceId, query, signal),
            refetchInterval: REFRESH_MILLIS,
          })}
          empty={WORDS.empty}
        />
      </Stack>
    </Stack>
  );
}

const COLORS: Readonly<Record<ConnectionEvent["event"], string>> = {
  CONNECTED: "teal",
  DISCONNECTED: "gray",
  ACTIVE: "teal",
  INACTIVE: "orange",
};

const COLUMNS: readonly Column<ListedEvent, "ts">[] = [
  {
    id: "event",
    label: WORDS.columns.event,
    width: 170,
    cell: ({ event }) => <Badge color={COLORS[event]}>{WORDS.events[event]}</Badge>,
  },
  timeColumn("ts", WORDS.columns.time, ({ ts }) => ts, { sortBy: "ts", style: "exact", under: { column: "event" } }),
  {
    id: "reason",
    label: WORDS.columns.reason,
    under: { column: "event", isLabelled: true },
    cell: ({ end }) => end && <Text>{words.components.connectionEnds[end.reason]}</Text>,
  },
  {
    id: "gateway",
    label: WORDS.columns.through,
    under: { column: "event", isLabelled: true },
    cell: ({ event, gateway }) =>
      gateway === null ? (
        event === "ACTIVE" || event === "INACTIVE" ? null : (
          <Text>{WORDS.directly}</Text>
        )
      ) : (
        <Anchor component={Link} to={`/devices/${gateway.id.id}`} className="foreign">
          {gateway.name ?? WORDS.aGateway}
        </Anchor>
      ),
  },
];

function DefaultTimeout(): ReactNode {
  const params = useQuery(systemParamsQuery);
  if (params.data === undefined) return WORDS.defaultTimeout;
  return WORDS.byDefault(timeoutText(params.data.inactivityTimeout));
}

function timeoutText(millis: number): string {
  const seconds = millis / SECOND_MILLIS;
  return seconds < MINUTE_SECONDS ? WORDS.seconds(SECONDS.format(seconds)) : duration(seconds);
}

function numberOf(text: string | undefined): number | null {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

async function readEvents(deviceId: string, query: ListQuery<"ts">, signal: AbortSignal): Promise<Page<ListedEvent>> {
  const params = { path: { deviceId }, query };
  const page = await ask(api.GET("/api/devices/{deviceId}/connectivity", { params, signal }));
  const data = page.data.map((event) => ({
    ...event,
    id: { id: `${String(event.ts)} ${event.event} ${event.gateway?.id.id ?? ""}` },
  }));
  return { ...page, data };
}
