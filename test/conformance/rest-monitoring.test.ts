// What is going on: figures of the overview, gateways with their connections and why the last one ended, the history of a
// device's connections, and the state of the installation.
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { CONNECT, connectGateway, DISCONNECT, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startTestPlatform, TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { neighbours } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { TestTenant, type TestDevice } from "../support/tenant.ts";
import { isCluster, startForTests } from "../support/start-platform.ts";

type Members = Readonly<Record<string, unknown>>;

const platform = useTestPlatform();
const PAGE = "pageSize=100&page=0";

const get = async (rest: RestClient, path: string): Promise<Members> => (await rest.get(path)) as Members;
const list = async (rest: RestClient, path: string): Promise<readonly Members[]> =>
  (await get(rest, path))["data"] as readonly Members[];

describe("GET /api/overview", () => {
  test("has a tenant's gateways, devices and traffic of the last hour, and the month", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    await gateway.publish(TELEMETRY, { [gateway.newName()]: [{ a: 1, b: 2 }] });
    await gateway.publish(TELEMETRY, "no json");
    await tenant.createGateway();
    const overview = await platform().until(
      () => get(tenant.rest, "/api/overview"),
      // That a device is active is stored a moment after its message.
      (shown) => (shown["devices"] as Members)["active"] !== 0,
    );
    expect(overview).toMatchObject({
      ts: platform().clock.now(),
      gateways: { total: 2, online: 1 },
      devices: { total: 1, active: 1 },
      month: { messages: 1, points: 2, pointDays: 2 },
      storage: null,
      tenants: null,
    });
    expect(overview["traffic"]).toMatchObject({
      refusals: { lastMinute: 1, lastHour: 1, reasons: [{ reason: "invalid", lastMinute: 1, lastHour: 1 }] },
    });
    const { messages, points } = overview["traffic"] as Readonly<
      Record<string, { minutes: number[]; perSecond: number }>
    >;
    expect([messages?.minutes.length, messages?.minutes.at(-1), points?.minutes.at(-1)]).toEqual([60, 1, 2]);
    expect(points?.perSecond).toBeGreaterThan(0);
    expect((overview["reports"] as Members[]).map(({ pool }) => pool)).toEqual(["reports", "ui", "jobs"]);
  });

  test("counts telemetry that is saved over REST, and what devices send over HTTP", async () => {
    const tenant = await platform().createTenant();
    const device = await tenant.createDevice();
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { a: 1, b: 2, c: 3 });
    await platform().anonymous.request("POST", `/api/v1/${device.token}/telemetry`, { a: 1 });
    await platform().anonymous.request("POST", `/api/v1/${device.token}/telemetry`, "no json");
    expect((await get(tenant.rest, "/api/overview"))["traffic"]).toMatchObject({
      points: { minutes: expect.arrayContaining([4]) as unknown },
      refusals: { lastMinute: 1 },
    });
  });

  test("shows a customer's user own devices and nothing of the tenant", async () => {
    const { owner } = await neighbours(platform());
    expect(await get(owner.rest, "/api/overview")).toMatchObject({
      gateways: { total: 0, online: 0 },
      devices: { total: 1, active: 0 },
      traffic: null,
      reports: [],
      storage: null,
      month: null,
      tenants: null,
      byTenant: null,
    });
  });

  test("shows a system administrator the installation and what it stores", async () => {
    const gateway = await connectGateway(platform());
    await gateway.publish(TELEMETRY, { [gateway.newName()]: [{ a: 1 }] });
    const offline = await platform().createTenant();
    for (let count = 0; count < 3; count++) await offline.createGateway();
    const overview = await get(platform().sysAdmin, "/api/overview");
    expect(overview).toMatchObject({ month: null, tenants: expect.any(Number) as unknown });
    const { offlineGateways } = overview["byTenant"] as Readonly<Record<string, readonly Members[]>>;
    expect(offlineGateways).toContainEqual(
      expect.objectContaining({ id: { entityType: "TENANT", id: offline.id }, count: 3, lastDisconnectTime: null }),
    );
    const stored = overview["storage"] as Members;
    expect(stored).toMatchObject({ points: expect.any(Number) as unknown });
    for (const name of ["telemetryBytes", "entityBytes", "diskFreeBytes", "diskBytes"])
      // The nodes of a cluster keep no data on their disks.
      if (isCluster) expect(stored[name]).toBeNull();
      else expect(stored[name]).toBeGreaterThan(0);
    const { findings } = await get(platform().sysAdmin, "/api/system/posture");
    const ofDisk = (findings as Members[]).map(({ kind }) => kind).filter((kind) => String(kind).startsWith("disk-"));
    expect(stored["diskFinding"]).toBe(isCluster ? null : (ofDisk[0] ?? null));
  });
});

