// Tiles and charts shared by the overviews of tenants and of the installation.
import { SimpleGrid, Text } from "@mantine/core";
import { Activity, ChartColumn, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FigureTile } from "../../components/figure-tile.tsx";
import { MinuteBars } from "../../components/minute-bars.tsx";
import { Panel } from "../../components/panel.tsx";
import { RefusalCounts } from "../../components/refusal-counts.tsx";
import { words } from "../../words/words.ts";
import { rate, reasonsInWords, reportLoad, short, type Overview, type Traffic } from "./figures.ts";
import { countText } from "../../words/format.ts";

const WORDS = words.overview;

interface TrafficTileProps {
  readonly traffic: Traffic;
  readonly to: string;
}

export function PointsTile({ traffic, to }: TrafficTileProps): ReactNode {
  return (
    <FigureTile
      label={WORDS.points}
      icon={Activity}
      value={rate(traffic.points.perSecond)}
      unit={WORDS.perSecond}
      detail={WORDS.inMessagesPerSecond(rate(traffic.messages.perSecond))}
      to={to}
    />
  );
}

interface RefusalsTileProps extends TrafficTileProps {
  /** The tab of that page. */
  readonly state?: Readonly<Record<string, string>>;
}

export function RefusalsTile({ traffic, to, state = {} }: RefusalsTileProps): ReactNode {
  const { refusals } = traffic;
  const isQuiet = refusals.lastHour === 0;
  return (
    <FigureTile
      label={WORDS.refused}
      icon={ShieldAlert}
      value={short(refusals.lastHour)}
      unit={WORDS.inLastHour}
      detail={isQuiet ? WORDS.noneRefused : (reasonsInWords(refusals) ?? "")}
      tone={isQuiet ? "plain" : "warning"}
      to={to}
      state={state}
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
      label={WORDS.reports}
      icon={ChartColumn}
      value={countText(running)}
      unit={WORDS.ofTotal(countText(slots))}
      detail={waiting === 0 ? WORDS.noneWaiting : WORDS.waiting(waiting)}
      tone={waiting === 0 ? "plain" : "warning"}
      to={to}
    />
  );
}

interface LastHourProps {
  readonly traffic: Traffic;
  /** The page with refusals, if the viewer has one: a system administrator sees no messages of tenants. */
  readonly refusalsAt?: string;
}

/** Charts of the last hour. */
export function LastHour({ traffic, refusalsAt }: LastHourProps): ReactNode {
  const { points, refusals, startTs } = traffic;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel title={WORDS.pointsLastHour} actions={<Total minutes={points.minutes} />}>
        <MinuteBars unit={WORDS.unitPoints} startTs={startTs} minutes={points.minutes} />
      </Panel>
      <Panel title={WORDS.refusalsLastHour} actions={<Total minutes={refusals.minutes} />}>
        <MinuteBars unit={WORDS.unitRefusals} startTs={startTs} minutes={refusals.minutes} color="orange" />
        <RefusalCounts reasons={refusals.reasons} to={refusalsAt} />
      </Panel>
    </SimpleGrid>
  );
}

function Total({ minutes }: { readonly minutes: readonly number[] }): ReactNode {
  return <Text c="dimmed">{WORDS.total(short(minutes.reduce((sum, minute) => sum + minute, 0)))}</Text>;
}
