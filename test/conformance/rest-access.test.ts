// The REST contract's checklist on authentication, users, tenants and customers.
import { CompactSign } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimsOf, toPair, USER_PASSWORD } from "../support/account-calls.ts";
import { AccountPlatform, TENANT_ADMIN } from "../support/account-platform.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { NULL_UUID } from "../support/rest-conformance.ts";

const NOBODY = "01936f00-0000-7000-8000-000000000001";
const MINUTE = 60_000;

let server: AccountPlatform;
beforeAll(async () => {
  server = await AccountPlatform.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function refusal({ status, body }: RestAnswer): { readonly status: number; readonly errorCode: unknown } {
  return { status, errorCode: member(body, "errorCode") };
}

const UNAUTHENTICATED = { status: 401, errorCode: 10 };
const EXPIRED = { status: 401, errorCode: 11 };
const FORBIDDEN = { status: 403, errorCode: 20 };
const BAD_REQUEST = { status: 400, errorCode: 31 };
const NOT_FOUND = { status: 404, errorCode: 32 };

describe("login and tokens", () => {
  test("REST-15: login with the right credentials answers 200 with token and refreshToken", async () => {
    const answer = await server.anonymous.request("POST", "/api/auth/login", TENANT_ADMIN);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/.{20}/) as unknown,
      refreshToken: expect.stringMatching(/.{20}/) as unknown,
    });
  });

  test("REST-16: a wrong password and an unknown user get identical 401/10 bodies", async () => {
    const wrong = await server.anonymous.request("POST", "/api/auth/login", { ...TENANT_ADMIN, password: "wrong" });
    const unknown = await server.anonymous.request("POST", "/api/auth/login", {
      username: "nobody@example.com",
      password: "wrong",
    });

    expect(refusal(wrong)).toEqual(UNAUTHENTICATED);
    expect(unknown.text).toBe(wrong.text);
  });

  test("REST-17: login without a password, or with one that is no text, answers 401/10", async () => {
    for (const body of [{ username: TENANT_ADMIN.username }, { ...TENANT_ADMIN, password: 1 }, {}, [], "text"])
      expect(refusal(await server.anonymous.request("POST", "/api/auth/login", body))).toEqual(UNAUTHENTICATED);
  });

  test("REST-18: the current user is the one who logged in", async () => {
    const { token } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);

    expect(await server.anonymous.withToken(token).get("/api/auth/user")).toMatchObject({
      email: TENANT_ADMIN.username,
      name: TENANT_ADMIN.username,
      authority: "TENANT_ADMIN",
      additionalInfo: null,
      tenantId: { entityType: "TENANT", id: server.tenantId },
      customerId: { entityType: "CUSTOMER", id: "13814000-1dd2-11b2-8080-808080808080" },
    });
  });

  test("REST-18: letter case does not matter in a login name", async () => {
    expect((await server.login(` ${TENANT_ADMIN.username.toUpperCase()} `, TENANT_ADMIN.password)).token).not.toBe("");
  });

  test("REST-19: the header Authorization works where X-Authorization is absent", async () => {
    const { token } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const answer = await checkedFetch(`${server.anonymous.baseUrl}/api/auth/user`, {
      headers: { authorization: `bearer ${token}` },
    });

    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  test("REST-21: no credentials, and another scheme, answer 401/10", async () => {
    expect(refusal(await server.anonymous.request("GET", "/api/auth/user"))).toEqual(UNAUTHENTICATED);
    const basic = await checkedFetch(`${server.anonymous.baseUrl}/api/auth/user`, {
      headers: { "x-authorization": "Basic x" },
    });
    expect(await basic.json()).toMatchObject(UNAUTHENTICATED);
  });

  test("REST-22: tokens live 9000 and 604800 seconds by default", async () => {
    const { token, refreshToken } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const lifetime = ({ exp, iat }: Readonly<Record<string, unknown>>): number => Number(exp) - Number(iat);

    expect([lifetime(claimsOf(token)), lifetime(claimsOf(refreshToken))]).toEqual([9000, 604_800]);
  });

  test("REST-23: the lifetime follows its setting", async () => {
    await using other = await AccountPlatform.start({
      settings: { "security.jwt.tokenExpirationSeconds": 60, "security.jwt.tokenIssuer": "plant" },
    });
    const { iss, exp, iat } = claimsOf((await other.login(TENANT_ADMIN.username, TENANT_ADMIN.password)).token);

    expect([iss, Number(exp) - Number(iat)]).toEqual(["plant", 60]);
  });

  test("REST-24: both tokens are HS512 JWTs with the claims that clients read", async () => {
    const user = await server.createUser(server.admin, { firstName: "Ada", lastName: "L" });
    const { token, refreshToken } = user.pair;

    for (const each of [token, refreshToken]) {
      expect(each.split(".")).toHaveLength(3);
      expect(JSON.parse(Buffer.from(each.split(".")[0] ?? "", "base64url").toString())).toEqual({ alg: "HS512" });
    }
    expect(claimsOf(token)).toEqual({
      sub: user.email,
      userId: user.id,
      scopes: ["TENANT_ADMIN"],
      sessionId: expect.any(String) as unknown,
      iss: "bridgehead",
      iat: expect.any(Number) as unknown,
      exp: expect.any(Number) as unknown,
      firstName: "Ada",
      lastName: "L",
      enabled: true,
      isPublic: false,
      tenantId: server.tenantId,
      customerId: "13814000-1dd2-11b2-8080-808080808080",
    });
    expect(claimsOf(refreshToken)).toEqual({
      sub: user.email,
      userId: user.id,
      scopes: ["REFRESH_TOKEN"],
      sessionId: claimsOf(token)["sessionId"],
      iss: "bridgehead",
      iat: expect.any(Number) as unknown,
      exp: expect.any(Number) as unknown,
      isPublic: false,
      jti: expect.any(String) as unknown,
    });
  });

  test("REST-25: an expired access token answers 401/11, and a refresh gives one that works", async () => {
    await using other = await AccountPlatform.start();
    const { token, refreshToken } = await other.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    other.clock.advance(9_000_000);

    expect(await other.check(token)).toEqual(EXPIRED);
    const refreshed = toPair((await other.refresh(refreshToken)).body);
    expect((await other.check(refreshed.token)).status).toBe(200);
    other.clock.advance(604_800_000);
    expect(refusal(await other.refresh(refreshed.refreshToken))).toEqual(EXPIRED);
  });

  test("REST-26: a token of another key answers 401/11, and text that is no token 401/10", async () => {
    const { token } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const forged = await new CompactSign(Buffer.from(JSON.stringify(claimsOf(token))))
      .setProtectedHeader({ alg: "HS512" })
      .sign(Buffer.alloc(64, 1));

    expect(await server.check(forged)).toEqual(EXPIRED);
    for (const nonsense of ["x", "a.b", "a.b.c", `${"x".repeat(9000)}.b.c`])
      expect(await server.check(nonsense)).toEqual(UNAUTHENTICATED);
  });

  test("REST-27: a token with alg none, or another algorithm, is refused", async () => {
    const { token } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const [, claims = "", signature = ""] = token.split(".");
    const header = (alg: string): string => Buffer.from(JSON.stringify({ alg })).toString("base64url");

    for (const forged of [
      `${header("none")}.${claims}.`,
      `${header("none")}.${claims}.${signature}`,
      `${header("HS256")}.${claims}.${signature}`,
    ])
      expect((await server.check(forged)).status).toBe(401);
  });

  test("REST-28: each kind of token is refused where the other belongs", async () => {
    const { token, refreshToken } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);

    expect(await server.check(refreshToken)).toEqual(UNAUTHENTICATED);
    expect(refusal(await server.refresh(token))).toEqual(UNAUTHENTICATED);
    expect(refusal(await server.anonymous.request("POST", "/api/auth/token", {}))).toEqual(UNAUTHENTICATED);
  });
});

