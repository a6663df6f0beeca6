// Analytics contract 3.7, checklist 9.3: what filters of a request do, over the whole platform.
import { beforeAll, expect, test } from "vitest";
import { buildReport, createView, goldenDevices, rowsOf, saveSamples } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { member } from "../../support/rest-client.ts";
import type { TestDevice, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;
let devices: Readonly<Record<"a" | "b" | "c" | "d", TestDevice>>;
let viewId: string;

const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
const FIELDS = [
  { id: "building", label: "Building", source: attribute("building") },
  { id: "device", label: "Device", source: { type: "entity", field: "name" } },
  { id: "temp", label: "Temperature", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "count" } },
];

/** A, B in North, C in South with a sample, D without a building. */
beforeAll(async () => {
  ({ tenant } = platform());
  const [a, b, c] = await goldenDevices(tenant);
  const d = await tenant.createDevice();
  devices = { a, b, c, d };
  for (const { id } of [c, d]) await saveSamples(tenant, id, { temp: [[10, 1]] });
  await tenant.saveAttributes(a.id, "SERVER_SCOPE", { floor: 5 });
  await tenant.saveAttributes(b.id, "SERVER_SCOPE", { floor: "5" });
  await tenant.saveAttributes(c.id, "SERVER_SCOPE", { floor: "05" });
  viewId = await save({
    filters: [
      { name: "building", target: attribute("building") },
      { name: "floor", target: attribute("floor") },
      { name: "notIn", target: attribute("building"), operator: "notIn" },
      { name: "minCount", target: { field: "temp" }, operator: "gte", values: [1] },
      { name: "none", target: attribute("building"), values: ["North", "South", null], emptyMeans: "none" },
      { name: "fixed", target: { type: "entity", field: "name" }, operator: "isPresent", overridable: false },
    ],
  });
});

let views = 0;
async function save(definition: object): Promise<string> {
  const deviceIds = Object.values(devices).map(({ id }) => id);
  const name = `filters ${String(views++)}`;
  return await createView(tenant.rest, { name, scope: { deviceIds }, fields: FIELDS, ...definition });
}

/** Letters of the devices in the report. */
async function shown(filters: unknown, id = viewId): Promise<string> {
  const names = rowsOf(await buildReport(tenant.rest, id, { filters })).map(({ Device }) => Device);
  return Object.entries(devices)
    .flatMap(([letter, { name }]) => (names.includes(name) ? [letter] : []))
    .join("");
}

async function refused(filters: unknown): Promise<unknown> {
  const answer = await buildReport(tenant.rest, viewId, { filters });
  return [answer.status, member(answer.body, "code")];
}

test("AN-24: filters by a value return only its rows", async () => {
  const rows = rowsOf(await buildReport(tenant.rest, viewId, { filters: { building: ["North"] } }));
  expect(rows.map(({ Building }) => Building)).toEqual(["North", "North"]);
});

test("AN-25: two values return the union", async () => {
  expect(await shown({ building: ["North", "South"] })).toBe("abc");
});

test("AN-26: an empty object of filters, and null, equal no filters", async () => {
  const plain = await buildReport(tenant.rest, viewId);
  expect(rowsOf(plain)).toHaveLength(4);
  expect((await buildReport(tenant.rest, viewId, { filters: {} })).text).toBe(plain.text);
  expect((await buildReport(tenant.rest, viewId, { filters: null })).text).toBe(plain.text);
});

test("AN-27: an unknown key is refused, naming the valid keys", async () => {
  const answer = await buildReport(tenant.rest, viewId, { filters: { buildng: ["North"] } });
  expect([answer.status, member(answer.body, "code")]).toEqual([400, "FILTER_UNKNOWN"]);
  expect(member(answer.body, "message")).toContain('Did you mean "building"?');
  for (const name of ["building", "floor", "notIn", "minCount", "none"])
    expect(member(answer.body, "message")).toContain(`"${name}"`);
  expect(member(answer.body, "errors", "0", "pointer")).toBe("/filters/buildng");
});

test("AN-28: a key differing only in case is unknown", async () => {
  expect(await refused({ Building: ["North"] })).toEqual([400, "FILTER_UNKNOWN"]);
});

test("AN-29: a value that is not an array is refused, and so are arrays and objects in it", async () => {
  expect(await refused({ building: "North" })).toEqual([400, "FILTER_VALUES"]);
  expect(await refused({ building: [["North"]] })).toEqual([400, "FILTER_VALUES"]);
  expect(await refused(["North"])).toEqual([400, "FILTER_VALUES"]);
  const answer = await buildReport(tenant.rest, viewId, { filters: ["North"] });
  expect(member(answer.body, "message")).toBe('"filters" must be an object, not a list.');
});

test("AN-30: an empty array switches the filter off, and with emptyMeans none gives zero rows", async () => {
  const saved = await save({ filters: [{ name: "building", target: attribute("building"), values: ["North"] }] });
  expect(await shown({}, saved)).toBe("ab");
  expect(await shown({ building: [] }, saved)).toBe("abcd");
  expect(await shown({ none: [] })).toBe("");
});

test("AN-31: a value matching nothing returns zero rows and all column labels", async () => {
  const answer = await buildReport(tenant.rest, viewId, { filters: { building: ["nowhere"] } });
  expect(answer.body).toEqual({ columnLabels: ["Building", "Device", "Temperature"], dataTable: [] });
});

test("AN-32: a filter that is overridden leaves the saved values of the others in force", async () => {
  const saved = await save({
    filters: [
      { name: "building", target: attribute("building"), values: ["North"] },
      { name: "floor", target: attribute("floor"), values: [5] },
    ],
  });
  expect(await shown({ floor: ["05"] }, saved)).toBe("");
  expect(await shown({ building: ["South"] }, saved)).toBe("");
  expect(await shown({ building: ["South"], floor: ["05"] }, saved)).toBe("c");
});

test("AN-33: number 5 and text 5 select the same devices; 05 does not", async () => {
  expect(await shown({ floor: [5] })).toBe("ab");
  expect(await shown({ floor: ["5"] })).toBe("ab");
  expect(await shown({ floor: ["05"] })).toBe("c");
});

test("AN-34: notIn keeps rows whose value is missing", async () => {
  expect(await shown({ notIn: ["North"] })).toBe("cd");
  expect(await shown({ building: [null] })).toBe("d");
});

test("AN-35: a filter on a measure works after aggregation", async () => {
  expect(await shown({ minCount: [2] })).toBe("ab");
  expect(await shown({ minCount: [3] })).toBe("a");
});

test("AN-36: a filter that is not overridable cannot be overridden", async () => {
  expect(await refused({ fixed: [] })).toEqual([400, "FILTER_LOCKED"]);
});

test("AN §2.3: the condition of a scope and filters on newest values choose devices", async () => {
  const where = await save({ scope: { where: 'attr.server.floor == "05" or entity.name == "nobody"' } });
  expect(await shown({}, where)).toBe("c");
  const temp = { type: "telemetry", key: "temp" };
  const deviceIds = Object.values(devices).map(({ id }) => id);
  const hot = { name: "hot", target: temp, apply: "latest", operator: "gte", values: [24] };
  expect(await shown({}, await save({ scope: { deviceIds }, filters: [hot] }))).toBe("ab");
});
