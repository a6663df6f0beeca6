// A report as a state timeline: a lane for each group, a stretch for each state, and a legend of the states.
import type { EChartsCoreOption } from "echarts/core";
import { exactTime, region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { duration } from "../figures.ts";
import type { Drawing } from "./drawing.ts";
import type { Room } from "./gauge-room.ts";
import { plainText } from "./plain-text.ts";
import { cellText, placedIn, type ReportData, type ReportRow } from "./report-cell.ts";
import type { LegendItem } from "./series-legend.tsx";
import { seriesStyle, stateColors } from "./series-style.ts";
import { spansOf } from "./state-spans.ts";
import { timeAxis } from "./time-axis.ts";
import { LANE_HEIGHT, laneAxis, laneSeries, LOW_NAME_SIZE, statesOf } from "./time-chart-option.ts";
import type { StateSeries, TimeWindow } from "./time-series.ts";

export interface DrawnTimeline {
  readonly option: EChartsCoreOption;
  readonly legend: readonly LegendItem[];
  /** Number of groups without a lane. */
  readonly leftOut: number;
  /** Whether a lane goes on with its newest state. */
  readonly hasHeld: boolean;
  /** Pixels. */
  readonly height: number;
}

/** More lanes would be a long way to scroll. */
const LANES_MAX = 50;
const MARGIN = 4;
/** Half of the label of a time, so that the first and the last have room around theirs. */
const SIDE = 26;
const TIMES_HEIGHT = 28;
/** Of the lowest that can be read. */
const LANE_HEIGHT_MIN = 16;
/** Of names beside low lanes: of the picture at most, and of a character on average, to the size of the font. */
const NAMES_SHARE = 0.35;
const NAME_CHARACTER_EM = 0.6;
const NAME_MARGIN = 10;
const SECOND_MILLIS = 1_000;
const NATURAL = new Intl.Collator(region.dateLocale, { numeric: true });

interface TimelineLook {
  readonly isDark: boolean;
  /** To where the axis goes on, at least. */
  readonly untilTs?: number;
  /** Of a panel. */
  readonly room?: Room | undefined;
}

export function timelineOf(
  report: ReportData,
  drawing: Drawing,
  { isDark, untilTs = -Infinity, room }: TimelineLook,
): DrawnTimeline {
  const known = windowOf(report, drawing);
  const window = { ...known, endTs: Math.max(known.endTs, untilTs) };
  const all = lanesOf(report, drawing, { known, untilTs: window.endTs });
  const lanes = all.slice(0, LANES_MAX);
  // Two views of the same states have the same legend, whichever state came first in each.
  const states = statesOf(lanes).toSorted(NATURAL.compare);
  const colors = stateColors(states, isDark, drawing.options.colors);
  const { laneHeight, namesWidth } = lanesIn(lanes, room);
  const height = lanes.length * laneHeight + TIMES_HEIGHT + 2 * MARGIN;
  // Of what is scrolled, the beginning is seen first.
  const isTop = room !== undefined && height > room.height;
  const option = {
    animation: false,
    tooltip: {
      trigger: "item",
      formatter: ({ seriesId = "", dataIndex = -1 }: { readonly seriesId?: string; readonly dataIndex?: number }) => {
        const lane = lanes.find(({ id }) => id === seriesId);
        const span = lane?.spans[dataIndex];
        if (lane === undefined || span === undefined) return "";
        const { startTs, endTs, text, isHeld = false } = span;
        const length = duration((endTs - startTs) / SECOND_MILLIS);
        const times = `${exactTime(startTs)} – ${exactTime(endTs)}`;
        return [
          plainText(lane.name),
          `${plainText(text)}, ${length}`,
          times,
          ...(isHeld ? [words.charts.held] : []),
        ].join("\n");
      },
    },
    grid: {
      ...{ left: Math.max(SIDE, namesWidth + NAME_MARGIN), right: SIDE, top: MARGIN + (isTop ? TIMES_HEIGHT : 0) },
      ...{ height: lanes.length * laneHeight, outerBoundsMode: "none" },
    },
    xAxis: {
      ...timeAxis(window),
      ...{ min: window.startTs, max: window.endTs, position: isTop ? "top" : "bottom" },
    },
    yAxis: laneAxis(lanes, 0, namesWidth),
    dataZoom: [{ type: "inside", filterMode: "none", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false }],
    series: laneSeries(lanes, { isDark, colors, lowHeight: namesWidth > 0 ? laneHeight : undefined }),
  };
  const legend = states.map((text): LegendItem => {
    const style = { ...seriesStyle(0, isDark), color: colors.get(text) ?? "" };
    return { id: text, name: text, mark: { style, shape: "state" }, value: "", isHidden: false };
  });
  const hasHeld = lanes.some(({ spans }) => spans.at(-1)?.isHeld === true);
  return { option, legend, leftOut: all.length - lanes.length, hasHeld, height };
}

/** As high as usual, or lower, with their names beside them, so that all of a panel are seen with their times. */
function lanesIn(lanes: readonly StateSeries[], room: Room | undefined) {
  const forLanes = (room?.height ?? Infinity) - TIMES_HEIGHT - 2 * MARGIN;
  if (room === undefined || lanes.length * LANE_HEIGHT <= forLanes) return { laneHeight: LANE_HEIGHT, namesWidth: 0 };
  const longest = lanes.reduce((most, { name }) => Math.max(most, name.length), 1);
  return {
    laneHeight: Math.max(LANE_HEIGHT_MIN, Math.floor(forLanes / lanes.length)),
    namesWidth: Math.ceil(Math.min(room.width * NAMES_SHARE, longest * LOW_NAME_SIZE * NAME_CHARACTER_EM)),
  };
}

interface Times {
  /** Of which states are known. */
  readonly known: TimeWindow;
  /** To where the newest ones go on: many are sent only when they change. */
  readonly untilTs: number;
}

function lanesOf(
  { columns, rows }: ReportData,
  { x, y, time }: Drawing,
  { known: { startTs, endTs }, untilTs }: Times,
): readonly StateSeries[] {
  const [group, state, since] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, time)];
  if (group === null || state === null || since === null) return [];
  const byGroup = Map.groupBy(rows, (row) => cellText(row[group.place], group.column));
  // A report's order is that of its newest rows, which changes between two views.
  const named = [...byGroup].sort(([one], [other]) => NATURAL.compare(one, other));
  return named.map(([name, own], place) => {
    const changes = own
      .flatMap((row) => {
        const [ts, cell] = [row[since.place], row[state.place]];
        const isMissing = cell === null || cell === undefined;
        return typeof ts === "number" ? [{ ts, text: isMissing ? null : cellText(cell, state.column) }] : [];
      })
      .sort((one, other) => one.ts - other.ts);
    const newest = changes.at(-1)?.text ?? null;
    const held =
      newest === null || untilTs <= endTs ? [] : [{ startTs: endTs, endTs: untilTs, text: newest, isHeld: true }];
    return { id: `${place}`, name, styleIndex: place, spans: [...spansOf(changes, startTs, endTs), ...held] };
  });
}

/**
 * From the first state to the end of the newest, which is taken to last as long as one usually does, within the range of
 * the report.
 */
function windowOf({ columns, rows, meta }: ReportData, { time }: Drawing): TimeWindow {
  const since = placedIn(columns, time);
  const times = rows.flatMap((row: ReportRow) => {
    const ts = since === null ? null : row[since.place];
    return typeof ts === "number" ? [ts] : [];
  });
  const sorted = [...new Set(times)].sort((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const steps = sorted.slice(1).map((ts, place) => ts - (sorted[place] ?? ts));
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? SECOND_MILLIS;
  const startTs = Math.max(first, meta?.rangeStartTs ?? first);
  return { startTs, endTs: Math.max(startTs + 1, Math.min(last + usual, meta?.rangeEndTs ?? Infinity)) };
}
