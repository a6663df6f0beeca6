// REST contract 4, sentence by sentence where no other file has it: users.
import { describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform, SYS_ADMIN, TENANT_ADMIN } from "../support/platform.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, NULL_UUID, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { createActiveUser, PASSWORD } from "../support/tenant.ts";

const platform = useTestPlatform();
const QUIET = "/api/user?sendActivationMail=false";
const newEmail = (): string => `${platform().tenant.uniqueName("user")}@example.com`;
const selfOf = async (rest: RestClient): Promise<string> => text(await rest.get("/api/auth/user"), "id", "id");
const create = (by: RestClient, fields: Readonly<Record<string, unknown>>): Promise<RestAnswer> =>
  by.request("POST", QUIET, { email: newEmail(), authority: "TENANT_ADMIN", ...fields });

describe("creating", () => {
  test("REST §4: a new user has every member of the contract", async () => {
    const { rest, id } = platform().tenant;
    const email = newEmail();
    const created = await create(rest, { email, firstName: "Ada", lastName: "L" });
    expect(created.body).toEqual({
      id: { entityType: "USER", id: expect.any(String) },
      createdTime: platform().clock.now(),
      tenantId: { entityType: "TENANT", id },
      customerId: { entityType: "CUSTOMER", id: NULL_UUID },
      email,
      name: email,
      authority: "TENANT_ADMIN",
      firstName: "Ada",
      lastName: "L",
      phone: null,
      additionalInfo: null,
      version: 1,
    });
  });

  test("REST §4: authority, tenant and customer have to fit together", async () => {
    const { sysAdmin, tenant } = platform();
    const other = await platform().createTenant();
    const customer = (await tenant.createCustomer()).id;
    const foreign = (await other.createCustomer()).id;
    const tenantId = { entityType: "TENANT", id: tenant.id };
    const of = (id: string) => ({ customerId: { entityType: "CUSTOMER", id } });
    const refused: [RestClient, Readonly<Record<string, unknown>>][] = [
      [sysAdmin, {}],
      [sysAdmin, { tenantId: { id: UNKNOWN_ID } }],
      [sysAdmin, { authority: "SYS_ADMIN", tenantId }],
      [sysAdmin, { authority: "SYS_ADMIN", ...of(customer) }],
      [sysAdmin, { tenantId, ...of(customer) }],
      [tenant.rest, { authority: "CUSTOMER_USER" }],
      [tenant.rest, { authority: "CUSTOMER_USER", ...of(foreign) }],
      [tenant.rest, { authority: "CUSTOMER_USER", ...of(UNKNOWN_ID) }],
      [tenant.rest, { authority: "CUSTOMER_USER", ...of(NULL_UUID) }],
      [tenant.rest, of(customer)],
      [tenant.rest, { authority: "KING" }],
      [tenant.rest, { authority: null }],
    ];
    for (const [by, fields] of refused) {
      const answer = await create(by, fields);
      expect([answer.status, member(answer.body, "errorCode")], JSON.stringify(fields)).toEqual([400, 31]);
    }
    const system = await create(sysAdmin, { authority: "SYS_ADMIN" });
    expect(system.body).toMatchObject({ tenantId: { id: NULL_UUID }, customerId: { id: NULL_UUID } });
    expect((await create(sysAdmin, { tenantId })).body).toMatchObject({ tenantId });
    expect((await create(tenant.rest, { authority: "CUSTOMER_USER", ...of(customer) })).body).toMatchObject(
      of(customer),
    );
  });

  test.each(["nobody", "a@b", "a b@c.ch", "@b.ch", "a@", "a@b.ch, c@d.ch", "<a@b.ch>", "", " ", null, 5])(
    "REST §4: the email %j answers 400/31",
    async (email) => {
      expectError(await create(platform().tenant.rest, { email }), 400, 31);
    },
  );

  test("REST §4: emails are stored in lower case, and a login takes any case", async () => {
    const email = newEmail();
    const created = await create(platform().tenant.rest, { email: ` ${email.toUpperCase()} ` });
    expect(created.body).toMatchObject({ email, name: email });
    expectError(await create(platform().tenant.rest, { email: email.replace("user", "USER") }), 400, 31);
  });

  test("REST §4: with SECURITY_USER_LOGIN_CASE_SENSITIVE two spellings are two users", async () => {
    await using own = await startTestPlatform({ settings: { "security.userLoginCaseSensitive": true } });
    for (const email of ["Ada@example.com", "ada@example.com"]) {
      const user = await own.tenant.createUser({ email, authority: "TENANT_ADMIN" });
      expect(member(await user.get("/api/auth/user"), "email")).toBe(email);
      expect((await own.anonymous.login(email, PASSWORD)).authorization).toBeDefined();
    }
    const login = { username: "ADA@example.com", password: PASSWORD };
    expectError(await own.anonymous.request("POST", "/api/auth/login", login), 401, 10);
  });

  test("REST §4: a caller who may not create users is refused before anything else", async () => {
    const { rest } = await platform().tenant.createCustomer();
    for (const body of [{ email: newEmail() }, { email: newEmail(), authority: "CUSTOMER_USER" }])
      expectError(await rest.request("POST", QUIET, body), 403, 20);
  });

  test("REST §4: a tenant's administrator does not create system administrators, wherever the body says", async () => {
    const { rest } = platform().tenant;
    expectError(await create(rest, { authority: "SYS_ADMIN" }), 403, 20);
    expectError(await create(rest, { authority: "SYS_ADMIN", tenantId: { id: NULL_UUID } }), 403, 20);
  });

  test("REST §4: without a mail server the flag is ignored", async () => {
    const body = { email: newEmail(), authority: "TENANT_ADMIN" };
    const created = await platform().tenant.rest.request("POST", "/api/user?sendActivationMail=true", body);
    expect(created.status).toBe(200);
    const link = `/api/user/${text(created.body, "id", "id")}/activationLink`;
    expect(await platform().tenant.rest.getText(link)).toContain("/api/noauth/activate?activateToken=");
    const bad = await platform().tenant.rest.request("POST", "/api/user?sendActivationMail=maybe", body);
    expectError(bad, 400, 31);
  });
});

