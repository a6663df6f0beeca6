// The refusals that are kept of gateways, and the counts that lead to them: what is shown to whom, what a flood leaves of them,
// and what a restart does.
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../src/app/platform.ts";
import { ATTRIBUTES, CLAIM, connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { startForTests } from "../support/start-platform.ts";
import { TestTenant } from "../support/tenant.ts";

type Members = Readonly<Record<string, unknown>>;
interface Page {
  readonly data: readonly Members[];
  readonly totalElements: number;
}

const platform = useTestPlatform();
const PAGE = "pageSize=1000&page=0";

const list = async (rest: RestClient, path: string): Promise<Page> => (await rest.get(path)) as Page;

/** Lets the second pass after which refusals are stored. */
async function stored(rest: RestClient, path: string, count: number): Promise<readonly Members[]> {
  const page = await platform().until(
    () => {
      platform().clock.advance(1_000);
      return list(rest, path);
    },
    ({ totalElements }) => totalElements >= count,
  );
  return page.data;
}

describe("a refused message of a gateway", () => {
  test("is shown with its reason, its devices and its payload, the newest first", async () => {
    const gateway = await connectGateway(platform());
    const { rest } = gateway.tenant;
    const { id, name } = gateway.gateway;
    const device = await gateway.knownDevice();
    const ts = platform().clock.now();
    await gateway.publish(TELEMETRY, { [device.name]: 7, "No such": 8, [gateway.newName()]: [{ a: 1 }] });
    await gateway.publish("v1/gateway/nonsense", "{");
    const path = `/api/gateways/${id}/refusals?${PAGE}`;
    const shown = await stored(rest, path, 2);
    expect(shown).toMatchObject([
      {
        ts,
        topic: "v1/gateway/nonsense",
        reason: "unsupported",
        partly: false,
        bytes: 1,
        payload: "{",
        entriesTotal: 1,
      },
      {
        ts,
        gateway: { id: { entityType: "DEVICE", id }, name },
        topic: TELEMETRY,
        reason: "invalid",
        partly: true,
        entries: [
          { device: device.name, deviceId: { id: device.id }, reason: "invalid" },
          {
            device: "No such",
            deviceId: null,
            reason: "invalid",
            message: expect.stringContaining("must be an array"),
          },
        ],
        entriesTotal: 2,
        payload: expect.stringContaining(`"${device.name}":7`),
        cut: false,
      },
    ]);
    const reasons = async (filter: string) => (await list(rest, `${path}&${filter}`)).data.map(({ reason }) => reason);
    expect(await reasons("reason=unsupported")).toEqual(["unsupported"]);
    expect(await reasons(`device=${encodeURIComponent(device.name)}`)).toEqual(["invalid"]);
    expect(await reasons("textSearch=NONSENSE")).toEqual(["unsupported"]);
    expect(await reasons("sortProperty=ts&sortOrder=ASC")).toEqual(["invalid", "unsupported"]);
    expect((await list(rest, `/api/gateways/${id}/refusals?pageSize=1&page=1`)).data).toMatchObject([{ partly: true }]);
  });

  test("shows no secret", async () => {
    const gateway = await connectGateway(platform());
    await gateway.publish(CLAIM, `{"${gateway.newName()}":{"secretKey":hunter2}}`);
    await gateway.publish(CLAIM, { [gateway.newName()]: { secretKey: "hunter2", durationMs: "soon" } });
    await gateway.publish(ATTRIBUTES, `{"${gateway.newName()}":{"wifiPassword":"hunter2","a":}}`);
    await gateway.publish("v1/gateway/nonsense", { token: "hunter2", note: { apiKey: ["hunter2"] } });
    const shown = await stored(gateway.tenant.rest, `/api/gateways/${gateway.gateway.id}/refusals?${PAGE}`, 4);
    expect(JSON.stringify(shown)).not.toContain("hunter");
    expect(shown.map(({ payload }) => payload)).toEqual([
      '{"token":"***","note":{"apiKey":"***"}}',
      expect.stringMatching(/"wifiPassword":"\*\*\*"/),
      "(not shown)",
      "(not shown)",
    ]);
  });

  test("is shown to the administrators of its tenant alone", async () => {
    const gateway = await connectGateway(platform());
    const customer = await gateway.tenant.createCustomer();
    await gateway.tenant.rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`, {});
    const other = await connectGateway(platform(), { tenant: await platform().createTenant() });
    await gateway.publish(TELEMETRY, "ours");
    await other.publish(TELEMETRY, "theirs");
    const path = `/api/gateways/${gateway.gateway.id}/refusals?${PAGE}`;
    await stored(gateway.tenant.rest, path, 1);
    const ofOthers = await stored(other.tenant.rest, `/api/refusals?${PAGE}`, 1);
    expect(ofOthers).toMatchObject([{ payload: "theirs" }]);
    expect((await other.tenant.rest.request("GET", path)).status).toBe(404);
    for (const forbidden of [path, `/api/refusals?${PAGE}`]) {
      expect((await customer.rest.request("GET", forbidden)).status).toBe(403);
      expect((await platform().sysAdmin.request("GET", forbidden)).status).toBe(403);
      expect((await platform().anonymous.request("GET", forbidden)).status).toBe(401);
    }
    const device = await gateway.knownDevice();
    expect((await gateway.tenant.rest.request("GET", `/api/gateways/${device.id}/refusals?${PAGE}`)).status).toBe(404);
  });

  test("goes with the gateway", async () => {
    const tenant = await platform().createTenant();
    const gateway = await connectGateway(platform(), { tenant });
    await gateway.publish(TELEMETRY, "no json");
    await stored(tenant.rest, `/api/refusals?${PAGE}`, 1);
    await tenant.rest.request("DELETE", `/api/device/${gateway.gateway.id}`);
    expect((await list(tenant.rest, `/api/refusals?${PAGE}`)).totalElements).toBe(0);
  });
});

describe("the messages of the last hour that were refused", () => {
  const LISTED = `/api/gateways?${PAGE}&sortProperty=refused&sortOrder=DESC`;

  test("are counted by gateway, with the most frequent reason, and lists begin with the most", async () => {
    const tenant = await platform().createTenant();
    const connected = () => connectGateway(platform(), { tenant });
    const [few, many, none] = [await connected(), await connected(), await tenant.createGateway()];
    await few.publish(TELEMETRY, "no json");
    for (const topic of [TELEMETRY, "v1/gateway/nonsense", ATTRIBUTES]) await many.publish(topic, "no json");
    const counted = [
      { id: { id: many.gateway.id }, name: many.gateway.name, lastHour: { refused: 3, reason: "invalid" } },
      { id: { id: few.gateway.id }, name: few.gateway.name, lastHour: { refused: 1, reason: "invalid" } },
    ];
    const quiet = { id: { id: none.id }, lastHour: { refused: 0, reason: null } };
    expect((await list(tenant.rest, LISTED)).data).toMatchObject([...counted, quiet]);
    expect(await list(tenant.rest, `${LISTED}&refused=true`)).toMatchObject({ data: counted, totalElements: 2 });
    expect((await list(tenant.rest, `${LISTED}&refused=false`)).data).toMatchObject([quiet]);
    expect((await list(tenant.rest, `${LISTED}&refused=true&online=false`)).data).toEqual([]);
    const second = await list(tenant.rest, LISTED.replace(PAGE, "pageSize=1&page=1"));
    expect(second).toMatchObject({ data: [counted[1]], totalElements: 3 });
    expect(await tenant.rest.get(`/api/gateways/${many.gateway.id}`)).toMatchObject({
      lastHour: { refused: 3, reason: "invalid" },
    });
  });

  test("are counted for the administrators of their tenant alone", async () => {
    const [ours, theirs] = [await platform().createTenant(), await platform().createTenant()];
    const gateway = await connectGateway(platform(), { tenant: ours });
    const other = await connectGateway(platform(), { tenant: theirs });
    const customer = await ours.createCustomer();
    await ours.rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`, {});
    await gateway.publish(TELEMETRY, "ours");
    const path = `${LISTED}&refused=true`;
    expect(await list(theirs.rest, path)).toMatchObject({ data: [], totalElements: 0 });
    await other.publish(TELEMETRY, "theirs");
    for (const [{ rest }, { id }] of [
      [ours, gateway.gateway],
      [theirs, other.gateway],
    ] as const)
      expect(await list(rest, path)).toMatchObject({ data: [{ id: { id } }], totalElements: 1 });
    expect((await customer.rest.request("GET", path)).status).toBe(403);
    expect((await platform().sysAdmin.request("GET", path)).status).toBe(403);
    expect((await platform().anonymous.request("GET", path)).status).toBe(401);
  });
});

