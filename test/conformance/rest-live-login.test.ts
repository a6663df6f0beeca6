// REST contract 15: how a WebSocket of /api/ws begins and ends. Credentials, time limits, pings, revocations, limits.
import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { LiveClient, userIdOf, type LiveClientOptions } from "../support/live-client.ts";
import { RestClient, member, text } from "../support/rest-client.ts";

const platform = useTestPlatform();
const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function open(options?: LiveClientOptions): Promise<LiveClient> {
  const client = await LiveClient.open(platform().anonymous.baseUrl, options);
  clients.push(client);
  return client;
}

async function login(rest: RestClient, ...cmds: readonly object[]): Promise<LiveClient> {
  const client = await LiveClient.login(rest, ...cmds);
  clients.push(client);
  return client;
}

/** A new user of the tenant's, whose sessions a test may end. */
async function newAdmin(): Promise<RestClient> {
  const { tenant } = platform();
  return await tenant.createUser({ email: `${tenant.uniqueName("live")}@example.com`, authority: "TENANT_ADMIN" });
}

async function newKey(
  rest: RestClient,
  more: object = {},
): Promise<{ readonly id: string; readonly rest: RestClient }> {
  const key = await rest.post("/api/apiKey", { description: "live", ...more });
  return { id: text(key, "id", "id"), rest: new RestClient(rest.baseUrl, `ApiKey ${text(key, "value")}`) };
}

describe("login", () => {
  test("REST-108: a WebSocket without auth is closed with 1008 after 10 s", async () => {
    const silent = await open();
    const busy = await login(platform().tenant.rest);
    await busy.settled();

    platform().clock.advance(9_999);
    await platform().settle();
    expect(silent.webSocket.readyState).toBe(silent.webSocket.OPEN);
    platform().clock.advance(1);

    expect((await silent.closing()).code).toBe(1008);
    await busy.settled();
  });

  test("REST-108: with an API key in authCmd it works", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: 1 });
    const key = await newKey(tenant.rest);

    const client = await login(key.rest, { type: "ATTRIBUTES", cmdId: 4, entityType: "DEVICE", entityId: device.id });

    expect((await client.next()).subscriptionId).toBe(4);
  });

  test("REST §15: apiKey is used if it is not empty, else token", async () => {
    const { authorization = "" } = platform().tenant.rest;
    const token = authorization.slice("Bearer ".length);
    const both = await open();
    both.send({ authCmd: { cmdId: 0, token, apiKey: "no key" } });
    const tokenOnly = await open();
    tokenOnly.send({ authCmd: { cmdId: 0, token, apiKey: "" } });

    expect((await both.closing()).code).toBe(1007);
    await tokenOnly.settled();
  });

  test.each([
    ["a token that is none", { token: "nonsense" }],
    ["an expired or foreign token", { token: "eyJhbGciOiJIUzUxMiJ9.e30.AAAA" }],
    ["neither", {}],
    ["null for both", { token: null, apiKey: null }],
    ["no texts", { token: 5, apiKey: [] }],
  ])("REST §15: bad credentials close with 1007: %s", async (_name, credentials) => {
    const client = await open();
    client.send({ authCmd: { cmdId: 0, ...credentials } });

    expect((await client.closing()).code).toBe(1007);
  });

  test("REST §15: a refresh token does not log in", async () => {
    const { tenant, anonymous } = platform();
    const email = `${tenant.uniqueName("live")}@example.com`;
    await tenant.createUser({ email, authority: "TENANT_ADMIN" });
    const pair = await anonymous.post("/api/auth/login", { username: email, password: "A-password-of-a-test-1" });
    const client = await open();
    client.send({ authCmd: { cmdId: 0, token: text(pair, "refreshToken") } });

    expect((await client.closing()).code).toBe(1007);
  });

  test.each([
    ["commands alone", '{"cmds":[]}'],
    ["no JSON", "{nonsense"],
    ["no object", "[1,2]"],
    ["nothing", ""],
    ["a null authCmd", '{"authCmd":null,"cmds":[]}'],
    ["a prototype", '{"__proto__":{"authCmd":{"token":"x"}}}'],
  ])("REST §15: a first frame without authCmd closes with 1008: %s", async (_name, frame) => {
    const client = await open();
    client.send(frame);

    expect((await client.closing()).code).toBe(1008);
  });

  test("REST §15: commands may share the frame of the login, and come in order", async () => {
    const device = await platform().tenant.createDevice();
    const client = await login(
      platform().tenant.rest,
      { type: "TIMESERIES", cmdId: 7, entityId: device.id },
      { type: "ATTRIBUTES", cmdId: 8, entityId: device.id },
    );

    expect([(await client.next()).subscriptionId, (await client.next()).subscriptionId]).toEqual([7, 8]);
  });

  test("REST §15: a request that is no WebSocket gets 426", async () => {
    const answer = await platform().anonymous.request("GET", "/api/ws");

    expect([answer.status, member(answer.body, "errorCode")]).toEqual([426, 31]);
  });

  test("REST §15: a request to upgrade that breaks the protocol is refused, and its connection ends", async () => {
    const { hostname, port } = new URL(platform().anonymous.baseUrl);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
      request({ hostname, port, path: "/api/ws", headers, agent: false }, (answer) => {
        answer.resume().on("end", () => {
          resolve(answer.statusCode);
        });
      })
        .on("error", reject)
        .end();
    });

    expect(status).toBe(400);
  });

  test("REST §2.1: other paths below /api/ws do not exist, and take no upgrade", async () => {
    await expect(open({ path: "/api/ws/nothing" })).rejects.toThrow("404");
  });
});