describe("the end of sessions", () => {
  test("REST-29: logout ends both tokens of the session, even right after login", async () => {
    const { token, refreshToken } = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const answer = await server.anonymous.withToken(token).request("POST", "/api/auth/logout");

    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(await server.check(token)).toEqual(EXPIRED);
    expect(refusal(await server.refresh(refreshToken))).toEqual(UNAUTHENTICATED);
  });

  test("REST-29: logout ends what the session was refreshed from as well", async () => {
    const first = await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const second = toPair((await server.refresh(first.refreshToken)).body);
    await server.anonymous.withToken(second.token).post("/api/auth/logout");

    expect(await server.check(first.token)).toEqual(EXPIRED);
  });

  test("REST-30: another session of the same user survives a logout", async () => {
    const [leaving, staying] = [
      await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password),
      await server.login(TENANT_ADMIN.username, TENANT_ADMIN.password),
    ];
    await server.anonymous.withToken(leaving.token).post("/api/auth/logout");

    expect((await server.check(staying.token)).status).toBe(200);
    expect((await server.refresh(staying.refreshToken)).status).toBe(200);
  });

  test("REST-31: a changed password gives a working pair and ends every older token", async () => {
    const user = await server.createUser(server.admin);
    const other = await server.login(user.email, USER_PASSWORD);
    const fresh = toPair(
      await user.rest.post("/api/auth/changePassword", {
        currentPassword: USER_PASSWORD,
        newPassword: "another-password",
      }),
    );

    expect((await server.check(fresh.token)).status).toBe(200);
    for (const { token, refreshToken } of [user.pair, other]) {
      expect(await server.check(token)).toEqual(EXPIRED);
      expect(refusal(await server.refresh(refreshToken))).toEqual(UNAUTHENTICATED);
    }
    expect((await server.login(user.email, "another-password")).token).not.toBe("");
  });

  test("REST-32: a wrong current password, the same one again and an unfit one answer 400/31 and keep the sessions", async () => {
    const user = await server.createUser(server.admin);
    const change = async (currentPassword: string, newPassword: string) =>
      refusal(await user.rest.request("POST", "/api/auth/changePassword", { currentPassword, newPassword }));

    expect(await change("wrong", "another-password")).toEqual(BAD_REQUEST);
    expect(await change(USER_PASSWORD, USER_PASSWORD)).toEqual(BAD_REQUEST);
    expect(await change(USER_PASSWORD, "short")).toEqual(BAD_REQUEST);
    expect((await server.check(user.pair.token)).status).toBe(200);
  });

  test("REST-33: a refresh token works again for 60 s; later reuse is refused, and its successors too", async () => {
    await using other = await AccountPlatform.start();
    const { refreshToken } = await other.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const first = toPair((await other.refresh(refreshToken)).body);
    other.clock.advance(MINUTE);
    const second = toPair((await other.refresh(refreshToken)).body);
    expect((await other.check(second.token)).status).toBe(200);
    other.clock.advance(1);

    expect(refusal(await other.refresh(refreshToken))).toEqual(UNAUTHENTICATED);
    for (const successor of [first, second]) {
      expect(await other.check(successor.token)).toEqual(EXPIRED);
      expect(refusal(await other.refresh(successor.refreshToken))).toEqual(UNAUTHENTICATED);
    }
  });
});

