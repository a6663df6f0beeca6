// REST contract 2.3 and 2.5: the settings of tokens, from the configuration and from the system administrator.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/app/config.ts";
import { claimsOf, toPair } from "../support/account-calls.ts";
import { LiveClient } from "../support/live-client.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { SYS_ADMIN, startTestPlatform, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { text, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { storedBytes } from "../support/stored-bytes.ts";

const PATH = "/api/admin/jwtSettings";
const DEFAULTS = {
  tokenExpirationTime: 9000,
  refreshTokenExpTime: 604_800,
  tokenIssuer: "bridgehead",
  tokenSigningKey: null,
};
const KEY = randomBytes(64);

const whoAmI = (platform: TestPlatform, token: string): Promise<RestAnswer> =>
  platform.anonymous.withToken(token).request("GET", "/api/auth/user");

describe("as they are", () => {
  test("REST §2.5: they are those of the configuration, and the key is never shown", async () => {
    await using platform = await startTestPlatform({
      settings: { "security.jwt.tokenExpirationSeconds": 60, "security.jwt.tokenSigningKey": KEY.toString("base64") },
    });
    const answer = await platform.sysAdmin.request("GET", PATH);
    expect(answer.body).toEqual({ ...DEFAULTS, tokenExpirationTime: 60 });
    const { token } = toPair(
      await platform.anonymous.post("/api/auth/login", {
        username: TENANT_ADMIN.email,
        password: TENANT_ADMIN.password,
      }),
    );
    const { protectedHeader } = await jwtVerify(token, KEY, { currentDate: new Date(platform.clock.now()) });
    expect(protectedHeader.alg).toBe("HS512");
  });

  test.each([
    ["JWT_TOKEN_EXPIRATION_TIME", "59", "59"],
    ["JWT_TOKEN_EXPIRATION_TIME", "604800", "must be less than"],
    ["JWT_REFRESH_TOKEN_EXPIRATION_TIME", "899", "899"],
    ["JWT_TOKEN_SIGNING_KEY", Buffer.alloc(63, 1).toString("base64"), "63 bytes"],
    ["JWT_TOKEN_SIGNING_KEY", "not base64!", "not base64"],
  ])("REST §2.3: with %s %s the platform refuses to start", (name, value, problem) => {
    const parse = (): unknown => parseConfig(new Map(), { [name]: value });
    expect(parse).toThrow(name);
    expect(parse).toThrow(problem);
  });

  test("REST §2.3: without a configured key each installation makes one of its own, and keeps it", async () => {
    const dataDir = await scratchFolder();
    const tokens = [];
    for (const settings of [{ dataDir }, { dataDir }, {}]) {
      await using platform = await startTestPlatform({ settings });
      const { authorization = "" } = platform.tenant.rest;
      tokens.push(authorization.replace("Bearer ", ""));
      for (const [index, token] of tokens.entries())
        if (index < 2 && settings.dataDir !== undefined) expect((await whoAmI(platform, token)).status).toBe(200);
        else if (index < 2) expectError(await whoAmI(platform, token), 401, 11);
    }
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("as they are saved", () => {
  const platform = useTestPlatform();
  test("REST §2.5: a save ends every token of before, and gives the caller a pair that works", async () => {
    await using platform = await startTestPlatform();
    const { anonymous, tenant, clock } = platform;
    const old = toPair(
      await anonymous.post("/api/auth/login", { username: TENANT_ADMIN.email, password: TENANT_ADMIN.password }),
    );
    const device = await tenant.createDevice();
    const shared = await tenant.rest.post(`/api/customer/public/device/${device.id}`);
    const publicId = text(shared, "customerId", "id");
    const publicPair = toPair(await anonymous.post("/api/auth/login/public", { publicId }));
    expect((await whoAmI(platform, publicPair.token)).status).toBe(200);
    clock.advance(1_000);

    const saved = await platform.sysAdmin.request("POST", PATH, { ...DEFAULTS, tokenExpirationTime: 120 });
    expect(saved.status, saved.text).toBe(200);
    const fresh = toPair(saved.body);
    expect((await whoAmI(platform, fresh.token)).status).toBe(200);
    expect(text((await whoAmI(platform, fresh.token)).body, "email")).toBe(SYS_ADMIN.email);
    const { exp, iat } = claimsOf(fresh.token);
    expect(Number(exp) - Number(iat)).toBe(120);
    for (const token of [old.token, publicPair.token]) expectError(await whoAmI(platform, token), 401, 11);
    expectError(await platform.sysAdmin.request("GET", PATH), 401, 11);
    expectError(await anonymous.request("POST", "/api/auth/token", { refreshToken: old.refreshToken }), 401, 10);
    expectError(await anonymous.request("POST", "/api/auth/token", { refreshToken: publicPair.refreshToken }), 401, 11);
    const refreshed = await anonymous.post("/api/auth/token", { refreshToken: fresh.refreshToken });
    expect(await anonymous.withToken(toPair(refreshed).token).get(PATH)).toEqual({
      ...DEFAULTS,
      tokenExpirationTime: 120,
    });
    const again = toPair(await anonymous.post("/api/auth/login/public", { publicId }));
    expect((await whoAmI(platform, again.token)).status).toBe(200);
  });

  test("REST §2.5: API keys are not tokens, and go on", async () => {
    await using platform = await startTestPlatform();
    const key = text(await platform.tenant.rest.post("/api/apiKey", { description: "goes on" }), "value");
    await platform.sysAdmin.post(PATH, DEFAULTS);
    const answer = await platform.anonymous.withAuthorization(`ApiKey ${key}`).request("GET", "/api/auth/user");
    expect(answer.status).toBe(200);
  });

  test("REST §2.3: what is saved goes before the configuration, also after a restart; null leaves the key", async () => {
    const dataDir = await scratchFolder();
    const verified = async (platform: TestPlatform, token: string): Promise<unknown> =>
      (await jwtVerify(token, KEY, { currentDate: new Date(platform.clock.now()) })).payload.iss;
    let kept = "";
    {
      await using platform = await startTestPlatform({ settings: { dataDir } });
      const withKey = { ...DEFAULTS, tokenIssuer: "plant", tokenSigningKey: KEY.toString("base64") };
      const { token } = toPair(await platform.sysAdmin.post(PATH, withKey));
      expect(await verified(platform, token)).toBe("plant");
      const next = platform.anonymous.withToken(token);
      const second = toPair(await next.post(PATH, { ...DEFAULTS, tokenIssuer: "plant 2" }));
      expect(await verified(platform, second.token)).toBe("plant 2");
      kept = second.token;
    }
    {
      await using platform = await startTestPlatform({
        settings: {
          dataDir,
          "security.jwt.tokenIssuer": "configured",
          "security.jwt.tokenSigningKey": randomBytes(64).toString("base64"),
        },
      });
      expect((await whoAmI(platform, kept)).status).toBe(200);
      expect(await platform.sysAdmin.get(PATH)).toEqual({ ...DEFAULTS, tokenIssuer: "plant 2" });
    }
    const stored = await storedBytes(dataDir);
    expect([stored.includes(KEY), stored.includes(KEY.toString("base64"))]).toEqual([false, false]);
    await rm(dataDir, { recursive: true, force: true });
  });

  test("REST §2.5: a live connection of before is ended too", async () => {
    await using platform = await startTestPlatform();
    const { id } = await platform.tenant.createDevice();
    const subscription = { type: "ATTRIBUTES", cmdId: 1, entityType: "DEVICE", entityId: id, scope: "CLIENT_SCOPE" };
    const live = await LiveClient.login(platform.tenant.rest, subscription);
    await live.next();
    await platform.sysAdmin.post(PATH, DEFAULTS);
    expect((await live.closed).code).toBe(1008);
  });

  test.each([
    [{ tokenExpirationTime: 59 }, "tokenExpirationTime must be an integer from 60"],
    [{ tokenExpirationTime: "60" }, "tokenExpirationTime"],
    [{ tokenExpirationTime: null }, "tokenExpirationTime"],
    [{ refreshTokenExpTime: 899, tokenExpirationTime: 60 }, "refreshTokenExpTime must be an integer from 900"],
    [{ tokenExpirationTime: 900, refreshTokenExpTime: 900 }, "less than refreshTokenExpTime, got 900 and 900"],
    [{ refreshTokenExpTime: 2_147_483_648 }, "refreshTokenExpTime"],
    [{ tokenIssuer: " " }, "tokenIssuer must not be blank"],
    [{ tokenIssuer: "x".repeat(256) }, "tokenIssuer may have 255 characters, got 256"],
    [{ tokenSigningKey: Buffer.alloc(63).toString("base64") }, "base64 of 64 to 1024 bytes, got 63"],
    [{ tokenSigningKey: Buffer.alloc(1025).toString("base64") }, "got 1025"],
    [{ tokenSigningKey: "" }, "got 0"],
    [{ tokenSigningKey: "?".repeat(100) }, "tokenSigningKey must be base64"],
  ])("REST §2.3: what is no setting 400/31, and ends nothing (%#)", async (change, message) => {
    const answer = await platform().sysAdmin.request("POST", PATH, { ...DEFAULTS, ...change });
    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(message);
    expect(await platform().sysAdmin.get(PATH)).toEqual(DEFAULTS);
  });

  test("REST §2.5: a save is audited without the key, and no log record holds it", async () => {
    const log = new LogRecorder();
    await using platform = await startTestPlatform({ log });
    const key = KEY.toString("base64");
    const { token } = toPair(await platform.sysAdmin.post(PATH, { ...DEFAULTS, tokenSigningKey: key }));
    const logs = await platform.anonymous.withToken(token).getText("/api/audit/logs?pageSize=100&page=0");
    expect(logs).toContain(
      '"accessSeconds":9000,"refreshSeconds":604800,"issuer":"bridgehead","signedWith":"another key"',
    );
    expect(logs).not.toContain(key);
    expect(JSON.stringify(log.records)).not.toContain(key);
  });

  test("REST §2.5: it is for system administrators", async () => {
    expectError(await platform().tenant.rest.request("GET", PATH), 403, 20);
    expectError(await platform().tenant.rest.request("POST", PATH, DEFAULTS), 403, 20);
    expectError(await platform().anonymous.request("POST", PATH, DEFAULTS), 401, 10);
  });
});
