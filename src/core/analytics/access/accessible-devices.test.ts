import { expect, test } from "vitest";
import { EVERYTHING, DimensionWorld } from "../../../../test/support/dimension-world.ts";
import { millis } from "../../../lib/clock.ts";
import type { KnownDevice } from "../../devices/known-device.ts";
import { newId, type DeviceId, type DeviceProfileId } from "../../ids.ts";
import { JsonText } from "../../values.ts";
import type { DimensionSource } from "../report/choose-devices.ts";
import type { Reader } from "../reader.ts";
import type { AttributeSource, EntityField, Of, Scope, TelemetrySource } from "../view/table-view.ts";

const going = new AbortController().signal;

const entity = (field: EntityField, of: Of = "self"): DimensionSource => ({ type: "entity", field, of });
const attribute = (key: string, fields: Partial<AttributeSource> = {}): AttributeSource => ({
  ...{ type: "attribute", scope: "server", key, of: "self", path: null },
  ...fields,
});
const telemetry = (key: string, fields: Partial<TelemetrySource> = {}): TelemetrySource => ({
  ...{ type: "telemetry", key, path: null, cast: "auto", of: "self" },
  ...fields,
});

async function table(
  world: DimensionWorld,
  dimensions: readonly DimensionSource[],
  reader: Reader = world.administrator,
) {
  return await world.accessible.devices({ reader, scope: EVERYTHING, dimensions, keys: [], now: 0 }, going);
}

/** Dimensions by device name. */
async function dimensionsByName(world: DimensionWorld, dimensions: readonly DimensionSource[], reader?: Reader) {
  const { columns } = await table(world, [entity("name"), ...dimensions], reader);
  const [names = [], ...rest] = columns;
  return Object.fromEntries(names.map((name, row) => [textOf(name), rest.map((column) => column[row])]));
}

async function namesIn(world: DimensionWorld, scope: Partial<Scope>, reader: Reader = world.administrator) {
  const query = { reader, scope: { ...EVERYTHING, ...scope }, dimensions: [entity("name")], keys: [], now: 0 };
  const { columns } = await world.accessible.devices(query, going);
  return (columns[0] ?? []).toSorted();
}

test("AN §6.2: a reader sees the devices of the own tenant, a user of a customer those of the customer", async () => {
  await using world = await DimensionWorld.open();
  const other = await world.devices.addTenant();
  const [north, south] = [
    world.devices.addCustomer("North", world.tenantId),
    world.devices.addCustomer("South", world.tenantId),
  ];
  world.add("a", { customerId: north });
  world.add("b", { customerId: south });
  world.add("c");
  world.devices.add({ tenantId: other, name: "foreign" });

  expect(await namesIn(world, {})).toEqual(["a", "b", "c"]);
  expect(await namesIn(world, {}, world.userOf(north))).toEqual(["a"]);
  expect(await namesIn(world, { customerIds: [south, "none"] }, world.userOf(north))).toEqual([]);
});

test("AN §6.2: ids of another tenant or customer are dropped from a scope", async () => {
  await using world = await DimensionWorld.open();
  const foreign = world.devices.add({ tenantId: await world.devices.addTenant() });
  const north = world.devices.addCustomer("North", world.tenantId);
  const [own, unassigned] = [world.add("a", { customerId: north }), world.add("b")];
  const deviceIds = [foreign, unassigned, own, newId<DeviceId>()];

  expect(await namesIn(world, { deviceIds })).toEqual(["a", "b"]);
  expect(await namesIn(world, { deviceIds }, world.userOf(north))).toEqual(["a"]);
});

test("AN §2.3: the lists of a scope are intersected; none selects devices without a customer", async () => {
  await using world = await DimensionWorld.open();
  const north = world.devices.addCustomer("North", world.tenantId);
  const [meter, pump] = [
    world.devices.addProfile("meter", world.tenantId),
    world.devices.addProfile("pump", world.tenantId),
  ];
  const gateway = world.add("gw", { isGateway: true, profileId: pump });
  const a = world.add("Meter 1", { profileId: meter, customerId: north, lastGatewayId: gateway });
  const b = world.add("meter 12", { profileId: meter });
  world.add("Pump 1", { profileId: pump, lastGatewayId: gateway });

  expect(await namesIn(world, { profiles: [{ id: meter, name: "meter" }] })).toEqual(["Meter 1", "meter 12"]);
  expect(await namesIn(world, { gatewayIds: [gateway] })).toEqual(["Meter 1", "Pump 1"]);
  expect(await namesIn(world, { customerIds: [north] })).toEqual(["Meter 1"]);
  expect(await namesIn(world, { customerIds: ["none"] })).toEqual(["Pump 1", "gw", "meter 12"]);
  expect(await namesIn(world, { customerIds: [north, "none"] })).toHaveLength(4);
  expect(await namesIn(world, { nameMatches: "METER ?" })).toEqual(["Meter 1"]);
  expect(await namesIn(world, { nameMatches: "m*1*", gatewayIds: [gateway], deviceIds: [a, b] })).toEqual(["Meter 1"]);
});