describe("passwords and activation", () => {
  test("REST-34: the password policy is public", async () => {
    expect(await server.anonymous.get("/api/noauth/userPasswordPolicy")).toEqual({
      minimumLength: 8,
      maximumLength: 72,
      minimumUppercaseLetters: null,
      minimumLowercaseLetters: null,
      minimumDigits: null,
      minimumSpecialCharacters: null,
      allowWhitespaces: true,
      forceUserToResetPasswordIfNotValid: false,
      passwordExpirationPeriodDays: null,
      passwordReuseFrequencyDays: null,
    });
  });

  test("REST-35: asking for a reset mail answers 200 whether or not the user exists", async () => {
    for (const email of ["nobody@example.com", TENANT_ADMIN.username]) {
      const { status, text: body } = await server.anonymous.request("POST", "/api/noauth/resetPasswordByEmail", {
        email,
      });
      expect([status, body]).toEqual([200, ""]);
    }
  });

  test("REST-36: activation answers a pair; a second use answers 400/31", async () => {
    const user = await server.admin.post("/api/user", { email: server.uniqueEmail(), authority: "TENANT_ADMIN" });
    const activateToken = await server.activationToken(server.admin, text(user, "id", "id"));
    const activate = (password: string) =>
      server.anonymous.request("POST", "/api/noauth/activate", { activateToken, password });

    expect(activateToken).toMatch(/^[A-Za-z0-9_-]{40}$/);
    expect(refusal(await activate("short"))).toEqual(BAD_REQUEST);
    expect((await server.check(toPair((await activate("long-enough")).body).token)).status).toBe(200);
    expect(refusal(await activate("long-enough"))).toEqual(BAD_REQUEST);
  });

  test("REST-36: the link leads to the page for the password, to the page for expired ones, or nowhere", async () => {
    await using other = await AccountPlatform.start();
    const user = await other.admin.post("/api/user", { email: "new@example.com", authority: "TENANT_ADMIN" });
    const id = text(user, "id", "id");
    const token = await other.activationToken(other.admin, id);
    const open = async (activateToken: string) => {
      const answer = await checkedFetch(
        `${other.anonymous.baseUrl}/api/noauth/activate?activateToken=${activateToken}`,
        {
          redirect: "manual",
        },
      );
      return [answer.status, answer.headers.get("location"), await answer.text()];
    };

    expect(await open(token)).toEqual([303, `/login/createPassword?activateToken=${token}`, ""]);
    expect(await open("unknown")).toEqual([409, null, ""]);
    other.clock.advance(24 * 60 * MINUTE);
    expect(await open(token)).toEqual([303, "/activationLinkExpired", ""]);
    expect(
      refusal(
        await other.anonymous.request("POST", "/api/noauth/activate", {
          activateToken: token,
          password: "long-enough",
        }),
      ),
    ).toEqual(BAD_REQUEST);
    const admin = await other.anonymous.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    expect(await other.activationToken(admin, id)).not.toBe(token);
  });

  test("REST-37: beyond maxFailedLoginAttempts the account is locked until an administrator enables it", async () => {
    await using other = await AccountPlatform.start();
    await other.change({ maxFailedLoginAttempts: 3 });
    const user = await other.createUser(other.admin);
    const login = async (password: string) =>
      refusal(await other.anonymous.request("POST", "/api/auth/login", { username: user.email, password }));
    for (let failure = 0; failure < 4; failure++) expect(await login("wrong")).toEqual(UNAUTHENTICATED);

    expect(await login(USER_PASSWORD)).toEqual(UNAUTHENTICATED);
    expect(await other.check(user.pair.token)).toEqual(EXPIRED);
    await other.admin.post(`/api/user/${user.id}/userCredentialsEnabled?userCredentialsEnabled=true`);
    expect((await other.login(user.email, USER_PASSWORD)).token).not.toBe("");
  });
});

