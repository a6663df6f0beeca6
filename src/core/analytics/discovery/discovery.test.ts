import { expect, test } from "vitest";
import { DimensionWorld } from "../../../../test/support/dimension-world.ts";
import { addToColumns, newColumns } from "../../attributes/attribute.ts";
import { JsonText } from "../../values.ts";
import { canonicalText } from "../report/filters.ts";
import { Discovery, type KeysQuery } from "./discovery.ts";

const going = new AbortController().signal;
const ALL: KeysQuery = { kind: null, scope: null, profileId: null, deviceId: null, text: "", limit: 100 };

function discoveryIn(world: DimensionWorld, lookedAtMax = 1000): Discovery {
  return new Discovery(world.accessible, world.sources, { lookedAtMax });
}

test("AN-76: discovery lists only keys of devices that the reader may see", async () => {
  await using world = await DimensionWorld.open();
  const discovery = discoveryIn(world);
  const north = world.devices.addCustomer("North", world.tenantId);
  const [own, others] = [world.add("a", { customerId: north }), world.add("b")];
  const foreign = world.devices.add({ tenantId: await world.devices.addTenant() });
  for (const [device, key] of [
    [own, "mine"],
    [others, "ours"],
    [foreign, "theirs"],
  ] as const) {
    await world.setLatest(device, `${key}.t`, 1);
    await world.setAttributes(device, "SERVER_SCOPE", { [`${key}.a`]: 1 });
  }
  const keysOf = async (reader: typeof world.administrator, query: Partial<KeysQuery> = {}) =>
    (await discovery.keys(reader, { ...ALL, ...query }, going)).keys
      .map(({ key }) => key)
      .filter((key) => key !== "active");

  expect(await keysOf(world.userOf(north))).toEqual(["mine.a", "mine.t"]);
  expect(await keysOf(world.administrator)).toEqual(["mine.a", "mine.t", "ours.a", "ours.t"]);
  expect(await keysOf(world.userOf(north), { deviceId: others })).toEqual([]);
  expect(await keysOf(world.administrator, { deviceId: foreign })).toEqual([]);
});

test("AN §4.3: keys come with their types, devices, newest time and some values", async () => {
  await using world = await DimensionWorld.open();
  const discovery = discoveryIn(world);
  const devices = ["a", "b", "c"].map((name) => world.add(name));
  const [a, b, c] = devices;
  if (a === undefined || b === undefined || c === undefined) throw new Error("three devices");
  await world.setLatest(a, "temp", 21.5, 10);
  await world.setLatest(b, "temp", 21.5, 30);
  await world.setLatest(c, "temp", "n/a", 20);
  await world.setAttributes(a, "SERVER_SCOPE", { at: "roof" });
  await world.setAttributes(b, "CLIENT_SCOPE", { at: new JsonText('{"x":1}') });
  const { keys, isCut } = await discovery.keys(world.administrator, { ...ALL, text: "T" }, going);
  const now = world.clock.now();

  expect(isCut).toBe(false);
  expect(keys.filter(({ key }) => key !== "active")).toEqual([
    {
      ...{ key: "at", kind: "attribute", scope: "client", types: new Map([["json", 1]]), devices: 1, lastTs: now },
      samples: [new JsonText('{"x":1}')],
    },
    {
      ...{ key: "at", kind: "attribute", scope: "server", types: new Map([["text", 1]]), devices: 1, lastTs: now },
      samples: ["roof"],
    },
    {
      ...{ key: "temp", kind: "telemetry", scope: null, devices: 3, lastTs: 30 },
      types: new Map([
        ["number", 2],
        ["text", 1],
      ]),
      samples: expect.arrayContaining([21.5, "n/a"]) as unknown,
    },
  ]);
});

test("AN §4.3: keys are narrowed by kind, scope, profile and text, and cut at the limit, which is reported", async () => {
  await using world = await DimensionWorld.open();
  const discovery = discoveryIn(world);
  const meter = world.devices.addProfile("meter", world.tenantId);
  const [a, b] = [world.add("a", { profileId: meter }), world.add("b")];
  await world.setLatest(a, "temp", 1);
  await world.setLatest(b, "TEMPO", 1);
  await world.setAttributes(a, "CLIENT_SCOPE", { tempLimit: 1 });
  await world.setAttributes(a, "SHARED_SCOPE", { tempLimit: 1 });
  const found = async (query: Partial<KeysQuery>) => {
    const { keys, isCut } = await discovery.keys(world.administrator, { ...ALL, text: "emp", ...query }, going);
    return [keys.map(({ key, scope }) => (scope === null ? key : `${key} ${scope}`)), isCut];
  };

  expect(await found({})).toEqual([["TEMPO", "temp", "tempLimit client", "tempLimit shared"], false]);
  expect(await found({ kind: "telemetry" })).toEqual([["TEMPO", "temp"], false]);
  expect(await found({ kind: "attribute", scope: "shared" })).toEqual([["tempLimit shared"], false]);
  expect(await found({ kind: "telemetry", profileId: meter })).toEqual([["temp"], false]);
  expect(await found({ text: "po" })).toEqual([["TEMPO"], false]);
  expect(await found({ limit: 2 })).toEqual([["TEMPO", "temp"], true]);
  expect(await found({ limit: 4 })).toEqual([["TEMPO", "temp", "tempLimit client", "tempLimit shared"], false]);
});