describe("what the overview says of tenants", () => {
  test("names to a system administrator those near a limit, and since when their gateways are offline", async () => {
    const { sysAdmin } = platform();
    const tenant = await platform().createTenant();
    const lost = await connectGateway(platform(), { tenant });
    const disconnectedAt = platform().clock.now();
    await lost.client.disconnect();
    // More than others have left, so that it is one of ten.
    for (let count = 0; count < 5; count++) await tenant.createGateway();
    const profile = { name: "nearly full", profileData: { configuration: { maxDevices: 6 } } };
    const { id } = (await sysAdmin.post("/api/tenantProfile", profile)) as Members;
    const own = (await sysAdmin.get(`/api/tenant/${tenant.id}`)) as Members;
    await sysAdmin.post("/api/tenant", { ...own, tenantProfileId: id });
    const byTenant = await platform().until(
      async () => (await get(sysAdmin, "/api/overview"))["byTenant"] as Members,
      ({ limits, offlineGateways }) =>
        JSON.stringify([limits, offlineGateways]).split(tenant.id).length === 3 &&
        JSON.stringify(offlineGateways).includes(String(disconnectedAt)),
    );
    const ref = { entityType: "TENANT", id: tenant.id };
    expect(byTenant["offlineGateways"]).toContainEqual(
      expect.objectContaining({ id: ref, count: 6, lastDisconnectTime: disconnectedAt }),
    );
    const limits = byTenant["limits"] as Members;
    expect(limits["nearest"]).toContainEqual(
      expect.objectContaining({ id: ref, name: "maxDevices", used: 6, limit: 6 }),
    );
    expect(limits["total"]).toBeGreaterThan(0);
    expect(await get(tenant.rest, "/api/overview")).toMatchObject({ byTenant: null });
    const customer = await tenant.createCustomer();
    expect(await get(customer.rest, "/api/overview")).toMatchObject({ byTenant: null });
  });
});

describe("gateways", () => {
  test("show their connection and what came through it, and are filtered by whether they have one", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant, protocol: 4 });
    const idle = await tenant.createGateway();
    const device = await gateway.connectDevice();
    await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1, b: 2 }] });
    const now = platform().clock.now();
    const shown = await list(tenant.rest, `/api/gateways?${PAGE}&online=true`);
    expect(shown).toMatchObject([
      {
        id: { entityType: "DEVICE", id: gateway.gateway.id },
        name: gateway.gateway.name,
        online: true,
        connection: { since: now, protocol: "MQTT 3.1.1", transport: "TCP", remoteAddress: "127.0.0.1" },
        sessions: 1,
        devices: 1,
        lastMinute: { messages: 2, points: 2, refused: 0 },
        lastActivityTime: now,
        lastEnd: null,
      },
    ]);
    expect(await list(tenant.rest, `/api/gateways?${PAGE}&online=false`)).toMatchObject([
      { id: { id: idle.id }, online: false, connection: null, lastActivityTime: null },
    ]);
    expect((await list(tenant.rest, `/api/gateways?${PAGE}&textSearch=${idle.name}`)).length).toBe(1);
    const details = await get(tenant.rest, `/api/gateways/${gateway.gateway.id}`);
    expect(details).toMatchObject({ online: true, acknowledgements: { p99Millis: 0 } });
    expect((details["acknowledgements"] as { samples: number }).samples).toBeGreaterThan(0);
  });

  test("know the devices behind them, connected or not any more", async () => {
    const gateway = await connectGateway(platform());
    const { rest } = gateway.tenant;
    const [stays, leaves] = [await gateway.connectDevice(), await gateway.connectDevice()];
    await gateway.publish(DISCONNECT, { device: leaves.name });
    const path = `/api/gateways/${gateway.gateway.id}/devices?${PAGE}&sortProperty=connected&sortOrder=DESC`;
    expect(await list(rest, path)).toMatchObject([
      { id: { id: stays.id }, connected: true, routedSince: platform().clock.now() },
      { id: { id: leaves.id }, connected: false, routedSince: null },
    ]);
    gateway.client.destroy();
    await platform().until(
      () => list(rest, path),
      ([first]) => first?.["connected"] === false,
    );
    expect((await list(rest, path))[0]).toMatchObject({ connected: false, routedSince: platform().clock.now() });
  });
});