describe("users", () => {
  test("REST-51: a taken email answers 400/31, whatever its letter case", async () => {
    const body = { email: TENANT_ADMIN.username.toUpperCase(), authority: "TENANT_ADMIN" };

    expect(refusal(await server.admin.request("POST", "/api/user", body))).toEqual(BAD_REQUEST);
  });

  test("REST-52: the last administrator of a tenant cannot be deleted", async () => {
    const { admin, id } = await otherTenant();
    const second = await server.createUser(server.sysAdmin, { tenantId: { id } });
    const userId = text(await admin.get("/api/auth/user"), "id", "id");

    await server.sysAdmin.delete(`/api/user/${userId}`);
    expect(refusal(await server.sysAdmin.request("DELETE", `/api/user/${second.id}`))).toEqual(BAD_REQUEST);
    expect(refusal(await server.sysAdmin.request("GET", `/api/user/${userId}`))).toEqual(NOT_FOUND);
    expect(refusal(await admin.request("GET", "/api/auth/user"))).toEqual(EXPIRED);
  });

  test("REST-53: disabling a user ends his sessions at once, and his logins until he is enabled", async () => {
    const user = await server.createUser(server.admin);
    const path = `/api/user/${user.id}/userCredentialsEnabled?userCredentialsEnabled=`;
    // From now on the server knows the token.
    expect(await server.check(user.pair.token)).not.toEqual(EXPIRED);
    await server.admin.post(`${path}false`);

    expect(await server.check(user.pair.token)).toEqual(EXPIRED);
    expect(refusal(await server.refresh(user.pair.refreshToken))).toEqual(UNAUTHENTICATED);
    expect(
      refusal(
        await server.anonymous.request("POST", "/api/auth/login", { username: user.email, password: USER_PASSWORD }),
      ),
    ).toEqual(UNAUTHENTICATED);
    expect(await server.admin.get(`/api/user/${user.id}`)).toMatchObject({
      additionalInfo: { userCredentialsEnabled: false, userActivated: true },
    });
    await server.admin.post(`${path}true`);
    expect((await server.login(user.email, USER_PASSWORD)).token).not.toBe("");
  });

  test("REST-54: authority, tenant and customer of a user cannot change", async () => {
    const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer") });
    const user = (await server.admin.get(`/api/user/${(await server.createUser(server.admin)).id}`)) as object;
    const { id } = await otherTenant();

    for (const change of [{ authority: "CUSTOMER_USER" }, { customerId: member(customer, "id") }])
      expect(refusal(await server.admin.request("POST", "/api/user", { ...user, ...change }))).toEqual(BAD_REQUEST);
    expect(refusal(await server.sysAdmin.request("POST", "/api/user", { ...user, tenantId: { id } }))).toEqual(
      BAD_REQUEST,
    );
  });

  test("REST-55: an active user has no activation link", async () => {
    const user = await server.createUser(server.admin);

    expect(refusal(await server.admin.request("GET", `/api/user/${user.id}/activationLink`))).toEqual(BAD_REQUEST);
  });

  test("the activation link is the same until little time is left, and tells how much", async () => {
    const id = text(
      await server.admin.post("/api/user", { email: server.uniqueEmail(), authority: "TENANT_ADMIN" }),
      "id",
      "id",
    );
    const info = await server.admin.get(`/api/user/${id}/activationLinkInfo`);

    expect(info).toEqual({ value: await server.admin.getText(`/api/user/${id}/activationLink`), ttlMs: 86_400_000 });
    expect(text(info, "value")).toMatch(
      new RegExp(`^${server.anonymous.baseUrl}/api/noauth/activate\\?activateToken=`),
    );
  });

  test("a user that is read, edited and sent back keeps its own fields and counts its version", async () => {
    const { id } = await server.createUser(server.admin, { additionalInfo: { lang: "en_US" } });
    const shown = (await server.admin.get(`/api/user/${id}`)) as object;
    const saved = await server.admin.post("/api/user", { ...shown, firstName: "Ada", name: "ignored", createdTime: 1 });

    expect(saved).toMatchObject({ firstName: "Ada", additionalInfo: { lang: "en_US" }, version: 2 });
    expect(member(saved, "additionalInfo")).not.toHaveProperty("userActivated");
    expect(refusal(await server.admin.request("POST", "/api/user", shown))).toEqual({ status: 409, errorCode: 35 });
    expect((await server.admin.request("POST", "/api/user", { ...shown, version: null })).status).toBe(200);
    expect(
      refusal(await server.admin.request("POST", "/api/user", { ...shown, id: { entityType: "USER", id: NOBODY } })),
    ).toEqual(NOT_FOUND);
  });

  test("each administrator acts on the users that are his, and a customer user on himself", async () => {
    const { admin: stranger } = await otherTenant();
    const customer = member(await server.admin.post("/api/customer", { title: server.uniqueName("customer") }), "id");
    const user = await server.createUser(server.admin, { authority: "CUSTOMER_USER", customerId: customer });
    const colleague = await server.createUser(server.admin, { authority: "CUSTOMER_USER", customerId: customer });
    const path = `/api/user/${user.id}`;

    for (const method of ["GET", "DELETE"] as const)
      expect(refusal(await stranger.request(method, path))).toEqual(NOT_FOUND);
    expect(refusal(await server.sysAdmin.request("GET", path))).toEqual(FORBIDDEN);
    expect((await colleague.rest.request("GET", path)).status).toBe(200);
    expect(
      refusal(await colleague.rest.request("POST", "/api/user", { id: { id: user.id }, email: user.email })),
    ).toEqual(FORBIDDEN);
    expect(
      (await user.rest.request("POST", "/api/user", { id: { id: user.id }, email: user.email, firstName: "Own" }))
        .status,
    ).toBe(200);
    expect(
      refusal(
        await user.rest.request("POST", "/api/user", {
          email: server.uniqueEmail(),
          authority: "CUSTOMER_USER",
          customerId: customer,
        }),
      ),
    ).toEqual(FORBIDDEN);
    expect(
      refusal(await server.admin.request("POST", "/api/user", { email: server.uniqueEmail(), authority: "SYS_ADMIN" })),
    ).toEqual(FORBIDDEN);
    const self = text(await server.sysAdmin.get("/api/auth/user"), "id", "id");
    expect(refusal(await server.sysAdmin.request("DELETE", `/api/user/${self}`))).toEqual(FORBIDDEN);
  });

  test("lists hold the users that the caller may see", async () => {
    const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer") });
    const { id: otherId, admin: stranger } = await otherTenant();
    const user = await server.createUser(server.admin, {
      authority: "CUSTOMER_USER",
      customerId: member(customer, "id"),
      lastName: "Unmistakable",
    });
    const emails = (page: unknown): unknown[] =>
      (member(page, "data") as unknown[]).map((each) => member(each, "email"));
    const page = "pageSize=100&page=0";
    const customerUsers = `/api/customer/${text(customer, "id", "id")}/users?${page}`;

    expect(emails(await server.admin.get(`/api/users?${page}`))).toEqual(
      expect.arrayContaining([TENANT_ADMIN.username, user.email]),
    );
    expect(emails(await user.rest.get(`/api/users?${page}`))).toEqual([user.email]);
    expect(emails(await server.admin.get(customerUsers))).toEqual([user.email]);
    // Accounts are shown by lists that are asked for them, and to those alone who may read the user.
    const single = member(await server.admin.get(`/api/user/${user.id}`), "additionalInfo");
    const infos = async (client: RestClient, path: string): Promise<unknown[]> =>
      (member(await client.get(path), "data") as unknown[]).map((each) => member(each, "additionalInfo"));
    expect(single).toMatchObject({ userActivated: true, userCredentialsEnabled: true });
    expect(await infos(server.admin, `${customerUsers}&accounts=true`)).toEqual([single]);
    expect(await infos(server.admin, `/api/users?${page}&accounts=true`)).toContainEqual(single);
    expect(await infos(server.admin, customerUsers)).toEqual([null]);
    expect(refusal(await stranger.request("GET", customerUsers))).toEqual(FORBIDDEN);
    expect(emails(await server.admin.get(`/api/users/info?${page}&textSearch=UNMISTAKABLE`))).toEqual([user.email]);
    expect(emails(await server.sysAdmin.get(`/api/tenant/${otherId}/users?${page}`))).toHaveLength(1);
    const system = await server.sysAdmin.get(`/api/admin/users?${page}&accounts=true`);
    expect(emails(system)).toContainEqual(text(await server.sysAdmin.get("/api/auth/user"), "email"));
    expect(new Set((member(system, "data") as unknown[]).map((each) => text(each, "authority")))).toEqual(
      new Set(["SYS_ADMIN"]),
    );
    expect(JSON.stringify(system)).toContain('"userActivated":true');
    expect(await server.admin.get(`/api/users?userIds=${user.id},${NOBODY}`)).toMatchObject([{ email: user.email }]);
    expect(await stranger.get(`/api/users/list?userIds=${user.id}`)).toEqual([]);
    expect(refusal(await server.admin.request("GET", "/api/users?page=0"))).toEqual(BAD_REQUEST);
  });

  test("beyond maxUsers and maxCustomers nothing is created, at once after the profile has changed", async () => {
    const { id, admin, profile } = await otherTenant();
    const configuration = { type: "DEFAULT", maxUsers: 1, maxCustomers: 1 };
    await server.sysAdmin.post("/api/tenantProfile", {
      ...profile,
      profileData: { configuration, queueConfiguration: null },
    });
    await admin.post("/api/customer", { title: "first" });

    const user = await server.sysAdmin.request("POST", "/api/user", {
      email: server.uniqueEmail(),
      authority: "TENANT_ADMIN",
      tenantId: { id },
    });
    expect(user.body).toMatchObject({ status: 403, errorCode: 41, entityType: "USER", limit: 1 });
    expect((await admin.request("POST", "/api/customer", { title: "second" })).body).toMatchObject({
      status: 403,
      errorCode: 41,
      entityType: "CUSTOMER",
      limit: 1,
    });
  });
});