describe("changing", () => {
  test("REST §4: a customer user edits himself, and nothing of where he belongs", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const other = await tenant.createCustomer();
    const self = (await customer.rest.get("/api/auth/user")) as Record<string, unknown>;
    const save = (fields: Readonly<Record<string, unknown>>): Promise<RestAnswer> =>
      customer.rest.request("POST", QUIET, { ...self, version: null, ...fields });
    expect((await save({ firstName: "New", tenantId: { id: UNKNOWN_ID } })).body).toMatchObject({
      firstName: "New",
      tenantId: { id: tenant.id },
    });
    expectError(await save({ authority: "TENANT_ADMIN" }), 400, 31);
    expectError(await save({ authority: "SYS_ADMIN" }), 400, 31);
    expectError(await save({ customerId: { id: other.id } }), 400, 31);
    expect(await customer.rest.get("/api/auth/user")).toMatchObject({
      authority: "CUSTOMER_USER",
      customerId: { id: customer.id },
    });
  });

  test("REST §4: what is computed about the account does not become a part of additionalInfo", async () => {
    const { rest } = platform().tenant;
    const created = await create(rest, { additionalInfo: { lang: "de", userActivated: true, lastLoginTs: 5 } });
    expect(member(created.body, "additionalInfo")).toEqual({ lang: "de" });
    const shown = await rest.get(`/api/user/${text(created.body, "id", "id")}`);
    expect(member(shown, "additionalInfo")).toEqual({
      lang: "de",
      userCredentialsEnabled: false,
      userActivated: false,
      lastLoginTs: null,
    });
    const saved = await rest.post(QUIET, shown);
    expect(member(saved, "additionalInfo")).toEqual({ lang: "de" });
  });

  test("REST §4: a login sets lastLoginTs", async () => {
    const { tenant } = platform();
    const email = newEmail();
    const rest = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
    platform().clock.advance(5_000);
    await platform().anonymous.login(email, PASSWORD);
    const shown = await tenant.rest.get(`/api/user/${await selfOf(rest)}`);
    expect(member(shown, "additionalInfo", "lastLoginTs")).toBe(platform().clock.now());
  });
});

