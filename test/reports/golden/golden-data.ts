// The data set of the contract's table of examples, and what every engine has to make of it: two hours, two buildings, three
// devices, one of them silent. Source: analytics contract 3.12.
import type { Value } from "../../../src/core/values.ts";
import type { AttributeLists, Cell, ReferenceDevice, ReferenceSample } from "../reference/reference-input.ts";

/** 2026-01-01T00:00:00Z. */
export const T0 = 1_767_225_600_000;
export const GOLDEN_START = T0;
export const GOLDEN_END = T0 + 120 * 60_000;
/** The buckets b0 and b1. */
export const GOLDEN_BUCKETS: readonly number[] = [T0, T0 + 3_600_000];
/** Long after, so that now cuts nothing off. */
export const GOLDEN_NOW = T0 + 240 * 60_000;

export const GOLDEN_IDS = {
  A: "a0000000-0000-4000-8000-000000000001",
  B: "b0000000-0000-4000-8000-000000000002",
  C: "c0000000-0000-4000-8000-000000000003",
} as const;
const PROFILE_ID = "f0000000-0000-4000-8000-00000000000f";

type Minutes = readonly (readonly [minute: number, value: Value])[];

function samples(minutes: Minutes): readonly ReferenceSample[] {
  return minutes.map(([minute, value]) => ({ ts: T0 + minute * 60_000, value }));
}

function device(
  name: "A" | "B" | "C",
  building: string,
  area: number,
  series: Readonly<Record<string, Minutes>>,
): ReferenceDevice {
  const attributes: AttributeLists = {
    client: new Map(),
    shared: new Map(),
    server: new Map<string, Value>([
      ["building", building],
      ["area", area],
    ]),
  };
  return {
    id: GOLDEN_IDS[name],
    name,
    label: "",
    profileId: PROFILE_ID,
    profile: "Energy Meter",
    customer: null,
    gatewayId: null,
    createdTime: T0 - 86_400_000,
    active: false,
    lastActivityTime: null,
    attributes,
    samples: new Map(Object.entries(series).map(([key, minutes]) => [key, samples(minutes)] as const)),
  };
}

export const GOLDEN_DEVICES: readonly ReferenceDevice[] = [
  device("A", "North", 100, {
    kwh: [
      [-10, 100],
      [20, 110],
      [50, 130],
      [80, 160],
      [110, 5],
    ],
    temp: [
      [0, 20],
      [30, 22],
      [60, 30],
      [120, 99],
    ],
    status: [
      [-10, "idle"],
      [15, "run"],
      [75, "idle"],
    ],
  }),
  device("B", "North", 50, {
    kwh: [
      [30, 40],
      [90, 46],
    ],
    temp: [
      [15, "n/a"],
      [45, 24],
    ],
    door: [
      [10, true],
      [40, false],
    ],
  }),
  device("C", "South", 30, {}),
];

/** Whose value: a device or building, by name. */
export interface GoldenCase {
  readonly number: string;
  readonly title: string;
  /** Of a measure field, as a view has it. */
  readonly measure: { readonly source: object; readonly aggregation: object };
  /** By device or by building. */
  readonly by: "device" | "building";
  /** Rows as [name, b0, b1]; null is missing. Without `isBucketed`: [name, value]. */
  readonly rows: readonly (readonly [name: string, ...cells: readonly Cell[]])[];
  /** False: over the whole range. */
  readonly isBucketed: boolean;
}

const of = (key: string, more: object = {}): object => ({ type: "telemetry", key, ...more });

function golden(
  number: string,
  title: string,
  by: GoldenCase["by"],
  source: object,
  aggregation: object,
  ...rows: GoldenCase["rows"]
): GoldenCase {
  return { number, title, by, measure: { source, aggregation }, rows, isBucketed: true };
}

const run = { state: "value == 'run'" };

