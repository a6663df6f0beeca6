import { expect, test } from "vitest";
import { DimensionWorld } from "../../../../test/support/dimension-world.ts";
import { newId, type CustomerId, type DeviceId, type DeviceProfileId } from "../../ids.ts";
import type { AttributeSource, TelemetrySource } from "../view/table-view.ts";
import { TenantDirectory } from "./tenant-directory.ts";

const telemetry = (key: string, fields: Partial<TelemetrySource> = {}): TelemetrySource => ({
  ...{ type: "telemetry", key, path: null, cast: "auto", of: "self" },
  ...fields,
});
const attribute = (key: string, fields: Partial<AttributeSource> = {}): AttributeSource => ({
  ...{ type: "attribute", scope: "any", key, of: "self", path: null },
  ...fields,
});

test("AN §2.3: profiles by id or name, devices and customers, of the own tenant only", async () => {
  await using world = await DimensionWorld.open();
  const directory = new TenantDirectory(world.sources);
  const other = await world.devices.addTenant();
  const meter = world.devices.addProfile("meter", world.tenantId);
  const foreign = world.devices.addProfile("foreign", other);
  const [device, foreignDevice] = [world.add("a"), world.devices.add({ tenantId: other })];
  const [customer, foreignCustomer] = [
    world.devices.addCustomer("North", world.tenantId),
    world.devices.addCustomer("North", other),
  ];

  const profiles = await directory.profiles(world.tenantId, [
    { id: null, name: "meter" },
    { id: meter, name: "another name" },
    { id: foreign, name: null },
    { id: null, name: "foreign" },
    { id: newId<DeviceProfileId>(), name: "meter" },
    { id: null, name: "__proto__" },
  ]);
  const devices = [foreignDevice, device, newId<DeviceId>()];
  const customers = [foreignCustomer, customer, newId<CustomerId>()];

  const found = { id: meter, name: "meter" };
  expect(profiles).toEqual([found, found, undefined, undefined, undefined, undefined]);
  expect(await directory.devices(world.tenantId, devices)).toEqual(new Set([device]));
  expect(await directory.customers(world.tenantId, customers)).toEqual(new Set([customer]));
});

test("AN §2.4: a key holds numbers where most of its newest values are numbers or spell one, and is unknown where no device has it", async () => {
  await using world = await DimensionWorld.open();
  const directory = new TenantDirectory(world.sources);
  const [a, b, c] = [world.add("a"), world.add("b"), world.add("c")];
  await world.setLatest(a, "temp", 21.5);
  await world.setLatest(b, "temp", "n/a");
  await world.setLatest(c, "temp", 20);
  await world.setLatest(a, "status", "run");
  await world.setLatest(a, "door", true);
  await world.setLatest(a, "quoted", " 5.0 ");
  await world.setLatest(a, "text", "5 °C");
  await world.setAttributes(a, "CLIENT_SCOPE", { area: 100 });
  await world.setAttributes(b, "SERVER_SCOPE", { area: "large" });
  await world.setAttributes(c, "SHARED_SCOPE", { area: 30 });
  const foreign = world.devices.add({ tenantId: await world.devices.addTenant() });
  await world.setLatest(foreign, "theirs", 1);

  const found = await directory.dataOf(world.tenantId, [
    telemetry("temp"),
    telemetry("status"),
    telemetry("door"),
    telemetry("text"),
    telemetry("quoted"),
    telemetry("quoted", { cast: "number" }),
    telemetry("theirs"),
    attribute("area"),
    attribute("area", { scope: "server" }),
    attribute("nothing"),
  ]);

  expect(found).toEqual([
    ...["number", "other", "other", "other", "number", "number"],
    ...["unknown", "number", "other", "unknown"],
  ]);
});

test("AN §2.4: keys of customers are looked for among customers", async () => {
  await using world = await DimensionWorld.open();
  const directory = new TenantDirectory(world.sources);
  const customer = world.devices.addCustomer("North", world.tenantId);
  await world.setAttributes(customer, "SERVER_SCOPE", { tariff: 3 }, false);
  await world.setLatest(customer, "bill", 10);

  expect(
    await directory.dataOf(world.tenantId, [
      attribute("tariff", { of: "customer" }),
      attribute("tariff"),
      telemetry("bill", { of: "customer" }),
    ]),
  ).toEqual(["number", "unknown", "number"]);
});
