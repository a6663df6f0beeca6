// Reports from a view to finished rows: groups, joins, gaps, comparison, formulas, filters, best groups, totals, order, limit.
// The engine is one of lists, over the contract's data set. Source: analytics contract 3.
import { expect, test } from "vitest";
import { GOLDEN_DEVICES, GOLDEN_NOW, T0 } from "../../../../test/reports/golden/golden-data.ts";
import type { ReferenceDevice } from "../../../../test/reports/reference/reference-input.ts";
import { customerReader, REPORT_READER, reportWorld } from "../../../../test/support/memory-report-world.ts";
import type { TenantId } from "../../ids.ts";
import { newestTsOf, type Report } from "./report.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [B0, B1] = [T0, T0 + HOUR];
const NAME = { id: "n", label: "Device", source: { type: "entity", field: "name" } };
const BUILDING = { id: "b", label: "Building", source: { type: "attribute", scope: "server", key: "building" } };
const HOURS = { id: "h", label: "Hour", source: { type: "timeBucket", bucket: "hour" } };
const TEMP = measure("t", "temp", "avg");
const COUNT = measure("c", "temp", "count");
const AREA = {
  id: "area",
  label: "Area",
  source: { type: "attribute", scope: "server", key: "area" },
  aggregation: { fn: "sum" },
};
const RANGE = { timeRange: { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" } };

function measure(id: string, key: string, fn: string, more: object = {}): object {
  return { id, label: `${id} of ${key}`, source: { type: "telemetry", key }, aggregation: { fn }, ...more };
}

function formula(id: string, expr: string, more: object = {}): object {
  return { id, label: id, source: { type: "expression", expr }, ...more };
}

async function rows(view: object, request = {}): Promise<Report["rows"]> {
  return (await golden().run({ ...RANGE, ...view }, request)).rows;
}

function golden(limits = {}): ReturnType<typeof reportWorld> {
  return reportWorld(GOLDEN_DEVICES, GOLDEN_NOW, limits);
}

// --- Groups and joins ---

test("AN §3.4 without a time field a measure covers the range, one row for each group with a sample", async () => {
  expect(await rows({ fields: [BUILDING, TEMP] })).toEqual([["North", 24]]);
});

test("AN-46, AN-54: averages and counts by hour, texts counted but not averaged", async () => {
  expect(await rows({ fields: [BUILDING, HOURS, TEMP, COUNT] })).toEqual([
    ["North", B0, 22, 4],
    ["North", B1, 30, 1],
  ]);
});

test("measures of one window are asked for with the same keys, so that they can be read together", async () => {
  const world = golden();
  const own = { range: { type: "absolute", startTs: T0, endTs: T0 + HOUR, timezone: "UTC" } };
  const others = [measure("o", "temp", "max", own), measure("p", "kwh", "sum", own), measure("s", "temp", "current")];
  await world.run({ ...RANGE, fields: [NAME, TEMP, COUNT, ...others] });

  const keys = world.engine.queries.map((query) => query.keys);
  expect(keys.map((each) => keys.indexOf(each))).toEqual([0, 0, 2, 2, 4]);
});

test("AN §3.4 each measure is computed alone; one without a value in a row is missing there", async () => {
  const door = measure("d", "door", "count");
  expect(await rows({ fields: [NAME, TEMP, measure("s", "status", "latest"), door] })).toEqual([
    ["A", 24, "idle", 0],
    ["B", 24, null, 2],
  ]);
});

test("AN-51: the sum of an attribute counts each device of the group once, and repeats in each bucket", async () => {
  expect(await rows({ fields: [BUILDING, HOURS, TEMP, AREA] })).toEqual([
    ["North", B0, 22, 150],
    ["North", B1, 30, 150],
  ]);
});

test("AN §3.4 a view without telemetry has a row for each group", async () => {
  expect(await rows({ fields: [BUILDING, AREA] })).toEqual([
    ["North", 150],
    ["South", 30],
  ]);
});

test("AN §3.4 with a bucket and no telemetry, each group has every bucket that has begun", async () => {
  const found = await reportWorld(GOLDEN_DEVICES, T0 + HOUR).run({ ...RANGE, fields: [BUILDING, HOURS, AREA] });
  expect(found.rows).toEqual([
    ["North", B0, 150],
    ["South", B0, 30],
  ]);
});

test("AN §2.10 perEntity keeps devices of equal values apart", async () => {
  expect(await rows({ fields: [BUILDING, TEMP], grouping: { mode: "perEntity" } })).toEqual([
    ["North", 24],
    ["North", 24],
  ]);
});

test("AN §3.4 a number and a text of the same canonical form are one group, shown as text", async () => {
  const floors = ["5", 5].map((floor, index) => deviceWith(index, { floor }, { v: [[10, index]] }));
  const found = await reportWorld(floors, GOLDEN_NOW).run({
    ...RANGE,
    fields: [{ ...BUILDING, source: { type: "attribute", scope: "server", key: "floor" } }, measure("v", "v", "count")],
  });
  expect(found.rows).toEqual([["5", 2]]);
});

test("AN §2.10 a missing dimension is a group of its own, or left out", async () => {
  const devices = [deviceWith(0, {}, { v: [[10, 1]] }), deviceWith(1, { building: "X" }, { v: [[10, 2]] })];
  const view = { ...RANGE, fields: [BUILDING, measure("v", "v", "sum")] };
  const world = reportWorld(devices, GOLDEN_NOW);
  expect((await world.run(view)).rows).toEqual([
    ["X", 2],
    [null, 1],
  ]);
  expect((await world.run({ ...view, grouping: { missingGroup: "drop" } })).rows).toEqual([["X", 2]]);
});

test("AN §3.4 telemetry as a dimension: the value in force at each sample; alone, each value in the range", async () => {
  const status = { id: "s", label: "Status", kind: "dimension", source: { type: "telemetry", key: "status" } };
  expect(await rows({ fields: [status, COUNT], filters: [name("A")] })).toEqual([
    ["idle", 1],
    ["run", 2],
  ]);
  expect(await rows({ fields: [status] })).toEqual([["idle"], ["run"]]);
});

test("AN §2.5 calendar parts split rows by the local time of the sample", async () => {
  const part = { id: "p", label: "Hour", source: { type: "timePart", part: "hourOfDay" } };
  const view = { fields: [part, COUNT], timeRange: { ...RANGE.timeRange, timezone: "Europe/Berlin" } };
  expect(await rows(view)).toEqual([
    [1, 4],
    [2, 1],
  ]);
});

test("AN §2.10 two buckets in one view: a row for each combination", async () => {
  const half = { id: "m", label: "Half", source: { type: "timeBucket", bucket: "minute", amount: 30 } };
  expect(await rows({ fields: [HOURS, half, COUNT] })).toEqual([
    [B0, B0, 2],
    [B0, B0 + 30 * MINUTE, 2],
    [B1, B1, 1],
  ]);
});

test("AN §3.4 keepEmptyGroups shows silent devices, with counts of 0", async () => {
  const view = { fields: [BUILDING, TEMP, COUNT, AREA], grouping: { keepEmptyGroups: true } };
  expect(await rows(view)).toEqual([
    ["North", 24, 5, 150],
    ["South", null, 0, 30],
  ]);
});

test("AN-52: South with keepEmptyGroups and gap filling: count 0, area 30, the rest missing", async () => {
  const view = {
    fields: [BUILDING, HOURS, TEMP, COUNT, AREA],
    grouping: { keepEmptyGroups: true },
    gaps: { buckets: "all" },
    sort: [{ field: "b" }],
  };
  expect(await rows(view)).toEqual([
    ["North", B0, 22, 4, 150],
    ["North", B1, 30, 1, 150],
    ["South", B0, null, 0, 30],
    ["South", B1, null, 0, 30],
  ]);
});

test("AN §3.4 no devices, no rows, all labels", async () => {
  const report = await golden().run({ ...RANGE, scope: { nameMatches: "nobody*" }, fields: [NAME, TEMP] });
  expect(report.rows).toEqual([]);
  expect(report.columns.map(({ label }) => label)).toEqual(["Device", "t of temp"]);
});

test("AN §2.4 a field may have a range of its own", async () => {
  const later = { type: "absolute", startTs: B1, endTs: B1 + HOUR, timezone: "UTC" };
  expect(await rows({ fields: [BUILDING, TEMP, measure("l", "temp", "avg", { range: later })] })).toEqual([
    ["North", 24, 30],
  ]);
});

test("AN-55: current has its value in every bucket", async () => {
  const view = { fields: [NAME, HOURS, measure("now", "temp", "current")], filters: [name("A")] };
  expect(await rows(view)).toEqual([
    ["A", B0, 99],
    ["A", B1, 99],
  ]);
});

test("AN §2.5 telemetry of a gateway counts once in a group, however many devices are behind it", async () => {
  const gateway = deviceWith(9, {}, { load: [[10, 4]] });
  const children = [0, 1].map((index) => ({ ...deviceWith(index, { building: "X" }, {}), gatewayId: gateway.id }));
  const load = {
    id: "l",
    label: "Load",
    source: { type: "telemetry", key: "load", of: "gateway" },
    aggregation: { fn: "sum" },
  };
  const found = await reportWorld([gateway, ...children], GOLDEN_NOW).run({ ...RANGE, fields: [BUILDING, load] });
  expect(found.rows).toEqual([["X", 4]]);
});

// --- Gaps ---

test("AN-60: every bucket of the range, not beyond now; what was made up is marked", async () => {
  const view = {
    ...RANGE,
    timeRange: { ...RANGE.timeRange, endTs: T0 + 4 * HOUR },
    fields: [NAME, HOURS, measure("t", "temp", "avg", { fill: { value: "previous" } })],
    filters: [name("B")],
    gaps: { buckets: "all" },
  };
  const report = await reportWorld(GOLDEN_DEVICES, T0 + 3 * HOUR).run(view);
  expect(report.rows.map((row) => row[2])).toEqual([24, 24, 24]);
  expect(report.filled).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("AN-60: gaps are missing, zero or the previous value, as set; counts are 0 and not marked", async () => {
  const filled = async (value: string, fn = "avg"): Promise<unknown> => {
    const fields = [NAME, HOURS, measure("t", "temp", fn)];
    const report = await golden().run({ ...RANGE, fields, filters: [name("B")], gaps: { buckets: "all", value } });
    return [report.rows.map((row) => row[2]), report.filled.length];
  };
  expect(await filled("missing")).toEqual([[24, null], 0]);
  expect(await filled("zero")).toEqual([[24, 0], 1]);
  expect(await filled("previous")).toEqual([[24, 24], 1]);
  expect(await filled("missing", "count")).toEqual([[2, 0], 0]);
});

// --- Comparison and formulas ---

test("AN-63: previousWeek stands by calendar position across a clock change", async () => {
  const [monday, hour] = [Date.UTC(2026, 2, 30, 10), HOUR];
  const device = {
    ...deviceWith(0, {}, {}),
    // 12:00 of Monday in summer time; the Monday before, 12:00 was an hour later in UTC.
    samples: new Map([
      [
        "v",
        [
          { ts: monday - 7 * 24 * hour + hour, value: 4 },
          { ts: monday, value: 5 },
        ],
      ],
    ]),
  };
  const report = await reportWorld([device], monday + 12 * hour).run({
    timeRange: { type: "absolute", startTs: monday - 2 * hour, endTs: monday + 2 * hour, timezone: "Europe/Berlin" },
    fields: [HOURS, measure("v", "v", "sum")],
    compare: { to: "previousWeek" },
  });
  expect(report.rows).toEqual([[monday, 5, 4]]);
});

test("AN §3.6 two buckets compared with those of the period before, by their order", async () => {
  const half = { id: "m", label: "Half", source: { type: "timeBucket", bucket: "minute", amount: 30 } };
  const view = { fields: [HOURS, half, COUNT], compare: { to: "previousPeriod", fields: ["c"] } };
  const timeRange = { ...RANGE.timeRange, startTs: T0 + 30 * MINUTE, endTs: T0 + 90 * MINUTE };
  expect(await rows({ ...view, timeRange })).toEqual([
    [B0, B0 + 30 * MINUTE, 2, null],
    [B1, B1, 1, 2],
  ]);
});

test("AN-61: a division by zero is missing", async () => {
  expect(await rows({ fields: [NAME, COUNT, formula("x", "c / (c - c)")], filters: [name("A")] })).toEqual([
    ["A", 3, null],
  ]);
});

test("AN-64: the visualisation changes no cell", async () => {
  const view = { fields: [HOURS, TEMP] };
  expect(await rows({ ...view, visualization: { type: "line", x: "h", y: ["t"] } })).toEqual(await rows(view));
});

test("AN-43: equal requests on equal data give equal reports", async () => {
  const world = golden();
  const view = { ...RANGE, fields: [NAME, HOURS, TEMP, COUNT] };
  expect(await world.run(view)).toEqual(await world.run(view));
});

test("AN §3.6 each row compared with the earlier hour, and what changed", async () => {
  const view = {
    timeRange: { ...RANGE.timeRange, startTs: B1 },
    fields: [BUILDING, TEMP],
    compare: { to: "previousPeriod", fields: ["t"], show: ["value", "delta", "percent", "ratio"] },
  };
  const report = await golden().run(view);
  expect(report.columns.map(({ label, role }) => [label, role])).toEqual([
    ["Building", "dimension"],
    ["t of temp", "measure"],
    ["t of temp (previous period)", "comparison"],
    ["t of temp (change)", "comparison"],
    ["t of temp (change, %)", "comparison"],
    ["t of temp (ratio)", "comparison"],
  ]);
  expect(report.rows).toEqual([["North", 30, 22, 8, (100 * 8) / 22, 30 / 22]]);
});

test("AN §2.11 calculated fields see finished rows, hidden fields and windows", async () => {
  const view = {
    fields: [
      HOURS,
      measure("c", "temp", "count", { hidden: true }),
      formula("half", "c / 2"),
      formula("sum", "cumulativeSum(half)"),
      formula("from", "bucket.startMs - range.startMs"),
    ],
  };
  expect(await rows(view)).toEqual([
    [B0, 2, 2, 0],
    [B1, 0.5, 2.5, HOUR],
  ]);
});

test("AN §2.4 cells of another type than declared are missing, with a warning", async () => {
  const status = measure("s", "status", "latest", { dataType: "number" });
  const report = await golden().run({ ...RANGE, fields: [NAME, status, COUNT], filters: [name("A")] });
  expect(report.rows).toEqual([["A", null, 3]]);
  expect(report.meta.warnings.map(({ code, field }) => [code, field])).toEqual([["TYPE_MISMATCH", "s"]]);
});

test("AN §3.6 a key with nothing but texts is missing, with a warning and a count", async () => {
  const report = await golden().run({ ...RANGE, fields: [NAME, measure("s", "status", "avg")] });
  expect(report.rows).toEqual([["A", null]]);
  expect([...report.meta.skippedValues]).toEqual([["s", 2]]);
  expect(report.meta.warnings.map(({ code }) => code)).toEqual(["VALUES_SKIPPED"]);
});

test("AN §2.4 rounding comes last: order and filters see what is exact", async () => {
  const third = formula("x", "t / 7", { decimals: 1, round: true });
  const view = {
    fields: [HOURS, { ...TEMP, hidden: true }, third],
    filters: [{ name: "f", target: { field: "x" }, operator: "gt", values: [3.1] }],
  };
  expect(await rows(view)).toEqual([
    [B0, 3.1],
    [B1, 4.3],
  ]);
});

// --- Filters ---

test("AN-24, AN-32: filters on dimensions choose devices; a request replaces values of one filter only", async () => {
  const view = { fields: [NAME, TEMP], filters: [name("A"), { ...name("North"), name: "b", target: BUILDING.source }] };
  expect(await rows(view)).toEqual([["A", 24]]);
  expect(await rows(view, { filters: new Map([["Device", ["B"]]]) })).toEqual([["B", 24]]);
  expect(await rows(view, { filters: new Map([["b", ["South"]]]) })).toEqual([]);
});

test("AN-28, AN-36: a name that differs in case, and a locked filter, are refused with their codes", async () => {
  const view = { fields: [NAME, TEMP], filters: [{ ...name("A"), overridable: false }] };
  await expect(rows(view, { filters: new Map([["device", []]]) })).rejects.toMatchObject({ code: "FILTER_UNKNOWN" });
  await expect(rows(view, { filters: new Map([["Device", []]]) })).rejects.toMatchObject({ code: "FILTER_LOCKED" });
});

test('AN-33, AN-34: 5 and "5" are the same, "05" is not; notIn keeps what is missing', async () => {
  const floors = ["5", 5, "05"].map((floor, index) => deviceWith(index, { floor }, { v: [[10, 1]] }));
  const world = reportWorld([...floors, deviceWith(3, {}, { v: [[10, 1]] })], GOLDEN_NOW);
  const devices = async (operator: string, values: readonly (string | number)[]): Promise<unknown> => {
    const target = { type: "attribute", scope: "server", key: "floor" };
    const filters = [{ name: "floor", target, operator, values }];
    const report = await world.run({ ...RANGE, fields: [NAME, measure("v", "v", "count")], filters });
    return report.rows.map(([device]) => device);
  };
  expect(await devices("in", [5])).toEqual(["D0", "D1"]);
  expect(await devices("in", ["5"])).toEqual(["D0", "D1"]);
  expect(await devices("notIn", [5])).toEqual(["D2", "D3"]);
});

test("AN-27, AN-29: an unknown filter names those there are; values are arrays", async () => {
  const view = { fields: [NAME, TEMP], filters: [name("A")] };
  await expect(rows(view, { filters: new Map([["nope", []]]) })).rejects.toMatchObject({
    code: "FILTER_UNKNOWN",
    message: expect.stringContaining('"Device"') as string,
  });
  await expect(rows(view, { filters: new Map([["Device", "A"]]) })).rejects.toMatchObject({ code: "FILTER_VALUES" });
});

test("AN-35: filters on samples, on the newest value, and on results", async () => {
  const target = { type: "telemetry", key: "temp" };
  const warm = { name: "warm", target, operator: "gt", values: [21] };
  expect(await rows({ fields: [NAME, COUNT], filters: [warm] })).toEqual([
    ["A", 2],
    ["B", 1],
  ]);
  expect(await rows({ fields: [NAME, COUNT], filters: [{ ...warm, apply: "latest", values: [50] }] })).toEqual([
    ["A", 3],
  ]);
  const many = { name: "many", target: { field: "c" }, operator: "gte", values: [3] };
  expect(await rows({ fields: [NAME, COUNT], filters: [many] })).toEqual([["A", 3]]);
});

test("AN-30: no values and emptyMeans none let nothing pass", async () => {
  const nothing = { ...name("A"), values: [], emptyMeans: "none" };
  expect(await rows({ fields: [NAME, COUNT], filters: [nothing] })).toEqual([]);
});

test("AN §2.3 a scope's condition looks at dimensions", async () => {
  expect(
    await rows({ scope: { where: 'attr.server.area > 40 and entity.name != "B"' }, fields: [NAME, COUNT] }),
  ).toEqual([["A", 3]]);
});

test("AN §2.10 rows are dropped by their visible measures", async () => {
  const fields = [NAME, measure("s", "status", "latest"), measure("k", "kwh", "sum")];
  const count = async (dropRows: string): Promise<number> => (await rows({ fields, nulls: { dropRows } })).length;
  expect([await count("none"), await count("anyMeasureMissing"), await count("allMeasuresMissing")]).toEqual([2, 1, 2]);
});

// --- Best groups, totals ---

test("AN §2.10 the best groups of the last dimension, the rest computed from samples again", async () => {
  const devices = [1, 2, 3, 4].map((value) =>
    deviceWith(
      value,
      { building: `B${String(value)}` },
      {
        v: [
          [10, value],
          [70, value],
        ],
      },
    ),
  );
  const view = {
    ...RANGE,
    fields: [BUILDING, HOURS, measure("v", "v", "avg")],
    limit: { top: { n: 2, by: "v", others: true, othersLabel: "Rest" } },
  };
  const found = await reportWorld(devices, GOLDEN_NOW).run(view);
  expect(found.rows).toEqual([
    ["B3", B0, 3],
    ["B4", B0, 4],
    ["Rest", B0, 1.5],
    ["B3", B1, 3],
    ["B4", B1, 4],
    ["Rest", B1, 1.5],
  ]);
});

test("AN §2.10 the rest of groups that telemetry tells apart is refused when the view is saved", async () => {
  const status = { id: "s", label: "Status", kind: "dimension", source: { type: "telemetry", key: "status" } };
  const view = { fields: [status, COUNT], limit: { top: { n: 1, by: "c", others: true } } };
  await expect(golden().view(view)).rejects.toThrow("not telemetry");
  expect(await rows({ ...view, limit: { top: { n: 1, by: "c" } } })).toEqual([["run", 2]]);
});

test("AN §5 what a report reads is known before it runs, each pass over the samples", async () => {
  const world = golden();
  await world.run({
    ...RANGE,
    fields: [BUILDING, HOURS, TEMP, measure("now", "temp", "current")],
    compare: { to: "previousPeriod", fields: ["t"] },
    grouping: { totals: "grand" },
  });
  const [plan] = world.plans;
  expect(plan).toMatchObject({ devices: 3, series: 2, groups: 2, buckets: 2, rowsMost: 4, rowLimit: 10_000 });
  expect(plan?.reads.map(({ kind, description }) => [kind, description])).toEqual([
    ["samples", 'avg of "temp"'],
    ["newest", 'current of "temp"'],
    ["samples", 'avg of "temp" of the compared period'],
    ["newest", 'current of "temp" of the compared period'],
    ["samples", 'avg of "temp" for totals'],
    ["newest", 'current of "temp" for totals'],
  ]);
  expect(plan?.reads[0]?.series).toBe(plan?.reads[1]?.series);
});

test("AN §2.10 totals come from samples, for each shorter key and for all", async () => {
  const report = await golden().run({
    ...RANGE,
    fields: [BUILDING, NAME, TEMP, AREA],
    grouping: { totals: "rollup" },
  });
  expect(report.totals).toEqual([
    { groupedBy: ["b"], cells: ["North", null, 24, 150] },
    { groupedBy: [], cells: [null, null, 24, 180] },
  ]);
});

// --- Order and limits ---

test("AN-45: sort entries first, missing last in both directions, then times and dimensions", async () => {
  const fields = [NAME, measure("s", "status", "latest"), COUNT];
  const order = async (direction: string, missing = "last"): Promise<unknown> =>
    (await rows({ fields, sort: [{ field: "s", direction, missing }] })).map(([device]) => device);
  expect(await order("asc")).toEqual(["A", "B"]);
  expect(await order("desc")).toEqual(["A", "B"]);
  expect(await order("asc", "first")).toEqual(["B", "A"]);
});

test("AN-44: an exact fit is not truncated; one row more is, or fails", async () => {
  const run = async (limit: object, request = {}): Promise<Report> =>
    golden().run({ ...RANGE, fields: [NAME, COUNT], limit }, request);
  expect((await run({ rows: 2 })).meta.truncated).toBeNull();
  const cut = await run({ rows: 1 });
  expect([cut.rows.length, cut.meta.truncated]).toEqual([1, { reason: "rows", limit: 1 }]);
  await expect(run({ rows: 1, onExceed: "fail" })).rejects.toMatchObject({ code: "REPORT_TOO_LARGE" });
  const page = await run({ rows: 10 }, { overrides: { limit: 1, offset: 1 } });
  expect([page.rows, page.meta.truncated]).toEqual([[["B", 2]], null]);
});

test("AN §3.10 a report that is too large in bytes is cut after the last row that fits", async () => {
  const report = await golden({ bytesMax: 40 }).run({ ...RANGE, fields: [NAME, COUNT] });
  expect(report.rows).toEqual([["A", 3]]);
  expect(report.meta.truncated).toEqual({ reason: "bytes", limit: 40 });
});

test("AN §3.10 more rows before sorting than may be held are refused", async () => {
  await expect(golden({ tableRowsMax: 1 }).run({ ...RANGE, fields: [NAME, COUNT] })).rejects.toMatchObject({
    code: "REPORT_TOO_LARGE",
  });
});

test("AN §5 a report whose rows need more memory than reports may have is refused, and the next one has all of it", async () => {
  const view = { ...RANGE, fields: [NAME, COUNT] };
  await expect(golden({ memoryBytesMax: 1500 }).run(view)).rejects.toMatchObject({ code: "REPORT_TOO_LARGE" });
  const service = golden({ memoryBytesMax: 3000 });
  expect((await service.run(view)).rows).toHaveLength(2);
  expect((await service.run(view)).rows).toHaveLength(2);
});

test("AN §4.4 the width of buckets is reported, also as automatic ones got it", async () => {
  const widthOf = async (fields: readonly object[]) => (await golden().run({ ...RANGE, fields })).meta.bucketWidth;
  const automatic = { ...HOURS, source: { type: "timeBucket", bucket: "auto", maxBuckets: 2 } };
  expect(await widthOf([HOURS, COUNT])).toEqual({ bucket: "hour", amount: 1 });
  expect(await widthOf([automatic, COUNT])).toEqual({ bucket: "hour", amount: 1 });
  expect(await widthOf([NAME, COUNT])).toBeNull();
});

test("AN §3.3 partial buckets are reported, too many refused", async () => {
  const view = { timeRange: { ...RANGE.timeRange, startTs: T0 + 10 }, fields: [HOURS, COUNT] };
  expect((await golden().run(view)).meta.partialBuckets).toEqual(["first"]);
  await expect(golden({ bucketsMax: 1 }).run(view)).rejects.toMatchObject({ code: "TOO_MANY_BUCKETS" });
});

test("AN-17, AN-18, AN-21: the bounds of a request win, each on its own", async () => {
  expect(await rows({ fields: [NAME, COUNT] }, { rangeStartTs: B1 })).toEqual([["A", 1]]);
  await expect(rows({ fields: [NAME, COUNT] }, { rangeStartTs: B1, rangeEndTs: B1 })).rejects.toMatchObject({
    code: "RANGE_INVALID",
  });
});

test("AN §4.3 a run may have another order, zone and bucket", async () => {
  const overrides = {
    sort: [{ field: "c", direction: "desc" as const }],
    bucket: { bucket: "minute" as const, amount: 30 },
    timezone: "Asia/Kolkata",
  };
  const report = await golden().run({ ...RANGE, fields: [HOURS, COUNT] }, { overrides });
  expect(report.rows.map(([, count]) => count)).toEqual([2, 2, 1]);
  expect(report.meta.timezone).toBe("Asia/Kolkata");
  await expect(
    rows({ fields: [NAME, COUNT] }, { overrides: { sort: [{ field: "no", direction: "asc" as const }] } }),
  ).rejects.toMatchObject({ code: "BODY_INVALID" });
});

// --- Access ---

test("AN-73: a customer's user gets figures of the own devices only, in totals too", async () => {
  const customer = {
    id: "01980000-0000-7000-8000-0000000000c1",
    title: "C",
    createdTime: T0,
    attributes: GOLDEN_DEVICES[0]?.attributes ?? { client: new Map(), shared: new Map(), server: new Map() },
  };
  const devices = GOLDEN_DEVICES.map((device) => (device.name === "B" ? { ...device, customer } : device));
  const view = { ...RANGE, fields: [BUILDING, COUNT, AREA], grouping: { totals: "grand" } };
  const report = await reportWorld(devices, GOLDEN_NOW).run(view, {}, customerReader(customer.id));
  expect(report.rows).toEqual([["North", 2, 50]]);
  expect(report.totals.map(({ cells }) => cells)).toEqual([[null, 2, 50]]);
  expect(report.meta.devices).toBe(1);
});

test("AN §5 a stopped run rejects with the reason of its signal", async () => {
  const reason = new Error("gone");
  const run = golden().run({ ...RANGE, fields: [NAME, COUNT] }, {}, undefined, AbortSignal.abort(reason));
  await expect(run).rejects.toBe(reason);
});

// --- Empty ranges ---

const NEWEST_TEMP = T0 + 120 * MINUTE;
const EARLIER = { rangeStartTs: T0 - 10 * HOUR, rangeEndTs: T0 - 9 * HOUR };

test("AN-80: without a value, a report has the time of the newest one of the keys that it reads", async () => {
  const newestOf = async (view: object, request: object = EARLIER, devices = GOLDEN_DEVICES): Promise<number | null> =>
    newestTsOf(await reportWorld(devices, GOLDEN_NOW).run({ ...RANGE, ...view }, request));

  expect(await newestOf({ fields: [NAME, HOURS, TEMP] })).toBe(NEWEST_TEMP);
  expect(await newestOf({ fields: [NAME, measure("d", "door", "latest"), measure("no", "none", "sum")] })).toBe(
    T0 + 40 * MINUTE,
  );
  expect(await newestOf({ fields: [NAME, TEMP], filters: [name("B")] })).toBe(T0 + 45 * MINUTE);
  expect(await newestOf({ ...RAW, fields: [NAME, TS, RAW_TEMP, RAW_DOOR] })).toBe(NEWEST_TEMP);
  expect(await newestOf({ fields: [NAME, formula("f", "t * 2"), measure("t", "temp", "avg", { hidden: true })] })).toBe(
    NEWEST_TEMP,
  );
  const kept = { grouping: { keepEmptyGroups: true }, gaps: { buckets: "all" } };
  expect(await newestOf({ fields: [NAME, HOURS, { ...TEMP, fill: { value: "zero" } }], ...kept })).toBe(NEWEST_TEMP);
});

test("AN-80: a report with a value, or that another range would not give one, has no such time", async () => {
  const newestOf = async (view: object, request: object = EARLIER): Promise<number | null> =>
    newestTsOf(await golden().run({ ...RANGE, ...view }, request));
  const own = { range: { type: "absolute", startTs: T0 - 2 * HOUR, endTs: T0 - HOUR, timezone: "UTC" } };

  expect(await newestOf({ fields: [NAME, TEMP] }, {})).toBeNull();
  // One measure of two has a value.
  expect(await newestOf({ fields: [NAME, TEMP, measure("now", "door", "current")] })).toBeNull();
  expect(await newestOf({ fields: [NAME, measure("no", "none", "sum")] })).toBeNull();
  expect(await newestOf({ fields: [NAME, measure("t", "temp", "avg", own)] })).toBeNull();
  expect(await newestOf({ fields: [NAME] })).toBeNull();
  expect(await newestOf({ fields: [NAME, TEMP], scope: { nameMatches: "nobody*" } })).toBeNull();
  // The range has the newest value, which the condition leaves out.
  const hot = measure("t", "temp", "avg", { where: "value > 1000" });
  expect(await newestOf({ fields: [NAME, hot] }, { rangeStartTs: T0, rangeEndTs: T0 + 3 * HOUR })).toBeNull();
  expect(await newestOf({ fields: [NAME, hot] })).toBe(NEWEST_TEMP);
});

// --- Raw mode ---

const TS = { id: "ts", label: "Time", source: { type: "timestamp" } };
const RAW = { grouping: { mode: "raw" } };
const RAW_TEMP = { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } };
const RAW_DOOR = { id: "d", label: "door", source: { type: "telemetry", key: "door" } };

test("AN-56: raw mode has a row for each device and instant, dimensions repeated", async () => {
  expect(await rows({ ...RAW, fields: [NAME, TS, RAW_TEMP, RAW_DOOR], filters: [name("B")] })).toEqual([
    ["B", T0 + 10 * MINUTE, null, true],
    ["B", T0 + 15 * MINUTE, "n/a", null],
    ["B", T0 + 40 * MINUTE, null, false],
    ["B", T0 + 45 * MINUTE, 24, null],
  ]);
});

test("AN §3.10 in raw mode the limit goes down to the engine where nothing else needs all rows", async () => {
  const world = golden();
  const asked = async (view: object): Promise<unknown> => {
    await world.run({ ...RANGE, ...RAW, fields: [NAME, TS, RAW_TEMP], limit: { rows: 1 }, ...view });
    const query = world.engine.rawQueries.at(-1);
    return [query?.order, query?.rowsMax];
  };
  expect(await asked({})).toEqual(["oldestFirst", 2]);
  expect(await asked({ sort: [{ field: "ts", direction: "desc" }] })).toEqual(["newestFirst", 2]);
  expect(await asked({ fields: [NAME, RAW_TEMP] })).toEqual(["device", 2]);
  expect(await asked({ sort: [{ field: "t" }] })).toEqual(["device", 1_000_001]);
  expect(await asked({ nulls: { dropRows: "anyMeasureMissing" } })).toEqual(["device", 1_000_001]);
});

test("AN §3.4 raw mode without telemetry has no rows", async () => {
  expect(await rows({ ...RAW, fields: [NAME] })).toEqual([]);
});

function name(value: string): object {
  return { name: "Device", target: NAME.source, operator: "in", values: [value] };
}

function deviceWith(
  index: number,
  server: Readonly<Record<string, string | number>>,
  series: Readonly<Record<string, readonly (readonly [minute: number, value: number])[]>>,
): ReferenceDevice {
  return {
    id: `d0000000-0000-4000-8000-00000000000${String(index)}`,
    name: `D${String(index)}`,
    label: "",
    profileId: "f0000000-0000-4000-8000-00000000000f",
    profile: "Meter",
    customer: null,
    gatewayId: null,
    createdTime: T0,
    active: true,
    lastActivityTime: null,
    attributes: { client: new Map(), shared: new Map(), server: new Map(Object.entries(server)) },
    samples: new Map(
      Object.entries(series).map(([key, samples]) => [
        key,
        samples.map(([minute, value]) => ({ ts: T0 + minute * MINUTE, value })),
      ]),
    ),
  };
}

test("AN §5 reports are served in the order in which they began, apart by tenant, size and whether somebody waits", async () => {
  const asked: string[] = [];
  const world = reportWorld(GOLDEN_DEVICES, GOLDEN_NOW, {}, (engine) => ({
    read: (request, use) => {
      asked.push(`${String(request.order)} ${request.standing.replace(REPORT_READER.tenantId, "own")}`);
      return engine.read(request, use);
    },
    estimate: (series) => engine.estimate(series),
    mostSamples: ({ startTs }) => (startTs < T0 ? 3_000_000 : 1_000_000),
    newestTs: (series) => engine.newestTs(series),
  }));
  const view = { ...RANGE, fields: [COUNT] };
  await world.run(view);
  await world.run(view, { rangeStartTs: T0 - HOUR });
  await world.run(view, { isBackground: true });
  await world.run(view, {}, { ...REPORT_READER, tenantId: "other" as TenantId });

  expect(asked).toEqual(["0 own small", "1 own large", "2 own background", "3 other small"]);
});