describe("devices behind a gateway that were never connected", () => {
  const devicesOf = async (rest: RestClient, id: string): Promise<readonly (readonly [unknown, unknown])[]> =>
    (await list(rest, `/api/gateways/${id}/devices?${PAGE}&sortProperty=name`)).map((row) => [
      (row["id"] as Members)["id"],
      row["neverConnected"],
    ]);

  test("are distinguished from those that were, and from one with a connection of its own", async () => {
    const gateway = await connectGateway(platform());
    const { rest } = gateway.tenant;
    const id = gateway.gateway.id;
    const sends = await gateway.knownDevice();
    const connected = await gateway.connectDevice();
    const left = await gateway.connectDevice();
    await gateway.publish(DISCONNECT, { device: left.name });
    const direct = await gateway.knownDevice();
    const own = await platform().connect(direct.token, 5);
    const expected = (isDirect: boolean): unknown =>
      expect.arrayContaining([
        [sends.id, true],
        [connected.id, false],
        [left.id, false],
        [direct.id, !isDirect],
      ]);
    expect(await devicesOf(rest, id)).toEqual(expected(true));
    own.destroy();
    await platform().until(
      () => devicesOf(rest, id),
      (rows) => rows.some(([device, isNever]) => device === direct.id && isNever === true),
    );
    expect(await devicesOf(rest, id)).toEqual(expected(false));
    await gateway.publish(CONNECT, { device: sends.name });
    expect(await devicesOf(rest, id)).toContainEqual([sends.id, false]);
  });

  test("a gateway tells whether what it sends connects, by its own word before the setting", async () => {
    const isOf = async (tenant: TestTenant, additionalInfo: Members): Promise<unknown> =>
      (await get(tenant.rest, `/api/gateways/${(await tenant.createGateway({ additionalInfo })).id}`))[
        "connectOnUplink"
      ];
    const { tenant } = platform();
    expect([await isOf(tenant, {}), await isOf(tenant, { connectOnUplink: true })]).toEqual([false, true]);
    await using connecting = await startTestPlatform({ settings: { "gateway.connectOnUplink": true } });
    const words = [await isOf(connecting.tenant, {}), await isOf(connecting.tenant, { connectOnUplink: false })];
    expect(words).toEqual([true, false]);
  });

  test("are shown to their tenant alone", async () => {
    const gateway = await connectGateway(platform());
    await gateway.knownDevice();
    const path = `/api/gateways/${gateway.gateway.id}/devices?${PAGE}`;
    const customer = await gateway.tenant.createCustomer();
    const { rest } = gateway.tenant;
    await rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`, {});
    const other = await platform().createTenant();
    expect((await other.rest.request("GET", path)).status).toBe(404);
    expect((await customer.rest.request("GET", path)).status).toBe(403);
    expect((await rest.request("GET", path)).status).toBe(200);
  });
});

/** Ways in which a connection ends. */
const ENDS: readonly (readonly [reason: string, end: (client: RawMqttClient, gateway: TestDevice) => unknown])[] = [
  ["CLIENT_DISCONNECTED", (client) => client.send({ cmd: "disconnect" })],
  ["CONNECTION_LOST", (client) => client.destroy()],
  ["KEEP_ALIVE_MISSED", () => platform().clock.advance(3_000)],
  ["PROTOCOL_ERROR", (client) => client.send({ cmd: "pubcomp", messageId: 1 })],
  ["REPLACED", (_client, { token }) => platform().connect(token, 5)],
  [
    "CREDENTIALS_CHANGED",
    (_client, { id }) => platform().tenant.setCredentials(id, { credentialsId: `changed-${id.slice(-12)}` }),
  ],
];

describe("why the last connection ended", () => {
  test.each(ENDS)("%s", async (reason, end) => {
    const gateway = await connectGateway(platform(), { connect: { keepalive: 2 } });
    const { rest } = platform().tenant;
    await end(gateway.client, gateway.gateway);
    const ended = await platform().until(
      () => get(rest, `/api/gateways/${gateway.gateway.id}`),
      ({ lastEnd }) => lastEnd !== null,
    );
    expect(ended["lastEnd"]).toMatchObject({ reason, text: expect.stringMatching(/^[A-Z].*[a-zT]$/) as unknown });
    expect(ended["lastDisconnectTime"]).toBe(platform().clock.now());
    const wanted =
      reason === "REPLACED"
        ? [{ event: "CONNECTED" }, { event: "DISCONNECTED", end: { reason } }, {}]
        : [{ event: "DISCONNECTED", end: { reason } }, {}];
    const events = await platform().until(
      () => list(rest, `/api/devices/${gateway.gateway.id}/connectivity?${PAGE}`),
      ({ length }) => length >= wanted.length,
    );
    expect(events).toMatchObject(wanted);
  });

  test("is known after a restart, which is a reason itself", async () => {
    const folder = await scratchFolder();
    const clock = new ManualClock();
    const start = () => startForTests({ ...TEST_SETTINGS, dataDir: folder }, { clock });
    const login = async (http: string): Promise<TestTenant> => {
      const rest = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
      return new TestTenant(rest, text(await rest.get("/api/auth/user"), "tenantId", "id"), () => 1);
    };
    const first = await start();
    const gateway = await (await login(first.http)).createGateway();
    const port = Number(new URL(first.mqtt).port);
    const client = await RawMqttClient.connect({ port, protocol: 5 }, { username: gateway.token, keepalive: 0 });
    await client.publish(CONNECT, { device: "Device A" });
    await first.stop();
    const second = await start();
    try {
      const { rest } = await login(second.http);
      expect(await get(rest, `/api/gateways/${gateway.id}`)).toMatchObject({
        online: false,
        devices: 1,
        lastEnd: { reason: "SERVER_STOPPED" },
      });
    } finally {
      await second.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("GET /api/devices/:deviceId/connectivity", () => {
  test("names the gateway of a device, to a customer only where it is the customer's", async () => {
    const gateway = await connectGateway(platform());
    const { rest } = platform().tenant;
    const customer = await platform().tenant.createCustomer();
    const device = await gateway.connectDevice();
    await gateway.publish(DISCONNECT, { device: device.name });
    await rest.post(`/api/customer/${customer.id}/device/${device.id}`, {});
    const path = `/api/devices/${device.id}/connectivity?${PAGE}&textSearch=connected`;
    const events = await platform().until(
      () => list(rest, path),
      ({ length }) => length === 2,
    );
    expect(events).toMatchObject([
      { event: "DISCONNECTED", end: { reason: "GATEWAY_SAID_SO" }, gateway: { name: gateway.gateway.name } },
      { event: "CONNECTED", end: null, gateway: { id: { id: gateway.gateway.id }, name: gateway.gateway.name } },
    ]);
    expect(await list(customer.rest, path)).toMatchObject([{ gateway: { name: null } }, { gateway: { name: null } }]);
  });

  test("is paged", async () => {
    const gateway = await connectGateway(platform());
    const { rest } = platform().tenant;
    const path = `/api/devices/${gateway.gateway.id}/connectivity?pageSize=1&page=0&sortProperty=ts&sortOrder=ASC`;
    const page = await platform().until(
      () => get(rest, path),
      ({ totalElements }) => totalElements !== 0,
    );
    expect(page).toMatchObject({ data: [{ event: "CONNECTED" }], totalElements: 1, hasNext: false });
  });
});

test("GET /api/health/details has stores, memory, disk, connections, queues and the load of reports", async () => {
  await connectGateway(platform());
  const health = await get(platform().sysAdmin, "/api/health/details");
  expect(health).toMatchObject({
    status: "UP",
    stores: [
      { name: "telemetry", healthy: true },
      { name: "entities", healthy: true },
    ],
    failures: { telemetryBatches: 0, attributeBatches: 0, mails: 0, auditRecords: 0, retentionRuns: 0 },
    queues: { mailsWaiting: 0, devicePolls: 0 },
  });
  expect((health["mqtt"] as Members)["sessions"]).toBeGreaterThan(0);
  expect((health["memory"] as Members)["residentBytes"]).toBeGreaterThan(1_000_000);
  expect((health["disk"] as Members)["freeBytes"]).toBeGreaterThan(0);
});

test("GET /api/system/posture finds what the settings and the tenants leave open", async () => {
  const { sysAdmin, tenant } = platform();
  const findingOf = async (kind: string): Promise<Members | undefined> => {
    const findings = (await get(sysAdmin, "/api/system/posture"))["findings"] as Members[];
    return findings.find((finding) => finding["kind"] === kind);
  };
  const found = async (kind: string): Promise<unknown> => (await findingOf(kind))?.["found"];
  const countIn = (sentence: unknown): number => (typeof sentence === "string" ? Number.parseInt(sentence, 10) : 0);

  expect(await found("passwords-in-settings")).toBe(
    "Initial passwords are still in the settings: BOOTSTRAP_SYS_ADMIN_PASSWORD, BOOTSTRAP_TENANT_ADMIN_PASSWORD.",
  );
  expect(await found("plain-servers")).toBeUndefined();

  const keys = countIn(await found("endless-api-keys"));
  await tenant.rest.post("/api/apiKey", { description: "without an end", enabled: true });
  expect(countIn(await found("endless-api-keys"))).toBe(keys + 1);

  const [anyDevices, anyRate] = [countIn(await found("no-device-limit")), countIn(await found("no-rate-limit"))];
  const limits = { maxDevices: 10, transportTenantMsgRateLimit: "1000:60" };
  const configurations = [{}, limits];
  for (const [index, configuration] of configurations.entries()) {
    const profile = { name: `posture ${String(index)}`, profileData: { configuration } };
    const { id } = (await sysAdmin.post("/api/tenantProfile", profile)) as Members;
    await sysAdmin.post("/api/tenant", { title: `posture ${String(index)}`, tenantProfileId: id });
  }
  expect(countIn(await found("no-device-limit"))).toBe(anyDevices + 1);
  expect(countIn(await found("no-rate-limit"))).toBe(anyRate + 1);
  const tenants = (await findingOf("no-device-limit"))?.["tenants"] as Members;
  expect(tenants["total"]).toBe(anyDevices + 1);
  expect((tenants["named"] as Members[]).length).toBe(Math.min(5, anyDevices + 1));
  expect(await findingOf("endless-api-keys")).toMatchObject({ tenants: null });
  for (const rest of [tenant.rest, (await tenant.createCustomer()).rest])
    expect((await rest.request("GET", "/api/system/posture")).status).toBe(403);
});

test("GET /api/system/posture has the versions of what runs, and how each store syncs what is acknowledged", async () => {
  const { versions, sync } = await get(platform().sysAdmin, "/api/system/posture");
  const { version } = await get(platform().sysAdmin, "/api/system/info");

  const ofCluster = ["Bridgehead", "Node.js", "PostgreSQL", "DuckDB", "NATS Server"];
  expect((versions as Members[]).map(({ name }) => name)).toEqual(
    isCluster ? ofCluster : ["Bridgehead", "Node.js", "SQLite", "DuckDB"],
  );
  expect(versions).toEqual(
    expect.arrayContaining([
      { name: "Bridgehead", version },
      { name: "Node.js", version: process.versions.node },
      { name: "DuckDB", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown },
    ]),
  );
  expect(sync).toMatchObject([
    { store: "telemetry", how: expect.stringContaining(isCluster ? "of the stream" : "synced to the log") as unknown },
    { store: "entities", how: expect.stringContaining("synced by") as unknown },
  ]);
});