test("AN §2.5: entity fields of a device, of its gateway and of its customer", async () => {
  await using world = await DimensionWorld.open();
  const north = world.devices.addCustomer("North", world.tenantId);
  const meter = world.devices.addProfile("meter", world.tenantId);
  const gateway = world.add("gw", { isGateway: true, label: "roof", profileId: meter });
  const id = world.add("a", { customerId: north, profileId: meter, lastGatewayId: gateway, label: "" });
  const createdAt = world.clock.now();

  const dimensions = await dimensionsByName(world, [
    entity("id"),
    entity("label"),
    entity("profile"),
    entity("customer"),
    entity("gateway"),
    entity("createdTime"),
    entity("label", "gateway"),
    entity("profile", "gateway"),
    entity("name", "customer"),
    entity("createdTime", "customer"),
    entity("active", "customer"),
  ]);

  const times = [createdAt, "roof", "meter", "North", createdAt, null];
  expect(dimensions["a"]).toEqual([id, null, "meter", "North", "gw", ...times]);
  expect(dimensions["gw"]?.slice(1)).toEqual(["roof", "meter", null, null, createdAt, null, null, null, null, null]);
});

test("AN §2.5: active and lastActivityTime are those of now, also where they are not stored yet", async () => {
  await using world = await DimensionWorld.open();
  const [stored, heard] = [world.add("stored"), world.add("heard")];
  world.add("silent");
  const at = world.clock.now();
  await world.devices.stores.connectivity.save([{ deviceId: stored, lastActivityTime: at, activated: true }], at);
  const registered = { ...emptyDevice(heard, world), active: true, lastActivityAt: at };
  world.heard.set(heard, registered);

  const dimensions = await dimensionsByName(world, [entity("active"), entity("lastActivityTime")]);

  expect(dimensions).toEqual({ stored: [true, at], heard: [true, at], silent: [false, null] });
});

test("AN §6.2: a gateway that a user of a customer may not see has no dimensions and no series for that user", async () => {
  await using world = await DimensionWorld.open();
  const north = world.devices.addCustomer("North", world.tenantId);
  const gateway = world.add("gw", { isGateway: true });
  world.add("a", { customerId: north, lastGatewayId: gateway });
  await world.setAttributes(gateway, "SERVER_SCOPE", { place: "roof" });
  await world.setLatest(gateway, "load", 5);
  const dimensions = [
    entity("gateway"),
    entity("name", "gateway"),
    attribute("place", { of: "gateway" }),
    { type: "latest", source: telemetry("load", { of: "gateway" }) } as const,
  ];

  expect((await dimensionsByName(world, dimensions))["a"]).toEqual(["gw", "gw", "roof", 5]);
  expect((await dimensionsByName(world, dimensions, world.userOf(north)))["a"]).toEqual([null, null, null, null]);
  const query = { scope: EVERYTHING, dimensions: [], keys: [{ key: "load", of: "gateway" as const }], now: 0 };
  const { series } = await world.accessible.devices({ reader: world.userOf(north), ...query }, going);
  expect(series[0]?.series).toEqual([]);
});

test("AN §2.5: attributes by scope; any takes server, then shared, then client", async () => {
  await using world = await DimensionWorld.open();
  const [a, b] = [world.add("a"), world.add("b")];
  world.add("c");
  await world.setAttributes(a, "CLIENT_SCOPE", { key: 1 });
  await world.setAttributes(a, "SHARED_SCOPE", { key: 2 });
  await world.setAttributes(a, "SERVER_SCOPE", { key: 3 });
  await world.setAttributes(b, "CLIENT_SCOPE", { key: "x" });

  const dimensions = await dimensionsByName(world, [
    attribute("key", { scope: "client" }),
    attribute("key", { scope: "shared" }),
    attribute("key", { scope: "server" }),
    attribute("key", { scope: "any" }),
    attribute("__proto__", { scope: "any" }),
  ]);

  expect(dimensions).toEqual({
    a: [1, 2, 3, 3, null],
    b: ["x", null, null, "x", null],
    c: [null, null, null, null, null],
  });
});

