// REST contract 2.1 to 2.4, sentence by sentence where no other file has it: how credentials are presented, and what each
// call about logins answers.
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { HOUR_MILLIS } from "../../src/lib/units.ts";
import { claimsOf, toPair, type TokenPair } from "../support/account-calls.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform, SYS_ADMIN, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, NULL_UUID } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { PASSWORD } from "../support/tenant.ts";

const platform = useTestPlatform();

const login = async (on: TestPlatform, email = TENANT_ADMIN.email, password = TENANT_ADMIN.password) =>
  toPair(await on.anonymous.post("/api/auth/login", { username: email, password }));

async function withHeaders(headers: Readonly<Record<string, string>>, path = "/api/auth/user"): Promise<RestAnswer> {
  const answer = await checkedFetch(platform().anonymous.baseUrl + path, { headers });
  const body = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text: body,
    body: body === "" ? undefined : (JSON.parse(body) as unknown),
  };
}

async function newUser(): Promise<{ readonly id: string; readonly email: string; readonly pair: TokenPair }> {
  const email = `${platform().tenant.uniqueName("user")}@example.com`;
  const rest = await platform().tenant.createUser({ email, authority: "TENANT_ADMIN" });
  const id = text(await rest.get("/api/auth/user"), "id", "id");
  return { id, email, pair: await login(platform(), email, PASSWORD) };
}

