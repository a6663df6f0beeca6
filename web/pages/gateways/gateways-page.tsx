// The gateways of the tenant with their connections and their traffic.
import { Button, SegmentedControl, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Plus, RadioTower, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { LAST_ACTIVITY } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Moment } from "../../components/moment.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { choices } from "../../components/choices.ts";

type Gateway = Schema<"PageDataGateway">["data"][number];

const READ_AGAIN_MILLIS = 5_000;
const FILTER_NAMES = ["show"];
const SHOWN = ["online", "offline"] as const;

const COLUMNS: readonly Column<Gateway, "name" | "online" | "lastActivityTime">[] = [
  {
    id: "name",
    label: "Gateway",
    sortBy: "name",
    cell: ({ id, name, label }) => <NameLink to={`/gateways/${id.id}`} name={name} detail={label} />,
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
    label: "Refused a minute",
    isMinor: true,
    align: "right",
    width: 140,
    cell: ({ lastMinute }) => <Figure value={lastMinute.refused} isTrouble={lastMinute.refused > 0} />,
  },
  LAST_ACTIVITY,
];

export function GatewaysPage(): ReactNode {
  const { address, change } = useAddress();
  const shown = choiceOf(address, "show", SHOWN);
  const start = (label: string, icon: ReactNode): ReactNode => (
    <Button component={Link} to="/start" leftSection={icon}>
      {label}
    </Button>
  );
  return (
    <EntityListPage
      title="Gateways"
      description="A gateway carries the values of other devices over its connection. Open one to see its messages live."
      actions={start("New gateway", <Plus />)}
      noun="gateway"
      icon={RadioTower}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="name"
      search="Search gateways"
      filters={
        <SegmentedControl
          aria-label="Gateways shown"
          size="sm"
          data={choices({ all: "All", online: "Online", offline: "Offline" })}
          value={shown ?? "all"}
          onChange={(next) => change({ show: next === "all" ? undefined : next, page: undefined })}
        />
      }
      filterNames={FILTER_NAMES}
      read={(list) => {
        const query = { ...list, ...(shown === null ? {} : { online: shown === "online" }) };
        return {
          queryKey: ["gateways", "list", query],
          queryFn: read("/api/gateways", { query }),
          refetchInterval: READ_AGAIN_MILLIS,
        };
      }}
      pathOf={({ id }) => `/gateways/${id.id}`}
      empty={{
        title: "No gateways yet",
        text: "The guided start names one, gives you the commands to connect it, and shows its first message.",
        action: start("Guided start", <Rocket />),
      }}
    />
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
      fw={isTrouble ? 600 : undefined}
      c={isTrouble ? "var(--mantine-color-red-light-color)" : undefined}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {value.toLocaleString()}
    </Text>
  );
}
