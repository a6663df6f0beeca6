// Analytics contract 3.2, 3.3, 3.6 and 7 no. 4, checklist 9.2 and 9.5: ranges and buckets in zones whose clocks change.
import { beforeAll, expect, test } from "vitest";
import { buildReport, createView, rowsOf, saveSamples, T0, V1 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { member, type RestAnswer } from "../../support/rest-client.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;

const HOUR = 3_600_000;
const HALF_HOUR = 1_800_000;
const BERLIN = { timezone: "Europe/Berlin" };

/** A sample each half hour of the days around both changes of the clock; its value is the local hour. */
beforeAll(async () => {
  ({ tenant } = platform());
  const device = await tenant.createDevice();
  const points: [minute: number, value: number][] = [];
  const hour = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Berlin", hourCycle: "h23", hour: "numeric" });
  for (const [from, to] of [
    ["2026-03-20T23:00:00Z", "2026-03-30T22:00:00Z"],
    ["2026-10-16T22:00:00Z", "2026-10-26T23:00:00Z"],
  ] as const)
    for (let ts = Date.parse(from); ts < Date.parse(to); ts += HALF_HOUR)
      points.push([(ts - T0) / 60_000, Number(hour.format(ts))]);
  await saveSamples(tenant, device.id, { v: points });
});

/** A column of times and one of values, over what the buckets and the range say. */
async function report(
  bucket: string,
  from: string,
  to: string,
  more: Readonly<Record<string, unknown>> = {},
  rules: Readonly<Record<string, unknown>> = {},
  fn = "count",
): Promise<RestAnswer> {
  const viewId = await createView(tenant.rest, {
    name: `${bucket} ${from} ${JSON.stringify([more, rules])}`,
    timeRange: { type: "absolute", startTs: Date.parse(from), endTs: Date.parse(to), ...BERLIN, ...rules },
    fields: [
      { id: "t", label: "at", source: { type: "timeBucket", bucket, amount: 1 } },
      { id: "v", label: "v", source: { type: "telemetry", key: "v" }, aggregation: { fn } },
    ],
    ...more,
  });
  return buildReport(tenant.rest, viewId, { rangeStartTs: null, rangeEndTs: null });
}

function shown(answer: RestAnswer, ...labels: readonly string[]): unknown[] {
  return rowsOf(answer).map((row) => [
    new Date(Number(row["at"])).toISOString().slice(0, 16),
    ...labels.map((label) => row[label]),
  ]);
}

test("AN-57: day buckets in Europe/Berlin hold 23 h on 2026-03-29 and 25 h on 2026-10-25", async () => {
  expect(shown(await report("day", "2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z"), "v")).toEqual([
    ["2026-03-27T23:00", 48],
    ["2026-03-28T23:00", 46],
    ["2026-03-29T22:00", 48],
  ]);
  const autumn = await report("day", "2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z");
  expect(rowsOf(autumn).map((row) => row["v"])).toEqual([48, 50, 48]);
  expect(autumn.headers.get("x-report-partial-buckets")).toBe("none");
});

test("AN-58: hour buckets give two rows for the repeated hour of 2026-10-25, none for the skipped one of 2026-03-29", async () => {
  const autumn = await report("hour", "2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z", {}, {}, "avg");
  expect(shown(autumn, "v")).toEqual([
    ["2026-10-24T23:00", 1],
    ["2026-10-25T00:00", 2],
    ["2026-10-25T01:00", 2],
    ["2026-10-25T02:00", 3],
  ]);
  const spring = await report("hour", "2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", {}, {}, "avg");
  expect(shown(spring, "v")).toEqual([
    ["2026-03-29T00:00", 1],
    ["2026-03-29T01:00", 3],
    ["2026-03-29T02:00", 4],
  ]);
});

test('AN-59: week buckets start on Monday, or on Sunday with weekStart:"sunday"', async () => {
  const weeks = async (weekStart: string): Promise<unknown[]> =>
    shown(await report("week", "2026-03-24T10:00:00Z", "2026-03-30T10:00:00Z", {}, { weekStart }));
  expect(await weeks("monday")).toEqual([["2026-03-22T23:00"], ["2026-03-29T22:00"]]);
  expect(await weeks("sunday")).toEqual([["2026-03-21T23:00"], ["2026-03-28T23:00"]]);
});

test("AN-63: a comparison with the previous week compares each local hour with the same one, across a change of the clock", async () => {
  const compare = { to: "previousWeek", fields: ["v"], show: ["value"], suffixes: { value: "before" } };
  const autumn = await report("hour", "2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z", { compare }, {}, "avg");
  expect(shown(autumn, "v", "v (before)")).toEqual([
    ["2026-10-24T23:00", 1, 1],
    ["2026-10-25T00:00", 2, 2],
    ["2026-10-25T01:00", 2, ""],
    ["2026-10-25T02:00", 3, 3],
  ]);
  const spring = await report("hour", "2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", { compare }, {}, "avg");
  expect(shown(spring, "v", "v (before)")).toEqual([
    ["2026-03-29T00:00", 1, 1],
    ["2026-03-29T01:00", 3, 3],
    ["2026-03-29T02:00", 4, 4],
  ]);
});

test("AN-23: thisMonth in two zones resolves to different instants at the same now", async () => {
  const rangeIn = async (timezone: string): Promise<readonly number[]> => {
    const viewId = await createView(tenant.rest, {
      name: `this month in ${timezone}`,
      timeRange: { type: "preset", preset: "thisMonth", timezone },
      fields: [{ id: "v", label: "v", source: { type: "telemetry", key: "v" }, aggregation: { fn: "count" } }],
    });
    const answer = await buildReport(tenant.rest, viewId, { rangeStartTs: null, rangeEndTs: null });
    return (answer.headers.get("x-report-range") ?? "").split("-").map(Number);
  };
  const [kiritimati, pagoPago] = [await rangeIn("Pacific/Kiritimati"), await rangeIn("Pacific/Pago_Pago")];
  const local = (start = 0, hours = 0): string => new Date(start + hours * HOUR).toISOString().slice(8);
  expect(local(kiritimati[0], 14)).toBe("01T00:00:00.000Z");
  expect(local(pagoPago[0], -11)).toBe("01T00:00:00.000Z");
});

test("AN §3.3: too many buckets are refused, with the smallest bucket that fits", async () => {
  const answer = await report("second", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
  expect(answer.status).toBe(400);
  expect(member(answer.body, "code")).toBe("TOO_MANY_BUCKETS");
  expect(member(answer.body, "message")).toMatch(/2678400 buckets of 1 second.*fits is 1 minute/);
});

test("AN §7 no. 4: null stands for nothing only where the description has it", async () => {
  const answer = await tenant.rest.request("POST", `${V1}/ranges/parse`, { text: "3m", fiscalStartMonth: null });
  expect([answer.status, member(answer.body, "errors", "0", "pointer")]).toEqual([400, "/fiscalStartMonth"]);
});

test("AN §7 no. 4: a range in words is understood, or answered with proposals", async () => {
  const parse = (body: unknown): Promise<RestAnswer> => tenant.rest.request("POST", `${V1}/ranges/parse`, body);
  const weeks = await parse({ text: "last 3 full weeks", timezone: "Europe/Berlin" });
  expect(weeks).toMatchObject({
    status: 200,
    body: {
      match: {
        text: "last 3 full weeks",
        timeRange: { type: "rolling", amount: 3, unit: "w", align: "w", timezone: "Europe/Berlin" },
      },
      proposals: [],
    },
  });
  const unclear = await parse({ text: "3m" });
  expect(unclear).toMatchObject({
    status: 200,
    body: { match: null, proposals: [{ text: "last 3 minutes" }, { text: "last 3 months" }] },
  });
  // What is answered is what a view takes.
  const timeRange = member(member(weeks.body, "match"), "timeRange");
  const fields = [{ id: "v", label: "v", source: { type: "telemetry", key: "v" }, aggregation: { fn: "count" } }];
  await createView(tenant.rest, { name: "three weeks", timeRange, fields });
  for (const [body, code] of [
    [{}, "RANGE_INVALID"],
    [{ text: " " }, "RANGE_INVALID"],
    [{ text: "x".repeat(201) }, "RANGE_INVALID"],
    [{ text: 7 }, "RANGE_INVALID"],
    [{ text: "today", timezone: "Mars/Olympus" }, "ZONE_UNKNOWN"],
    [{ text: "today", weekStart: "tuesday" }, "BODY_INVALID"],
    [{ text: "today", timezome: "UTC" }, "UNKNOWN_PROPERTY"],
    [[], "BODY_INVALID"],
  ] as const) {
    const answer = await parse(body);
    expect([answer.status, member(answer.body, "code")]).toEqual([400, code]);
  }
});
