// The gateways of the tenant with their connections and their traffic, and the refused messages of all of them.
import { Anchor, Button, SegmentedControl, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Plus, RadioTower, Rocket, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { PageTabs } from "../../app/page-tabs.tsx";
import { LAST_ACTIVITY } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Moment } from "../../components/moment.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { choices } from "../../components/choices.ts";
import { RefusalsTab } from "../gateway/refusals-tab.tsx";

type Gateway = Schema<"PageDataGateway">["data"][number];

const READ_AGAIN_MILLIS = 5_000;
const REFUSALS = { tab: "refusals" };
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
    cell: ({ id, lastMinute }) => <Refused gatewayId={id.id} count={lastMinute.refused} />,
  },
  LAST_ACTIVITY,
];

export function GatewaysPage(): ReactNode {
  return (
    <>
      <PageHeader
        title="Gateways"
        description="A gateway carries the values of other devices over its connection. Open one to see its messages live."
        actions={<StartButton label="New gateway" icon={<Plus />} />}
      />
      <PageTabs
        label="Parts of the page"
        tabs={[
          { id: "gateways", label: "Gateways", icon: RadioTower, content: <Gateways /> },
          { id: "refusals", label: "Refusals", icon: ShieldAlert, content: <RefusalsTab /> },
        ]}
      />
    </>
  );
}

function StartButton({ label, icon }: { readonly label: string; readonly icon: ReactNode }): ReactNode {
  return (
    <Button component={Link} to="/start" leftSection={icon}>
      {label}
    </Button>
  );
}

function Gateways(): ReactNode {
  const { address, change } = useAddress();
  const shown = choiceOf(address, "show", SHOWN);
  return (
    <EntityList
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
        action: <StartButton label="Guided start" icon={<Rocket />} />,
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

function Figure({ value }: { readonly value: number }): ReactNode {
  return <Text style={{ fontVariantNumeric: "tabular-nums" }}>{value.toLocaleString()}</Text>;
}

/** Leads to what was refused; a click elsewhere in the row opens the gateway. */
function Refused({ gatewayId, count }: { readonly gatewayId: string; readonly count: number }): ReactNode {
  if (count === 0) return <Figure value={count} />;
  return (
    <Anchor
      component={StateLink}
      to={`/gateways/${gatewayId}`}
      state={REFUSALS}
      fw={600}
      c="var(--mantine-color-red-light-color)"
      style={{ fontVariantNumeric: "tabular-nums" }}
      aria-label={`${count.toLocaleString()} refused in the last minute`}
      onClick={(event) => event.stopPropagation()}
    >
      {count.toLocaleString()}
    </Anchor>
  );
}