describe("API keys on the way", () => {
  const guarded = useTestPlatform({ settings: { "security.apiKeys.requireHttps": "always" } });

  test("REST §3: where keys demand TLS, one on a plain connection closes with 1007", async () => {
    const { tenant } = guarded();
    const key = await newKey(tenant.rest);
    const client = await login(key.rest);

    expect(await client.closing()).toMatchObject({ code: 1007, reason: expect.stringContaining("HTTPS") as unknown });
    await (await login(tenant.rest)).settled();
  });

  const proxied = useTestPlatform({
    settings: { "security.apiKeys.requireHttps": "always", "http.trustedProxies": "127.0.0.1" },
  });

  test("REST §3: a trusted proxy says that the connection was encrypted", async () => {
    const { tenant } = proxied();
    const key = await newKey(tenant.rest);
    const value = key.rest.authorization?.slice("ApiKey ".length);
    const client = await LiveClient.open(tenant.rest.baseUrl, { headers: { "x-forwarded-proto": "https" } });
    clients.push(client);
    client.send({ authCmd: { cmdId: 0, apiKey: value } });

    await client.settled();
  });
});

describe("the end", () => {
  test("REST §15: pings come every 10 s, and without pong for 30 s the connection is closed with 4500", async () => {
    const deaf = await open({ answersPings: false });
    const { authorization = "" } = platform().tenant.rest;
    deaf.send({ authCmd: { cmdId: 0, token: authorization.slice("Bearer ".length) } });
    await deaf.settled();
    const answering = await login(platform().tenant.rest);
    await answering.settled();
    for (let times = 1; times <= 2; times++) {
      platform().clock.advance(10_000);
      await Promise.all([deaf.pinged(times), answering.pinged(times)]);
      // The pong has gone out before this, and so is read before this.
      await answering.settled();
    }
    platform().clock.advance(10_000);

    expect((await deaf.closing()).code).toBe(4500);
    await answering.settled();
  });

  test.each([
    ["logout", (rest: RestClient) => rest.post("/api/auth/logout")],
    [
      "a changed password",
      (rest: RestClient) =>
        rest.post("/api/auth/changePassword", {
          currentPassword: "A-password-of-a-test-1",
          newPassword: "A-password-of-a-test-9",
        }),
    ],
    [
      "a disabled user",
      async (rest: RestClient) => {
        const id = await userIdOf(rest);
        const path = `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`;
        return await platform().tenant.rest.post(path);
      },
    ],
    ["a deleted user", async (rest: RestClient) => platform().tenant.rest.delete(`/api/user/${await userIdOf(rest)}`)],
  ])("REST §15: %s closes the connections of the session with 1008", async (_name, end) => {
    const rest = await newAdmin();
    const client = await login(rest);
    const other = await login(platform().tenant.rest);
    await Promise.all([client.settled(), other.settled()]);

    await end(rest);

    expect((await client.closing()).code).toBe(1008);
    await other.settled();
  });

  test.each([
    [
      "a disabled API key",
      async (admin: RestClient, keyId: string) => admin.request("PUT", `/api/apiKey/${keyId}/enabled/false`),
    ],
    ["a deleted API key", async (admin: RestClient, keyId: string) => admin.delete(`/api/apiKey/${keyId}`)],
    [
      "the disabled user of an API key",
      async (admin: RestClient) =>
        platform().tenant.rest.post(
          `/api/user/${await userIdOf(admin)}/userCredentialsEnabled?userCredentialsEnabled=false`,
        ),
    ],
  ])("REST §15: %s closes its connections with 1008", async (_name, end) => {
    const admin = await newAdmin();
    const key = await newKey(admin);
    const untouched = await newKey(await newAdmin());
    const client = await login(key.rest);
    const other = await login(untouched.rest);
    await Promise.all([client.settled(), other.settled()]);

    await end(admin, key.id);

    expect((await client.closing()).code).toBe(1008);
    await other.settled();
  });

  test("REST §15: an API key that expires closes its connections with 1008", async () => {
    const key = await newKey(await newAdmin(), { expirationTime: platform().clock.now() + 30_000 });
    const client = await login(key.rest);
    await client.settled();
    for (let times = 1; times <= 6; times++) {
      platform().clock.advance(10_000);
      if (times < 6) {
        await client.pinged(times);
        await client.settled();
      }
    }

    expect((await client.closing()).code).toBe(1008);
  });

  test("REST §15: a refreshed token leaves the connection alone; it lasts as long as its session", async () => {
    const { tenant, anonymous } = platform();
    const email = `${tenant.uniqueName("live")}@example.com`;
    await tenant.createUser({ email, authority: "TENANT_ADMIN" });
    const pair = await anonymous.post("/api/auth/login", { username: email, password: "A-password-of-a-test-1" });
    const client = await login(anonymous.withToken(text(pair, "token")));
    await client.settled();

    await anonymous.post("/api/auth/token", { refreshToken: text(pair, "refreshToken") });

    await platform().settle();
    await client.settled();
  });

  test("REST §15: with its tenant a connection ends", async () => {
    const tenant = await platform().createTenant();
    const client = await login(tenant.rest);
    await client.settled();

    await platform().sysAdmin.delete(`/api/tenant/${tenant.id}`);

    expect((await client.closing()).code).toBe(1008);
  });

  test("REST §15: a frame above 32,768 bytes closes with 1009, one of as many does not", async () => {
    const client = await login(platform().tenant.rest);
    const frame = (bytes: number): string => `{"cmds":[${" ".repeat(bytes - 11)}]}`;
    client.send(frame(32_768));
    await client.settled();
    client.send(frame(32_769));

    expect((await client.closing()).code).toBe(1009);
  });
});