test("AN §4.3: samples are at most five, no two the same, and cut where they are long", async () => {
  await using world = await DimensionWorld.open();
  const discovery = discoveryIn(world);
  for (let index = 0; index < 8; index++) await world.setLatest(world.add(`d${String(index)}`), "n", index);
  const long = world.add("long");
  await world.setLatest(long, "text", "x".repeat(1000));
  await world.setAttributes(long, "SERVER_SCOPE", { text: "y".repeat(1000) });
  const { keys } = await discovery.keys(world.administrator, ALL, going);
  const samplesOf = (key: string, kind: string) => keys.find((each) => each.key === key && each.kind === kind)?.samples;

  expect(samplesOf("n", "telemetry")).toHaveLength(5);
  expect(samplesOf("text", "telemetry")).toEqual([`${"x".repeat(100)}…`]);
  expect(samplesOf("text", "attribute")).toEqual([`${"y".repeat(100)}…`]);
});

test("AN §4.3: a look at more series than the setting allows is refused with setting and limit", async () => {
  await using world = await DimensionWorld.open();
  const device = world.add("a");
  for (let index = 0; index < 5; index++) await world.setLatest(device, `k${String(index)}`, 1);

  await expect(discoveryIn(world, 4).keys(world.administrator, ALL, going)).rejects.toMatchObject({
    code: "REPORT_TOO_EXPENSIVE",
    details: { limit: { name: "analytics.discovery.maxLookedAt", value: 4 } },
  });
});

test("AN §4.3: devices with very many keys are counted as any other", async () => {
  await using world = await DimensionWorld.open();
  const { series, attributes } = world.devices.stores;
  const devices = ["a", "b", "c"].map((name) => world.add(name));
  const [many] = devices;
  if (many === undefined) throw new Error("there is a first device");
  const keys = Array.from({ length: 11_000 }, (_, index) => `k${String(index)}`);
  await series.register(Array<typeof many>(keys.length).fill(many), keys);
  const columns = newColumns();
  addToColumns(
    columns,
    many,
    keys.map((key) => [key, 1] as const),
    world.clock.now(),
  );
  await attributes.saveOfDevices("SERVER_SCOPE", columns);
  for (const device of devices) await world.setLatest(device, "k7", 7);
  const { keys: found } = await discoveryIn(world, 1e6).keys(world.administrator, { ...ALL, text: "k7" }, going);

  const ofK7 = found.filter(({ key }) => key === "k7").map(({ kind, devices: count }) => [kind, count]);
  expect(ofK7).toEqual([
    ["telemetry", 3],
    ["attribute", 1],
  ]);
});

test("AN-73: values of attributes and entity fields are those of the reader's devices, with their count", async () => {
  await using world = await DimensionWorld.open();
  const discovery = discoveryIn(world);
  const north = world.devices.addCustomer("North", world.tenantId);
  const building = { type: "attribute", scope: "any", key: "building", of: "self", path: null } as const;
  for (const [name, value, customerId] of [
    ["a", "North", north],
    ["b", "North", undefined],
    ["c", "South", undefined],
    ["d", 7, undefined],
    ["e", "7", undefined],
    ["f", 10, undefined],
  ] as const)
    await world.setAttributes(world.add(name, customerId && { customerId }), "SERVER_SCOPE", { building: value });
  world.add("g");
  const found = async (reader: typeof world.administrator, text = "", limit = 100) => {
    const { values, isCut } = await discovery.values(reader, { source: building, text, limit }, going);
    return [values.map(({ value, devices }) => [canonicalText(value), devices]), isCut];
  };

  expect(await found(world.administrator)).toEqual([
    [
      ["7", 2],
      ["10", 1],
      ["North", 2],
      ["South", 1],
    ],
    false,
  ]);
  expect(await found(world.userOf(north))).toEqual([[["North", 1]], false]);
  expect(await found(world.administrator, "oUt")).toEqual([[["South", 1]], false]);
  expect(await found(world.administrator, "", 3)).toMatchObject([
    [
      ["7", 2],
      ["10", 1],
      ["North", 2],
    ],
    true,
  ]);
  const name = { type: "entity", field: "name", of: "self" } as const;
  const names = await discovery.values(world.userOf(north), { source: name, text: "", limit: 100 }, going);
  expect(names.values).toEqual([{ value: "a", devices: 1 }]);
});