test("AN §2.5: attributes of the customer, and the part of JSON at a path", async () => {
  await using world = await DimensionWorld.open();
  const north = world.devices.addCustomer("North", world.tenantId);
  world.add("a", { customerId: north });
  const b = world.add("b", { customerId: north });
  await world.setAttributes(north, "SERVER_SCOPE", { tariff: "day" }, false);
  await world.setAttributes(b, "SERVER_SCOPE", {
    at: new JsonText('{"floor":{"no":2,"list":[1]},"id":12345678901234567890}'),
  });

  const dimensions = await dimensionsByName(world, [
    attribute("tariff", { of: "customer" }),
    attribute("at", { path: "floor.no" }),
    attribute("at", { path: "floor.list.0" }),
    attribute("at", { path: "id" }),
    attribute("at", { path: "floor" }),
  ]);

  expect(dimensions["a"]).toEqual(["day", null, null, null, null]);
  expect(dimensions["b"]).toEqual(["day", 2, null, 12345678901234567890n, new JsonText('{"no":2,"list":[1]}')]);
});

test("AN §2.8: the newest value of a key, cast, and the series of keys by the place of the device", async () => {
  await using world = await DimensionWorld.open();
  const [a, b] = [world.add("a"), world.add("b"), world.add("c")];
  const ofA = await world.setLatest(a, "temp", "21.5");
  const ofB = await world.setLatest(b, "temp", true);
  const dimensions = [telemetry("temp"), telemetry("temp", { cast: "number" }), telemetry("other")];
  const reader = world.administrator;

  const { columns, series, ids } = await world.accessible.devices(
    {
      reader,
      scope: EVERYTHING,
      dimensions: dimensions.map((source) => ({ type: "latest", source }) as const),
      keys: [{ key: "temp", of: "self" }],
      now: 0,
    },
    going,
  );

  const order: readonly number[] = ids.map((id) => (id === a ? 0 : id === b ? 1 : 2));
  const inOrder = (cells: readonly unknown[] | undefined) => order.map((_, place) => cells?.[order.indexOf(place)]);
  expect(inOrder(columns[0])).toEqual(["21.5", true, null]);
  expect(inOrder(columns[1])).toEqual([21.5, 1, null]);
  expect(inOrder(columns[2])).toEqual([null, null, null]);
  const found = Array.from(series[0]?.devices ?? [], (device, row) => [ids[device], series[0]?.series[row]]);
  expect(new Map(found.map(([id, number]) => [id, number]))).toEqual(
    new Map([
      [a, ofA],
      [b, ofB],
    ]),
  );
});

test("AN §3.11: more devices than one read takes come complete and in the order of their ids", async () => {
  await using world = await DimensionWorld.open({ cachedDevicesMax: 5000 });
  const { tenantId } = world;
  const added = world.devices.addAll(
    Array.from({ length: 2_345 }, (_, index) => ({ tenantId, name: `d${String(index)}` })),
  );
  for (const id of [added[0], added[1_500], added[2_344]])
    if (id !== undefined) await world.setAttributes(id, "SERVER_SCOPE", { key: id });

  const { ids, columns } = await table(world, [attribute("key"), entity("active")]);

  expect(ids).toEqual(added.toSorted());
  expect(columns[0]?.flatMap((cell, row) => (cell === null ? [] : [[cell, ids[row]]]))).toHaveLength(3);
  expect(columns[0]?.every((cell, row) => cell === null || cell === ids[row])).toBe(true);
  expect(columns[1]).toHaveLength(2_345);
});

test("AN §5: more devices or longer texts than a report may hold are refused with the setting and the limit", async () => {
  await using world = await DimensionWorld.open({ devicesMax: 2, textMax: 100 });
  const [a] = [world.add("a"), world.add("b")];
  await world.setAttributes(a, "SERVER_SCOPE", { long: "x".repeat(101) });

  await expect(table(world, [attribute("long")])).rejects.toMatchObject({
    code: "REPORT_TOO_EXPENSIVE",
    details: { limit: { name: "analytics.access.maxFactMebibytes", value: 100 } },
  });
  world.add("c");
  world.sets.stop();
  await expect(table(world, [])).rejects.toMatchObject({
    code: "REPORT_TOO_EXPENSIVE",
    details: { limit: { name: "analytics.access.maxDevices", value: 2 } },
  });
  expect((await namesIn(world, { deviceIds: [a] })).length).toBe(1);
});

test("AN §5: a report that has been stopped reads no further", async () => {
  await using world = await DimensionWorld.open();
  world.add("a");
  const query = { reader: world.administrator, scope: EVERYTHING, dimensions: [], keys: [], now: 0 };

  await expect(world.accessible.devices(query, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
});

function textOf(cell: unknown): string {
  return typeof cell === "string" ? cell : "";
}

function emptyDevice(id: DeviceId, { tenantId }: DimensionWorld): KnownDevice {
  return {
    id,
    tenantId,
    name: "",
    profileId: newId<DeviceProfileId>(),
    customerId: null,
    isGateway: false,
    overwriteActivityTime: false,
    connectsOnUplink: false,
    deleted: false,
    route: null,
    disconnectedBy: [],
    sentThrough: null,
    lastActivityAt: millis(0),
    active: false,
    castsStrings: null,
    series: new Map(),
  };
}