describe("deleting", () => {
  test("REST §4: a tenant keeps its last administrator, who cannot delete himself either", async () => {
    const tenant = await platform().createTenant();
    const self = await selfOf(tenant.rest);
    expectError(await tenant.rest.request("DELETE", `/api/user/${self}`), 400, 31);
    await tenant.createUser({ email: newEmail(), authority: "TENANT_ADMIN" });
    const answer = await tenant.rest.request("DELETE", `/api/user/${self}`);
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expectError(await tenant.rest.request("GET", "/api/auth/user"), 401, 11);
  });

  test("REST §4: of two administrators who delete each other at a time, one stays", async () => {
    const tenant = await platform().createTenant();
    const other = await tenant.createUser({ email: newEmail(), authority: "TENANT_ADMIN" });
    const [one, two] = [await selfOf(tenant.rest), await selfOf(other)];
    const answers = await Promise.all([
      platform().sysAdmin.request("DELETE", `/api/user/${one}`),
      platform().sysAdmin.request("DELETE", `/api/user/${two}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("REST §4: a system administrator does not delete himself, 403/20", async () => {
    const { sysAdmin } = platform();
    expectError(await sysAdmin.request("DELETE", `/api/user/${await selfOf(sysAdmin)}`), 403, 20);
  });

  test("REST §4: of two system administrators who delete each other at a time, one stays", async () => {
    await using own = await startTestPlatform();
    const other = await createActiveUser(own.sysAdmin, { email: newEmail(), authority: "SYS_ADMIN" });
    const [one, two] = [await selfOf(own.sysAdmin), await selfOf(other)];
    await Promise.all([
      own.sysAdmin.request("DELETE", `/api/user/${two}`),
      other.request("DELETE", `/api/user/${one}`),
    ]);
    const left = [own.sysAdmin, other].map((rest) => rest.request("GET", "/api/auth/user"));
    expect((await Promise.all(left)).map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});

describe("the last system administrator", () => {
  const switchedOff = (by: RestClient, id: string): Promise<RestAnswer> =>
    by.request("POST", `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);

  test("REST §4: is not disabled, 400/31; of two, one may be", async () => {
    await using own = await startTestPlatform();
    const self = await selfOf(own.sysAdmin);
    // Nobody could become system administrator through an account that waits for its activation.
    expect((await create(own.sysAdmin, { authority: "SYS_ADMIN" })).status).toBe(200);
    expectError(await switchedOff(own.sysAdmin, self), 400, 31);
    expect((await own.sysAdmin.request("GET", "/api/auth/user")).status).toBe(200);
    const other = await createActiveUser(own.sysAdmin, { email: newEmail(), authority: "SYS_ADMIN" });
    expect((await switchedOff(own.sysAdmin, self)).status).toBe(200);
    expectError(await switchedOff(other, await selfOf(other)), 400, 31);
  });

  test("REST §20: is not locked by failed logins", async () => {
    await using own = await startTestPlatform();
    await own.sysAdmin.post("/api/admin/securitySettings", { passwordPolicy: {}, maxFailedLoginAttempts: 1 });
    const { email, password } = SYS_ADMIN;
    for (const _failure of [1, 2, 3])
      expectError(
        await own.anonymous.request("POST", "/api/auth/login", { username: email, password: "wrong" }),
        401,
        10,
      );
    expect((await own.anonymous.login(email, password)).authorization).toBeDefined();
  });
});

describe("access of users", () => {
  test("REST §4: the link is plain text and the same with its time; an active user has neither, 400/31", async () => {
    const { rest } = platform().tenant;
    const id = text((await create(rest, {})).body, "id", "id");
    const link = await rest.request("GET", `/api/user/${id}/activationLink`);
    expect(link.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await rest.get(`/api/user/${id}/activationLinkInfo`)).toEqual({ value: link.text, ttlMs: 86_400_000 });
    const self = await selfOf(rest);
    for (const path of ["activationLink", "activationLinkInfo"])
      expectError(await rest.request("GET", `/api/user/${self}/${path}`), 400, 31);
  });

  test("REST §4: switching an account needs a word that can be read, and an account that was activated", async () => {
    const { rest } = platform().tenant;
    const id = text((await create(rest, {})).body, "id", "id");
    const path = `/api/user/${id}/userCredentialsEnabled`;
    expectError(await rest.request("POST", `${path}?userCredentialsEnabled=maybe`), 400, 31);
    expectError(await rest.request("POST", `${path}?userCredentialsEnabled=true`), 400, 31);
    const unknown = `/api/user/${UNKNOWN_ID}/userCredentialsEnabled?userCredentialsEnabled=true`;
    expectError(await rest.request("POST", unknown), 404, 32);
  });

  test("REST §4: enabling clears the counter of failed logins", async () => {
    await using own = await startTestPlatform();
    const email = "counted@example.com";
    const id = await selfOf(await own.tenant.createUser({ email, authority: "TENANT_ADMIN" }));
    await own.sysAdmin.post("/api/admin/securitySettings", { passwordPolicy: {}, maxFailedLoginAttempts: 2 });
    const fail = (): Promise<RestAnswer> =>
      own.anonymous.request("POST", "/api/auth/login", { username: email, password: "wrong" });
    for (const round of [1, 2, 3]) {
      for (const _failure of [1, 2]) expectError(await fail(), 401, 10);
      expect(round).toBeGreaterThan(0);
      await own.tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=true`);
    }
    expect((await own.anonymous.login(email, PASSWORD)).authorization).toBeDefined();
  });

  test("REST §4: sessions of others are off by default, and say so", async () => {
    const { sysAdmin, tenant } = platform();
    for (const by of [sysAdmin, tenant.rest]) expect(await by.getText("/api/user/tokenAccessEnabled")).toBe("false");
    expectError(await tenant.rest.request("GET", `/api/user/${await selfOf(tenant.rest)}/token`), 403, 20);
  });
});

describe("lists", () => {
  test("REST §4: ids give an array of those that may be seen, in both paths; wrong ones are 400/31", async () => {
    const { tenant } = platform();
    const other = await platform().createTenant();
    const [own, foreign] = [await selfOf(tenant.rest), await selfOf(other.rest)];
    for (const path of ["/api/users", "/api/users/list"]) {
      expect(await tenant.rest.get(`${path}?userIds=${own},${foreign},${UNKNOWN_ID}`)).toMatchObject([
        { id: { id: own }, email: TENANT_ADMIN.email },
      ]);
      for (const ids of ["", ",", "x", `${own},x`])
        expectError(await tenant.rest.request("GET", `${path}?userIds=${ids}`), 400, 31);
      expectError(await platform().sysAdmin.request("GET", `${path}?userIds=${own}`), 403, 20);
    }
    expectError(await tenant.rest.request("GET", "/api/users/list"), 400, 31);
  });

  test("REST §4: infos have four members; a tenant's list holds its administrators alone", async () => {
    const { sysAdmin, tenant } = platform();
    await tenant.createCustomer();
    const infos = member(await tenant.rest.get("/api/users/info?pageSize=100&page=0"), "data") as object[];
    for (const info of infos) expect(Object.keys(info).toSorted()).toEqual(["email", "firstName", "id", "lastName"]);
    const admins = member(await sysAdmin.get(`/api/tenant/${tenant.id}/users?pageSize=100&page=0`), "data") as object[];
    expect(admins.length).toBeGreaterThan(0);
    for (const admin of admins) expect(admin).toMatchObject({ authority: "TENANT_ADMIN" });
    expectError(await sysAdmin.request("GET", `/api/tenant/${UNKNOWN_ID}/users?pageSize=1&page=0`), 404, 32);
    expectError(await tenant.rest.request("GET", `/api/customer/${UNKNOWN_ID}/users?pageSize=1&page=0`), 404, 32);
    expect(JSON.stringify(admins)).not.toContain(SYS_ADMIN.email);
  });
});
