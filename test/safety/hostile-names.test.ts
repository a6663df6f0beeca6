// Names and values that break careless code: stored exactly as they were sent, or refused with the reason.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const ERRORS = "v1/gateway/errors";
const ATTRIBUTES_RESPONSE = "v1/gateway/attributes/response";
const TS = 1_700_000_000_000;
const INVALID = 0x99;
const MEBIBYTE = 1024 * 1024;
const DEVICES_AT_ONCE = 10_000;

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "🤖 Kessel 7 · Вода · 水位",
  "e\u0301 and \u00e9",
  "plant/hall 3//pump",
  "../../etc/passwd",
  "0",
  "-1",
  "12345678901234567890",
  "NaN",
  "null",
  " blank around ",
  "tab\tand\nnewline",
  `"quoted" 'twice' \\back\\`,
  "Robert'); DROP TABLE device;--",
  "100%_of_it",
  "#",
  "+",
  "$SYS",
  "<script>alert(1)</script>",
  "\ufeffa mark of byte order",
  "n".repeat(255),
  "ü".repeat(255),
];

/** Text as a JSON object, member by member: an object literal could not hold "__proto__". */
function json(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

const servers = new KillableServers();
let server: KillableServer;
let tenant: TestTenant;
let client: RawMqttClient;

beforeAll(async () => {
  server = await servers.start(servers.folder(), { LOG_LEVEL: "warn", MQTT_MAX_PAYLOAD_SIZE: String(8 * MEBIBYTE) });
  let lastNumber = 0;
  tenant = await server.tenant(() => ++lastNumber);
  const { token } = await tenant.createGateway();
  client = await RawMqttClient.connect(
    { port: server.mqttPort, protocol: 5, timeoutMillis: 60_000 },
    { username: token, keepalive: 0 },
  );
  await client.subscribe([ERRORS, ATTRIBUTES_RESPONSE]);
});
afterAll(() => servers.endAll());

async function publish(topic: string, payload: string): Promise<number> {
  return (await client.publish(topic, payload))?.reasonCode ?? 0;
}

describe.each(NAMES)("%j", (name) => {
  test("as the name of a device: connected, stored and read back exactly", async () => {
    expect(await publish("v1/gateway/connect", json([["device", JSON.stringify(name)]]))).toBe(0);
    const points = `[{"ts":${String(TS)},"values":{"level":1.5}}]`;
    expect(await publish("v1/gateway/telemetry", json([[name, points]]))).toBe(0);
    expect(await publish("v1/gateway/attributes", json([[name, `{"fw":"1.0"}`]]))).toBe(0);

    const device = await tenant.existing(name);
    expect(member(await tenant.rest.get(`/api/device/${device.id}`), "name")).toBe(name);
    expect(await tenant.history(device.id, "level")).toEqual([{ ts: TS, value: 1.5 }]);
    expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ fw: "1.0" });
  });

  test("as a key and as a value: stored and read back exactly, over REST and by the gateway", async () => {
    const value = JSON.stringify(name);
    const device = `keys ${name}`.slice(0, 255);
    expect(
      await publish(
        "v1/gateway/telemetry",
        json([
          [
            device,
            `[{"ts":${String(TS)},"values":${json([
              [name, value],
              ["ordinary", "1"],
            ])}}]`,
          ],
        ]),
      ),
    ).toBe(0);
    expect(
      await publish(
        "v1/gateway/attributes",
        json([
          [
            device,
            json([
              [name, value],
              ["ordinary", "1"],
            ]),
          ],
        ]),
      ),
    ).toBe(0);
    const { id } = await tenant.existing(device);

    const latest = new Map(Object.entries(await tenant.latest(id)));
    expect([...latest.keys()].sort()).toEqual([name, "ordinary"].sort());
    expect(latest.get(name)).toEqual({ ts: TS, value: name });
    const attributes = new Map(Object.entries(await tenant.attributes(id, "CLIENT_SCOPE")));
    expect(attributes.get(name)).toBe(name);
    if (!name.includes(",")) expect(await tenant.history(id, name)).toEqual([{ ts: TS, value: name }]);
    const request = json([
      ["id", "1"],
      ["device", JSON.stringify(device)],
      ["client", `[${JSON.stringify(name)}]`],
    ]);
    expect(await publish("v1/gateway/attributes/request", request)).toBe(0);
    const answer = await client.nextJson(ATTRIBUTES_RESPONSE);
    expect(Object.entries(member(answer, "client") ?? {})).toEqual([[name, name]]);
  });
});