describe("presenting credentials", () => {
  test("REST §2.1: the scheme is read in any case of letters, with blanks around", async () => {
    const { token } = await login(platform());
    const key = text(await platform().tenant.rest.post("/api/apiKey", { description: "schemes" }), "value");
    for (const value of [`bearer ${token}`, `BEARER   ${token}`, `  Bearer ${token}  `, `\tBearer\t${token}`])
      expect((await withHeaders({ "x-authorization": value })).status, value.slice(0, 12)).toBe(200);
    for (const value of [`apikey ${key}`, `APIKEY ${key}`, ` ApiKey  ${key} `])
      for (const name of ["x-authorization", "authorization"])
        expect((await withHeaders({ [name]: value })).status, value.slice(0, 12)).toBe(200);
  });

  test.each([
    "",
    " ",
    "Bearer",
    "Bearer ",
    "ApiKey",
    "Basic dTpw",
    "Token abc",
    "BearerX abc",
    "Bearer a b",
    ",",
    "abc",
  ])("REST §2.1: X-Authorization %j answers 401/10, whatever Authorization holds", async (value) => {
    const { token } = await login(platform());
    expectError(await withHeaders({ "x-authorization": value }), 401, 10);
    expectError(await withHeaders({ "x-authorization": value, authorization: `Basic ${token}` }), 401, 10);
    if (value !== "") expectError(await withHeaders({ authorization: value }), 401, 10);
  });

  test("REST §2.1: Authorization is read only where X-Authorization is absent", async () => {
    const { token } = await login(platform());
    const system = await login(platform(), SYS_ADMIN.email, SYS_ADMIN.password);
    const answer = await withHeaders({
      "x-authorization": `Bearer ${system.token}`,
      authorization: `Bearer ${token}`,
    });
    expect(member(answer.body, "email")).toBe(SYS_ADMIN.email);
    for (const value of ["", "Basic x", "Bearer nonsense"])
      expectError(await withHeaders({ "x-authorization": value, authorization: `Bearer ${token}` }), 401, 10);
  });

  test("REST §2.1: what needs no credentials does not look at any", async () => {
    const { baseUrl } = platform().anonymous;
    for (const path of [
      "/api/noauth/userPasswordPolicy",
      "/api/noauth/oauth2Clients",
      "/api/health/live",
      "/api/health/ready",
      "/v3/api-docs",
      "/swagger-ui/",
    ]) {
      for (const headers of [{}, { "x-authorization": "Bearer nonsense" }, { authorization: "Basic x" }]) {
        const answer = await checkedFetch(baseUrl + path, { headers });
        await answer.arrayBuffer();
        expect(answer.status, path).toBe(200);
      }
    }
    const device = await platform().tenant.createDevice();
    const answer = await checkedFetch(`${baseUrl}/api/v1/${device.token}/attributes`, {
      headers: { "x-authorization": "Bearer nonsense" },
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  });

  test("REST §2.2: other ways to log in are none", async () => {
    expect(await platform().anonymous.get("/api/noauth/oauth2Clients")).toEqual([]);
  });
});

describe("logins", () => {
  test("REST §2.2: a disabled account is distinguished by the right password, and by nothing else", async () => {
    const { id, email } = await newUser();
    const attempt = (username: string, password: string): Promise<RestAnswer> =>
      platform().anonymous.request("POST", "/api/auth/login", { username, password });
    await platform().tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    const generic = await attempt("nobody@example.com", PASSWORD);
    const wrong = await attempt(email, "wrong");
    const right = await attempt(email, PASSWORD);
    for (const answer of [generic, wrong, right]) expectError(answer, 401, 10);
    expect(wrong.text).toBe(generic.text);
    expect(right.text).not.toBe(generic.text);
    const invited = `${platform().tenant.uniqueName("invited")}@example.com`;
    await platform().tenant.rest.post("/api/user?sendActivationMail=false", {
      email: invited,
      authority: "TENANT_ADMIN",
    });
    expect((await attempt(invited, PASSWORD)).text).toBe(generic.text);
  });

  test("REST §2.2: the current user comes without what is computed about the account", async () => {
    const email = `${platform().tenant.uniqueName("user")}@example.com`;
    const additionalInfo = { lang: "en_US" };
    const rest = await platform().tenant.createUser({ email, authority: "TENANT_ADMIN", additionalInfo });
    const self = await rest.get("/api/auth/user");
    expect(self).toEqual({
      id: { entityType: "USER", id: expect.any(String) },
      createdTime: platform().clock.now(),
      tenantId: { entityType: "TENANT", id: platform().tenant.id },
      customerId: { entityType: "CUSTOMER", id: NULL_UUID },
      email,
      name: email,
      authority: "TENANT_ADMIN",
      firstName: "Test",
      lastName: "User",
      phone: null,
      additionalInfo,
      version: 1,
    });
    expect(member(await rest.get(`/api/user/${text(self, "id", "id")}`), "additionalInfo")).toEqual({
      ...additionalInfo,
      userCredentialsEnabled: true,
      userActivated: true,
      lastLoginTs: expect.any(Number),
    });
  });

  test("REST §2.2: logging out with an API key answers 200, and the key goes on", async () => {
    const key = text(await platform().tenant.rest.post("/api/apiKey", { description: "stays" }), "value");
    const rest = platform().anonymous.withAuthorization(`ApiKey ${key}`);
    expect((await rest.request("POST", "/api/auth/logout")).status).toBe(200);
    expect((await rest.request("GET", "/api/auth/user")).status).toBe(200);
  });

  test.each([
    {},
    [],
    "text",
    5,
    { refreshToken: 5 },
    { refreshToken: null },
    { refreshToken: "" },
    { refreshToken: "a.b.c" },
  ])("REST §2.2: refreshing with %j answers 401/10", async (body) => {
    expectError(await platform().anonymous.request("POST", "/api/auth/token", body), 401, 10);
  });

  test("REST §2.2: a refresh is refused with 401/10 where the user is disabled or gone", async () => {
    const [disabled, deleted] = [await newUser(), await newUser()];
    const { rest } = platform().tenant;
    await rest.post(`/api/user/${disabled.id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    await rest.delete(`/api/user/${deleted.id}`);
    for (const { pair } of [disabled, deleted]) {
      const { refreshToken } = pair;
      expectError(await platform().anonymous.request("POST", "/api/auth/token", { refreshToken }), 401, 10);
      expectError(await platform().anonymous.withToken(pair.token).request("GET", "/api/auth/user"), 401, 11);
    }
  });

  test.each([{}, { currentPassword: PASSWORD }, { newPassword: PASSWORD }, { currentPassword: 1, newPassword: 2 }, []])(
    "REST §2.2: changing the password with %j answers 400/31",
    async (body) => {
      expectError(await platform().tenant.rest.request("POST", "/api/auth/changePassword", body), 400, 31);
    },
  );

  test.each([{}, { email: null }, { email: 5 }])(
    "REST §2.2: asking for a reset with %j answers 400/31",
    async (body) => {
      expectError(await platform().anonymous.request("POST", "/api/noauth/resetPasswordByEmail", body), 400, 31);
    },
  );

  test("REST §2.2: resets and activations with tokens that nobody has answer 400/31", async () => {
    const { anonymous } = platform();
    const password = "long-enough-1";
    for (const [path, body] of [
      ["/api/noauth/resetPassword", { resetToken: "unknown", password }],
      ["/api/noauth/resetPassword", { resetToken: "", password }],
      ["/api/noauth/activate", { activateToken: "unknown", password }],
      ["/api/noauth/activate", { activateToken: "", password }],
      ["/api/noauth/activate", { password }],
    ] as const)
      expectError(await anonymous.request("POST", path, body), 400, 31);
    for (const path of ["/api/noauth/resetPassword", "/api/noauth/activate"])
      expectError(await anonymous.request("GET", path), 400, 31);
  });
});

describe("tokens", () => {
  test("REST §2.3: each authority stands alone in scopes; names that are null are absent", async () => {
    const customer = await platform().tenant.createCustomer();
    const system = claimsOf((await login(platform(), SYS_ADMIN.email, SYS_ADMIN.password)).token);
    const user = claimsOf((customer.rest.authorization ?? "").replace("Bearer ", ""));
    expect(system["scopes"]).toEqual(["SYS_ADMIN"]);
    expect([system["tenantId"], system["customerId"]]).toEqual([NULL_UUID, NULL_UUID]);
    expect(Object.keys(system)).not.toContain("firstName");
    expect(Object.keys(system)).not.toContain("lastName");
    expect(user["scopes"]).toEqual(["CUSTOMER_USER"]);
    expect([user["tenantId"], user["customerId"]]).toEqual([platform().tenant.id, customer.id]);
    expect([user["firstName"], user["lastName"], user["isPublic"]]).toEqual(["Test", "User", false]);
  });

  test("REST §2.3: a refresh gives another sessionId and another jti, each pair sharing one session", async () => {
    const first = await login(platform());
    const second = toPair(await platform().anonymous.post("/api/auth/token", { refreshToken: first.refreshToken }));
    const [one, other] = [first, second].map(({ token, refreshToken }) => {
      expect(claimsOf(token)["sessionId"]).toBe(claimsOf(refreshToken)["sessionId"]);
      return claimsOf(refreshToken);
    });
    expect(other?.["sessionId"]).not.toBe(one?.["sessionId"]);
    expect(other?.["jti"]).not.toBe(one?.["jti"]);
  });

  test("REST §2.3: a refresh token that comes back late is in the audit log", async () => {
    await using own = await startTestPlatform();
    const { refreshToken } = await login(own);
    await own.anonymous.post("/api/auth/token", { refreshToken });
    own.clock.advance(60_001);
    expectError(await own.anonymous.request("POST", "/api/auth/token", { refreshToken }), 401, 10);
    const key = "/api/audit/logs?pageSize=100&page=0";
    const logs = await own.until(
      () => own.tenant.rest.getText(key),
      (found) => found.includes("a used refresh token"),
    );
    expect(logs).not.toContain(refreshToken);
  });

  test("REST §2.3: what was revoked stays so after a restart, and what was not goes on", async () => {
    const dataDir = await scratchFolder();
    let [ended, kept] = ["", ""];
    {
      await using own = await startTestPlatform({ settings: { dataDir } });
      [ended, kept] = [(await login(own)).token, (await login(own)).token];
      await own.anonymous.withToken(ended).post("/api/auth/logout");
    }
    {
      await using own = await startTestPlatform({ settings: { dataDir } });
      expectError(await own.anonymous.withToken(ended).request("GET", "/api/auth/user"), 401, 11);
      expect((await own.anonymous.withToken(kept).request("GET", "/api/auth/user")).status).toBe(200);
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  test("REST §2.4: each kind of bad credential has its code", async () => {
    const { token } = await login(platform());
    const [head = "", body = "", signature = ""] = token.split(".");
    const turned = `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(token), scopes: ["SYS_ADMIN"] })).toString("base64url");
    const check = (value: string): Promise<RestAnswer> =>
      platform().anonymous.withAuthorization(value).request("GET", "/api/auth/user");
    expectError(await check("Bearer nonsense"), 401, 10);
    expectError(await check(`Bearer ${turned}`), 401, 11);
    expectError(await check(`Bearer ${head}.${changed}.${signature}`), 401, 11);
    expectError(await check("ApiKey nonsense"), 401, 10);
    expectError(await platform().tenant.rest.request("GET", "/api/tenants?pageSize=1&page=0"), 403, 20);
  });
});

