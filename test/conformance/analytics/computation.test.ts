// Analytics contract 3: what reports compute, over the whole platform and on its engine. Checklist 9.5.
import { beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import {
  GOLDEN_CASES,
  GOLDEN_NOW,
  goldenRows,
  goldenView,
  KEEPS_SILENT,
  KEPT_ROWS,
  SILENT_ROWS,
  SILENT_VIEW,
  T0,
} from "../../reports/golden/golden-data.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { goldenDevices } from "../../support/analytics-tenant.ts";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { member } from "../../support/rest-client.ts";
import type { TestDevice, TestTenant } from "../../support/tenant.ts";

const HOUR = 3_600_000;
const platform = useTestPlatform({ clock: new ManualClock(millis(GOLDEN_NOW)) });
let tenant: TestTenant;
let client: AnalyticsClient;
let devices: readonly TestDevice[];

beforeAll(async () => {
  ({ tenant } = platform());
  client = new AnalyticsClient(tenant.rest);
  devices = await goldenDevices(tenant);
});

interface Preview {
  readonly rows: readonly (readonly unknown[])[];
  readonly filled: readonly (readonly [number, number])[];
  readonly meta: { readonly skippedValues: Readonly<Record<string, number>>; readonly warnings: readonly unknown[] };
}

/** The typed report of a view over the golden devices, or over others. */
async function run(view: object, of = devices): Promise<Preview> {
  const scoped = { name: "tried", scope: { deviceIds: of.map(({ id }) => id) }, ...view };
  const answer = await client.call("POST", "/views/preview", { view: scoped });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Preview;
}

const RANGE = { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" };
const HOURS = { id: "hour", label: "Date", source: { type: "timeBucket", bucket: "hour" } };
const BUILDING = { id: "who", label: "Building", source: { type: "attribute", scope: "server", key: "building" } };
const measure = (id: string, key: string, aggregation: object) => ({
  id,
  label: id,
  kind: "measure",
  source: { type: "telemetry", key },
  aggregation,
});

/** Letters in the place of the names of devices. */
function lettered(rows: Preview["rows"]): readonly (readonly unknown[])[] {
  const letters = new Map(devices.map(({ name }, index) => [name, "ABC"[index]]));
  return rows.map(([name, ...cells]) => [letters.get(String(name)) ?? name, ...cells]);
}

function sorted(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function checkCases(...numbers: readonly string[]): Promise<void> {
  const cases = GOLDEN_CASES.filter(({ number }) => numbers.includes(number));
  expect(cases.length).toBeGreaterThan(0);
  for (const each of cases) {
    const { rows } = await run(goldenView(each));
    const found = sorted(lettered(rows));
    const wanted = sorted(goldenRows(each));
    expect(
      found.map((row) => row.slice(0, -1)),
      each.title,
    ).toEqual(wanted.map((row) => row.slice(0, -1)));
    for (const [index, row] of wanted.entries()) {
      const [cell, value] = [found[index]?.at(-1), row.at(-1)];
      if (typeof value === "number") expect(cell, each.title).toBeCloseTo(value, 9);
      else expect(cell, each.title).toBe(value ?? null);
    }
  }
}

test("AN-46: average, least, greatest, count, median and percentile of the golden data", () => checkCases("46"));
test("AN-47: delta and increase of devices", () => checkCases("47"));
test("AN-48: increase of a building", () => checkCases("48"));
test("AN-49: the time-weighted average", () => checkCases("49"));
test("AN-50: durations and their shares", () => checkCases("50"));

test("AN-51: an attribute counts each device once, in every bucket", async () => {
  expect((await run(SILENT_VIEW)).rows).toEqual(SILENT_ROWS);
});

test("AN-52: a silent building has rows where silent groups are kept and gaps filled", async () => {
  const { rows, filled } = await run({ ...SILENT_VIEW, ...KEEPS_SILENT });
  expect(sorted(rows)).toEqual(sorted(KEPT_ROWS));
  expect(Array.isArray(filled)).toBe(true);
});

test("AN-53: the increases of consecutive buckets add up to the increase of the range", async () => {
  const kwh = measure("kwh", "kwh", { fn: "increase" });
  const buckets = await run({ timeRange: RANGE, fields: [HOURS, kwh] });
  const whole = await run({ timeRange: RANGE, fields: [kwh] });
  const sum = buckets.rows.reduce((total, row) => total + Number(row[1]), 0);
  expect(whole.rows).toEqual([[sum]]);
});

test("AN-54: text samples that spell no number never break a numeric function, and are counted", async () => {
  const { rows, meta } = await run({
    timeRange: RANGE,
    fields: [measure("temp", "temp", { fn: "sum" }), measure("status", "status", { fn: "avg" })],
  });
  expect(rows).toEqual([[96, null]]);
  expect(meta.skippedValues).toMatchObject({ temp: 1 });
  expect(meta.warnings.length).toBeGreaterThan(0);
});

test("AN-79: a text that spells a number is one for measures and for filters that order, and latest gives the text", async () => {
  const device = await tenant.createDevice();
  for (const [index, n] of ["12.5", " 7 ", 13.5, "n/a"].entries())
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
      ts: T0 + index,
      values: { n, word: index < 2 ? n : undefined },
    });
  const fields = ["avg", "sum", "min", "count"].map((fn) => measure(fn, "n", { fn }));
  const view = { timeRange: RANGE, fields: [...fields, measure("latest", "word", { fn: "latest" })] };

  const { rows, meta } = await run(view, [device]);
  expect(rows).toEqual([[11, 33, 7, 4, " 7 "]]);
  expect(meta.skippedValues).toEqual({ avg: 1, sum: 1, min: 1 });
  const filters = [{ name: "above", target: { type: "telemetry", key: "n" }, operator: "gt", values: [10] }];
  const listed = { timeRange: RANGE, fields: [measure("list", "n", { fn: "list" })], filters };
  expect((await run(listed, [device])).rows).toEqual([["12.5, 13.5"]]);
  const open = { timeRange: RANGE, fields: [{ ...measure("word", "word", {}), aggregation: undefined }] };
  expect((await run(open, [device])).rows).toEqual([[9.75]]);
});

test("MQTT-115: readings of a gateway that are texts and numbers are averaged without a cast, and a filter finds the texts", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const entries = ["12.5", 13.5, "warm"].map((n, index) => ({ ts: T0 + index, values: { n } }));
  await gateway.publish(TELEMETRY, { [device.name]: entries });

  const avg = measure("avg", "n", { fn: "avg" });
  expect((await run({ timeRange: RANGE, fields: [avg] }, [device])).rows).toEqual([[13]]);
  const filters = [{ name: "above", target: { type: "telemetry", key: "n" }, operator: "gt", values: [12] }];
  const list = measure("list", "n", { fn: "list" });
  expect((await run({ timeRange: RANGE, fields: [list], filters }, [device])).rows).toEqual([["12.5, 13.5"]]);
});