describe("limits of the tenant profile", () => {
  test.each([
    ["maxWsSessionsPerTenant", (admin: RestClient) => admin],
    ["maxWsSessionsPerRegularUser", (admin: RestClient) => admin],
    ["maxWsSessionsPerCustomer", (_admin: RestClient, user: RestClient) => user],
  ])("REST §5: %s closes one connection more with 1008, until one has ended", async (limit, choose) => {
    const tenant = await platform().createTenant({ [limit]: 2 });
    const { rest: user } = await tenant.createCustomer();
    const rest = choose(tenant.rest, user);
    const [first, second] = [await login(rest), await login(rest)];
    await Promise.all([first.settled(), second.settled()]);

    const closing = await (await login(rest)).closing();
    first.webSocket.close();
    await first.closing();
    await platform().settle();

    expect(closing).toMatchObject({ code: 1008, reason: expect.stringContaining(`${limit} allows 2`) as unknown });
    await (await login(rest)).settled();
  });

  test("REST §5: maxWsSessionsPerRegularUser counts each user alone", async () => {
    const tenant = await platform().createTenant({ maxWsSessionsPerRegularUser: 1 });
    const { rest: user } = await tenant.createCustomer();

    await (await login(tenant.rest)).settled();
    await (await login(user)).settled();
  });

  test.each([["maxWsSubscriptionsPerTenant"], ["maxWsSubscriptionsPerRegularUser"]])(
    "REST §5: %s closes the connection that subscribes once more with 1008",
    async (limit) => {
      const tenant = await platform().createTenant({ [limit]: 2 });
      const device = await tenant.createDevice();
      const subscribe = (cmdId: number): object => ({ type: "ATTRIBUTES", cmdId, entityId: device.id });
      const client = await login(tenant.rest, subscribe(1), subscribe(2));
      // One that takes the place of another is none more, and one that has ended counts no longer.
      client.command(subscribe(2), { ...subscribe(1), unsubscribe: true }, subscribe(3));
      expect((await client.settled()).map(({ errorCode }) => errorCode)).toEqual([0, 0, 0, 0]);
      client.command(subscribe(4));

      expect(await client.closing()).toMatchObject({
        code: 1008,
        reason: expect.stringContaining(`${limit} allows 2`) as unknown,
      });
      await platform().settle();
      const next = await login(tenant.rest, subscribe(1), subscribe(2));
      expect((await next.settled()).length).toBe(2);
    },
  );

  test("REST §5: the subscriptions of all connections of a tenant count together", async () => {
    const tenant = await platform().createTenant({ maxWsSubscriptionsPerTenant: 2 });
    const device = await tenant.createDevice();
    const subscribe = (cmdId: number): object => ({ type: "ATTRIBUTES", cmdId, entityId: device.id });
    const first = await login(tenant.rest, subscribe(1));
    await first.settled();
    const second = await login(tenant.rest, subscribe(1));
    await second.settled();
    second.command(subscribe(2));

    expect((await second.closing()).code).toBe(1008);
    await first.settled();
  });

  test("REST §17: /api/limits says how many connections are open", async () => {
    const tenant = await platform().createTenant({ maxWsSessionsPerTenant: 5 });
    for (const client of [await login(tenant.rest), await login(tenant.rest)]) await client.settled();

    const webSocket = member(await tenant.rest.get("/api/limits"), "webSocket");
    expect(webSocket).toContainEqual({ name: "maxWsSessionsPerTenant", limit: 5, used: 2 });
    expect(webSocket).toContainEqual({ name: "maxWsSessionsPerRegularUser", limit: null, used: 2 });
  });

  test("REST §5: a saved profile is in force at once for connections that are open", async () => {
    const tenant = await platform().createTenant();
    const device = await tenant.createDevice();
    const client = await login(tenant.rest, { type: "ATTRIBUTES", cmdId: 1, entityId: device.id });
    await client.settled();
    const owner = await platform().sysAdmin.get(`/api/tenant/${tenant.id}`);
    const profile = await platform().sysAdmin.get(`/api/tenantProfile/${text(owner, "tenantProfileId", "id")}`);
    if (typeof profile !== "object") throw new Error("no profile");
    await platform().sysAdmin.post("/api/tenantProfile", {
      ...profile,
      profileData: { configuration: { type: "DEFAULT", maxWsSubscriptionsPerTenant: 1 }, queueConfiguration: null },
    });
    await platform().settle();
    client.command({ type: "ATTRIBUTES", cmdId: 2, entityId: device.id });

    expect((await client.closing()).code).toBe(1008);
  });
});
