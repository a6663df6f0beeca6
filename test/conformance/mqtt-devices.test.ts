// MQTT contract, section 10: devices that gateways create, the limit of devices, and which are active.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  byVersion,
  CLAIM,
  CONNECT,
  type ConnectedGateway,
  connectGateway,
  DISCONNECT,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";
import { storedRows } from "../support/stored-rows.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What names a device in each message of a gateway. */
const NAMING: readonly (readonly [topic: string, payload: (device: string) => unknown])[] = [
  [CONNECT, (device) => ({ device })],
  [ATTRIBUTES, (device) => ({ [device]: { a: 1 } })],
  [TELEMETRY, (device) => ({ [device]: [{ a: 1 }] })],
  [ATTRIBUTES_REQUEST, (device) => ({ id: 1, device })],
  [CLAIM, (device) => ({ [device]: {} })],
];

const NOT_CREATING: typeof NAMING = [
  [DISCONNECT, (device) => ({ device })],
  [RPC, (device) => ({ device, id: 1, data: {} })],
];

test.each(VERSIONS)(
  "MQTT-51 (%s): at the limit a new device cannot be connected, and the connection stays open",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 1 });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const type = tenant.uniqueName("profile");
    const device = gateway.newName();
    expect(await gateway.publish(CONNECT, { device, type })).toBe(byVersion(protocol, 0x00, 0x97));
    await gateway.client.ping();
    expect(await tenant.device(device)).toBeUndefined();
    expect(await tenant.profileNames()).not.toContain(type);
  },
);

test.each(VERSIONS)(
  "MQTT-52 (%s): at the limit telemetry of an existing device is stored although a new one is refused",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 2 });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const existing = await gateway.knownDevice();
    const device = gateway.newName();
    const code = await gateway.publish(TELEMETRY, { [device]: [{ a: 1 }], [existing.name]: [{ a: 2 }] });
    expect(code).toBe(byVersion(protocol, 0x00, 0x97));
    expect(await tenant.latestValues(existing.id)).toEqual({ a: 2 });
    expect(await tenant.device(device)).toBeUndefined();
  },
);

test.each(NAMING)("MQTT §10.1: %s creates an unknown device with the profile default", async (topic, payload) => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  expect(await gateway.publish(topic, payload(device))).toBe(0);
  expect(await gateway.tenant.device(device)).toMatchObject({ name: device, type: "default" });
});

test.each(NOT_CREATING)("MQTT §10.1: %s creates no device", async (topic, payload) => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  expect(await gateway.publish(topic, payload(device))).toBe(0);
  expect(await gateway.tenant.device(device)).toBeUndefined();
});

test.each([...NAMING, ...NOT_CREATING])(
  "MQTT §10.1 names on %s: 1 to 255 characters, not blank, no U+0000",
  async (topic, payload) => {
    const gateway = await connectGateway(platform());
    const before = await gateway.tenant.deviceCount();
    for (const name of ["", " ", "\t\n", "x".repeat(256), "a\0b"])
      expect([name, await gateway.publish(topic, payload(name))]).toEqual([name, 0x99]);
    expect(await gateway.tenant.deviceCount()).toBe(before);
  },
);

test("MQTT §10.1 names: any other character, exact and case-sensitive, never trimmed", async () => {
  const gateway = await connectGateway(platform());
  const base = gateway.newName();
  const names = [
    base,
    base.toLowerCase(),
    base.toUpperCase(),
    ` ${base}`,
    `${base} `,
    `${base}/+#`,
    `${base}\u{1F600}"\\`,
    base.padEnd(255, "x"),
  ];
  for (const name of names) expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
  const ids = await Promise.all(names.map(async (name) => (await gateway.tenant.existing(name)).id));
  expect(new Set(ids).size).toBe(names.length);
});

test("MQTT §10.1 names: unique per tenant, so two tenants may both have one", async () => {
  const device = platform().tenant.uniqueName("Device");
  const [one, other] = [await platform().createTenant(), await platform().createTenant()];
  for (const tenant of [one, other]) {
    const gateway = await connectGateway(platform(), { tenant });
    expect(await gateway.publish(TELEMETRY, { [device]: [{ owner: tenant.id }] })).toBe(0);
  }
  for (const tenant of [one, other])
    expect(await tenant.latestValues((await tenant.existing(device)).id)).toEqual({ owner: tenant.id });
});