describe("tenants and their profiles", () => {
  test("REST-56: a tenant created with only a title has the default profile and a device profile default", async () => {
    const tenant = await server.sysAdmin.post("/api/tenant", { title: "Plant North" });
    const id = text(tenant, "id", "id");

    expect(tenant).toMatchObject({
      title: "Plant North",
      name: "Plant North",
      region: "Global",
      version: 1,
      country: null,
      additionalInfo: null,
    });
    expect(await server.sysAdmin.get(`/api/tenant/info/${id}`)).toEqual({
      ...(tenant as object),
      tenantProfileName: "Default",
    });
    const its = await server.createUser(server.sysAdmin, { tenantId: member(tenant, "id") });
    expect(await its.rest.get("/api/deviceProfileInfo/default")).toMatchObject({ name: "default" });
  });

  test("REST-57: tenants are for the system administrator; a tenant administrator sees the own one", async () => {
    const { id } = await otherTenant();

    for (const path of [
      "/api/tenants?pageSize=1&page=0",
      "/api/tenantInfos?pageSize=1&page=0",
      `/api/tenant/${id}`,
      `/api/tenant/${NOBODY}`,
    ])
      expect(refusal(await server.admin.request("GET", path))).toEqual(FORBIDDEN);
    expect(refusal(await server.admin.request("POST", "/api/tenant", { title: "mine" }))).toEqual(FORBIDDEN);
    expect(refusal(await server.admin.request("DELETE", `/api/tenant/${server.tenantId}`))).toEqual(FORBIDDEN);
    expect(await server.admin.get(`/api/tenant/${server.tenantId}`)).toMatchObject({ title: "Default" });
    expect(refusal(await server.sysAdmin.request("GET", `/api/tenant/${NOBODY}`))).toEqual(NOT_FOUND);
  });

  test("REST-58: the default profile, and one in use, cannot be deleted", async () => {
    const { profile } = await otherTenant();
    const standard = await server.sysAdmin.get("/api/tenantProfileInfo/default");
    const free = await server.sysAdmin.post("/api/tenantProfile", { name: server.uniqueName("profile") });

    for (const used of [standard, profile])
      expect(refusal(await server.sysAdmin.request("DELETE", `/api/tenantProfile/${text(used, "id", "id")}`))).toEqual(
        BAD_REQUEST,
      );
    const path = `/api/tenantProfile/${text(free, "id", "id")}`;
    await server.sysAdmin.delete(path);
    expect(refusal(await server.sysAdmin.request("DELETE", path))).toEqual(NOT_FOUND);
  });

  test("REST-60: with 5:60 the sixth call in a minute answers 429/33 with Retry-After, and the profile's change frees it", async () => {
    const { admin, profile } = await otherTenant();
    const save = (configuration: object) =>
      server.sysAdmin.post("/api/tenantProfile", { ...profile, profileData: { configuration } });
    await save({ tenantServerRestLimitsConfiguration: "5:60" });
    for (let call = 0; call < 5; call++) await admin.get("/api/auth/user");

    const sixth = await admin.request("GET", "/api/auth/user");
    expect(refusal(sixth)).toEqual({ status: 429, errorCode: 33 });
    expect(sixth.headers.get("retry-after")).toBe("12");
    expect(text(sixth.body, "message")).toContain("tenantServerRestLimitsConfiguration");
    await save({ tenantServerRestLimitsConfiguration: "" });
    expect((await admin.request("GET", "/api/auth/user")).status).toBe(200);
  });

  test("REST-60: a customer has a limit of its own, which leaves the tenant alone", async () => {
    const { admin, profile } = await otherTenant();
    const users = [];
    for (const title of ["a", "b"]) {
      const customerId = member(await admin.post("/api/customer", { title }), "id");
      users.push((await server.createUser(admin, { authority: "CUSTOMER_USER", customerId })).rest);
    }
    await server.sysAdmin.post("/api/tenantProfile", {
      ...profile,
      profileData: { configuration: { customerServerRestLimitsConfiguration: "1:60" } },
    });
    const calls = [users[0], users[0], users[1], admin, admin].map(
      (client) => () => client?.request("GET", "/api/auth/user"),
    );
    const statuses = [];
    for (const call of calls) statuses.push((await call())?.status);

    expect(statuses).toEqual([200, 429, 200, 200, 200]);
  });

  test("REST-61: a rate limit with the same seconds twice, and any other unsound limit, is refused with 400/31", async () => {
    const save = async (configuration: object) =>
      refusal(
        await server.sysAdmin.request("POST", "/api/tenantProfile", {
          name: server.uniqueName("profile"),
          profileData: { configuration },
        }),
      );

    expect(await save({ tenantServerRestLimitsConfiguration: "5:60,10:60" })).toEqual(BAD_REQUEST);
    expect(await save({ transportDeviceMsgRateLimit: "many" })).toEqual(BAD_REQUEST);
    expect(await save({ maxDevices: -1 })).toEqual(BAD_REQUEST);
    expect(await save({ type: "OTHER" })).toEqual(BAD_REQUEST);
  });

  test("a profile keeps what it does not know, and one is the default", async () => {
    const profileData = {
      configuration: { type: "DEFAULT", maxDevices: 3, laterVersion: { a: [1] } },
      queueConfiguration: null,
    };
    const profile = await server.sysAdmin.post("/api/tenantProfile", {
      name: server.uniqueName("profile"),
      profileData,
    });
    const path = `/api/tenantProfile/${text(profile, "id", "id")}`;
    const standard = `/api/tenantProfile/${text(await server.sysAdmin.get("/api/tenantProfileInfo/default"), "id", "id")}/default`;

    expect(await server.sysAdmin.get(path)).toMatchObject({ default: false, isolatedTbRuleEngine: false, profileData });
    expect(
      refusal(await server.sysAdmin.request("POST", "/api/tenantProfile", { name: "second default", default: true })),
    ).toEqual(BAD_REQUEST);
    expect(await server.sysAdmin.post(`${path}/default`)).toMatchObject({ default: true });
    expect(await server.sysAdmin.post(standard)).toMatchObject({ default: true });
    expect(await server.sysAdmin.get(path)).toMatchObject({ default: false });
    const ids = text(profile, "id", "id");
    expect(await server.sysAdmin.get(`/api/tenantProfiles?ids=${ids}`)).toMatchObject([{ id: { id: ids } }]);
    expect(
      await server.sysAdmin.get("/api/tenantProfiles?pageSize=1&page=0&sortProperty=isDefault&sortOrder=DESC"),
    ).toMatchObject({ data: [{ default: true }] });
  });

  test("deleting a tenant ends its sessions and deletes what is in it", async () => {
    const { id, admin } = await otherTenant();
    const customer = text(await admin.post("/api/customer", { title: "inside" }), "id", "id");
    const answer = await server.sysAdmin.request("DELETE", `/api/tenant/${id}`);

    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(refusal(await admin.request("GET", "/api/auth/user"))).toEqual(EXPIRED);
    expect(refusal(await server.admin.request("GET", `/api/customer/${customer}`))).toEqual(NOT_FOUND);
    expect(refusal(await server.sysAdmin.request("DELETE", `/api/tenant/${id}`))).toEqual(NOT_FOUND);
  });
});

