// REST contract 14 and 20: wrong device tokens slow down others of their address, and tokens are in no log.
import { expect, test } from "vitest";
import { DeviceHttp } from "../support/device-http.ts";
import { arrivedTogether, USUAL_GUESSES } from "../support/guesses.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { silentLogger, type LogFields, type Logger } from "../../src/lib/logger.ts";

const httpOf = (platform: TestPlatform, token: string): DeviceHttp => new DeviceHttp(platform.anonymous, token);
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const SITE = "203.0.113.7";

test("REST §14: after many wrong tokens from one address further ones wait; a device that was right there does not", async () => {
  await using platform = await startTestPlatform({
    settings: { ...USUAL_GUESSES, "http.trustedProxies": "127.0.0.1" },
  });
  const [known, other] = [await platform.tenant.createDevice(), await platform.tenant.createDevice()];
  const post = async ({ token }: { readonly token: string }, address = SITE): Promise<number> =>
    (await httpOf(platform, token).post("/telemetry", { a: 1 }, from(address))).status;
  expect(await post(known)).toBe(200);
  const startedAt = platform.clock.now();
  for (let count = 0; count < 21; count++) expect(await post({ token: `wrong-${String(count)}` })).toBe(401);
  const waiting = await arrivedTogether(platform, [() => post({ token: "wrong" }), () => post(other)]);
  expect([await post(known), await post(other, "203.0.113.8")]).toEqual([200, 200]);
  expect(platform.clock.now()).toBe(startedAt);
  platform.clock.advance(1_000);
  expect(await Promise.all(waiting)).toEqual([401, 200]);
});

test("REST §14: an address cannot get around its pauses by forwarded headers that nobody trusts, which the log tells once", async () => {
  const log = new LogRecorder();
  const settings = { ...USUAL_GUESSES, "security.guesses.address.freeMax": 2 };
  await using platform = await startTestPlatform({ log, settings });
  const answerTo = async (address: string) => {
    const { status } = await httpOf(platform, `wrong for ${address}`).get("/attributes", from(address));
    return { status, at: platform.clock.now() };
  };
  const startedAt = platform.clock.now();
  // Known to be wrong before the others begin: those that are checked at the same time do not wait for each other.
  const free = [await answerTo("203.0.113.1"), await answerTo("203.0.113.2")];
  const found = await platform.passTimeUntil(Promise.all(["203.0.113.3", "203.0.113.4"].map(answerTo)));
  expect([...free, ...found].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(free.map(({ at }) => at)).toEqual([startedAt, startedAt]);
  expect(found.filter(({ at }) => at > startedAt).length).toBeGreaterThan(0);
  const warned = log.records.filter(
    ({ event }) => event === "forwarded address ignored, its sender is no declared proxy",
  );
  expect(warned.map(({ level, fields }) => [level, fields["address"]])).toEqual([["warn", "127.0.0.1"]]);
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
