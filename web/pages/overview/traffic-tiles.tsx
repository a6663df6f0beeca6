// Tiles and charts that tenants and the installation have in common.
import { count } from "../../components/figures.ts";
import { Group, Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { Activity, ChartColumn, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FigureTile } from "../../components/figure-tile.tsx";
import { MinuteBars } from "../../components/minute-bars.tsx";
import { rate, reasonsInWords, reportLoad, short, type Overview, type Traffic } from "./figures.ts";

interface TrafficTileProps {
  readonly traffic: Traffic;
  readonly to: string;
}

export function PointsTile({ traffic, to }: TrafficTileProps): ReactNode {
  return (
    <FigureTile
      label="Points"
      icon={Activity}
      value={rate(traffic.points.perSecond)}
      unit="a second"
      detail={`in ${rate(traffic.messages.perSecond)} messages a second`}
      to={to}
    />
  );
}

export function RefusalsTile({ traffic, to }: TrafficTileProps): ReactNode {
  const { refusals } = traffic;
  const isQuiet = refusals.lastHour === 0;
  return (
    <FigureTile
      label="Refused messages"
      icon={ShieldAlert}
      value={short(refusals.lastHour)}
      unit="in the last hour"
      detail={isQuiet ? "Everything was accepted." : (reasonsInWords(refusals) ?? "")}
      tone={isQuiet ? "plain" : "warning"}
      to={to}
    />
  );
}

export function ReportsTile({
  reports,
  to,
}: {
  readonly reports: Overview["reports"];
  readonly to: string;
}): ReactNode {
  const { running, waiting, slots } = reportLoad(reports);
  return (
    <FigureTile
      label="Reports running"
      icon={ChartColumn}
      value={count(running)}
      unit={`of ${count(slots)}`}
      detail={waiting === 0 ? "none waiting" : `${count(waiting)} waiting`}
      tone={waiting === 0 ? "plain" : "warning"}
      to={to}
    />
  );
}

/** The last hour, quietly. */
export function LastHour({ traffic }: { readonly traffic: Traffic }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Chart title="Points in the last hour" figures={traffic.points.minutes}>
        <MinuteBars unit="points" startTs={traffic.startTs} minutes={traffic.points.minutes} />
      </Chart>
      <Chart title="Refusals in the last hour" figures={traffic.refusals.minutes}>
        <MinuteBars unit="refusals" startTs={traffic.startTs} minutes={traffic.refusals.minutes} color="orange" />
      </Chart>
    </SimpleGrid>
  );
}

interface ChartProps {
  readonly title: string;
  readonly figures: readonly number[];
  readonly children: ReactNode;
}

function Chart({ title, figures, children }: ChartProps): ReactNode {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {short(figures.reduce((sum, figure) => sum + figure, 0))} in all
        </Text>
      </Group>
      {children}
    </Paper>
  );
}
