// Figures with a line of their values over the range, and the difference with its start, or with a former period.
import { Text, useComputedColorScheme } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import type { FormerPeriod } from "../../../src/core/analytics/view/view-schema.ts";
import { FiguresOfPanel } from "../../components/chart/figures-of-panel.tsx";
import { withUnit } from "../../components/chart/figure-text.ts";
import { useReadableFigures } from "../../components/chart/readable-units.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { chosenColor, seriesStyle } from "../../components/chart/series-style.ts";
import { useNow } from "../../components/use-now.ts";
import { timeFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { panelOptions } from "./panel-options.ts";
import { withPanelStyle } from "./panel-picture.ts";
import { linePath, trendsOf, type Trend } from "./trends.ts";
import classes from "./trend-figures.module.css";

interface TrendFiguresProps {
  readonly report: Report;
  readonly options: Readonly<Record<string, unknown>>;
  /** Null for the start of the range. */
  readonly period: FormerPeriod | null;
}

/** More would be a table. */
const TRENDS_MAX = 12;
/** Pixels of a line of text, and of a low line of values. */
const BELOW_HEIGHT = 39;
const BOX = { width: 200, height: 40 };
const DAY = timeFormat({ dateStyle: "medium" });
const DAY_AND_TIME = timeFormat({ dateStyle: "medium", timeStyle: "short" });
const TIME = timeFormat({ timeStyle: "short" });
const TICK_MILLIS = 60_000;
const WORDS = words.dashboard.trend;

export function TrendFigures({ report, options, period }: TrendFiguresProps): ReactNode {
  const now = useNow(TICK_MILLIS);
  const styled = useMemo(() => withPanelStyle(report, panelOptions(options)), [report, options]);
  const shown = useReadableFigures(styled);
  const trends = useMemo(() => trendsOf(shown, period), [shown, period]);
  return (
    <FiguresOfPanel
      figures={trends}
      most={TRENDS_MAX}
      below={{ height: BELOW_HEIGHT, of: (trend) => <Course trend={trend} now={now} /> }}
    />
  );
}

function fromText(from: NonNullable<Trend["change"]>["from"], now: number): string {
  if (!("ts" in from)) return WORDS.from[from.period];
  const isToday = DAY.format(from.ts) === DAY.format(now);
  return WORDS.since((isToday ? TIME : DAY_AND_TIME).format(from.ts));
}

interface CourseProps {
  readonly trend: Trend;
  readonly now: number;
}

/** What has changed, and the line. */
function Course({ trend: { unit, color, points, change }, now }: CourseProps): ReactNode {
  const line = linePath(points, BOX);
  const isDark = useComputedColorScheme("light") === "dark";
  const stroke = color === null ? seriesStyle(0, isDark).color : chosenColor(color, isDark);
  return (
    <>
      {change !== null && (
        <Text size="xs" c="dimmed" className="foreign">
          {change.direction === "same"
            ? WORDS.unchanged
            : `${change.direction === "up" ? "▲" : "▼"} ${withUnit(change.text, unit)}`}{" "}
          {fromText(change.from, now)}
        </Text>
      )}
      {line !== "" && (
        <svg
          className={classes["line"]}
          viewBox={`0 -2 ${BOX.width} ${BOX.height + 4}`}
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          <path d={line} fill="none" stroke={stroke} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
    </>
  );
}