test("a flood leaves the last 500 of its gateway and all of another, and every message is acknowledged", async () => {
  const tenant = await platform().createTenant();
  const [hostile, quiet] = [await connectGateway(platform(), { tenant }), await connectGateway(platform(), { tenant })];
  await quiet.publish(TELEMETRY, "quiet");
  const PACKETS = 3_000;
  for (let sent = 0; sent < PACKETS; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => hostile.publish(TELEMETRY, `flood ${String(sent + index)}`)),
    ).then((codes) => expect(new Set(codes)).toEqual(new Set([0x99])));
  const flooded = await stored(tenant.rest, `/api/gateways/${hostile.gateway.id}/refusals?${PAGE}`, 500);
  expect(flooded).toHaveLength(500);
  expect(flooded[0]).toMatchObject({ payload: `flood ${String(PACKETS - 1)}` });
  expect((await list(tenant.rest, `/api/gateways/${quiet.gateway.id}/refusals?${PAGE}`)).totalElements).toBe(1);
  expect(await tenant.rest.get("/api/overview")).toMatchObject({ traffic: { refusals: { lastHour: PACKETS + 1 } } });
  expect((await list(tenant.rest, `/api/gateways?${PAGE}&sortProperty=refused`)).data).toMatchObject([
    { id: { id: quiet.gateway.id }, lastHour: { refused: 1 } },
    { id: { id: hostile.gateway.id }, lastHour: { refused: PACKETS } },
  ]);
});

