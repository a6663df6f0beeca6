// A view for each kind of chart, over what the simulated plant sends, with places for its devices.
import { isObject } from "../../src/lib/members.ts";
import { text, type RestClient } from "../../test/support/rest-client.ts";

type Json = Readonly<Record<string, unknown>>;

/** Latitude and longitude. */
const PLACES = [
  ...[
    [51.45, -2.59],
    [53.48, -2.24],
    [55.95, -3.19],
    [48.86, 2.35],
    [45.76, 4.84],
    [52.52, 13.41],
  ],
  ...[
    [50.11, 8.68],
    [48.14, 11.58],
    [59.33, 18.07],
    [60.17, 24.94],
    [41.39, 2.17],
    [40.42, -3.7],
  ],
  ...[
    [38.72, -9.14],
    [41.9, 12.5],
    [45.46, 9.19],
    [52.23, 21.01],
    [50.08, 14.44],
    [47.5, 19.04],
  ],
  ...[
    [37.98, 23.73],
    [53.35, -6.26],
  ],
] as const;

const entity = (field: string): Json => ({ type: "entity", field });
const attribute = (key: string): Json => ({ type: "attribute", scope: "server", key });
const key = (name: string, more: Json = {}): Json => ({ type: "telemetry", key: name, ...more });
const range = (preset: string): Json => ({ type: "preset", preset, timezone: "UTC" });
const time = (bucket: string, amount = 1): Json => ({
  id: "time",
  label: "Time",
  source: { type: "timeBucket", bucket, amount },
});
const of = (...names: readonly string[]): Json => ({ profiles: names.map((name) => ({ name })) });
const DEVICE = { id: "device", label: "Device", source: entity("name") };
const POWER = { id: "power", label: "Power", unit: "W", source: key("power"), aggregation: { fn: "avg" } };
const RULES = [
  { to: 2, color: "green" },
  { from: 2, to: 3, color: "orange" },
  { from: 3, color: "red" },
];
const VIBRATION = {
  ...{ id: "vibration", label: "Vibration", unit: "mm/s", source: key("vibration"), aggregation: { fn: "avg" } },
  colors: RULES,
};
const ENERGY = { id: "energy", label: "Energy", unit: "Wh", source: key("energyWh"), aggregation: { fn: "increase" } };

/** By the name of the kind. */
export const CHART_VIEWS = {
  gauge: {
    scope: of("pump"),
    timeRange: range("lastHour"),
    fields: [DEVICE, VIBRATION],
    visualization: { type: "gauge", y: ["vibration"], options: { max: 5 } },
  },
  timeline: {
    scope: of("pump", "door"),
    timeRange: range("last24Hours"),
    fields: [
      DEVICE,
      time("minute", 15),
      { id: "state", label: "State", source: key("state", { cast: "text" }), aggregation: { fn: "latest" } },
    ],
    visualization: {
      type: "timeline",
      x: "device",
      y: ["state"],
      options: { colors: [{ name: "fault", color: "red" }] },
    },
  },
  pivot: {
    scope: of("meter"),
    timeRange: range("last24Hours"),
    fields: [DEVICE, time("hour"), ENERGY],
    visualization: { type: "pivotTable", columns: ["time"], values: ["energy"] },
  },
  map: {
    timeRange: range("lastHour"),
    fields: [
      DEVICE,
      { id: "lat", label: "Latitude", source: attribute("latitude") },
      { id: "lon", label: "Longitude", source: attribute("longitude") },
      VIBRATION,
    ],
    // Devices without the figure have a place all the same.
    grouping: { keepEmptyGroups: true },
    visualization: { type: "map", latitude: "lat", longitude: "lon", value: "vibration" },
  },
  figure: {
    scope: of("meter"),
    timeRange: range("lastHour"),
    fields: [DEVICE, POWER, ENERGY],
    visualization: { type: "card", y: ["power", "energy"] },
  },
  line: {
    scope: of("pump"),
    timeRange: range("last24Hours"),
    fields: [DEVICE, time("minute", 15), VIBRATION],
    gaps: { buckets: "all", value: "missing" },
    visualization: { type: "line", x: "time", y: ["vibration"], series: "device" },
  },
  area: {
    timeRange: range("last24Hours"),
    scope: of("meter"),
    fields: [DEVICE, time("hour"), ENERGY],
    visualization: { type: "area", x: "time", y: ["energy"], series: "device", options: { stacking: "share" } },
  },
  bars: {
    timeRange: range("last24Hours"),
    scope: of("meter"),
    fields: [DEVICE, time("hour"), ENERGY],
    visualization: { type: "stackedBar", x: "time", y: ["energy"], series: "device" },
  },
  pie: {
    scope: of("meter"),
    timeRange: range("lastHour"),
    fields: [DEVICE, ENERGY],
    visualization: { type: "donut", x: "device", y: ["energy"] },
  },
  heat: {
    scope: of("meter"),
    timeRange: range("last24Hours"),
    fields: [DEVICE, { id: "hour", label: "Hour", source: { type: "timePart", part: "hourOfDay" } }, POWER],
    sort: [{ field: "device" }, { field: "hour" }],
    visualization: { type: "heatMap", x: "hour", y: ["device"], value: "power" },
  },
  dots: {
    scope: of("meter"),
    timeRange: range("last24Hours"),
    fields: [DEVICE, time("minute", 30), POWER, ENERGY],
    visualization: { type: "scatter", x: "power", y: ["energy"], series: "device" },
  },
} as const satisfies Readonly<Record<string, Json>>;

export type ChartName = keyof typeof CHART_VIEWS;

/** Gives the devices of the plant coordinates; one has none. */
export async function placeDevices(rest: RestClient): Promise<void> {
  const page = await rest.get("/api/tenant/devices?pageSize=100&page=0&sortProperty=name&sortOrder=ASC");
  const devices = isObject(page) && Array.isArray(page["data"]) ? page["data"].slice(1) : [];
  for (const [place, device] of devices.entries()) {
    const [latitude = 0, longitude = 0] = PLACES[place % PLACES.length] ?? [];
    const attributes = `/api/plugins/telemetry/DEVICE/${text(device, "id", "id")}/attributes/SERVER_SCOPE`;
    await rest.post(attributes, { latitude, longitude });
  }
}
