// REST contract 14 and 20: wrong device tokens block their address for a while, and tokens are in no log.
import { expect, test } from "vitest";
import { DeviceHttp, type DeviceAnswer } from "../support/device-http.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { silentLogger, type LogFields, type Logger } from "../../src/lib/logger.ts";

const httpOf = (platform: TestPlatform, token: string): DeviceHttp => new DeviceHttp(platform.anonymous, token);
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const SITE = "203.0.113.7";

test("REST §14: ten wrong tokens in a row from one address block it for a minute, and no other address", async () => {
  await using platform = await startTestPlatform({ settings: { "http.trustedProxies": "127.0.0.1" } });
  const device = await platform.tenant.createDevice();
  const [right, wrong] = [httpOf(platform, device.token), httpOf(platform, "wrong")];
  const guess = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count++) expect((await wrong.get("/attributes", from(SITE))).status).toBe(401);
  };
  await guess(9);
  // One that is right restarts the count.
  expect((await right.get("/attributes", from(SITE))).status).toBe(200);
  await guess(10);
  const blocked = async (http: DeviceHttp): Promise<DeviceAnswer> => http.post("/telemetry", { a: 1 }, from(SITE));
  for (const http of [wrong, right]) {
    const answer = await blocked(http);
    expect([answer.status, answer.text, answer.headers.get("retry-after")]).toEqual([429, "", "60"]);
  }
  expect((await right.get("/attributes", from("203.0.113.8"))).status).toBe(200);
  expect(await platform.tenant.latest(device.id)).toEqual({});
  platform.clock.advance(59_999);
  expect((await blocked(right)).headers.get("retry-after")).toBe("1");
  platform.clock.advance(1);
  expect((await blocked(right)).status).toBe(200);
});

test("REST §14: an address cannot get around its block by forwarded headers that nobody trusts", async () => {
  await using platform = await startTestPlatform({ settings: { "http.deviceApi.ipGuard.failuresMax": 2 } });
  const wrong = httpOf(platform, "wrong");
  const statuses = [];
  for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
    statuses.push((await wrong.get("/attributes", from(address))).status);
  expect(statuses).toEqual([401, 401, 429]);
});

test("REST §20: tokens of devices are in no log record, whatever becomes of their requests", async () => {
  const records: [string, LogFields][] = [];
  const write = (event: string, fields: LogFields = {}): void => {
    records.push([event, fields]);
  };
  const log: Logger = { ...silentLogger, error: write, warn: write, info: write, debug: write, child: () => log };
  await using platform = await startTestPlatform({ log, settings: { "http.accessLog": true } });
  const device = await platform.tenant.createDevice();
  const [http, unknown] = [httpOf(platform, device.token), httpOf(platform, "an-unknown-token")];
  for (const each of [http, unknown]) {
    await each.post("/telemetry", { a: 1 });
    await each.post("/telemetry", "{a:1}");
    await each.get("/rpc?timeout=soon");
    await each.get("/nowhere");
    await each.get("/telemetry");
    await each.get(`/attributes?clientKeys=${device.token}`);
  }
  const written = JSON.stringify(records, (_name, value: unknown) => (value instanceof Error ? value.stack : value));
  expect(records.filter(([event]) => event === "request answered").length).toBeGreaterThanOrEqual(12);
  expect(written).not.toContain(device.token);
  expect(written).not.toContain("an-unknown-token");
});

test("REST §20: an error of the API does not repeat the token in the path", async () => {
  await using platform = await startTestPlatform();
  const device = await platform.tenant.createDevice();
  const http = httpOf(platform, device.token);
  for (const answer of [await http.get("/nowhere"), await http.get("/telemetry"), await http.get("")]) {
    expect(answer.status).toBeGreaterThanOrEqual(404);
    expect(answer.text).not.toContain(device.token);
  }
});