test("refusals and the counts of the last hour are there after a restart", async () => {
  const folder = await scratchFolder();
  const clock = new ManualClock();
  const start = () => startForTests({ ...TEST_SETTINGS, dataDir: folder }, { clock });
  const tenantOf = async ({ http }: Platform): Promise<TestTenant> => {
    const rest = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    return new TestTenant(rest, text(await rest.get("/api/auth/user"), "tenantId", "id"), () => 1);
  };
  const first = await start();
  try {
    const gateway = await (await tenantOf(first)).createGateway();
    const port = Number(new URL(first.mqtt).port);
    const client = await RawMqttClient.connect({ port, protocol: 5 }, { username: gateway.token });
    await client.publish(TELEMETRY, { Boiler: [{ a: 1, b: 2 }] });
    await client.publish(TELEMETRY, "no json");
    client.destroy();
    await first.stop();
    clock.advance(10 * 60_000);

    const second = await start();
    try {
      const { rest } = await tenantOf(second);
      const path = `/api/gateways/${gateway.id}`;
      expect((await list(rest, `${path}/refusals?${PAGE}`)).data).toMatchObject([{ payload: "no json" }]);
      const refusals = { lastMinute: 0, lastHour: 1, reasons: [{ reason: "invalid", lastMinute: 0, lastHour: 1 }] };
      const minutes = expect.arrayContaining([2]) as unknown;
      for (const shown of ["/api/overview", path]) {
        // In a cluster a node takes over what those have counted that are gone, within a minute.
        const read = async (): Promise<unknown> => {
          clock.advance(60_000);
          return await rest.get(shown);
        };
        const counted = expect.objectContaining({
          traffic: expect.objectContaining({
            refusals: expect.objectContaining(refusals) as unknown,
            points: expect.objectContaining({ minutes }) as unknown,
          }) as unknown,
        }) as unknown;
        await expect.poll(read, { interval: 200 }).toEqual(counted);
      }
      expect((await list(rest, `/api/gateways?${PAGE}&refused=true`)).data).toMatchObject([
        { id: { id: gateway.id }, lastHour: { refused: 1, reason: "invalid" } },
      ]);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
