// The devices that are or were last connected through a gateway, and whether they are routed through it now.
import { Cpu } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { timeColumn, ACTIVE, LAST_ACTIVITY } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import { useChosenColumns } from "../devices/chosen-columns.tsx";
import { FIXED_LABELS, type FixedLabels } from "../devices/column-words.ts";
import { columnsWithOwn, wordsNotIn } from "../devices/device-columns.tsx";
import { withDevices, type RowWithDevice } from "../devices/listed-devices.ts";
import { ConnectOnUplink } from "../device/connect-on-uplink.tsx";

type RoutedDevice = Schema<"RoutedDevice">;
type Row = RowWithDevice<RoutedDevice>;

const READ_AGAIN_MILLIS = 5_000;
const WORDS = words.gateway.devices;
/** What the list has of its own, by the words of the columns. */
const OWN: Readonly<Record<string, Column<Row, "name" | "connected" | "lastActivityTime">>> = {
  name: {
    id: "name",
    label: WORDS.columns.name,
    sortBy: "name",
    cell: ({ id, name, label }) => <NameLink to={`/devices/${id.id}`} name={name} detail={label} />,
  },
  connected: {
    id: "connected",
    label: WORDS.columns.route,
    sortBy: "connected",
    width: 160,
    cell: RouteBadge,
  },
  since: timeColumn("since", WORDS.columns.since, ({ routedSince }) => routedSince, {
    isMinor: true,
    width: 160,
    never: "–",
  }),
  active: { ...ACTIVE, under: { column: "name" } },
  lastActivity: { ...LAST_ACTIVITY, isMinor: false, under: { column: "name", isLabelled: true } },
};
const USUAL = ["name", "connected", "since", "active", "lastActivity"];
const { name, active, lastActivity, profile, customer, label, created } = FIXED_LABELS;
const FIXED: FixedLabels = {
  name,
  connected: WORDS.columns.route,
  since: WORDS.columns.since,
  ...{ active, lastActivity, profile, customer, label, created },
};

function RouteBadge({ connected, routedSince, neverConnected }: RoutedDevice): ReactNode {
  if (connected) return <StatusBadge tone="good" label={WORDS.connected} />;
  if (neverConnected) return <StatusBadge tone="warning" label={WORDS.neverConnected} />;
  return <StatusBadge tone="neutral" label={routedSince === null ? WORDS.noRoute : WORDS.gatewayOffline} />;
}

export function DevicesTab({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  const list = useChosenColumns({ setting: "gatewayDeviceColumns", usual: USUAL, fixed: FIXED });
  const { chosen } = list;
  const columns = useMemo(() => columnsWithOwn(chosen, OWN), [chosen]);
  const ofDevices = wordsNotIn(OWN, chosen);
  return (
    <EntityList
      noun="device"
      icon={Cpu}
      columns={columns}
      isWide={list.isWide}
      nameOf={({ name }) => name}
      sort="name"
      search={WORDS.search}
      aside={list.button}
      read={(query) =>
        list.onceKnown({
          queryKey: ["gateways", "devices", gatewayId, query, ofDevices],
          queryFn: async ({ signal }) =>
            withDevices(
              await ask(
                api.GET("/api/gateways/{deviceId}/devices", {
                  params: { path: { deviceId: gatewayId }, query },
                  signal,
                }),
              ),
              ofDevices,
              signal,
            ),
          refetchInterval: READ_AGAIN_MILLIS,
        })
      }
      notice={(rows) => rows.some(({ neverConnected }) => neverConnected) && <NeverConnected gatewayId={gatewayId} />}
      pathOf={({ id }) => `/devices/${id.id}`}
      empty={WORDS.empty}
    >
      {list.dialog}
    </EntityList>
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