test("MQTT §10.1 profile names: the rules of device names", async () => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  for (const type of ["x".repeat(256), "a\0b", {}, []])
    expect([type, await gateway.publish(CONNECT, { device, type })]).toEqual([type, 0x99]);
  expect(await gateway.tenant.device(device)).toBeUndefined();
  const longest = gateway.tenant.uniqueName("profile").padEnd(255, "x");
  expect(await gateway.publish(CONNECT, { device, type: longest })).toBe(0);
  expect(await gateway.tenant.device(device)).toMatchObject({ type: longest });
});

test("MQTT §10.1 profiles: default is the tenant's default profile, one made by its name is not", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  await gateway.connectDevice("made by name");
  await gateway.connectDevice();
  const { data } = (await tenant.rest.get("/api/deviceProfiles?pageSize=100&page=0")) as { data: unknown[] };
  expect(data.map((profile) => [text(profile, "name"), member(profile, "default")]).sort()).toEqual([
    ["default", true],
    ["made by name", false],
  ]);
  const made = data.find((profile) => text(profile, "name") === "made by name");
  expect(made).toMatchObject({ transportType: "DEFAULT", provisionType: "DISABLED" });
});

test("MQTT §10.1: concurrent messages of several gateways for one new name create one device", async () => {
  const tenant = await platform().createTenant();
  const gateways = await Promise.all(Array.from({ length: 4 }, () => connectGateway(platform(), { tenant })));
  const before = await tenant.deviceCount();
  const names = Array.from({ length: 5 }, () => tenant.uniqueName("Device"));
  const codes = await Promise.all(
    gateways.flatMap((gateway) =>
      names.flatMap((name) => NAMING.map(([topic, payload]) => gateway.publish(topic, payload(name)))),
    ),
  );
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(await tenant.deviceCount()).toBe(before + names.length);
});

test("MQTT §10.1 new device: its profile, the gateway's customer, a random token that works, the gateway that named it", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const gateway = await connectGateway(platform(), {
    gateway: await tenant.createGateway({ customerId: customer.id }),
  });
  const [one, other] = [await gateway.connectDevice("boiler"), await gateway.knownDevice()];
  const device = await tenant.device(one.name);
  expect(device).toMatchObject({ type: "boiler", customerId: { entityType: "CUSTOMER", id: customer.id } });
  expect(member(device, "additionalInfo")).toEqual({ lastConnectedGateway: gateway.gateway.id });
  expect(member(await tenant.device(other.name), "additionalInfo")).toEqual({
    lastConnectedGateway: gateway.gateway.id,
  });
  expect(one.token).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(one.token).not.toBe(other.token);
  expect((await platform().connect(one.token, 5)).connackCode).toBe(0);
});

test("MQTT §10.1 relation: one from the gateway that created the device, none for what was there or comes later", async () => {
  const first = await connectGateway(platform());
  const second = await connectGateway(platform());
  const created = await first.connectDevice();
  const existing = await first.tenant.createDevice();
  for (const { name } of [created, existing])
    for (const [topic, payload] of NAMING) await second.publish(topic, payload(name));
  expect(await gatewaysRelatedTo(created.id)).toEqual([first.gateway.id]);
  expect(await gatewaysRelatedTo(existing.id)).toEqual([]);
});

test("MQTT §10.1 lastConnectedGateway: rewritten when another gateway connects the device, and by nothing else", async () => {
  const first = await connectGateway(platform());
  const second = await connectGateway(platform());
  const device = await first.connectDevice();
  const gatewayOf = async (): Promise<unknown> =>
    member(await first.tenant.device(device.name), "additionalInfo", "lastConnectedGateway");
  for (const [topic, payload] of [...NAMING.slice(1), ...NOT_CREATING])
    await second.publish(topic, payload(device.name));
  expect(await gatewayOf()).toBe(first.gateway.id);
  await second.publish(CONNECT, { device: device.name });
  expect(await gatewayOf()).toBe(second.gateway.id);
  expect(await first.tenant.attributes(device.id, "SERVER_SCOPE")).not.toHaveProperty("lastConnectedGateway");
});

