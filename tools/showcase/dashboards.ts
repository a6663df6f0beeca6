// A dashboard with a panel of each kind, over what the simulated plant sends.
import type { ChartName } from "./chart-views.ts";
import type { Names } from "./names.ts";

type Json = Readonly<Record<string, unknown>>;

interface Shown {
  readonly charts: Readonly<Record<ChartName, string>>;
  /** A view over the texts of the names. */
  readonly view: string;
}

/** Ids of devices. */
interface Controlled {
  /** With the texts of the names. */
  readonly device: string;
  readonly gateway: string;
  readonly pumps: readonly string[];
  readonly meters: readonly string[];
}

/** A plan of a boiler house. */
const PLAN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540" fill="none" stroke="#5b7083" stroke-width="6">
<rect width="960" height="540" fill="#eef3f6" stroke="none"/><rect x="20" y="20" width="920" height="500"/><path d="M330 20v190M330 300v220M650 20v130M650 240v280M330 360h320"/>
<g stroke="#2a7fa6" stroke-width="10"><path d="M150 140h620v270H480M150 410h180"/></g>
<g fill="#c9d8e2" stroke-width="4"><rect x="90" y="90" width="120" height="100" rx="14"/><circle cx="150" cy="410" r="52"/><circle cx="480" cy="140" r="52"/><rect x="710" y="350" width="140" height="120" rx="14"/></g></svg>`;
const PLACES = [
  [0.06, 0.12],
  [0.06, 0.86],
  [0.5, 0.12],
  [0.86, 0.62],
] as const;

const of = (...deviceTypes: readonly string[]): Json => ({ filter: { type: "deviceType", deviceTypes } });
const keys = (names: readonly string[], devices: Json): Json => ({ type: "keys", keys: names, ...devices });
const view = (viewId: string): Json => ({ type: "view", viewId });
const RULES = [
  { to: 2, color: "green" },
  { from: 2, to: 3, color: "orange" },
  { from: 3, color: "red" },
];

function panel(title: string, place: readonly [x: number, y: number, width: number, height: number], more: Json): Json {
  return {
    id: place.join(),
    title,
    place: { x: place[0], y: place[1], width: place[2], height: place[3] },
    ...more,
  };
}

export function dashboardBody(names: Names, { charts, view: textView }: Shown): Json {
  const panels = [
    panel("Notes", [0, 0, 6, 5], {
      kind: "text",
      options: {
        text: `## ${names.dashboard}\n\nVibration of the [pumps](/devices) above **3 mm/s**: call the workshop.\n\n- **Power now**, **Energy**: the meters\n- **Vibration**, **Pumps**: the pumps`,
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

/** Panels that act on devices, and those that show more than charts do. */
export function controlsBody(names: Names, { device, gateway, pumps, meters }: Controlled): Json {
  const one = (id: string, ...names: readonly string[]): Json => keys(names, { deviceIds: [id] });
  const panels = [
    panel("Pump room", [0, 0, 12, 10], {
      kind: "imagePlan",
      source: keys(["vibration"], { deviceIds: pumps.slice(0, PLACES.length) }),
      options: {
        image: `data:image/svg+xml;base64,${Buffer.from(PLAN).toString("base64")}`,
        places: pumps.slice(0, PLACES.length).map((id, place) => {
          const [x, y] = PLACES[place] ?? [0, 0];
          return { device: id, key: "vibration", x, y };
        }),
        ...{ unit: "mm/s", decimals: 1, thresholds: RULES },
      },
    }),
    panel("Gauge heating", [12, 0, 6, 4], {
      kind: "attributeSwitch",
      source: one(device, "gaugeHeating"),
      options: { onLabel: "Heated", offLabel: "Not heated", confirm: true },
    }),
    panel("Restart", [18, 0, 6, 4], {
      kind: "rpcButton",
      source: one(device),
      options: { method: names.rpcMethod, label: "Restart the sensor" },
    }),
    panel("Refused messages", [0, 10, 12, 7], { kind: "messages", source: null }),
    panel("Messages of the gateway", [12, 10, 12, 7], {
      kind: "messages",
      source: one(gateway),
      options: { show: "passing", count: 10 },
    }),
    panel("Power", [12, 4, 12, 6], {
      kind: "figure",
      source: { ...keys(["power"], { deviceIds: meters.slice(0, 2) }), trend: true },
      options: { unit: "W", decimals: 0 },
    }),
  ];
  return {
    // As long as a title may be.
    title: `${names.dashboard}, controls`.slice(0, 255),
    configuration: { bridgehead: 1, timeRange: { type: "preset", preset: "last6Hours" }, panels },
  };
}
