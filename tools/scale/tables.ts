// The simulation in words, as docs/cluster-scale.md has them.
import { breakingOrder, DEVICES_MIN, dimensionsOf, type Breaking } from "./dimensions.ts";
import type { Area, Dimension, Model, Unit } from "./dimension.ts";
import { trafficOf, type Plant } from "./plant.ts";
import type { UnitCosts } from "./unit-costs.ts";

const AREAS: Readonly<Record<Area, string>> = {
  log: "The log",
  node: "A node, and the keeper",
  nodes: "What nodes say to each other",
  entities: "Devices",
  history: "The history",
};

/** Of one model for each plant: tables of all areas, what breaks first in each, and what to change then. */
export function report(models: readonly Model[]): string {
  return [
    plantTable(models.map(({ plant }) => plant)),
    ...Object.entries(AREAS).map(([area, title]) => `### ${title}\n\n${areaTable(models, area as Area)}`),
    ...models.map((model) => `### What breaks first: ${model.plant.name}\n\n${breakingTable(model)}`),
  ].join("\n\n");
}

function plantTable(plants: readonly Plant[]): string {
  const row = (what: string, of: (plant: Plant) => number): string[] => [
    what,
    ...plants.map((plant) => amount(of(plant))),
  ];
  return table([
    ["", ...plants.map(({ name }) => name)],
    row("nodes", ({ nodes }) => nodes),
    row("devices", ({ devices }) => devices),
    row("connections", (plant) => trafficOf(plant).connections),
    row("series", (plant) => trafficOf(plant).series),
    row("seconds between two messages of a device", ({ secondsBetween }) => secondsBetween),
    row("messages a second", (plant) => trafficOf(plant).messagesPerSecond),
    row("points a second", (plant) => trafficOf(plant).pointsPerSecond),
  ]);
}

function areaTable(models: readonly Model[], area: Area): string {
  const [first = [], ...others] = models.map((model) => dimensionsOf(model).filter((each) => each.area === area));
  return table([
    ["", ...models.map(({ plant }) => plant.name), "Bound"],
    ...first.map((dimension, index) => [
      dimension.what,
      ...[dimension, ...others.flatMap((each) => each[index] ?? [])].map(inWords),
      boundInWords(dimension),
    ]),
  ]);
}

function breakingTable(model: Model): string {
  return table([
    ["Devices", "What reaches its bound", "Then", "What to change"],
    ...breakingOrder(model).map(({ dimension: { what, bound }, devices }: Breaking) => [
      devicesInWords(devices),
      what,
      bound?.outcome ?? "",
      bound?.change ?? "",
    ]),
  ]);
}

function devicesInWords(devices: number): string {
  if (devices <= DEVICES_MIN) return "any";
  return Number.isFinite(devices) ? amount(devices) : "–";
}

/** Value, and how often it is the bound where it is more. */
function inWords({ value, unit, bound }: Dimension): string {
  const times = bound === undefined ? 0 : value / bound.value;
  const text = quantity(value, unit);
  return times > 1 ? `**${text}** (${amount(times)} ×)` : text;
}

function boundInWords({ bound, unit }: Dimension): string {
  return bound === undefined ? "" : `${quantity(bound.value, unit)}: ${bound.of}`;
}

export function costTable({ frames, log, ...others }: UnitCosts): string {
  const rows: string[][] = [["Unit cost", "Measured"]];
  for (const { points, bytes, packMicros, followMicros } of frames)
    rows.push([
      `frame of ${amount(points)} points`,
      `${amount(bytes / points)} bytes a point; ${amount(packMicros)} µs to pack, ${amount(followMicros)} µs to unpack and bring to the latest points`,
    ]);
  for (const { writers, framesPerSecond, p50Millis, p99Millis } of log)
    rows.push([
      `log, ${amount(writers)} nodes that write`,
      `${amount(framesPerSecond)} frames a second, p50 ${amount(p50Millis)} ms, p99 ${amount(p99Millis)} ms`,
    ]);
  const { logHeadBytes, tail, fold, latest, session, peers, entities } = others;
  return table([
    ...rows,
    ["frame in the stream, besides its bytes", `${amount(logHeadBytes)} bytes`],
    ["point into the tail", `${amount(tail.nanosPerPoint)} ns`],
    [
      "fold",
      `${amount(fold.fixedMillis)} ms and ${amount(fold.nanosPerPoint)} ns a point; ${amount(fold.bytesPerPoint)} bytes a point, ${amount(fold.catalogRows)} rows in the catalog`,
    ],
    ["merge", `${amount(fold.mergeNanosPerPoint)} ns a point`],
    [
      "latest points",
      `${amount(latest.bytesPerSeries)} bytes a series; ${amount(latest.copyNanosPerSeries)} ns to copy one into the history, ${amount(latest.restoreNanosPerSeries)} ns to read it`,
    ],
    ["session of another node", `${amount(session.bytes)} bytes; ${amount(session.scanNanos)} ns to pass over it`],
    ["message to all nodes", `${amount(peers.messageMicros)} µs to send and receive`],
    [
      "PostgreSQL, processor time",
      `${amount(entities.createMicros)} µs to create a device with its series, ${amount(entities.activityMicros)} µs to store when it was last active, ${amount(entities.readMicros)} µs to read it; ${amount(entities.bytesPerDevice)} bytes a device`,
    ],
  ]);
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const BYTES = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;

function quantity(value: number, unit: Unit): string {
  if (unit !== "bytes" && unit !== "bytes/s") return unit === "" ? amount(value) : `${amount(value)} ${unit}`;
  const [size, name] = BYTES.find(([least]) => value >= least) ?? [1, "bytes"];
  return `${amount(value / size)} ${name}${unit === "bytes" ? "" : "/s"}`;
}

function amount(value: number): string {
  if (!Number.isFinite(value)) return "without end";
  return value.toLocaleString("en", { maximumSignificantDigits: value >= 1000 ? 4 : 2 });
}
