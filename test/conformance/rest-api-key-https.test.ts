// REST contract 3, "HTTPS only": over which connections a key is taken, by the setting and by what the server can know.
import { expect, test } from "vitest";
import type { GivenSettings } from "../../src/app/config.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, raw } from "../support/rest-conformance.ts";

/** What a proxy on this machine says of its callers. */
const FORWARDED_HTTP = { "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "http" };
const FORWARDED_HTTPS = { "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https" };
const BEHIND_PROXY = { "http.trustedProxies": "127.0.0.1" };

interface World extends AsyncDisposable {
  readonly platform: TestPlatform;
  readonly warnings: readonly string[];
  /** Calls with a good key. */
  call(headers?: Readonly<Record<string, string>>): Promise<RestAnswer>;
}

async function start(settings: GivenSettings): Promise<World> {
  const warnings: string[] = [];
  const log: Logger = { ...silentLogger, warn: (event) => warnings.push(event), child: () => log };
  const platform = await startTestPlatform({ settings, log });
  const value = text(await platform.tenant.rest.post("/api/apiKey", { description: "a key" }), "value");
  return {
    platform,
    warnings,
    call: (headers) =>
      raw(platform, "GET", "/api/auth/user", { headers: { "x-authorization": `ApiKey ${value}`, ...headers } }),
    [Symbol.asyncDispose]: () => platform.stop(),
  };
}

const apiKeysNeedHttps = async ({ platform }: World): Promise<unknown> =>
  member(await platform.tenant.rest.get("/api/system/params"), "apiKeysNeedHttps");

test("REST-49: with always, a key over plain HTTP answers 403/20 while a JWT works", async () => {
  await using world = await start({ "security.apiKeys.requireHttps": "always" });
  expectError(await world.call(), 403, 20);
  // Nobody but a trusted proxy may say that it was HTTPS.
  expectError(await world.call(FORWARDED_HTTPS), 403, 20);
  // Before the key is looked at, so that an unknown one gets the same answer.
  const unknown = { headers: { "x-authorization": "ApiKey unknown" } };
  expectError(await raw(world.platform, "GET", "/api/auth/user", unknown), 403, 20);
  expect((await world.platform.tenant.rest.request("GET", "/api/auth/user")).status).toBe(200);
  expect(await apiKeysNeedHttps(world)).toBe(true);
});

test("REST-49: with always, a key over HTTPS is taken, as a trusted proxy reports it", async () => {
  await using world = await start({ "security.apiKeys.requireHttps": "always", ...BEHIND_PROXY });
  expect((await world.call(FORWARDED_HTTPS)).status).toBe(200);
  expectError(await world.call(FORWARDED_HTTP), 403, 20);
  expectError(await world.call(), 403, 20);
});

test("REST §3: auto behind a trusted proxy demands HTTPS of everybody who is not on this machine", async () => {
  await using world = await start(BEHIND_PROXY);
  expect((await world.call(FORWARDED_HTTPS)).status).toBe(200);
  expectError(await world.call(FORWARDED_HTTP), 403, 20);
  expect(world.warnings).toEqual([]);
  expect((await world.call()).status).toBe(200);
  expect(await apiKeysNeedHttps(world)).toBe(true);
});

test("REST §3: auto does not take the callers of a proxy that hides them for local ones", async () => {
  await using world = await start(BEHIND_PROXY);
  expectError(await world.call({ "x-forwarded-proto": "http" }), 403, 20);
  expectError(await world.call({ "x-forwarded-for": "127.0.0.1" }), 403, 20);
  expectError(await world.call({ forwarded: "for=192.0.2.7;proto=http" }), 403, 20);
});

test("REST §3: auto without TLS and proxy takes a key and warns, at most once in the time of the setting", async () => {
  await using world = await start({ "security.apiKeys.warningMillis": 600_000 });
  for (let calls = 0; calls < 3; calls++) expect((await world.call()).status).toBe(200);
  expect(world.warnings).toEqual([expect.stringContaining("plain HTTP")]);
  world.platform.clock.advance(600_000);
  await world.call();
  expect(world.warnings).toHaveLength(2);
  expect(await apiKeysNeedHttps(world)).toBe(false);
});

test("REST §3: never takes a key over plain HTTP without a word", async () => {
  await using world = await start({ "security.apiKeys.requireHttps": "never", ...BEHIND_PROXY });
  expect((await world.call(FORWARDED_HTTP)).status).toBe(200);
  expect(world.warnings).toEqual([]);
  expect(await apiKeysNeedHttps(world)).toBe(false);
});
