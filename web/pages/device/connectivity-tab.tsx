// The connectivity of a device: its present state, and the history of its connections.
import { Anchor, Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PlugZap } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import type { ListQuery } from "../../app/list-state.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column, Page } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import { attributesQuery, timeOf } from "./attributes.ts";
import type { DeviceTabProps } from "./device-tab.ts";
import { useLiveValues } from "./use-live-values.ts";

type ConnectionEvent = Schema<"ConnectionEvent">;
/** Events have no ids of their own. */
type ListedEvent = ConnectionEvent & { readonly id: { readonly id: string } };

const REFRESH_MILLIS = 10_000;

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
              label: "State",
              value: <ActiveBadge isActive={active === undefined ? device.active : active === "true"} />,
            },
            { label: "Last activity", value: <Moment ts={time("lastActivityTime")} /> },
            { label: "Last connected", value: <Moment ts={time("lastConnectTime")} /> },
            { label: "Last disconnected", value: <Moment ts={time("lastDisconnectTime")} /> },
            { label: "Became inactive", value: <Moment ts={time("inactivityAlarmTime")} /> },
            {
              label: "Inactivity timeout",
              value: timeoutMillis === null ? "the platform's default" : `${(timeoutMillis / 1000).toLocaleString()} s`,
            },
          ]}
        />
      </Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          History
        </Title>
        <EntityList
          noun="connection event"
          icon={PlugZap}
          columns={COLUMNS}
          nameOf={({ event }) => WORDS[event][0]}
          sort="ts"
          order="DESC"
          read={(query) => ({
            queryKey: ["connectivity", deviceId, query],
            queryFn: ({ signal }) => readEvents(deviceId, query, signal),
            refetchInterval: REFRESH_MILLIS,
          })}
          empty={{ title: "Never connected", text: "Connects and disconnects appear here, with their reasons." }}
        />
      </Stack>
    </Stack>
  );
}

const WORDS: Readonly<Record<ConnectionEvent["event"], readonly [words: string, color: string]>> = {
  CONNECTED: ["Connected", "teal"],
  DISCONNECTED: ["Disconnected", "gray"],
  ACTIVE: ["Became active", "teal"],
  INACTIVE: ["Became inactive", "orange"],
};

const COLUMNS: readonly Column<ListedEvent, "ts">[] = [
  {
    id: "event",
    label: "Event",
    width: 170,
    cell: ({ event, end }) => (
      <>
        <Badge color={WORDS[event][1]}>{WORDS[event][0]}</Badge>
        {end !== null && (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {end.text}
          </Text>
        )}
      </>
    ),
  },
  timeColumn("ts", "Time", ({ ts }) => ts, { sortBy: "ts", style: "exact" }),
  {
    id: "reason",
    label: "Reason",
    isMinor: true,
    cell: ({ end }) => <Text>{end === null ? "–" : end.text}</Text>,
  },
  {
    id: "gateway",
    label: "Through",
    isMinor: true,
    cell: ({ event, gateway }) =>
      gateway === null ? (
        <Text>{event === "ACTIVE" || event === "INACTIVE" ? "–" : "a direct connection"}</Text>
      ) : (
        <Anchor component={Link} to={`/devices/${gateway.id.id}`} className="foreign">
          {gateway.name ?? "a gateway"}
        </Anchor>
      ),
  },
];

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
