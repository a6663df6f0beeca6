// REST contract 20, row by row where no other file has it: security behaviours.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { toPair } from "../support/account-calls.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { USUAL_GUESSES } from "../support/guesses.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { startTestPlatform, SYS_ADMIN, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { PASSWORD } from "../support/tenant.ts";

const platform = useTestPlatform();

async function loginFrom(on: TestPlatform, address: string, username: string, password: string): Promise<RestAnswer> {
  const answer = await checkedFetch(`${on.anonymous.baseUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ username, password }),
  });
  const body = await answer.text();
  return { status: answer.status, headers: answer.headers, text: body, body: JSON.parse(body) as unknown };
}

describe("throttle", () => {
  test("REST §20: after five failures of a name at an address the next ones wait, longer each time, and nobody else", async () => {
    await using own = await startTestPlatform({ settings: { ...USUAL_GUESSES, "http.trustedProxies": "127.0.0.1" } });
    const { email, password } = TENANT_ADMIN;
    const attempt = (sent: string): Promise<RestAnswer> => loginFrom(own, "192.0.2.1", email, sent);
    const wrong = Array.from({ length: 6 }, (_, index) => `wrong ${String(index)}`);
    for (const sent of wrong) expectError(await attempt(sent), 401, 10);
    const startedAt = own.clock.now();
    const endedAt: number[] = [];
    for (const sent of ["7", "8", "9"]) {
      expectError(await advanceUntil(own, attempt(sent)), 401, 10);
      endedAt.push(own.clock.now() - startedAt);
    }
    // Pauses of 250, 500 and 1000 ms; the clock goes on while a password is being hashed.
    expect(endedAt[0]).toBeGreaterThanOrEqual(250);
    expect(endedAt[1]).toBeGreaterThanOrEqual(750);
    expect(endedAt[2]).toBeGreaterThanOrEqual(1_750);
    expect((await loginFrom(own, "192.0.2.2", email, password)).status).toBe(200);
    expectError(await loginFrom(own, "192.0.2.1", "b@example.com", "wrong"), 401, 10);
    expect((await advanceUntil(own, attempt(password))).status).toBe(200);
    // The success forgets the failures of the name.
    for (const sent of wrong) expectError(await attempt(sent), 401, 10);
  });

  test("REST §20: an attempt that would have to wait for longer than five seconds gets 429 and the time to wait", async () => {
    await using own = await startTestPlatform({ settings: USUAL_GUESSES });
    const attempts = Array.from({ length: 30 }, (_, index) =>
      own.anonymous.request("POST", "/api/auth/login", { username: "a@example.com", password: String(index) }),
    );
    const answers = await advanceUntil(own, Promise.all(attempts));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(15);
    for (const answer of refused) {
      expectError(answer, 429, 33);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("REST §20: guessing a current password is throttled as logins are", async () => {
    await using own = await startTestPlatform({ settings: USUAL_GUESSES });
    const change = (currentPassword: string): Promise<RestAnswer> =>
      own.tenant.rest.request("POST", "/api/auth/changePassword", { currentPassword, newPassword: "another-password" });
    for (let failure = 0; failure < 6; failure++) expectError(await change(String(failure)), 400, 31);
    const startedAt = own.clock.now();
    expectError(await advanceUntil(own, change("6")), 400, 31);
    // The clock goes on while the password is being hashed.
    expect(own.clock.now() - startedAt).toBeGreaterThanOrEqual(250);
  });
});

/** Lets time pass, an eighth of a second at a time with a round trip after each. */
async function advanceUntil<Result>(platform: TestPlatform, wanted: Promise<Result>): Promise<Result> {
  const state = { settled: false };
  const note = (): void => {
    state.settled = true;
  };
  wanted.then(note, note);
  for (;;) {
    await platform.settle();
    if (state.settled) return wanted;
    platform.clock.advance(125);
  }
}

/** Sends all of a POST except the last byte of its body; the function sends that, and resolves to the answer's status. */
async function begun(by: RestClient, path: string, body: object): Promise<() => Promise<number>> {
  const json = JSON.stringify(body);
  const { hostname: host, port } = new URL(by.baseUrl);
  const socket = connect({ host, port: Number(port) }).setEncoding("utf8");
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", `X-Authorization: ${by.authorization ?? ""}`];
  const ofBody = ["Content-Type: application/json", `Content-Length: ${String(json.length)}`];
  socket.write([...head, ...ofBody, "Connection: close", "Expect: 100-continue", "", json.slice(0, -1)].join("\r\n"));
  // It comes when the head has been read.
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 100 /);
  return async () => {
    socket.write(json.slice(-1));
    let answer = "";
    for await (const part of socket) answer += String(part);
    return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
  };
}

describe("a login that ends while the body of a call arrives", () => {
  const newAdmin = async (): Promise<{ readonly rest: RestClient; readonly id: string }> => {
    const { tenant } = platform();
    const email = `${tenant.uniqueName("admin")}@example.com`;
    const rest = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
    return { rest, id: text(await rest.get("/api/auth/user"), "id", "id") };
  };

  test("REST §20: of a user who is disabled, or logs out, changes nothing any more, 401", async () => {
    const { tenant } = platform();
    for (const end of [
      ({ id }: { readonly id: string }) =>
        tenant.rest.request("POST", `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`),
      ({ rest }: { readonly rest: RestClient }) => rest.request("POST", "/api/auth/logout"),
    ]) {
      const admin = await newAdmin();
      const email = `${tenant.uniqueName("ghost")}@example.com`;
      const user = await begun(admin.rest, "/api/user?sendActivationMail=false", { email, authority: "TENANT_ADMIN" });
      const assigned = await begun(admin.rest, `/api/customer/public/device/${(await tenant.createDevice()).id}`, {});
      expect((await end(admin)).status).toBe(200);
      expect([await user(), await assigned()]).toEqual([401, 401]);
      expect(member(await tenant.rest.get(`/api/users?pageSize=9&page=0&textSearch=${email}`), "totalElements")).toBe(
        0,
      );
    }
  });

  test("REST §20: with an API key that is deleted, changes nothing any more, 401", async () => {
    const { rest } = await newAdmin();
    const key = await rest.post("/api/apiKey", { description: "for a while" });
    const byKey = rest.withAuthorization(`ApiKey ${text(key, "value")}`);
    await byKey.get("/api/auth/user");
    const finish = await begun(byKey, "/api/customer", { title: platform().tenant.uniqueName("ghost") });
    await rest.request("DELETE", `/api/apiKey/${text(key, "id", "id")}`);
    expect(await finish()).toBe(401);
  });

  test("REST §18: on the analytics service, 403", async () => {
    const { rest } = await newAdmin();
    const finish = await begun(rest, "/apiAnalytics/v1/views", {
      name: platform().tenant.uniqueName("ghost"),
      fields: [{ id: "device", label: "Device", source: { type: "entity", field: "name" } }],
    });
    await rest.post("/api/auth/logout");
    expect(await finish()).toBe(403);
  });

  test("REST §20: is the caller's business alone: others finish theirs", async () => {
    const { rest } = await newAdmin();
    const finish = await begun(rest, "/api/customer", { title: platform().tenant.uniqueName("customer") });
    expect(await finish()).toBe(200);
  });
});

describe("lockout", () => {
  test("REST §20: it is off by default, and n failures lock nobody", async () => {
    await using own = await startTestPlatform();
    expect(await own.sysAdmin.get("/api/admin/securitySettings")).toMatchObject({ maxFailedLoginAttempts: null });
    const { email, password } = TENANT_ADMIN;
    const attempt = (sent: string): Promise<RestAnswer> =>
      own.anonymous.request("POST", "/api/auth/login", { username: email, password: sent });
    for (let failure = 0; failure < 9; failure++) expectError(await attempt("wrong"), 401, 10);
    expect((await attempt(password)).status).toBe(200);
    await own.sysAdmin.post("/api/admin/securitySettings", { passwordPolicy: {}, maxFailedLoginAttempts: 3 });
    for (let failure = 0; failure < 3; failure++) expectError(await attempt("wrong"), 401, 10);
    expect((await attempt(password)).status).toBe(200);
  });
});

describe("passwords", () => {
  test("REST §20: the policy holds on activation, change and reset, and its text never holds the password", async () => {
    await using own = await startTestPlatform();
    const policy = {
      minimumLength: 10,
      minimumUppercaseLetters: 1,
      minimumLowercaseLetters: 1,
      minimumDigits: 1,
      minimumSpecialCharacters: 1,
      allowWhitespaces: false,
    };
    const rest = await own.tenant.createUser({ email: "ada@example.com", authority: "TENANT_ADMIN" });
    const invited = await own.tenant.rest.post("/api/user?sendActivationMail=false", {
      email: "new@example.com",
      authority: "TENANT_ADMIN",
    });
    const link = await own.tenant.rest.getText(`/api/user/${text(invited, "id", "id")}/activationLink`);
    const activateToken = new URL(link).searchParams.get("activateToken") ?? "";
    await own.sysAdmin.post("/api/admin/securitySettings", { passwordPolicy: policy });
    const unfit = [
      "Aa1!aaaaa",
      "aa1!aaaaaa",
      "AA1!AAAAAA",
      "Aab!aaaaaa",
      "Aa1baaaaaa",
      "Aa1! aaaaa",
      `Aa1!${"a".repeat(69)}`,
    ];
    for (const password of unfit)
      for (const answer of [
        await own.anonymous.request("POST", "/api/noauth/activate", { activateToken, password }),
        await rest.request("POST", "/api/auth/changePassword", { currentPassword: PASSWORD, newPassword: password }),
      ]) {
        expectError(answer, 400, 31);
        expect(answer.text).not.toContain(password);
      }
    const fit = `Aa1!${"ä".repeat(68)}`;
    expect((await own.anonymous.request("POST", "/api/noauth/activate", { activateToken, password: fit })).status).toBe(
      200,
    );
    const change = { currentPassword: PASSWORD, newPassword: "Aa1!aaaaaa" };
    expect((await rest.request("POST", "/api/auth/changePassword", change)).status).toBe(200);
  });

  test("REST §20: two passwords that begin with the same 72 bytes are two passwords", async () => {
    const email = `${platform().tenant.uniqueName("user")}@example.com`;
    const rest = await platform().tenant.createUser({ email, authority: "TENANT_ADMIN" });
    const long = "ä".repeat(70);
    const body = { currentPassword: PASSWORD, newPassword: `${long}xy` };
    expect((await rest.request("POST", "/api/auth/changePassword", body)).status).toBe(200);
    const attempt = (password: string): Promise<RestAnswer> =>
      platform().anonymous.request("POST", "/api/auth/login", { username: email, password });
    expectError(await attempt(`${long}xz`), 401, 10);
    expectError(await attempt(`${long}xyz`), 401, 10);
    expect((await attempt(`${long}xy`)).status).toBe(200);
  });

  test("REST §20: a changed password leaves the caller in with a new pair, and API keys as they are", async () => {
    const email = `${platform().tenant.uniqueName("user")}@example.com`;
    const rest = await platform().tenant.createUser({ email, authority: "TENANT_ADMIN" });
    const key = text(await rest.post("/api/apiKey", { description: "stays" }), "value");
    const body = { currentPassword: PASSWORD, newPassword: "another-password" };
    const pair = toPair(await rest.post("/api/auth/changePassword", body));
    for (const authorization of [`Bearer ${pair.token}`, `ApiKey ${key}`])
      expect(
        (await platform().anonymous.withAuthorization(authorization).request("GET", "/api/auth/user")).status,
      ).toBe(200);
    expectError(await rest.request("GET", "/api/auth/user"), 401, 11);
  });
});

describe("the first start", () => {
  test("REST §20: it creates the tenant Default with one administrator, and one system administrator", async () => {
    await using own = await startTestPlatform();
    const tenants = await own.sysAdmin.get("/api/tenants?pageSize=10&page=0");
    expect(tenants).toMatchObject({ totalElements: 1, data: [{ title: "Default", name: "Default", version: 1 }] });
    expect(await own.sysAdmin.get(`/api/tenant/${own.tenant.id}/users?pageSize=10&page=0`)).toMatchObject({
      totalElements: 1,
      data: [{ email: TENANT_ADMIN.email, authority: "TENANT_ADMIN" }],
    });
    expect(await own.sysAdmin.get("/api/auth/user")).toMatchObject({ email: SYS_ADMIN.email, authority: "SYS_ADMIN" });
  });

  test("REST §20: no account has a preset password", () => {
    const { bootstrap } = configOf({});
    expect([bootstrap.sysAdmin.password, bootstrap.tenantAdmin.password]).toEqual([undefined, undefined]);
  });
});

describe("secrets", () => {
  test("REST §20: no log record holds a token, a key, a password or a device's token, wherever they stood", async () => {
    const log = new LogRecorder();
    await using own = await startTestPlatform({ log, settings: { "http.accessLog": true } });
    const { baseUrl } = own.anonymous;
    const device = await own.tenant.createDevice();
    const pair = toPair(
      await own.anonymous.post("/api/auth/login", { username: TENANT_ADMIN.email, password: TENANT_ADMIN.password }),
    );
    const key = text(await own.tenant.rest.post("/api/apiKey", { description: "x" }), "value");
    const secrets = [pair.token, pair.refreshToken, key, device.token, "a-guessed-password", "a-guessed-token"];
    const attempts: readonly (readonly [string, RequestInit?])[] = [
      [`/api/v1/${device.token}/attributes`],
      ["/api/v1/a-guessed-token/attributes"],
      [`/api/v1/${device.token}/no/such/path`],
      [`/api/auth/user?token=${pair.token}`],
      [`/api/no/such?jwt=${pair.token}&apiKey=${key}`],
      [`/api/noauth/activate?activateToken=${pair.token}`],
      [`/api/noauth/resetPassword?resetToken=${pair.token}`],
      [`/api/ws?token=${pair.token}`],
      ["/api/auth/user", { headers: { "x-authorization": `ApiKey ${key}` } }],
      ["/api/auth/user", { headers: { "x-authorization": `Bearer ${pair.token}x` } }],
      ["/api/auth/user", { headers: { authorization: "Basic a-guessed-password" } }],
      [
        "/api/auth/login",
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ username: TENANT_ADMIN.email, password: "a-guessed-password" }),
        },
      ],
      [
        "/api/auth/token",
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: `{"refreshToken":"${pair.refreshToken}"`,
        },
      ],
    ];
    for (const [path, init] of attempts) {
      const answer = await checkedFetch(baseUrl + path, { redirect: "manual", ...init });
      const body = await answer.text();
      for (const secret of secrets) expect(body, path).not.toContain(secret);
    }
    const records = JSON.stringify(log.records);
    expect(log.records.length).toBeGreaterThan(attempts.length);
    for (const secret of secrets) expect(records).not.toContain(secret);
  });
});

describe("mass assignment", () => {
  test("REST §20: authority, tenantId and customerId of a body count only where the contract says so", async () => {
    const { tenant, sysAdmin } = platform();
    const other = await platform().createTenant();
    const customer = await tenant.createCustomer();
    const device = await tenant.createDevice({ customerId: customer.id });
    const more = {
      authority: "SYS_ADMIN",
      tenantId: { entityType: "TENANT", id: other.id },
      customerId: { entityType: "CUSTOMER", id: UNKNOWN_ID },
    };
    const key = await customer.rest.post("/api/apiKey", { ...more, description: "own" });
    const caller = platform().anonymous.withAuthorization(`ApiKey ${text(key, "value")}`);
    expect(await caller.get("/api/auth/user")).toMatchObject({
      authority: "CUSTOMER_USER",
      tenantId: { id: tenant.id },
      customerId: { id: customer.id },
    });
    expectError(
      await customer.rest.request("POST", "/api/device", {
        id: { id: device.id },
        name: device.name,
        customerId: more.customerId,
      }),
      403,
      20,
    );
    const saved = await tenant.rest.post("/api/customer", { title: tenant.uniqueName("customer"), ...more });
    expect(member(saved, "tenantId")).toEqual({ entityType: "TENANT", id: tenant.id });
    expect(saved).not.toHaveProperty("authority");
    const made = await sysAdmin.post("/api/tenant", { title: tenant.uniqueName("tenant"), ...more, region: "Mars" });
    expect(made).toMatchObject({ region: "Global" });
    expect(text(made, "id", "id")).not.toBe(other.id);
  });
});

test("REST §20: every route says who may call it, and everyone else is refused", async () => {
  const guarded = platform().routes.filter(({ access }) => access !== "open");
  expect(guarded.length).toBeGreaterThan(100);
  for (const { method, path, access } of guarded) {
    const url = path.replaceAll(/:\w+/g, UNKNOWN_ID);
    // The analytics service has an envelope of its own and tells a missing token by 403 (analytics contract 4.1, 4.2).
    const expectRefusal = path.startsWith("/apiAnalytics/")
      ? (answer: RestAnswer) => {
          expect([path, answer.status]).toEqual([path, 403]);
        }
      : expectError;
    expectRefusal(await platform().anonymous.request(method, url), 401, 10);
    if (!access.includes("SYS_ADMIN")) expectRefusal(await platform().sysAdmin.request(method, url), 403, 20);
    if (!access.includes("TENANT_ADMIN")) expectRefusal(await platform().tenant.rest.request(method, url), 403, 20);
  }
});
