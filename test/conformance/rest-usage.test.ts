// REST contract 17 and 5: what a tenant uses of its month and what happens at its limits; the limits of a caller; and how
// long telemetry and calls are kept.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connectGateway, ERRORS, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import { TestSmtp } from "../support/smtp.ts";
import type { TestTenant } from "../support/tenant.ts";

const USER_LIMIT = "60:60";
/** Tests move the clock by weeks. */
const LONG_SESSIONS = {
  "security.jwt.tokenExpirationSeconds": 90 * 86_400,
  "security.jwt.refreshTokenExpirationSeconds": 91 * 86_400,
};
// The month of the test's clock is November 2023; its next one begins sixteen days later.
const platform = useTestPlatform({ settings: LONG_SESSIONS });
const limited = useTestPlatform({ settings: { ...LONG_SESSIONS, "rest.userLimit": USER_LIMIT } });
const DECEMBER = Date.UTC(2023, 11, 1);
const DAY = 86_400_000;

const usage = async (tenant: TestTenant): Promise<Record<string, unknown>> =>
  Object(await tenant.rest.get("/api/usage")) as Record<string, unknown>;

async function saveTelemetry(tenant: TestTenant, deviceId: string, body: unknown, ttl?: number): Promise<RestAnswer> {
  const path = `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`;
  return await tenant.rest.request("POST", ttl === undefined ? path : `${path}/${String(ttl)}`, body);
}

describe("GET /api/usage", () => {
  test("REST §17: counts and limits of the tenant, 0 where there is no limit", async () => {
    const tenant = await platform().createTenant({ maxDevices: 10, maxTransportMessages: 100, warnThreshold: 0.5 });
    const gateway = await connectGateway(platform(), { tenant });
    await tenant.createCustomer();
    await gateway.publish(TELEMETRY, { [gateway.newName()]: [{ a: 1, b: 2 }] });
    expect(await usage(tenant)).toMatchObject({
      devices: 2,
      maxDevices: 10,
      customers: 1,
      maxCustomers: 0,
      users: 2,
      maxUsers: 0,
      transportMessages: 1,
      maxTransportMessages: 100,
      transportDataPoints: 2,
      maxTransportDataPoints: 0,
      dpStorageDays: 2,
      emails: 0,
      endTs: DECEMBER,
      startTs: Date.UTC(2023, 10, 1),
      warnThreshold: 0.5,
      transportState: "ENABLED",
      storageState: "ENABLED",
    });
  });

  test("the operator reads what any tenant uses, with the same figures; an unknown tenant is not there", async () => {
    const { sysAdmin } = platform();
    const tenant = await platform().createTenant({ maxDevices: 10 });
    await tenant.createDevice();
    expect(await sysAdmin.get(`/api/tenant/${tenant.id}/usage`)).toEqual(await usage(tenant));
    expectError(await sysAdmin.request("GET", `/api/tenant/${randomUUID()}/usage`), 404, 32);
    // Also the own one is not for its administrators: they have a call of their own.
    expectError(await tenant.rest.request("GET", `/api/tenant/${tenant.id}/usage`), 403, 20);
  });

  test("REST §5: warnThreshold is a fraction", async () => {
    for (const warnThreshold of [1.5, -0.1, "0.8"])
      await expect(platform().createTenant({ warnThreshold })).rejects.toThrow(
        "warnThreshold must be a number from 0 to 1",
      );
  });
});