test("AN-79: attributes that are texts of numbers are added up", async () => {
  const ofDevices: TestDevice[] = [];
  for (const area of ["12.5", " 7 ", 13.5, "n/a"]) {
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { area });
    ofDevices.push(device);
  }
  const source = { type: "attribute", scope: "server", key: "area" };
  const field = (fn: string) => ({ id: fn, label: fn, kind: "measure", source, aggregation: { fn } });
  expect((await run({ timeRange: RANGE, fields: ["avg", "sum", "count"].map(field) }, ofDevices)).rows).toEqual([
    [11, 33, 4],
  ]);
});

test("AN-55: latest looks inside the range, current at the newest of all", async () => {
  await checkCases("55");
});

test("AN-56: raw mode gives a row per device and time, with the keys of one time in one row", async () => {
  const device = await tenant.createDevice();
  for (const [ts, values] of [
    [T0, { a: 1, b: 2 }],
    [T0 + 1, { a: 3 }],
    [T0 + 2, { b: 4 }],
  ] as const)
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { ts, values });
  const raw = (key: string) => ({ id: key, label: key, kind: "measure", source: { type: "telemetry", key } });
  const ts = { id: "ts", label: "Time", source: { type: "timestamp" } };
  const view = { timeRange: RANGE, grouping: { mode: "raw" }, fields: [ts, raw("a"), raw("b")] };
  expect((await run(view, [device])).rows).toEqual([
    [T0, 1, 2],
    [T0 + 1, 3, null],
    [T0 + 2, null, 4],
  ]);
});

/** A device with a sample every half hour from one local date to another. */
async function halfHourly(startTs: number, endTs: number): Promise<TestDevice> {
  const device = await tenant.createDevice();
  const rows = Array.from({ length: (endTs - startTs) / 1_800_000 }, (_, index) => ({
    ts: startTs + index * 1_800_000,
    values: { n: 1 },
  }));
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, rows);
  return device;
}

const bucketed = (bucket: string, startDate: string, endDate: string, timezone: string, more: object = {}) => ({
  timeRange: { type: "absolute", startDate, endDate, timezone, ...more },
  fields: [{ id: "at", label: "At", source: { type: "timeBucket", bucket } }, measure("n", "n", { fn: "count" })],
});

