// The chart with its legend.
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { SeriesLegend } from "../../../components/chart/series-legend.tsx";
import { TimeChart, type TimeMove } from "../../../components/chart/time-chart.tsx";
import { spansOf } from "../../../components/chart/state-spans.ts";
import type { TimePicture, TimeWindow } from "../../../components/chart/time-series.ts";
import { exactTime } from "../../../words/format.ts";
import { words } from "../../../words/words.ts";
import { axisId, planAxes } from "./axes.ts";
import type { Aggregation, Axes, ChartChoice } from "./chart-address.ts";
import { legendText } from "./legend-text.ts";
import { mostOf, useReadableSeries, type ReadableSeries } from "./readable-series.ts";
import type { ShownSeries } from "./shown-series.ts";
import { windowText } from "../../../components/ranges.ts";
import { isBarred, type ChartContent } from "./use-chart.ts";

interface ChartViewProps {
  readonly content: ChartContent;
  readonly choice: Pick<ChartChoice, "range" | "aggregation" | "axes" | "thresholds">;
  readonly widthPixels: number;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onMove: (move: TimeMove) => void;
}

const AXES_MAX = 4;
const AXES_MAX_NARROW = 2;
const NARROW_PIXELS = 600;
const PLOT_HEIGHT = 320;
const PLOT_HEIGHT_NARROW = 240;

export function ChartView({ content, choice, widthPixels, onWindow, onMove }: ChartViewProps): ReactNode {
  const { window, intervalMillis, isRefreshing } = content;
  const { range, aggregation, axes, thresholds } = choice;
  const styled = useMemo(
    () => content.series.map((one) => withThresholds(one, aggregation, thresholds)),
    [content.series, aggregation, thresholds],
  );
  const series = useReadableSeries(styled);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointer, setPointer] = useState<number | null>(null);
  const isNarrow = widthPixels < NARROW_PIXELS;
  const picture = useMemo(
    () =>
      pictureOf({
        series: series.filter(({ id }) => !hidden.has(id)),
        window,
        aggregation,
        axes,
        axesMax: isNarrow ? AXES_MAX_NARROW : AXES_MAX,
      }),
    [series, hidden, window, aggregation, axes, isNarrow],
  );
  const names = series.map(({ name }) => name).join(", ");
  return (
    <Paper withBorder p={{ base: "xs", sm: "md" }}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <SeriesLegend
            items={series.map((one) => ({
              id: one.id,
              name: one.name,
              mark: one.kind === "states" ? null : { place: one.styleIndex },
              value: legendText(one, pointer),
              isHidden: hidden.has(one.id),
            }))}
            onToggle={(id) => {
              const next = new Set(hidden);
              if (!next.delete(id)) next.add(id);
              setHidden(next);
            }}
          />
          <Text size="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
            {pointer === null ? windowText(window) : exactTime(pointer)}
          </Text>
        </Group>
        <TimeChart
          picture={picture}
          windowChoice={`${range.preset} ${String(range.window?.startTs)} ${String(range.window?.endTs)}`}
          intervalMillis={intervalMillis}
          isPreliminary={isRefreshing}
          plotHeight={isNarrow ? PLOT_HEIGHT_NARROW : PLOT_HEIGHT}
          summary={words.device.charts.summary(names, windowText(window))}
          isChosen={range.window !== null}
          onWindow={onWindow}
          onMove={onMove}
          onPointer={setPointer}
        />
      </Stack>
    </Paper>
  );
}

interface PictureParts {
  readonly series: readonly ReadableSeries[];
  readonly window: TimeWindow;
  readonly aggregation: Aggregation;
  readonly axes: Axes;
  readonly axesMax: number;
}

function pictureOf({ series, window, aggregation, axes, axesMax }: PictureParts): TimePicture {
  const numbers = series.filter(({ kind }) => kind === "numbers");
  const byKey = Map.groupBy(numbers, keyAndUnit);
  const plan = planAxes(
    [...byKey.values()].flatMap((of) => {
      const [first] = of;
      return first === undefined ? [] : [{ key: first.key, unit: first.format.unit, most: mostOf(of) }];
    }),
    axes,
    axesMax,
  );
  const isBar = isBarred(aggregation);
  // A state holds until now, which may lie before the end of the window.
  const untilTs = Math.min(window.endTs, Date.now());
  return {
    series: numbers.map((one) => ({
      id: one.id,
      name: one.name,
      styleIndex: one.styleIndex,
      shape: isBar ? "bar" : "line",
      axis: plan.axisOf.get(keyAndUnit(one)) ?? 0,
      // Those of a key are drawn once, however many devices are compared.
      ...(one.style !== undefined && byKey.get(keyAndUnit(one))?.[0] === one
        ? { thresholds: { style: one.style, unit: one.format.unit } }
        : {}),
      points: one.numbers.map(({ ts, value }) => [ts, value] as const),
      band: one.numbers.flatMap(({ ts, low, high }) =>
        low === undefined || high === undefined ? [] : [[ts, low, high]],
      ),
    })),
    states: series
      .filter(({ kind }) => kind === "states")
      .map(({ id, name, styleIndex, states }) => ({
        id,
        name,
        styleIndex,
        spans: spansOf(states, window.startTs, untilTs),
      })),
    axes: numbers.length === 0 ? [] : plan.names,
    window,
  };
}

/** A count of temperatures is no temperature. */
function withThresholds(
  one: ShownSeries,
  aggregation: Aggregation,
  thresholds: ChartChoice["thresholds"],
): ShownSeries {
  const colors = thresholds.find(({ key }) => key === one.key)?.colors;
  if (colors === undefined || aggregation === "count") return one;
  return { ...one, style: { prefix: "", labels: [], firstLabelled: 0, colors } };
}

function keyAndUnit({ key, format: { unit } }: ReadableSeries): string {
  return axisId({ key, unit });
}