describe("monthly limits", () => {
  test("REST §5: beyond maxTransportMessages devices are refused by name, until the profile changes", async () => {
    const tenant = await platform().createTenant({ maxTransportMessages: 2 });
    const gateway = await connectGateway(platform(), { tenant, subscribe: [ERRORS] });
    const name = gateway.newName();
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 2 }] })).toBe(0);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 3 }] })).toBe(0x97);
    expect(JSON.stringify(await gateway.client.nextJson(ERRORS))).toContain("maxTransportMessages of 2 in a month");
    expect(await usage(tenant)).toMatchObject({ transportMessages: 2, transportState: "DISABLED" });
    const refused = await platform().connect((await tenant.createDevice()).token, 5);
    expect(refused.connackCode).toBe(0x9f);

    await changeProfile(tenant, { maxTransportMessages: 3 });
    await platform().until(
      () => gateway.publish(TELEMETRY, { [name]: [{ a: 3 }] }),
      (code) => code === 0,
    );
    expect(await usage(tenant)).toMatchObject({ transportMessages: 3, maxTransportMessages: 3 });
  });

  test("REST §5: beyond maxTransportDataPoints what is too much is refused, and the state warns before", async () => {
    const tenant = await platform().createTenant({ maxTransportDataPoints: 10 });
    const gateway = await connectGateway(platform(), { tenant });
    const name = gateway.newName();
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1, b: 2, c: 3, d: 4 }] })).toBe(0);
    expect(await usage(tenant)).toMatchObject({ transportState: "ENABLED" });
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1, b: 2, c: 3, d: 4 }] })).toBe(0);
    expect(await usage(tenant)).toMatchObject({ transportDataPoints: 8, transportState: "WARNING" });
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1, b: 2, c: 3 }] })).toBe(0x97);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1, b: 2 }] })).toBe(0);
    expect(await usage(tenant)).toMatchObject({ transportDataPoints: 10, transportState: "DISABLED" });
  });

  test("REST §5: maxDPStorageDays counts points times days, over REST as well, and refuses telemetry alone", async () => {
    const tenant = await platform().createTenant({ maxDPStorageDays: 100, defaultStorageTtlDays: 30 });
    const device = await tenant.createDevice();
    expect((await saveTelemetry(tenant, device.id, { a: 1, b: 2 })).status).toBe(200);
    expect((await saveTelemetry(tenant, device.id, { a: 1 }, 10 * 86_400)).status).toBe(200);
    expect(await usage(tenant)).toMatchObject({ dpStorageDays: 70, transportMessages: 0 });
    const refused = await saveTelemetry(tenant, device.id, { a: 1, b: 2 });
    expectError(refused, 429, 33);
    expect(text(refused.body, "message")).toContain("maxDPStorageDays of 100 in a month is reached, 70 are used");
    expect(Number(refused.headers.get("retry-after"))).toBe((DECEMBER - platform().clock.now()) / 1000);
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: 1 });
    const client = await platform().connect(device.token, 5);
    expect((await client.publish("v1/devices/me/telemetry", { a: 1, b: 2, c: 3, d: 4 }))?.reasonCode).toBe(0x97);
    expect((await client.publish("v1/devices/me/attributes", { a: 1, b: 2, c: 3, d: 4 }))?.reasonCode ?? 0).toBe(0);
  });
});

test("REST §5: beyond maxEmails nobody is invited by mail, and there is no such user", async () => {
  await using smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await using mailing = await startTestPlatform({
    settings: {
      baseUrl: "https://iot.example.com",
      "mail.smtp.host": "127.0.0.1",
      "mail.smtp.port": smtp.port,
      "mail.smtp.security": "none",
      "mail.from": "platform@example.com",
    },
  });
  const tenant = await mailing.createTenant({ maxEmails: 1 });
  const invite = (email: string) =>
    tenant.rest.request("POST", "/api/user?sendActivationMail=true", { email, authority: "TENANT_ADMIN" });
  expect((await invite("first@example.com")).status).toBe(200);
  expect((await smtp.next()).to).toEqual(["first@example.com"]);
  const refused = await invite("second@example.com");
  expectError(refused, 429, 33);
  expect(text(refused.body, "message")).toContain("maxEmails of 1 in a month is reached, 1 are used");
  expect(await usage(tenant)).toMatchObject({ emails: 1, maxEmails: 1, emailState: "DISABLED", users: 2 });
});

