// The devices that are or were last connected through a gateway, and whether they are routed through it now.
import { Cpu } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { timeColumn, ACTIVE, LAST_ACTIVITY } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import { ConnectOnUplink } from "../device/connect-on-uplink.tsx";

type RoutedDevice = Schema<"RoutedDevice">;

const READ_AGAIN_MILLIS = 5_000;
const WORDS = words.gateway.devices;
const COLUMNS: readonly Column<RoutedDevice, "name" | "connected" | "lastActivityTime">[] = [
  {
    id: "name",
    label: WORDS.columns.name,
    sortBy: "name",
    cell: ({ id, name, label }) => <NameLink to={`/devices/${id.id}`} name={name} detail={label} />,
  },
  {
    id: "connected",
    label: WORDS.columns.route,
    sortBy: "connected",
    width: 160,
    cell: RouteBadge,
  },
  timeColumn("since", WORDS.columns.since, ({ routedSince }) => routedSince, { isMinor: true, width: 160, never: "–" }),
  { ...ACTIVE, under: { column: "name" } },
  { ...LAST_ACTIVITY, isMinor: false, under: { column: "name", isLabelled: true } },
];

function RouteBadge({ connected, routedSince, neverConnected }: RoutedDevice): ReactNode {
  if (connected) return <StatusBadge tone="good" label={WORDS.connected} />;
  if (neverConnected) return <StatusBadge tone="warning" label={WORDS.neverConnected} />;
  return <StatusBadge tone="neutral" label={routedSince === null ? WORDS.noRoute : WORDS.gatewayOffline} />;
}

export function DevicesTab({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  return (
    <EntityList
      noun="device"
      icon={Cpu}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="name"
      search={WORDS.search}
      read={(query) => ({
        queryKey: ["gateways", "devices", gatewayId, query],
        queryFn: read("/api/gateways/{deviceId}/devices", { path: { deviceId: gatewayId }, query }),
        refetchInterval: READ_AGAIN_MILLIS,
      })}
      notice={(rows) => rows.some(({ neverConnected }) => neverConnected) && <NeverConnected gatewayId={gatewayId} />}
      pathOf={({ id }) => `/devices/${id.id}`}
      empty={WORDS.empty}
    />
  );
}

function NeverConnected({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  return (
    <Warning title={WORDS.notReached}>
      {WORDS.notReachedText}
      <ConnectOnUplink gatewayId={gatewayId} />
    </Warning>
  );
}
