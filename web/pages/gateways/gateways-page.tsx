// The gateways of the tenant with their connections and their traffic, and the refused messages of all of them.
import { Anchor, Button, SegmentedControl, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Plus, RadioTower, Rocket, ShieldAlert } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { PageTabs } from "../../app/page-tabs.tsx";
import { choices } from "../../components/choices.ts";
import { LAST_ACTIVITY } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { rateText } from "../../components/figures.ts";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { countText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { useChosenColumns } from "../devices/chosen-columns.tsx";
import { FIXED_LABELS, type FixedLabels } from "../devices/column-words.ts";
import { columnsWithOwn, wordsNotIn } from "../devices/device-columns.tsx";
import { withDevices, type RowWithDevice } from "../devices/listed-devices.ts";
import { RefusalsTab } from "../gateway/refusals-tab.tsx";

type Gateway = RowWithDevice<Schema<"PageDataGateway">["data"][number]>;

const READ_AGAIN_MILLIS = 5_000;
const MINUTE_SECONDS = 60;
const REFUSALS = { tab: "refusals" };
const FILTER_NAMES = ["show"];
const SHOWN = ["online", "offline", "refused"] as const;
const WORDS = words.gateways;

type GatewayColumn = Column<Gateway, "name" | "online" | "lastActivityTime" | "refused">;

const REFUSED: GatewayColumn = {
  id: "refused",
  label: WORDS.columns.refused,
  sortBy: "refused",
  align: "right",
  width: 140,
  cell: ({ id, lastHour }) => <Refused gatewayId={id.id} count={lastHour.refused} />,
};

/** What the list has of its own, by the words of the columns. */
const OWN: Readonly<Record<string, GatewayColumn>> = {
  name: {
    id: "name",
    label: WORDS.columns.name,
    sortBy: "name",
    cell: ({ id, name, label }) => <NameLink to={`/gateways/${id.id}`} name={name} detail={label} />,
  },
  online: {
    id: "online",
    label: WORDS.columns.state,
    sortBy: "online",
    under: { column: "name" },
    width: 190,
    cell: (gateway) => <State gateway={gateway} />,
  },
  devices: {
    id: "devices",
    label: WORDS.columns.devices,
    under: { column: "name", isLabelled: true },
    align: "right",
    width: 100,
    cell: ({ devices }) => <Figure text={countText(devices)} />,
  },
  points: {
    id: "points",
    label: WORDS.columns.points,
    under: { column: "name", isLabelled: true },
    align: "right",
    width: 140,
    cell: ({ lastMinute }) => <Figure text={rateText(lastMinute.points / MINUTE_SECONDS)} />,
  },
  refused: { ...REFUSED, under: { column: "name", isLabelled: true } },
  lastActivity: { ...LAST_ACTIVITY, isMinor: false, under: { column: "name", isLabelled: true } },
};
const USUAL = ["name", "online", "devices", "points", "refused", "lastActivity"];
const { lastActivity, profile, customer, label, created } = FIXED_LABELS;
const FIXED: FixedLabels = {
  name: WORDS.columns.name,
  online: WORDS.columns.state,
  devices: WORDS.columns.devices,
  points: WORDS.columns.points,
  refused: WORDS.columns.refused,
  ...{ lastActivity, profile, customer, label, created },
};
const GATEWAYS = { type: "deviceList", gateway: true } as const;

function columnsOf(words: readonly string[]): readonly GatewayColumn[] {
  return columnsWithOwn(words, OWN);
}

/** For those with refusals, which are what matters then, also on a phone and where the column is not chosen. */
function columnsWithRefusals(words: readonly string[]): readonly GatewayColumn[] {
  return columnsOf(words.includes(REFUSED.id) ? words : [...words, REFUSED.id]).map((column) =>
    column.id === REFUSED.id ? REFUSED : { ...column, isMinor: column.id !== "name" },
  );
}

export function GatewaysPage(): ReactNode {
  return (
    <>
      <PageHeader
        title={WORDS.title}
        description={WORDS.about}
        actions={<StartButton label={WORDS.new} icon={<Plus />} />}
      />
      <PageTabs
        label={WORDS.tabs.label}
        tabs={[
          { id: "gateways", label: WORDS.tabs.gateways, icon: RadioTower, content: <Gateways /> },
          { id: "refusals", label: WORDS.tabs.refusals, icon: ShieldAlert, content: <RefusalsTab /> },
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
  const filter = shown === null ? {} : shown === "refused" ? { refused: true } : { online: shown === "online" };
  const list = useChosenColumns({ setting: "gatewayColumns", usual: USUAL, fixed: FIXED, among: GATEWAYS });
  const { chosen } = list;
  const hasRefusals = shown === "refused";
  const columns = useMemo(() => (hasRefusals ? columnsWithRefusals(chosen) : columnsOf(chosen)), [chosen, hasRefusals]);
  const ofDevices = wordsNotIn(OWN, chosen);
  return (
    <EntityList
      noun="gateway"
      icon={RadioTower}
      columns={columns}
      isWide={list.isWide}
      nameOf={({ name }) => name}
      sort={hasRefusals ? "refused" : "name"}
      order={hasRefusals ? "DESC" : "ASC"}
      search={WORDS.search}
      filters={
        <SegmentedControl
          aria-label={WORDS.shown.label}
          size="sm"
          data={choices(WORDS.shown.choices)}
          value={shown ?? "all"}
          onChange={(next) => change({ show: next === "all" ? undefined : next, page: undefined })}
        />
      }
      filterNames={FILTER_NAMES}
      aside={list.button}
      read={(page) => {
        const query = { ...page, ...filter };
        return list.onceKnown({
          queryKey: ["gateways", "list", query, ofDevices],
          queryFn: async ({ signal }) =>
            withDevices(await ask(api.GET("/api/gateways", { params: { query }, signal })), ofDevices, signal),
          refetchInterval: READ_AGAIN_MILLIS,
        });
      }}
      pathOf={({ id }) => `/gateways/${id.id}`}
      empty={{
        ...WORDS.empty,
        action: <StartButton label={WORDS.guidedStart} icon={<Rocket />} />,
      }}
    >
      {list.dialog}
    </EntityList>
  );
}

function State({ gateway }: { readonly gateway: Gateway }): ReactNode {
  const { online, connection, lastEnd, lastDisconnectTime } = gateway;
  if (online)
    return (
      <>
        <StatusBadge tone="good" label={WORDS.online} />
        <When text={WORDS.connected} ts={connection?.since} never={WORDS.justNow} />
      </>
    );
  const isNew = lastDisconnectTime === null && lastEnd === null;
  return (
    <>
      <StatusBadge tone={isNew ? "neutral" : "warning"} label={isNew ? WORDS.neverConnected : WORDS.offline} />
      {!isNew && <When text={WORDS.disconnected} ts={lastDisconnectTime} never={WORDS.someTime} />}
    </>
  );
}

interface WhenProps {
  /** The time stands in its brackets. */
  readonly text: string;
  readonly ts: number | null | undefined;
  readonly never: string;
}

function When({ text, ts, never }: WhenProps): ReactNode {
  return (
    <Text size="xs" c="dimmed" component="div" mt={4}>
      <Marked text={text} as={() => <Moment ts={ts} never={never} isInSentence />} />
    </Text>
  );
}

function Figure({ text }: { readonly text: string }): ReactNode {
  return <Text style={{ fontVariantNumeric: "tabular-nums" }}>{text}</Text>;
}

interface RefusedProps {
  readonly gatewayId: string;
  readonly count: number;
}

/** Leads to what was refused; a click elsewhere in the row opens the gateway. */
function Refused({ gatewayId, count }: RefusedProps): ReactNode {
  if (count === 0) return <Figure text={countText(count)} />;
  return (
    <Anchor
      component={StateLink}
      to={`/gateways/${gatewayId}`}
      state={REFUSALS}
      fw={600}
      c="var(--mantine-color-orange-light-color)"
      style={{ fontVariantNumeric: "tabular-nums" }}
      aria-label={WORDS.refusedLastHour(count)}
      onClick={(event) => event.stopPropagation()}
    >
      {countText(count)}
    </Anchor>
  );
}