export const GOLDEN_CASES: readonly GoldenCase[] = [
  golden("46", "avg of temp", "building", of("temp"), { fn: "avg" }, ["North", 22, 30]),
  golden("46", "min of temp", "building", of("temp"), { fn: "min" }, ["North", 20, 30]),
  golden("46", "max of temp", "building", of("temp"), { fn: "max" }, ["North", 24, 30]),
  golden("46", "count of temp", "building", of("temp"), { fn: "count" }, ["North", 4, 1]),
  golden("46", "count of temp, numbers only", "building", of("temp", { cast: "number" }), { fn: "count" }, [
    "North",
    3,
    1,
  ]),
  golden("46", "median of temp", "building", of("temp"), { fn: "median" }, ["North", 22, 30]),
  golden("46", "percentile 0.9 of temp", "building", of("temp"), { fn: "percentile", p: 0.9 }, ["North", 23.6, 30]),
  golden("46", "mean of means of temp", "building", of("temp"), { fn: "avg", perSeries: true }, ["North", 22.5, 30]),
  {
    ...golden("55", "latest temp inside the range", "device", of("temp"), { fn: "latest" }, ["A", 30], ["B", 24]),
    isBucketed: false,
  },
  {
    ...golden("55", "current temp of all time", "device", of("temp"), { fn: "current" }, ["A", 99], ["B", 24]),
    isBucketed: false,
  },
  golden("47", "delta of kwh, devices", "device", of("kwh"), { fn: "delta" }, ["A", 30, -125], ["B", null, 6]),
  golden("47", "delta of kwh, building", "building", of("kwh"), { fn: "delta" }, ["North", 30, -119]),
  golden("47", "increase of kwh, devices", "device", of("kwh"), { fn: "increase" }, ["A", 30, 35], ["B", null, 6]),
  golden("48", "increase of kwh, building", "building", of("kwh"), { fn: "increase" }, ["North", 30, 41]),
  golden(
    "49",
    "mean of temp over time, devices",
    "device",
    of("temp"),
    { fn: "timeWeightedAvg" },
    ["A", 21, 30],
    ["B", 24, 24],
  ),
  golden("49", "mean of temp over time, building", "building", of("temp"), { fn: "timeWeightedAvg" }, [
    "North",
    21.6,
    27,
  ]),
  golden("50", "time running", "device", of("status"), { fn: "duration", ...run }, ["A", 2700, 900]),
  golden("50", "share of time running", "device", of("status"), { fn: "durationPercent", ...run }, ["A", 75, 25]),
  golden("50", "time of an open door", "device", of("door"), { fn: "duration" }, ["B", 1800, 0]),
  golden("50", "share of known time of an open door", "device", of("door"), { fn: "durationPercent" }, ["B", 60, 0]),
  golden("50", "share of the hour of an open door", "device", of("door"), { fn: "durationPercent", of: "bucket" }, [
    "B",
    50,
    0,
  ]),
];

/** The view of a case, as a person would save it. `more` replaces members. */
export function goldenView({ measure, by, isBucketed }: GoldenCase, more: object = {}): object {
  const group =
    by === "device"
      ? { id: "who", label: "Device", source: { type: "entity", field: "name" } }
      : { id: "who", label: "Building", source: { type: "attribute", scope: "server", key: "building" } };
  const hour = { id: "hour", label: "Date", source: { type: "timeBucket", bucket: "hour" } };
  return {
    name: "Golden",
    timeRange: { type: "absolute", startTs: GOLDEN_START, endTs: GOLDEN_END, timezone: "UTC" },
    fields: [group, ...(isBucketed ? [hour] : []), { id: "it", label: "Value", kind: "measure", ...measure }],
    ...more,
  };
}

/** The rows that a case has to give, in their order without being sorted. */
export function goldenRows({ rows, isBucketed }: GoldenCase): readonly (readonly Cell[])[] {
  if (!isBucketed) return rows;
  return GOLDEN_BUCKETS.flatMap((bucket, index) =>
    rows.map(([name, ...cells]) => [name, bucket, cells[index] ?? null]),
  );
}

/** AN-51, AN-52: attributes repeat in each bucket; silent devices only where they are asked for. */
export const SILENT_VIEW = {
  name: "Silent",
  timeRange: { type: "absolute", startTs: GOLDEN_START, endTs: GOLDEN_END, timezone: "UTC" },
  fields: [
    { id: "who", label: "Building", source: { type: "attribute", scope: "server", key: "building" } },
    { id: "hour", label: "Date", source: { type: "timeBucket", bucket: "hour" } },
    { id: "count", label: "Count", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "count" } },
    {
      id: "area",
      label: "Area",
      kind: "measure",
      source: { type: "attribute", scope: "server", key: "area" },
      aggregation: { fn: "sum" },
    },
    { id: "avg", label: "Average", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } },
  ],
};
const [b0 = 0, b1 = 0] = GOLDEN_BUCKETS;
export const SILENT_ROWS: readonly (readonly Cell[])[] = [
  ["North", b0, 4, 150, 22],
  ["North", b1, 1, 150, 30],
];
export const KEPT_ROWS: readonly (readonly Cell[])[] = [
  ["North", b0, 4, 150, 22],
  ["South", b0, 0, 30, null],
  ["North", b1, 1, 150, 30],
  ["South", b1, 0, 30, null],
];
export const KEEPS_SILENT = { grouping: { keepEmptyGroups: true }, gaps: { buckets: "all" } };