describe("limits of REST calls", () => {
  test("REST §5: the refusal names whose limit it is, its value, and when to call again", async () => {
    const tenant = await platform().createTenant();
    await changeProfile(tenant, { tenantServerRestLimitsConfiguration: "2:60,100:3600" });
    await tenant.rest.get("/api/auth/user");
    await tenant.rest.get("/api/auth/user");
    const refused = await tenant.rest.request("GET", "/api/auth/user");
    expectError(refused, 429, 33);
    expect(text(refused.body, "message")).toBe(
      "the tenant's limit tenantServerRestLimitsConfiguration of 2:60,100:3600 (calls:seconds) is reached; retry in 30 s",
    );
    expect(refused.headers.get("retry-after")).toBe("30");
    platform().clock.advance(29_999);
    expect((await tenant.rest.request("GET", "/api/auth/user")).status).toBe(429);
    platform().clock.advance(1);
    expect((await tenant.rest.request("GET", "/api/auth/user")).status).toBe(200);
  });

  test("REST §5: each user has a limit too where the setting says so, and system administrators have none", async () => {
    const tenant = await limited().createTenant();
    const other = await tenant.createUser({ email: "second@example.com", authority: "TENANT_ADMIN" });
    let answer = await other.request("GET", "/api/auth/user");
    for (let calls = 1; answer.status === 200 && calls < 100; calls++)
      answer = await other.request("GET", "/api/auth/user");
    expectError(answer, 429, 33);
    expect(text(answer.body, "message")).toBe(
      "the user's limit rest.userLimit of 60:60 (calls:seconds) is reached; retry in 1 s",
    );
    expect(answer.headers.get("retry-after")).toBe("1");
    await tenant.rest.get("/api/auth/user");
    for (let calls = 0; calls < 61; calls++) await limited().sysAdmin.get("/api/system/info");
  });

  test("REST §5: of several limits that are reached the one that takes longest is named", async () => {
    const tenant = await platform().createTenant();
    const customer = await tenant.createCustomer();
    await changeProfile(tenant, {
      tenantServerRestLimitsConfiguration: "1:10",
      customerServerRestLimitsConfiguration: "1:100",
    });
    await customer.rest.get("/api/auth/user");
    const refused = await customer.rest.request("GET", "/api/auth/user");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "100"]);
    expect(text(refused.body, "message")).toContain("the customer's limit customerServerRestLimitsConfiguration");
  });
});

describe("GET /api/limits", () => {
  test("every limit of an administrator with what is used of it", async () => {
    const tenant = await limited().createTenant({
      maxDevices: 5,
      maxTransportMessages: 9,
      transportDeviceMsgRateLimit: "20:1",
    });
    await tenant.createDevice();
    await changeProfile(tenant, { tenantServerRestLimitsConfiguration: "10:60" }, limited());
    limited().clock.advance(60_000);
    const limits = await tenant.rest.get("/api/limits");
    expect(member(limits, "restCalls")).toEqual([
      {
        party: "tenant",
        name: "tenantServerRestLimitsConfiguration",
        limit: "10:60",
        windows: [{ calls: 10, seconds: 60, remaining: 9, nextInSeconds: 6 }],
      },
      {
        party: "user",
        name: "rest.userLimit",
        limit: USER_LIMIT,
        windows: [{ calls: 60, seconds: 60, remaining: 59, nextInSeconds: 1 }],
      },
    ]);
    expect(member(limits, "transport")).toContainEqual({
      party: "device",
      name: "transportDeviceMsgRateLimit",
      limit: "20:1",
    });
    expect(member(limits, "entities")).toContainEqual({ name: "maxDevices", limit: 5, used: 1 });
    expect(member(limits, "entities")).toContainEqual({ name: "maxCustomers", limit: null, used: 0 });
    expect(member(limits, "month", "limits")).toContainEqual({ name: "maxTransportMessages", limit: 9, used: 0 });
    expect(member(limits, "month", "endTs")).toBe(DECEMBER);
  });

  test("a user of a customer sees the limits, and of what others use nothing", async () => {
    const tenant = await platform().createTenant({ maxDevices: 5 });
    await changeProfile(tenant, { customerServerRestLimitsConfiguration: "50:60" });
    const customer = await tenant.createCustomer();
    const limits = await customer.rest.get("/api/limits");
    expect(member(limits, "restCalls", "0")).toMatchObject({ party: "customer", limit: "50:60" });
    expect(member(limits, "entities")).toContainEqual({ name: "maxDevices", limit: 5, used: null });
    expect(member(limits, "month")).toBeNull();
  });

  test("a system administrator has none", async () => {
    expect(await platform().sysAdmin.get("/api/limits")).toEqual({
      restCalls: [],
      transport: [],
      entities: [],
      webSocket: [],
      month: null,
    });
  });
});

