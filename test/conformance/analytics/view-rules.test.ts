// Analytics contract 2 and 3.7 to 3.10 over the whole platform: what is saved is what runs, and what users write, in any
// script, is compared and shown as they wrote it.
import { beforeAll, expect, test } from "vitest";
import { AnalyticsClient, type SavedView } from "../../support/analytics-client.ts";
import { buildReport, goldenDevices, rowsOf, saveSamples, T0 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import type { TestDevice, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;
let api: AnalyticsClient;
let devices: readonly TestDevice[];
beforeAll(async () => {
  ({ tenant } = platform());
  api = new AnalyticsClient(tenant.rest);
  devices = await goldenDevices(tenant);
});

const NAME = { id: "n", label: "Device", source: { type: "entity", field: "name" } };
const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
const measure = (fn: string, key: string) => ({
  ...{ id: fn, label: fn, source: { type: "telemetry", key } },
  aggregation: { fn },
});

async function save(definition: object): Promise<SavedView> {
  const scope = { deviceIds: devices.map(({ id }) => id) };
  return await api.create({ name: tenant.uniqueName("view"), scope, ...definition });
}

async function rowsOfView(definition: object, filters?: object) {
  const { id } = await save(definition);
  return rowsOf(await buildReport(tenant.rest, id, filters === undefined ? {} : { filters }));
}

test("AN §2.1 (P3): a view near the greatest size runs, and can be sent back and copied as it was saved", async () => {
  const values = Array.from({ length: 900 }, () => "x".repeat(240));
  const fields = Array.from({ length: 64 }, (_, at) => ({ ...NAME, id: `n${String(at)}`, label: String(at) }));
  const filters = [{ name: "f", target: NAME.source, operator: "notIn", values }];
  const view = await save({ fields, filters });

  expect(rowsOf(await buildReport(tenant.rest, view.id))).toHaveLength(3);
  const again = await api.call("PUT", `/views/${view.id}`, view);
  expect([again.status, again.body]).toEqual([200, { ...view, revision: 2 }]);
  expect((await api.call("POST", `/views/${view.id}/copy`, {})).status).toBe(201);
  const large = {
    name: "large",
    fields,
    filters: [{ ...filters[0], values: values.map((value) => `${value}1234567890123456789012345678901234567`) }],
  };
  expect([
    Buffer.byteLength(JSON.stringify(large)) < 262_144,
    (await api.call("POST", "/views", large)).status,
  ]).toEqual([true, 400]);
});

test("AN §3.7: texts are compared in any script, whether they are samples or attributes", async () => {
  const [a, b] = devices as [TestDevice, TestDevice];
  await saveSamples(tenant, a.id, {
    street: [
      [1, "ΟΔΟΣ ΕΡΜΟΥ"],
      [2, "οδός"],
    ],
  });
  await tenant.saveAttributes(b.id, "SERVER_SCOPE", { street: "ΟΔΟΣ ΕΡΜΟΥ" });
  const samples = { name: "f", target: { type: "telemetry", key: "street" }, operator: "contains" };
  const dimensions = { ...samples, target: attribute("street") };
  for (const text of ["ΟΔΟΣ", "οδος", "ος ε", "ΡΜΟΥ"]) {
    const filters = { f: [text] };
    expect(await rowsOfView({ fields: [measure("count", "street")], filters: [samples] }, filters)).toEqual([
      { count: 1 },
    ]);
    expect(await rowsOfView({ fields: [NAME], filters: [dimensions] }, filters)).toEqual([{ Device: b.name }]);
  }
});

test("AN §3.7: an order is one of numbers, whatever type a filter asks for; a text is the one that it spells", async () => {
  const [, , c] = devices as [TestDevice, TestDevice, TestDevice];
  await saveSamples(tenant, c.id, {
    mixed: [
      [1, "7"],
      [2, 7],
      [3, true],
      [4, 3],
      [5, "7 °C"],
    ],
  });
  await tenant.saveAttributes(c.id, "SERVER_SCOPE", { mixed: "7", other: "0x7" });
  for (const valueType of ["auto", "number", "time"]) {
    const filter = { name: "f", operator: "gte", values: [2], valueType };
    const samples = { ...filter, target: { type: "telemetry", key: "mixed" } };
    expect(await rowsOfView({ fields: [measure("count", "mixed")], filters: [samples] })).toEqual([{ count: 3 }]);
    const ofAttribute = (key: string) =>
      rowsOfView({ fields: [NAME], filters: [{ ...filter, target: attribute(key) }] });
    expect(await ofAttribute("mixed")).toEqual([{ Device: c.name }]);
    expect(await ofAttribute("other")).toEqual([]);
  }
});

test("AN §3.7: a request may ask for a range of one value, and for bounds of any size", async () => {
  const filters = [{ name: "area", target: attribute("area"), operator: "between", values: [0, 1] }];
  const { id } = await save({ fields: [NAME], filters });
  const shown = async (text: string) => {
    const answer = await api.buildReport({ viewConfigId: id, filters: { area: JSON.parse(text) as unknown } });
    return rowsOf(answer).length;
  };

  expect(await shown("[50, 50]")).toBe(1);
  expect(await shown("[50, 1e300]")).toBe(2);
});

test("AN §3.7: a range of times leaves out its end, and equality takes the text that a table shows", async () => {
  const [a] = devices as [TestDevice];
  const fields = [NAME, measure("firstTs", "temp")];
  const by = (operator: string, values: readonly unknown[], target: object) =>
    rowsOfView({ fields, filters: [{ name: "f", target, operator, values }] }).then((rows) => rows.length);
  const first = { field: "firstTs" };

  expect(await by("between", [T0, T0 + 15 * 60_000], first)).toBe(1);
  expect(await by("between", [T0 - 1, T0], first)).toBe(0);
  expect(await by("in", [String(T0)], first)).toBe(1);
  const created = rowsOf(
    await buildReport(
      tenant.rest,
      (
        await save({
          fields: [{ ...NAME, label: "at", source: { type: "entity", field: "createdTime" } }],
          scope: { deviceIds: [a.id] },
        })
      ).id,
    ),
  )[0]?.["at"];
  expect(await by("in", [created], { type: "entity", field: "createdTime" })).toBeGreaterThan(0);
});

test("AN-40: a time cell is whole milliseconds, whatever a formula makes of it", async () => {
  const hour = { id: "h", label: "Hour", source: { type: "timeBucket", bucket: "hour" } };
  const middle = { id: "m", label: "Middle", source: { type: "expression", expr: "bucket.startMs + 1800000.4" } };
  const declared = { ...measure("avg", "temp"), dataType: "time" };
  const { id } = await save({ fields: [hour, middle, declared] });

  const [row] = rowsOf(await buildReport(tenant.rest, id, { rangeStartTs: T0, rangeEndTs: T0 + 3_600_000 }));
  expect(row).toEqual({ Hour: String(T0), Middle: String(T0 + 1_800_000), avg: "22" });
  const { rows } = await api.data(id, { rangeStartTs: T0, rangeEndTs: T0 + 2_000_000 });
  expect(rows).toEqual([[T0, T0 + 1_800_000, 21]]);
});

test("AN §2.8: a filter may ask for weekends as yes and no, or as the 1 and 0 that a table shows", async () => {
  const [a] = devices as [TestDevice];
  // 2026-01-01 is a Thursday.
  await saveSamples(tenant, a.id, { week: [0, 1, 2, 3].map((day) => [day * 1_440, day] as const) });
  const timeRange = { type: "absolute", startTs: T0, endTs: T0 + 4 * 86_400_000, timezone: "UTC" };
  const target = { type: "timePart", part: "isWeekend" };
  const counted = async (operator: string, values: readonly unknown[], valueType = "auto") => {
    const filters = [{ name: "f", target, operator, values, valueType }];
    const { id } = await save({ timeRange, fields: [measure("count", "week")], filters });
    return (await api.data(id)).rows;
  };

  for (const yes of [true, "true", 1, "1"]) {
    expect(await counted("in", [yes])).toEqual([[2]]);
    expect(await counted("ne", [yes])).toEqual([[2]]);
  }
  expect(await counted("in", [true, false])).toEqual([[4]]);
  expect(await counted("eq", [false], "boolean")).toEqual([[2]]);
});
