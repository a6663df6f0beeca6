// A dashboard with a panel of each kind, over what the simulated plant sends.
import type { ChartName } from "./chart-views.ts";
import type { Names } from "./names.ts";

type Json = Readonly<Record<string, unknown>>;

interface Shown {
  readonly charts: Readonly<Record<ChartName, string>>;
  /** A view over the texts of the names. */
  readonly view: string;
}

const of = (...deviceTypes: readonly string[]): Json => ({ filter: { type: "deviceType", deviceTypes } });
const keys = (names: readonly string[], devices: Json): Json => ({ type: "keys", keys: names, ...devices });
const view = (viewId: string): Json => ({ type: "view", viewId });
const RULES = [
  { to: 2, color: "green" },
  { from: 2, to: 3, color: "orange" },
  { from: 3, color: "red" },
];

export function dashboardBody(names: Names, { charts, view: textView }: Shown): Json {
  const panel = (
    title: string,
    place: readonly [x: number, y: number, width: number, height: number],
    more: Json,
  ): Json => ({
    id: place.join(),
    title,
    place: { x: place[0], y: place[1], width: place[2], height: place[3] },
    ...more,
  });
  const panels = [
    panel("Notes", [0, 0, 6, 5], {
      kind: "text",
      options: {
        text: `## ${names.dashboard}\n\n${names.description}. See **all gauges** of the [pumps](/devices).\n\n- Left: the plant\n- Right: its meters`,
      },
    }),
    panel("Power now", [6, 0, 8, 5], {
      kind: "figure",
      source: keys(["power"], of("meter")),
      options: { unit: "W", decimals: 0 },
    }),
    panel("Vibration", [14, 0, 10, 5], {
      kind: "gauge",
      source: keys(["vibration"], of("pump")),
      options: { unit: "mm/s", max: 5, thresholds: RULES },
    }),
    panel("Vibration over time", [0, 5, 12, 7], {
      kind: "timeSeries",
      source: keys(["vibration"], of("pump")),
      options: { unit: "mm/s", thresholds: RULES },
    }),
    panel("Energy", [12, 5, 12, 7], { kind: "bars", source: view(charts.bars) }),
    panel("States", [0, 12, 12, 6], {
      kind: "stateTimeline",
      source: keys(["state"], of("pump", "door")),
      options: { colors: [{ name: "fault", color: "red" }] },
    }),
    panel("Places", [12, 12, 12, 9], { kind: "map", source: view(charts.map) }),
    panel("Power by hour", [0, 18, 12, 8], { kind: "heatMap", source: view(charts.heat) }),
    panel(names.view, [12, 21, 12, 5], { kind: "table", source: view(textView) }),
    panel("Pumps", [12, 26, 12, 6], {
      kind: "table",
      source: keys(["vibration", "state"], of("pump")),
      options: { thresholds: RULES },
    }),
  ];
  return {
    title: names.dashboard,
    configuration: {
      bridgehead: 1,
      timeRange: { type: "preset", preset: "last6Hours" },
      filters: [{ type: "device", name: "device", label: "Device" }],
      panels,
    },
  };
}