describe("retention", () => {
  test("REST §5: defaultStorageTtlDays deletes older telemetry, latest values too, and other tenants keep theirs", async () => {
    const tenant = await platform().createTenant({ defaultStorageTtlDays: 10 });
    const keeper = await platform().createTenant();
    const [short, long] = [await tenant.createDevice(), await keeper.createDevice()];
    const now = platform().clock.now();
    for (const [owner, device] of [
      [tenant, short],
      [keeper, long],
    ] as const)
      await saveTelemetry(owner, device.id, [
        { ts: now - 12 * DAY, values: { old: 1, both: 1 } },
        { ts: now - 11 * DAY, values: { both: 2 } },
        { ts: now - 2 * DAY, values: { both: 3 } },
      ]);
    await sweepUntil(
      () => tenant.history(short.id, "both"),
      (points) => points.length === 1,
    );
    expect(await tenant.history(short.id, "old")).toEqual([]);
    expect(await tenant.latestValues(short.id)).toEqual({ both: 3 });
    expect(await keeper.history(long.id, "both")).toHaveLength(3);
    expect(await keeper.latestValues(long.id)).toEqual({ old: 1, both: 3 });
  });

  test("REST §9: the ttl of a save goes before it, shorter or longer, and 0 leaves it to the profile", async () => {
    const tenant = await platform().createTenant({ defaultStorageTtlDays: 10 });
    const device = await tenant.createDevice();
    const now = platform().clock.now();
    const save = async (key: string, ts: number, ttl: number): Promise<void> => {
      expect((await saveTelemetry(tenant, device.id, { ts, values: { [key]: 1 } }, ttl)).status).toBe(200);
    };
    await save("short", now, 60);
    await save("long", now - 20 * DAY, 40 * 86_400);
    await save("usual", now, 0);
    await save("late", now - 20 * DAY, 0);
    await sweepUntil(
      () => tenant.latestValues(device.id),
      (values) => !("short" in values) && !("late" in values),
    );
    expect(await tenant.latestValues(device.id)).toEqual({ long: 1, usual: 1 });
    platform().clock.advance(11 * DAY);
    await sweepUntil(
      () => tenant.latestValues(device.id),
      (values) => !("usual" in values),
    );
    expect(await tenant.latestValues(device.id)).toEqual({ long: 1 });
    expectError(await saveTelemetry(tenant, device.id, { a: 1 }, -1), 400, 31);
  });

  test("REST §5: rpcTtlDays removes finished calls, and leaves those that are on their way", async () => {
    const tenant = await platform().createTenant({ rpcTtlDays: 2 });
    const device = await tenant.createDevice();
    const call = async (millis: number): Promise<string> => {
      const expirationTime = platform().clock.now() + millis;
      const answer = await tenant.call(device.id, { method: "m", persistent: true, expirationTime }, "rpc/oneway");
      return text(answer.body, "rpcId");
    };
    const [finished, waiting] = [await call(60_000), await call(30 * DAY)];
    platform().clock.advance(3 * DAY);
    const status = async (id: string) => (await tenant.rest.request("GET", `/api/rpc/persistent/${id}`)).status;
    await sweepUntil(
      () => status(finished),
      (found) => found === 404,
    );
    expect(await status(waiting)).toBe(200);
  });
});

test("REST §5: the month turns, and devices may send again", async () => {
  const tenant = await platform().createTenant({ maxTransportMessages: 1 });
  const gateway = await connectGateway(platform(), { tenant });
  const name = gateway.newName();
  expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 2 }] })).toBe(0x97);
  const { endTs } = await usage(tenant);
  platform().clock.advance(Number(endTs) - platform().clock.now());
  expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 3 }] })).toBe(0);
  expect(await usage(tenant)).toMatchObject({ transportMessages: 1, startTs: endTs });
});

/** Lets time pass, ten minutes after each look, until the sweeps have done what is waited for. */
async function sweepUntil<Result>(read: () => Promise<Result>, isWanted: (result: Result) => boolean): Promise<void> {
  await platform().until(async () => {
    const result = await read();
    platform().clock.advance(600_000);
    return result;
  }, isWanted);
}

/** A new profile with this configuration, added to that of the tenant's. */
async function changeProfile(tenant: TestTenant, configuration: object, on = platform()): Promise<void> {
  const { sysAdmin } = on;
  const profileId = text(await sysAdmin.get(`/api/tenant/${tenant.id}`), "tenantProfileId", "id");
  const profile = await sysAdmin.get(`/api/tenantProfile/${profileId}`);
  const present = Object(member(profile, "profileData", "configuration")) as object;
  await sysAdmin.post("/api/tenantProfile", {
    ...Object(profile),
    profileData: { configuration: { ...present, ...configuration }, queueConfiguration: null },
  });
}