test("MQTT §10.1 profiles: where default was renamed it is created again, and the renamed one stays the tenant's default", async () => {
  const tenant = await platform().createTenant();
  const gateway = await connectGateway(platform(), { tenant });
  await gateway.knownDevice();
  const found = (await tenant.rest.get("/api/deviceProfileInfo/default")) as object;
  const profile = await tenant.rest.get(`/api/deviceProfile/${text(found, "id", "id")}`);
  await tenant.rest.post("/api/deviceProfile", { ...(profile as object), name: "main" });
  const device = await gateway.knownDevice();
  expect(await tenant.device(device.name)).toMatchObject({ type: "default" });
  expect(await tenant.rest.get("/api/deviceProfileInfo/default")).toMatchObject({ name: "main" });
});

test("MQTT §10.1 new device: the customer is the one that the gateway has at the time", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const customer = await tenant.createCustomer();
  await tenant.rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`);
  const assigned = await gateway.knownDevice();
  expect(await tenant.device(assigned.name)).toMatchObject({ customerId: { id: customer.id } });
  await tenant.rest.delete(`/api/customer/device/${gateway.gateway.id}`);
  const unassigned = await gateway.knownDevice();
  expect(member(await tenant.device(unassigned.name), "customerId", "id")).not.toBe(customer.id);
});

test.each(NAMING)("MQTT §10.1: a device deleted on the platform is created again by %s", async (topic, payload) => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  await gateway.publish(TELEMETRY, { [device.name]: [{ old: 1 }] });
  await gateway.tenant.deleteDevice(device.id);
  expect(await gateway.publish(topic, payload(device.name))).toBe(0);
  const recreated = await gateway.tenant.existing(device.name);
  expect(recreated.id).not.toBe(device.id);
  expect(await gateway.tenant.latestValues(recreated.id)).not.toHaveProperty("old");
});

test.each(
  VERSIONS.flatMap(([version, protocol]) =>
    NAMING.map(([topic, payload]) => [version, topic, protocol, payload] as const),
  ),
)(
  "MQTT §10.2 (%s): at the limit %s of a new device is refused, and nothing of it is stored",
  async (_version, topic, protocol, payload) => {
    const tenant = await platform().createTenant({ maxDevices: 2 });
    // Counted over all devices of the tenant, by whatever way they were created.
    await tenant.createDevice();
    const gateway = await connectGateway(platform(), { tenant, protocol, subscribe: [ATTRIBUTES_RESPONSE] });
    const device = gateway.newName();
    expect(await gateway.publish(topic, payload(device))).toBe(byVersion(protocol, 0x00, 0x97));
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
    expect(await tenant.device(device)).toBeUndefined();
  },
);

test.each(VERSIONS)("MQTT §10.2 (%s): other devices in the same message are processed", async (_version, protocol) => {
  const tenant = await platform().createTenant({ maxDevices: 2 });
  const gateway = await connectGateway(platform(), { tenant, protocol });
  const { id, name } = await gateway.knownDevice();
  const refused = gateway.newName();
  const code = byVersion(protocol, 0x00, 0x97);
  expect(await gateway.publish(ATTRIBUTES, { [refused]: { a: 1 }, [name]: { a: 2 } })).toBe(code);
  expect(await gateway.publish(CLAIM, { [refused]: {}, [name]: {} })).toBe(code);
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ a: 2 });
  const { rest } = await tenant.createCustomer();
  expect((await rest.request("POST", `/api/customer/device/${name}/claim`)).status).toBe(200);
});

test("MQTT §10.2: a device that was deleted makes room, and the limit counts what concurrent messages create", async () => {
  const tenant = await platform().createTenant({ maxDevices: 4 });
  const gateway = await connectGateway(platform(), { tenant });
  const codes = await Promise.all(
    Array.from({ length: 8 }, () => gateway.publish(CONNECT, { device: gateway.newName() })),
  );
  expect(codes.filter((code) => code === 0)).toHaveLength(3);
  expect(codes.filter((code) => code === 0x97)).toHaveLength(5);
  expect(await tenant.deviceCount()).toBe(4);
  const page = await tenant.rest.get("/api/tenant/devices?pageSize=10&page=0&type=default");
  const proxied = (member(page, "data") as unknown[]).find((device) => text(device, "name").startsWith("Device"));
  await tenant.deleteDevice(text(proxied, "id", "id"));
  expect(await gateway.publish(CONNECT, { device: gateway.newName() })).toBe(0);
});

test("MQTT §10.2: a limit that is raised or lifted counts at once", async () => {
  const tenant = await platform().createTenant({ maxDevices: 1 });
  const gateway = await connectGateway(platform(), { tenant });
  const profileId = text(await platform().sysAdmin.get(`/api/tenant/${tenant.id}`), "tenantProfileId", "id");
  const setLimit = async (maxDevices: number): Promise<void> => {
    const profile = await platform().sysAdmin.get(`/api/tenantProfile/${profileId}`);
    await platform().sysAdmin.post("/api/tenantProfile", {
      ...(profile as object),
      profileData: { configuration: { type: "DEFAULT", maxDevices }, queueConfiguration: null },
    });
  };
  const connect = (): Promise<number> => gateway.publish(CONNECT, { device: gateway.newName() });
  expect(await connect()).toBe(0x97);
  await setLimit(2);
  expect([await connect(), await connect()]).toEqual([0, 0x97]);
  await setLimit(0);
  expect([await connect(), await connect()]).toEqual([0, 0]);
});

test("MQTT §10.3: on creation active is false; a device created by telemetry has no lastConnectTime", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toEqual({ active: false });
  const gateway = await connectGateway(platform());
  const known = await gateway.knownDevice();
  const state = await untilState(tenant, known.id, ({ active }) => active === true);
  expect(state).not.toHaveProperty("lastConnectTime");
  expect(state).not.toHaveProperty("lastDisconnectTime");
});

test("MQTT §10.3: a direct session sets lastConnectTime when it opens and lastDisconnectTime when the last one closes", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  const connectedAt = platform().clock.now();
  expect(await untilState(tenant, device.id, (state) => "lastConnectTime" in state)).toMatchObject({
    lastConnectTime: connectedAt,
  });
  platform().clock.advance(5_000);
  // Taken over, the device has a session all the time.
  const next = await platform().connect(device.token, 5);
  await client.closed();
  const state = await untilState(tenant, device.id, ({ lastConnectTime }) => lastConnectTime === connectedAt + 5_000);
  expect(state).not.toHaveProperty("lastDisconnectTime");
  platform().clock.advance(5_000);
  next.destroy();
  expect(await untilState(tenant, device.id, (found) => "lastDisconnectTime" in found)).toMatchObject({
    lastDisconnectTime: connectedAt + 10_000,
  });
});

test("MQTT §10.3: of several sessions the last one to close sets lastDisconnectTime", async () => {
  await using several = await startTestPlatform({ settings: { "mqtt.sessionsPerDeviceMax": 2 } });
  const { tenant } = several;
  const device = await tenant.createDevice();
  const [one, other] = [await several.connect(device.token, 5), await several.connect(device.token, 5)];
  await one.disconnect();
  await several.settle();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).not.toHaveProperty("lastDisconnectTime");
  several.clock.advance(1_000);
  await other.disconnect();
  await several.until(
    () => tenant.attributes(device.id, "SERVER_SCOPE"),
    ({ lastDisconnectTime }) => lastDisconnectTime === several.clock.now(),
    50,
  );
});

test("MQTT §10.3: proxied, the times follow connect and disconnect messages and the gateway's sessions while a route exists", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const device = await gateway.connectDevice();
  const start = platform().clock.now();
  await untilState(tenant, device.id, ({ lastConnectTime }) => lastConnectTime === start);
  platform().clock.advance(1_000);
  await gateway.client.disconnect();
  await untilState(tenant, device.id, ({ lastDisconnectTime }) => lastDisconnectTime === start + 1_000);
  platform().clock.advance(1_000);
  const again = await connectGateway(platform(), { gateway: gateway.gateway });
  await untilState(tenant, device.id, ({ lastConnectTime }) => lastConnectTime === start + 2_000);
  platform().clock.advance(1_000);
  await again.publish(DISCONNECT, { device: device.name });
  await untilState(tenant, device.id, ({ lastDisconnectTime }) => lastDisconnectTime === start + 3_000);
  platform().clock.advance(1_000);
  await again.client.disconnect();
  await untilState(tenant, gateway.gateway.id, ({ lastDisconnectTime }) => lastDisconnectTime === start + 4_000);
  await platform().settle();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toMatchObject({
    lastConnectTime: start + 2_000,
    lastDisconnectTime: start + 3_000,
  });
});

test("MQTT §10.3: active ends after the timeout, inactivityAlarmTime tells when, and activity clears it", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const device = await gateway.knownDevice();
  await untilState(tenant, device.id, ({ active }) => active === true);
  platform().clock.advance(10 * MINUTE - SECOND);
  await platform().settle();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toMatchObject({ active: true });
  const alarm = await untilSwept(tenant, device.id, ({ active }) => active === false);
  expect(alarm["inactivityAlarmTime"]).toBeGreaterThan(0);
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  const now = platform().clock.now();
  expect(await untilState(tenant, device.id, ({ active }) => active === true)).toMatchObject({
    inactivityAlarmTime: 0,
    lastActivityTime: now,
  });
});

test.each([
  [2 * MINUTE, 2],
  [0, 10],
  [-5, 10],
])("MQTT §10.3: an inactivityTimeout of %i ms means %i minutes", async (inactivityTimeout, minutes) => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const device = await gateway.knownDevice();
  await untilState(tenant, device.id, ({ active }) => active === true);
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { inactivityTimeout });
  await platform().settle();
  platform().clock.advance(minutes * MINUTE - SECOND);
  await platform().settle();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toMatchObject({ active: true });
  await untilSwept(tenant, device.id, ({ active }) => active === false);
});

test("MQTT §10.3: the attributes are of the server scope, which clients neither write nor read", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  await client.publish("v1/devices/me/attributes", { active: "mine", lastActivityTime: 5 });
  expect(await untilState(tenant, device.id, ({ active }) => active === true)).not.toMatchObject({
    lastActivityTime: 5,
  });
  await client.publish("v1/devices/me/attributes/request/1", {});
  expect(await client.nextJson("v1/devices/me/attributes/response/1")).toEqual({
    client: { active: "mine", lastActivityTime: 5 },
  });
});

test("MQTT §10.4: SUBSCRIBE, UNSUBSCRIBE, PINGREQ, the PUBACK of a call and own messages are activity of the session's device", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5, { acknowledge: false });
  const steps: (() => Promise<unknown>)[] = [
    () => client.subscribe("v1/devices/me/rpc/request/+"),
    async () => {
      const command = await client.next("publish");
      client.send({ cmd: "puback", messageId: command.messageId ?? 0 });
      // Not a PINGREQ, which would count for itself: the server has read what came before its answer to REST.
      await platform().settle();
    },
    () => client.unsubscribe("v1/devices/me/rpc/request/+"),
    () => client.ping(),
    () => client.publish("v1/devices/me/telemetry", {}),
    () => client.publish("v1/devices/me/attributes", {}, { qos: 0 }).then(() => platform().settle()),
    () => client.publish("v1/devices/me/attributes/request/1", {}),
    () => client.publish("v1/devices/me/rpc/request/1", { method: "m" }),
    () => client.publish("v1/devices/me/rpc/response/1", {}),
    () => client.publish("v1/devices/me/claim", ""),
  ];
  for (const [index, step] of steps.entries()) {
    if (index === 1) await tenant.call(device.id, { method: "m" }, "rpc/oneway");
    platform().clock.advance(MINUTE);
    const now = platform().clock.now();
    await step();
    platform().clock.advance(20 * SECOND);
    const state = await untilState(tenant, device.id, ({ lastActivityTime }) => Number(lastActivityTime) >= now);
    expect([index, state["lastActivityTime"]]).toEqual([index, now]);
  }
});

test.each([
  ...[...NAMING, ...NOT_CREATING].map(([topic, payload]) => [topic, "a valid message", payload] as const),
  [TELEMETRY, "an entry that is refused", (device: string) => ({ [device]: { a: 1 } })] as const,
  [ATTRIBUTES, "an entry that is refused", (device: string) => ({ [device]: [1] })] as const,
  [CLAIM, "an entry that is refused", (device: string) => ({ [device]: [1] })] as const,
  [RPC, "a reply nobody waits for", (device: string) => ({ device, id: 4_711, data: 1 })] as const,
])("MQTT §10.4: %s with %s is activity of the gateway and of the device named", async (topic, _what, payload) => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  platform().clock.advance(MINUTE);
  const now = platform().clock.now();
  await gateway.publish(topic, payload(device.name));
  platform().clock.advance(20 * SECOND);
  for (const id of [gateway.gateway.id, device.id])
    await untilState(gateway.tenant, id, ({ lastActivityTime }) => lastActivityTime === now);
});

test.each([true, false])(
  "MQTT §10.4: overwriteActivityTime %s: what a gateway's activity is for the devices behind it",
  async (overwriteActivityTime) => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform(), {
      gateway: await tenant.createGateway({ additionalInfo: { overwriteActivityTime } }),
    });
    const [routed, known] = [await gateway.connectDevice(), await gateway.knownDevice()];
    const before = await firstActivity(tenant, routed.id);
    expect(await firstActivity(tenant, known.id)).toBe(before);
    platform().clock.advance(MINUTE);
    const now = platform().clock.now();
    await gateway.client.ping();
    platform().clock.advance(20 * SECOND);
    await untilState(tenant, gateway.gateway.id, ({ lastActivityTime }) => lastActivityTime === now);
    expect(await activityOf(gateway, routed.id)).toBe(overwriteActivityTime ? now : before);
    expect(await activityOf(gateway, known.id)).toBe(before);
  },
);

test("MQTT §10.4: overwriteActivityTime counts from the moment at which it is set", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const device = await gateway.connectDevice();
  const before = await firstActivity(tenant, device.id);
  platform().clock.advance(MINUTE);
  await gateway.client.ping();
  const found = (await tenant.device(gateway.gateway.name)) as object;
  await tenant.rest.post("/api/device", { ...found, additionalInfo: { gateway: true, overwriteActivityTime: true } });
  platform().clock.advance(MINUTE);
  expect(await activityOf(gateway, device.id)).toBe(before);
  const now = platform().clock.now();
  await gateway.publish("v1/devices/me/telemetry", {});
  platform().clock.advance(20 * SECOND);
  await untilState(tenant, device.id, ({ lastActivityTime }) => lastActivityTime === now);
});

test("MQTT §10.4: activity of a device says nothing of others behind the same gateway", async () => {
  const gateway = await connectGateway(platform());
  const [named, silent] = [await gateway.connectDevice(), await gateway.connectDevice()];
  const before = await firstActivity(gateway.tenant, silent.id);
  platform().clock.advance(MINUTE);
  const now = platform().clock.now();
  expect(pubackCode(await gateway.client.publish(TELEMETRY, { [named.name]: [{ a: 1 }] }))).toBe(0);
  platform().clock.advance(20 * SECOND);
  await untilState(gateway.tenant, named.id, ({ lastActivityTime }) => lastActivityTime === now);
  expect(await activityOf(gateway, silent.id)).toBe(before);
});

/** Relations have no REST resource, so they are read from the store itself. */
async function gatewaysRelatedTo(deviceId: string): Promise<unknown[]> {
  const rows = await storedRows(
    platform().folder,
    "SELECT from_id FROM relation WHERE to_id = $1 AND relation_type = 'Created' AND relation_group = 'COMMON'",
    deviceId,
  );
  return rows.map((row) => row["from_id"]);
}

/** When a device that has just been heard of for the first time was: now, once that is stored. */
async function firstActivity(tenant: TestTenant, deviceId: string): Promise<number> {
  const now = platform().clock.now();
  await untilState(tenant, deviceId, ({ lastActivityTime }) => lastActivityTime === now);
  return now;
}

async function activityOf(gateway: ConnectedGateway, deviceId: string): Promise<unknown> {
  return (await gateway.tenant.attributes(deviceId, "SERVER_SCOPE"))["lastActivityTime"];
}

function untilState(
  tenant: TestTenant,
  deviceId: string,
  isWanted: (state: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  return platform().until(() => tenant.attributes(deviceId, "SERVER_SCOPE"), isWanted, 50);
}

/** As `untilState`, with a minute between the looks, of which two are enough for the silent to be found. */
function untilSwept(
  tenant: TestTenant,
  deviceId: string,
  isWanted: (state: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  const minuteLater = async (): Promise<Record<string, unknown>> => {
    platform().clock.advance(MINUTE);
    await platform().settle();
    return tenant.attributes(deviceId, "SERVER_SCOPE");
  };
  return platform().until(minuteLater, isWanted, 2);
}
