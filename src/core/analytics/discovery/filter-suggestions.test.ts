import { expect, test } from "vitest";
import { DimensionWorld } from "../../../../test/support/dimension-world.ts";
import type { Reader } from "../reader.ts";
import { parseView } from "../view/parse-view.ts";
import type { ViewDefinition } from "../view/table-view.ts";
import { TenantDirectory } from "../access/tenant-directory.ts";
import { FilterSuggestions } from "./filter-suggestions.ts";

const going = new AbortController().signal;

const BUILDING = { type: "attribute", scope: "server", key: "building" };

async function viewIn(world: DimensionWorld, definition: Readonly<Record<string, unknown>>): Promise<ViewDefinition> {
  const parsed = await parseView(
    {
      name: "test",
      fields: [
        { id: "n", label: "Device", source: { type: "entity", field: "name" } },
        { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } },
      ],
      ...definition,
    },
    { tenantId: world.tenantId, directory: new TenantDirectory(world.sources), zone: "UTC", rowsMax: 1000 },
  );
  if ("errors" in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed.view;
}

/** Four devices: a and b in North on floors 1 and 2, c in South on floor 1, d without a building. */
async function buildings() {
  const world = await DimensionWorld.open();
  const customer = world.devices.addCustomer("Tenant of c", world.tenantId);
  const ids = { a: world.add("a"), b: world.add("b"), c: world.add("c", { customerId: customer }), d: world.add("d") };
  await world.setAttributes(ids.a, "SERVER_SCOPE", { building: "North", floor: 1 });
  await world.setAttributes(ids.b, "SERVER_SCOPE", { building: "North", floor: 2 });
  await world.setAttributes(ids.c, "SERVER_SCOPE", { building: "South", floor: 1 });
  await world.setAttributes(ids.d, "SERVER_SCOPE", { floor: 3 });
  for (const [id, value] of [
    [ids.a, 20],
    [ids.b, 30],
    [ids.c, 40],
  ] as const)
    await world.setLatest(id, "temp", value);
  const suggestions = new FilterSuggestions(world.accessible);
  const suggest = async (
    view: ViewDefinition,
    name: string,
    filters: Readonly<Record<string, unknown>> | null = null,
    reader: Reader = world.administrator,
  ) => {
    const given = filters === null ? null : new Map(Object.entries(filters));
    const query = { reader, now: 0, name, filters: given, text: "", limit: 100 };
    const { values } = await suggestions.suggest(view, query, going);
    return values.map(({ value, devices }) => [value, devices]);
  };
  return { world, suggest, customer };
}

const FILTERS = [
  { name: "building", target: BUILDING, values: ["South"] },
  { name: "floor", target: { ...BUILDING, key: "floor" } },
];

test("AN §4.3: suggestions leave out the filter's own values, and are narrowed by those of the others", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const view = await viewIn(world, { filters: FILTERS });

  expect(await suggest(view, "building")).toEqual([
    ["North", 2],
    ["South", 1],
  ]);
  expect(await suggest(view, "building", { floor: [2], building: ["South"] })).toEqual([["North", 1]]);
  expect(await suggest(view, "floor")).toEqual([[1, 1]]);
  expect(await suggest(view, "floor", { building: [] })).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
  expect(await suggest(view, "floor", { building: ["nowhere"] })).toEqual([]);
});

test("AN-73: a user of a customer gets values of the own devices only", async () => {
  const { world, suggest, customer } = await buildings();
  await using _world = world;
  const view = await viewIn(world, { filters: [{ name: "building", target: BUILDING }] });

  expect(await suggest(view, "building", null, world.userOf(customer))).toEqual([["South", 1]]);
});

test("AN §4.3: the scope with its condition narrows suggestions", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const scope = { where: 'attr.server.floor >= 2 or entity.name == "c"', nameMatches: "?" };
  const view = await viewIn(world, { scope, filters: [{ name: "building", target: BUILDING }] });

  expect(await suggest(view, "building")).toEqual([
    ["North", 1],
    ["South", 1],
  ]);
});

test("AN §4.3: filters on newest values narrow; filters on samples and results do not", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const temp = { type: "telemetry", key: "temp" };
  const view = await viewIn(world, {
    filters: [
      { name: "building", target: BUILDING },
      { name: "hot", target: temp, apply: "latest", operator: "gte", values: [30] },
      { name: "samples", target: temp, operator: "gt", values: [1000] },
      { name: "result", target: { field: "t" }, operator: "gt", values: [1000] },
    ],
  });

  expect(await suggest(view, "building")).toEqual([
    ["North", 1],
    ["South", 1],
  ]);
  expect(await suggest(view, "samples")).toEqual([
    [30, 1],
    [40, 1],
  ]);
  expect(await suggest(view, "result")).toEqual([]);
});

test("AN §4.3: a calendar part suggests the values that it can have", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const target = { type: "timePart", part: "quarterOfYear" };
  const view = await viewIn(world, { filters: [{ name: "quarter", target }] });

  expect(await suggest(view, "quarter")).toEqual([1, 2, 3, 4].map((quarter) => [quarter, 4]));
});

test("AN §4.3: a form that is not filled in yet gets suggestions; a filter that lets nothing pass leaves none", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const view = await viewIn(world, {
    filters: [
      { name: "building", target: BUILDING },
      { name: "needed", target: { ...BUILDING, key: "floor" }, required: true },
      { name: "none", target: { ...BUILDING, key: "floor" }, emptyMeans: "none", values: [1] },
    ],
  });

  expect(await suggest(view, "building")).toEqual([
    ["North", 1],
    ["South", 1],
  ]);
  expect(await suggest(view, "building", { none: [] })).toEqual([]);
});

test("AN §6.1: an unknown filter and one that cannot be set have no suggestions; wrong values of others are reported", async () => {
  const { world, suggest } = await buildings();
  await using _world = world;
  const view = await viewIn(world, { filters: [...FILTERS, { name: "fixed", target: BUILDING, overridable: false }] });

  await expect(suggest(view, "Building")).rejects.toMatchObject({ code: "FILTER_UNKNOWN" });
  await expect(suggest(view, "fixed")).rejects.toMatchObject({ code: "FILTER_LOCKED" });
  await expect(suggest(view, "building", { floor: 1 })).rejects.toMatchObject({ code: "FILTER_VALUES" });
});