describe("customers", () => {
  test("REST-62: Public and a taken title are refused; UNIQUIFY finds another", async () => {
    const title = server.uniqueName("customer");
    const save = (query: string, body: object) => server.admin.request("POST", `/api/customer${query}`, body);
    await save("", { title });

    expect(refusal(await save("", { title: "Public" }))).toEqual(BAD_REQUEST);
    expect(refusal(await save("", { title }))).toEqual(BAD_REQUEST);
    expect(
      (await save("?nameConflictPolicy=UNIQUIFY&uniquifySeparator=-&uniquifyStrategy=INCREMENTAL", { title })).body,
    ).toMatchObject({ title: `${title}-1` });
    expect(text((await save("?nameConflictPolicy=UNIQUIFY", { title })).body, "title")).toMatch(
      new RegExp(`^${title}_[A-Za-z0-9]{6}$`),
    );
    expect(refusal(await save("?nameConflictPolicy=SOMETIMES", { title }))).toEqual(BAD_REQUEST);
  });

  test("REST-63: deleting a customer deletes its users and unassigns its devices", async () => {
    const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer") });
    const customerId = text(customer, "id", "id");
    const user = await server.createUser(server.admin, {
      authority: "CUSTOMER_USER",
      customerId: member(customer, "id"),
    });
    const device = await server.admin.post("/api/device", { name: server.uniqueName("device"), type: "default" });
    const deviceId = text(device, "id", "id");
    await server.admin.post(`/api/customer/${customerId}/device/${deviceId}`);
    await server.admin.delete(`/api/customer/${customerId}`);

    expect(await server.check(user.pair.token)).toEqual(EXPIRED);
    expect(refusal(await server.admin.request("GET", `/api/user/${user.id}`))).toEqual(NOT_FOUND);
    expect(await server.admin.get(`/api/device/${deviceId}`)).toMatchObject({ customerId: { id: NULL_UUID } });
    expect(refusal(await server.admin.request("DELETE", `/api/customer/${customerId}`))).toEqual(NOT_FOUND);
  });

  test("a customer is shown to its tenant and its users, and to nobody else", async () => {
    const customer = await server.admin.post("/api/customer", { title: server.uniqueName("Äcme"), city: "Bern" });
    const id = text(customer, "id", "id");
    const user = await server.createUser(server.admin, {
      authority: "CUSTOMER_USER",
      customerId: member(customer, "id"),
    });
    const { admin: stranger } = await otherTenant();
    const path = `/api/customer/${id}`;

    expect(await user.rest.get(path)).toEqual(customer);
    expect(await user.rest.get(`${path}/shortInfo`)).toEqual({ title: text(customer, "title"), isPublic: false });
    expect(await user.rest.getText(`${path}/title`)).toBe(text(customer, "title"));
    for (const method of ["GET", "DELETE"] as const)
      expect(refusal(await stranger.request(method, path))).toEqual(FORBIDDEN);
    for (const client of [server.sysAdmin, user.rest])
      expect(refusal(await client.request("GET", "/api/customers?pageSize=1&page=0"))).toEqual(FORBIDDEN);
    const title = encodeURIComponent(text(customer, "title"));
    expect(await server.admin.get(`/api/tenant/customers?customerTitle=${title}`)).toEqual(customer);
    expect(refusal(await stranger.request("GET", `/api/tenant/customers?customerTitle=${title}`))).toEqual(NOT_FOUND);
    expect(await server.admin.get(`/api/customers?customerIds=${id}`)).toEqual([customer]);
    expect(await stranger.get(`/api/customers/list?customerIds=${id}`)).toEqual([]);
    expect(
      await server.admin.get(`/api/customers?pageSize=5&page=0&textSearch=${encodeURIComponent("äCME")}`),
    ).toMatchObject({ data: [customer], totalElements: 1 });
  });

  test("a save replaces the whole customer, with its version checked", async () => {
    const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer"), city: "Bern" });
    const body = { id: member(customer, "id"), title: text(customer, "title"), version: 1 };

    expect(await server.admin.post("/api/customer", body)).toMatchObject({ city: null, version: 2 });
    expect(refusal(await server.admin.request("POST", "/api/customer", body))).toEqual({ status: 409, errorCode: 35 });
    for (const title of [" ", "<b>bold</b>", "{{name}}", "x".repeat(256), "nul\0"])
      expect(refusal(await server.admin.request("POST", "/api/customer", { ...body, version: null, title }))).toEqual(
        BAD_REQUEST,
      );
  });
});

/** A tenant with an administrator, under a profile of its own. */
async function otherTenant(): Promise<{ readonly id: string; readonly admin: RestClient; readonly profile: object }> {
  const profile = (await server.sysAdmin.post("/api/tenantProfile", { name: server.uniqueName("profile") })) as object;
  const tenant = await server.sysAdmin.post("/api/tenant", {
    title: server.uniqueName("tenant"),
    tenantProfileId: member(profile, "id"),
  });
  const { rest } = await server.createUser(server.sysAdmin, { tenantId: member(tenant, "id") });
  return { id: text(tenant, "id", "id"), admin: rest, profile };
}