test("AN-57: a day in Berlin has 23 hours on 2026-03-29 and 25 on 2026-10-25", async () => {
  for (const [month, day, startTs, hours] of [
    ["03", 29, Date.UTC(2026, 2, 28, 23), 23],
    ["10", 25, Date.UTC(2026, 9, 24, 22), 25],
  ] as const) {
    const device = await halfHourly(startTs, startTs + hours * HOUR);
    const date = (of: number) => `2026-${month}-${String(of)}`;
    const { rows } = await run(bucketed("day", date(day), date(day + 1), "Europe/Berlin"), [device]);
    expect(rows).toEqual([[startTs, hours * 2]]);
  }
});

test("AN-58: hours give two rows for the repeated hour, and none for the one that is skipped", async () => {
  const autumn = Date.UTC(2026, 9, 24, 22);
  const repeated = await run(bucketed("hour", "2026-10-25", "2026-10-26", "Europe/Berlin"), [
    await halfHourly(autumn, autumn + 25 * HOUR),
  ]);
  expect(repeated.rows).toEqual(Array.from({ length: 25 }, (_, hour) => [autumn + hour * HOUR, 2]));
  const spring = Date.UTC(2026, 2, 28, 23);
  const skipped = await run(bucketed("hour", "2026-03-29", "2026-03-30", "Europe/Berlin"), [
    await halfHourly(spring, spring + 23 * HOUR),
  ]);
  expect(skipped.rows).toEqual(Array.from({ length: 23 }, (_, hour) => [spring + hour * HOUR, 2]));
});

test("AN-59: a week starts on Monday, or on Sunday where the view says so", async () => {
  const wednesday = Date.UTC(2026, 0, 7);
  const device = await halfHourly(wednesday, wednesday + HOUR);
  const starts = async (more: object) =>
    (await run(bucketed("week", "2026-01-01", "2026-01-15", "UTC", more), [device])).rows.map(([at]) => at);
  expect(await starts({})).toEqual([Date.UTC(2026, 0, 5)]);
  expect(await starts({ weekStart: "sunday" })).toEqual([Date.UTC(2026, 0, 4)]);
});

test("AN-60: gap filling gives every bucket of each group, with missing, zero or previous values", async () => {
  const temp = measure("temp", "temp", { fn: "avg" });
  const range = { ...RANGE, startTs: T0 + HOUR, endTs: T0 + 4 * HOUR };
  const filled = async (value: string) =>
    (await run({ timeRange: range, fields: [BUILDING, HOURS, temp], gaps: { buckets: "all", value } })).rows;
  const rowsWith = (cell: unknown) => [
    ["North", T0 + HOUR, 30],
    ["North", T0 + 2 * HOUR, 99],
    ["North", T0 + 3 * HOUR, cell],
  ];
  expect(await filled("missing")).toEqual(rowsWith(null));
  expect(await filled("zero")).toEqual(rowsWith(0));
  expect(await filled("previous")).toEqual(rowsWith(99));
});

test("AN-61: a division by zero gives a missing cell, in finished rows and in samples", async () => {
  const expression = (expr: string, more: object) => ({ type: "expression", expr, ...more });
  const { rows } = await run({
    timeRange: RANGE,
    fields: [
      measure("temp", "temp", { fn: "avg" }),
      { id: "g", label: "g", kind: "measure", source: expression("temp / 0", { stage: "group" }) },
      {
        id: "r",
        label: "r",
        kind: "measure",
        source: expression("t / 0", { stage: "row", inputs: { t: { type: "telemetry", key: "temp" } } }),
        aggregation: { fn: "avg" },
      },
    ],
  });
  expect(rows).toEqual([[24, null, null]]);
});

test("AN-62: an expression that is more than a formula is refused on save", async () => {
  for (const expr of ["temp.constructor", "this", "temp = 1", "eval(temp)", "temp[0]", "(x) => x", "`${temp}`"]) {
    const fields = [
      measure("temp", "temp", { fn: "avg" }),
      { id: "x", label: "x", kind: "measure", source: { type: "expression", stage: "group", expr } },
    ];
    const answer = await client.call("POST", "/views", { name: tenant.uniqueName("view"), fields });
    expect(answer.status, expr).toBe(400);
    expect(member(answer.body, "code"), expr).toMatch(/^EXPRESSION_/);
  }
});

test("AN-63: a comparison with the previous week matches buckets by their place in the calendar, across a clock change", async () => {
  // The week that begins on 2026-03-30 in Berlin and the one before it, which lost an hour on its Sunday.
  const start = Date.UTC(2026, 2, 22, 23);
  const device = await halfHourly(start, start + (14 * 24 - 1) * HOUR);
  const { rows } = await run(
    {
      ...bucketed("day", "2026-03-30", "2026-04-06", "Europe/Berlin"),
      compare: { to: "previousWeek", fields: ["n"], show: ["value"] },
    },
    [device],
  );
  expect(rows.map(([, now, before]) => [now, before])).toEqual([
    ...Array.from({ length: 6 }, () => [48, 48]),
    [48, 46],
  ]);
});