test.each([
  ["an empty name", ""],
  ["a blank name", "   "],
  ["a name of 256 characters", "n".repeat(256)],
  ["a name with U+0000", "zero\u0000byte"],
  ["a name with half a character", "\ud83d alone"],
])("%s of a device is refused with the reason", async (_what, name) => {
  expect(await publish("v1/gateway/telemetry", json([[name, `[{"level":1}]`]]))).toBe(INVALID);
  expect(await client.nextJson(ERRORS)).toMatchObject({ topic: "v1/gateway/telemetry", error: "invalid-payload" });
});

test.each([
  ["an empty key", ""],
  ["a key of 256 characters", "k".repeat(256)],
])("%s is refused with the reason, and nothing of its entry is stored", async (_what, key) => {
  const device = `bad key ${String(key.length)}`;
  expect(
    await publish(
      "v1/gateway/telemetry",
      json([
        [
          device,
          `[{"ts":${String(TS)},"values":${json([
            ["good", "1"],
            [key, "1"],
          ])}}]`,
        ],
      ]),
    ),
  ).toBe(INVALID);
  expect(await client.nextJson(ERRORS)).toMatchObject({ device, error: "invalid-payload" });
  const found = await tenant.device(device);
  if (found !== undefined) expect(await tenant.latest((await tenant.existing(device)).id)).toEqual({});
});

test(`${String(DEVICES_AT_ONCE)} new devices in one message are all created and stored`, async () => {
  const before = await tenant.deviceCount();
  const names = Array.from({ length: DEVICES_AT_ONCE }, (_, index) => `crowd ${String(index)}`);
  expect(
    await publish(
      "v1/gateway/telemetry",
      json(names.map((name, index) => [name, `[{"ts":${String(TS)},"values":{"n":${String(index)}}}]`])),
    ),
  ).toBe(0);

  expect(await tenant.deviceCount()).toBe(before + DEVICES_AT_ONCE);
  for (const index of [0, 1, 4_999, 9_999]) {
    const { id } = await tenant.existing(names[index] ?? "");
    expect(await tenant.latestValues(id)).toEqual({ n: index });
  }
});

describe.each([1_000, 32_000])("%d arrays inside each other", (depth) => {
  const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;

  test.each(["v1/gateway/telemetry", "v1/gateway/attributes"])(
    "as a value on %s are stored exactly, or refused with the reason",
    async (topic) => {
      const device = `nested ${String(depth)}`;
      const isTelemetry = topic === "v1/gateway/telemetry";
      const code = await publish(
        topic,
        json([[device, isTelemetry ? `[{"ts":${String(TS)},"values":{"deep":${nested}}}]` : `{"deep":${nested}}`]]),
      );

      if (code !== 0) {
        expect(code).toBe(INVALID);
        expect(await client.nextJson(ERRORS)).toMatchObject({ topic, error: "invalid-payload" });
        return;
      }
      const { id } = await tenant.existing(device);
      const path = isTelemetry ? "values/timeseries?useStrictDataTypes=true" : "values/attributes/CLIENT_SCOPE";
      expect(await tenant.rest.getText(`/api/plugins/telemetry/DEVICE/${id}/${path}`)).toContain(`"value":${nested}`);
    },
  );

  test("as a whole payload are refused, and the session goes on", async () => {
    for (const topic of [
      "v1/gateway/telemetry",
      "v1/gateway/connect",
      "v1/gateway/rpc",
      "v1/gateway/claim",
      "v1/devices/me/telemetry",
    ]) {
      expect([topic, await publish(topic, nested)]).toEqual([topic, INVALID]);
      expect(await client.nextJson(ERRORS)).toMatchObject({ topic, error: "invalid-payload" });
    }
    await client.ping();
  });
});

test("after all this the server is well, and has complained of nothing but what it refused", async () => {
  expect(await server.isHealthy()).toBe(true);
  expect(server.records.filter(({ level }) => level === "error").map(({ line }) => line)).toEqual([]);
});