describe("links", () => {
  test("REST §2.6: activation tokens are 30 random bytes, and not readable in the data folder", async () => {
    const { rest } = platform().tenant;
    const email = `${platform().tenant.uniqueName("user")}@example.com`;
    const user = await rest.post("/api/user?sendActivationMail=false", { email, authority: "TENANT_ADMIN" });
    const answer = await rest.request("GET", `/api/user/${text(user, "id", "id")}/activationLink`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    const activateToken = new URL(answer.text).searchParams.get("activateToken") ?? "";
    expect(Buffer.from(activateToken, "base64url")).toHaveLength(30);
    const stored = await storedBytes(platform().folder);
    expect(stored.includes(email)).toBe(true);
    expect(stored.includes(activateToken)).toBe(false);
    expect(stored.includes(PASSWORD)).toBe(false);
  });

  test("REST §2.6: an activation enables the account and logs in, after which the link is of no use", async () => {
    const { rest } = platform().tenant;
    const email = `${platform().tenant.uniqueName("user")}@example.com`;
    const user = await rest.post("/api/user?sendActivationMail=false", { email, authority: "TENANT_ADMIN" });
    const id = text(user, "id", "id");
    expect(member(await rest.get(`/api/user/${id}`), "additionalInfo")).toEqual({
      userCredentialsEnabled: false,
      userActivated: false,
      lastLoginTs: null,
    });
    const link = new URL(await rest.getText(`/api/user/${id}/activationLink`));
    const activateToken = link.searchParams.get("activateToken");
    const body = { activateToken, password: PASSWORD };
    const pair = toPair(await platform().anonymous.post("/api/noauth/activate", body));
    expect(member(await platform().anonymous.withToken(pair.token).get("/api/auth/user"), "email")).toBe(email);
    expect(await rest.get(`/api/user/${id}`)).toMatchObject({
      additionalInfo: { userCredentialsEnabled: true, userActivated: true },
    });
    const opened = await checkedFetch(link, { redirect: "manual" });
    expect([opened.status, await opened.text()]).toEqual([409, ""]);
  });

  test("REST §2.6: the bearer of an activation token learns whose it is; from one that is used, expired or unknown, nobody does", async () => {
    await using other = await startTestPlatform();
    const { rest } = other.tenant;
    const [used, expired] = await Promise.all(
      ["used@example.com", "expired@example.com"].map(async (email) => {
        const user = await rest.post("/api/user?sendActivationMail=false", { email, authority: "TENANT_ADMIN" });
        const link = await rest.getText(`/api/user/${text(user, "id", "id")}/activationLink`);
        return new URL(link).searchParams.get("activateToken") ?? "";
      }),
    );
    const ask = (activateToken: string | undefined): Promise<RestAnswer> =>
      other.anonymous.request("POST", "/api/noauth/activationUser", { activateToken });
    expect((await ask(used)).body).toEqual({ email: "used@example.com" });
    expect((await ask(expired)).body).toEqual({ email: "expired@example.com" });

    await other.anonymous.post("/api/noauth/activate", { activateToken: used, password: PASSWORD });
    other.clock.advance(25 * HOUR_MILLIS);
    for (const token of [used, expired, "unknown"]) {
      const answer = await ask(token);
      expectError(answer, 400, 31);
      expect(answer.text).not.toContain("@example.com");
    }
  });
});
