// The overview for a customer's user: the assigned dashboards, the devices with their newest values, and the shared table views.
import { Anchor, Group, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Cpu } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useFormatsOfNamed } from "../../app/key-formats.ts";
import { useUser } from "../../app/use-session.ts";
import { shortLabel } from "../../components/chart/report-cell.ts";
import { FigureTile } from "../../components/figure-tile.tsx";
import { Loaded, type Query } from "../../components/loaded.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { Panel } from "../../components/panel.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import { labelOfWord } from "../devices/column-words.ts";
import { NewestValue, useNewestFormat } from "../devices/device-columns.tsx";
import type { ListedDevice } from "../devices/listed-devices.ts";
import { words } from "../../words/words.ts";
import { devicesWithValues } from "./devices-with-values.ts";
import type { Overview } from "./figures.ts";
import { readableKey, shownValues } from "./shown-values.ts";
import { countText } from "../../words/format.ts";

const WORDS = words.overview.customer;
const SHOWN = 6;
const READ_AGAIN_MILLIS = 15_000;

export function CustomerOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { customerId } = useUser();
  const devices = useQuery({
    queryKey: ["devices", "overview", customerId],
    queryFn: ({ signal }) => devicesWithValues(customerId, SHOWN, signal),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const dashboards = useQuery({
    queryKey: ["dashboards", "overview", customerId],
    queryFn: read("/api/customer/{customerId}/dashboards", {
      path: { customerId },
      query: { page: 0, pageSize: SHOWN, sortProperty: "title", sortOrder: "ASC" },
    }),
  });
  const views = useQuery({
    queryKey: ["views", "overview"],
    queryFn: read("/apiAnalytics/v1/views", { query: { page: 0, pageSize: SHOWN } }),
  });
  const viewTotal = views.data?.totalElements;
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <FigureTile
          label={words.overview.devicesActive}
          icon={Cpu}
          value={countText(overview.devices.active)}
          unit={words.overview.ofTotal(countText(overview.devices.total))}
          to="/devices"
        />
        <FigureTile
          label={WORDS.views}
          icon={ChartColumn}
          value={viewTotal === undefined ? "–" : countText(viewTotal)}
          to="/views"
        />
      </SimpleGrid>
      {/* In one column the devices come before the table views; in two they are beside both. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start", gridTemplateRows: "auto 1fr" }}>
        <div className="finger-rows">
          <List title={words.dashboards.title} to="/dashboards" query={dashboards} empty={WORDS.noDashboards}>
            {({ id, title }) => <NameLink key={id.id} to={`/dashboards/${id.id}`} name={title} />}
          </List>
        </div>
        <div style={{ gridRow: "span 2" }}>
          <List title={WORDS.devices} to="/devices" query={devices} empty={WORDS.noDevices}>
            {(device) => <DeviceRow key={device.id} device={device} />}
          </List>
        </div>
        <List title={WORDS.tableViews} to="/views" query={views} empty={WORDS.noViews}>
          {({ id, name, description }) => <NameLink key={id} to={`/views/${id}`} name={name} detail={description} />}
        </List>
      </SimpleGrid>
    </>
  );
}

function DeviceRow({ device }: { readonly device: ListedDevice }): ReactNode {
  const { id, name, label, profile, active, values } = device;
  const formats = useFormatsOfNamed(profile);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <NameLink to={`/devices/${id}`} name={name} detail={label} />
        <ActiveBadge isActive={active} />
      </Group>
      <Group gap="md" style={{ rowGap: 0 }}>
        {shownValues(values, formats).map(([word, value]) => (
          <NamedValue key={word} word={word} value={value} profile={profile} />
        ))}
      </Group>
    </div>
  );
}

function NamedValue(props: ComponentProps<typeof NewestValue>): ReactNode {
  const { unit } = useNewestFormat(props);
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed" className="foreign" lineClamp={1}>
        {readableKey(shortLabel({ label: labelOfWord(props.word), unit }))}
      </Text>
      <NewestValue {...props} isAlone />
    </Group>
  );
}

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly totalElements: number;
}

interface ListProps<Row> {
  readonly title: string;
  /** The path of the complete list. */
  readonly to: string;
  readonly query: Query<ListPage<Row>>;
  readonly empty: string;
  readonly children: (row: Row) => ReactNode;
}

function List<Row>({ title, to, query, empty, children }: ListProps<Row>): ReactNode {
  const total = query.data?.totalElements ?? 0;
  const link = (
    <Anchor component={Link} to={to}>
      {words.overview.all(total)}
    </Anchor>
  );
  return (
    <Panel title={title} actions={total > SHOWN && link}>
      <Loaded query={query} what={WORDS.what} height={120}>
        {({ data }) => (data.length === 0 ? <Text>{empty}</Text> : data.map(children))}
      </Loaded>
    </Panel>
  );
}
