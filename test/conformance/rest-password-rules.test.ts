// REST contract 2.5 and 20: the security settings, and what they do to passwords: age, reuse, forced reset, lockout.
import { rm } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_SECURITY_SETTINGS, type PasswordPolicy } from "../../src/core/access/security-settings.ts";
import { USER_PASSWORD } from "../support/account-calls.ts";
import { AccountPlatform } from "../support/account-platform.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const DAY = 86_400_000;
const PATH = "/api/admin/securitySettings";
const POLICY = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

const login = (server: AccountPlatform, username: string, password: string): Promise<RestAnswer> =>
  server.anonymous.request("POST", "/api/auth/login", { username, password });

const reset = (server: AccountPlatform, resetToken: string, password: string): Promise<RestAnswer> =>
  server.anonymous.request("POST", "/api/noauth/resetPassword", { resetToken, password });

async function serverWith(passwordPolicy: Partial<PasswordPolicy>): Promise<AccountPlatform> {
  const server = await AccountPlatform.start();
  await server.change({ passwordPolicy: { ...POLICY, ...passwordPolicy } });
  return server;
}

describe("security settings", () => {
  const platform = useTestPlatform();
  const save = (settings: unknown): Promise<RestAnswer> => platform().sysAdmin.request("POST", PATH, settings);

  test("REST §2.5: they begin with the defaults, and come back as they were saved", async () => {
    await using fresh = await startTestPlatform();
    expect(await fresh.sysAdmin.get(PATH)).toEqual(DEFAULT_SECURITY_SETTINGS);
    const settings = {
      passwordPolicy: {
        minimumLength: 10,
        maximumLength: 60,
        minimumUppercaseLetters: 1,
        minimumLowercaseLetters: 2,
        minimumDigits: 3,
        minimumSpecialCharacters: 0,
        allowWhitespaces: false,
        forceUserToResetPasswordIfNotValid: false,
        passwordExpirationPeriodDays: 90,
        passwordReuseFrequencyDays: 365,
      },
      maxFailedLoginAttempts: 5,
      userLockoutNotificationEmail: "Security@example.com",
      userActivationTokenTtl: 1,
      passwordResetTokenTtl: 12,
    };
    expect(await fresh.sysAdmin.post(PATH, { ...settings, ofALaterVersion: true })).toEqual(settings);
    expect(await fresh.sysAdmin.get(PATH)).toEqual(settings);
    expect(await fresh.anonymous.get("/api/noauth/userPasswordPolicy")).toEqual(settings.passwordPolicy);
  });

  test("REST §2.5: what a save leaves out becomes null, or the default where there has to be a value", async () => {
    expect(
      (await save({ passwordPolicy: { minimumLength: 12, minimumDigits: 1 }, maxFailedLoginAttempts: 3 })).status,
    ).toBe(200);
    const saved = await save({ passwordPolicy: { minimumDigits: null, allowWhitespaces: null } });

    expect(saved.body).toEqual(DEFAULT_SECURITY_SETTINGS);
  });

  test.each([
    [{}, "passwordPolicy"],
    [{ passwordPolicy: null }, "passwordPolicy"],
    [{ passwordPolicy: { minimumLength: 0 } }, "passwordPolicy.minimumLength must be an integer from 1 to 72, got 0"],
    [{ passwordPolicy: { minimumLength: 73 } }, "passwordPolicy.minimumLength must be an integer from 1 to 72, got 73"],
    [{ passwordPolicy: { minimumLength: 8.5 } }, "minimumLength"],
    [{ passwordPolicy: { minimumLength: "8" } }, "minimumLength"],
    [
      { passwordPolicy: { minimumLength: 20, maximumLength: 19 } },
      "maximumLength must be an integer from 20 to 72, got 19",
    ],
    [{ passwordPolicy: { maximumLength: 73 } }, "maximumLength"],
    [{ passwordPolicy: { minimumDigits: -1 } }, "minimumDigits"],
    [{ passwordPolicy: { minimumDigits: 40, minimumUppercaseLetters: 40 } }, "demands 80 characters by kind"],
    [{ passwordPolicy: { passwordExpirationPeriodDays: -1 } }, "passwordExpirationPeriodDays"],
    [{ passwordPolicy: { passwordReuseFrequencyDays: 1e9 } }, "passwordReuseFrequencyDays"],
    [{ passwordPolicy: { allowWhitespaces: "yes" } }, "allowWhitespaces"],
    [{ passwordPolicy: {}, maxFailedLoginAttempts: -1 }, "maxFailedLoginAttempts"],
    [
      { passwordPolicy: {}, userActivationTokenTtl: 0 },
      "userActivationTokenTtl must be an integer from 1 to 24, got 0",
    ],
    [{ passwordPolicy: {}, passwordResetTokenTtl: 25 }, "passwordResetTokenTtl"],
    [
      { passwordPolicy: {}, userLockoutNotificationEmail: "nobody" },
      'userLockoutNotificationEmail must look like name@example.com, got "nobody"',
    ],
    [{ passwordPolicy: {}, userLockoutNotificationEmail: "a@b.c, d@e.f" }, "userLockoutNotificationEmail"],
  ])("REST §2.5: %j is refused, and says what is wrong", async (settings, message) => {
    const before = await platform().sysAdmin.get(PATH);
    const answer = await save(settings);

    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(message);
    expect(await platform().sysAdmin.get(PATH)).toEqual(before);
  });

  test("REST §2.5: they are in force at once, and after a restart", async () => {
    const dataDir = await scratchFolder();
    const activate = (running: TestPlatform, activateToken: string, password: string): Promise<RestAnswer> =>
      running.anonymous.request("POST", "/api/noauth/activate", { activateToken, password });
    let activateToken = "";
    {
      await using running = await startTestPlatform({ settings: { dataDir } });
      const invited = await running.tenant.rest.post("/api/user?sendActivationMail=false", {
        email: "new@example.com",
        authority: "TENANT_ADMIN",
      });
      const link = await running.tenant.rest.getText(`/api/user/${text(invited, "id", "id")}/activationLink`);
      activateToken = new URL(link).searchParams.get("activateToken") ?? "";
      await running.sysAdmin.post(PATH, { passwordPolicy: { minimumDigits: 5 } });
      expectError(await activate(running, activateToken, "no-digits-at-all"), 400, 31);
    }
    {
      await using again = await startTestPlatform({ settings: { dataDir } });
      expect(await again.anonymous.get("/api/noauth/userPasswordPolicy")).toMatchObject({ minimumDigits: 5 });
      expectError(await activate(again, activateToken, "no-digits-at-all"), 400, 31);
      expect((await activate(again, activateToken, "five-digits-12345")).status).toBe(200);
    }
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("password age", () => {
  test("REST §20: a password older than passwordExpirationPeriodDays answers 401/15 with a token that replaces it", async () => {
    await using server = await serverWith({ passwordExpirationPeriodDays: 3 });
    const { email } = await server.createUser(server.admin);
    server.clock.advance(3 * DAY - 1);
    expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
    server.clock.advance(1);

    expectError(await login(server, email, "wrong"), 401, 10);
    const expired = await login(server, email, USER_PASSWORD);
    const resetToken = text(expired.body, "resetToken");
    expectError(expired, 401, 15, { resetToken });
    expectError(await reset(server, resetToken, USER_PASSWORD), 400, 31);
    expect((await reset(server, resetToken, "another-password")).status).toBe(200);
    expect((await login(server, email, "another-password")).status).toBe(200);
    expectError(await reset(server, resetToken, "yet-another-password"), 400, 31);
  });

  test("REST §20: a disabled account gets no token, however old the password", async () => {
    await using server = await serverWith({ passwordExpirationPeriodDays: 1 });
    const { id, email } = await server.createUser(server.admin);
    await server.admin.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    server.clock.advance(2 * DAY);

    expectError(await login(server, email, USER_PASSWORD), 401, 10);
  });

  test("REST §20: null and 0 days let passwords be as old as they are", async () => {
    for (const passwordExpirationPeriodDays of [null, 0]) {
      await using server = await serverWith({ passwordExpirationPeriodDays });
      const { email } = await server.createUser(server.admin);
      server.clock.sleep(40 * DAY);
      expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
    }
  });
});

describe("password reuse", () => {
  const change = async (server: AccountPlatform, email: string, from: string, to: string): Promise<RestAnswer> => {
    const { token } = await server.login(email, from);
    return server.anonymous
      .withToken(token)
      .request("POST", "/api/auth/changePassword", { currentPassword: from, newPassword: to });
  };

  test("REST §20: a password that was replaced within passwordReuseFrequencyDays is refused, by change and by reset", async () => {
    await using server = await serverWith({ passwordReuseFrequencyDays: 3 });
    const { email } = await server.createUser(server.admin);
    expect((await change(server, email, USER_PASSWORD, "second-password")).status).toBe(200);
    expect((await change(server, email, "second-password", "third-password")).status).toBe(200);

    for (const used of [USER_PASSWORD, "second-password", "third-password"])
      expectError(await change(server, email, "third-password", used), 400, 31);
    await server.change({
      passwordPolicy: { ...POLICY, passwordReuseFrequencyDays: 3, passwordExpirationPeriodDays: 1 },
    });
    server.clock.advance(DAY);
    const resetToken = text((await login(server, email, "third-password")).body, "resetToken");
    expectError(await reset(server, resetToken, "second-password"), 400, 31);
    server.clock.advance(2 * DAY + 1);
    const later = text((await login(server, email, "third-password")).body, "resetToken");
    expect((await reset(server, later, "second-password")).status).toBe(200);
  });

  test("REST §20: without the rule only the present password is refused", async () => {
    await using server = await serverWith({});
    const { email } = await server.createUser(server.admin);
    expect((await change(server, email, USER_PASSWORD, "second-password")).status).toBe(200);

    expectError(await change(server, email, "second-password", "second-password"), 400, 31);
    expect((await change(server, email, "second-password", USER_PASSWORD)).status).toBe(200);
  });

  test("REST §20: as many replaced passwords are remembered as the setting says, the newest", async () => {
    await using server = await AccountPlatform.start({ settings: { "security.replacedPasswordsMax": 2 } });
    await server.change({ passwordPolicy: { ...POLICY, passwordReuseFrequencyDays: 10 } });
    const { email } = await server.createUser(server.admin);
    const passwords = [USER_PASSWORD, "second-password", "third-password", "fourth-password"];
    for (const [index, next] of passwords.slice(1).entries()) {
      server.clock.advance(1000);
      expect((await change(server, email, passwords[index] ?? "", next)).status).toBe(200);
    }

    for (const used of passwords.slice(1)) expectError(await change(server, email, "fourth-password", used), 400, 31);
    expect((await change(server, email, "fourth-password", USER_PASSWORD)).status).toBe(200);
  });
});

describe("forced reset", () => {
  test("REST §20: with forceUserToResetPasswordIfNotValid a right password that is too weak answers 401/45", async () => {
    await using server = await AccountPlatform.start();
    const { email } = await server.createUser(server.admin);
    await server.change({
      passwordPolicy: { ...POLICY, minimumLength: 40, forceUserToResetPasswordIfNotValid: true },
    });

    expectError(await login(server, email, "wrong"), 401, 10);
    expectError(await login(server, email, USER_PASSWORD), 401, 45);
    await server.change({ passwordPolicy: { ...POLICY, minimumLength: 40 } });
    expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
  });
});

describe("lockout", () => {
  test("REST-37: success forgets the failures before it, and 0 never locks", async () => {
    await using server = await AccountPlatform.start();
    await server.change({ maxFailedLoginAttempts: 2 });
    const { email } = await server.createUser(server.admin);
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 2; failure++) expectError(await login(server, email, "wrong"), 401, 10);
      expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
    }
    await server.change({ maxFailedLoginAttempts: 0 });
    for (let failure = 0; failure < 5; failure++) expectError(await login(server, email, "wrong"), 401, 10);
    expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
  });

  test("REST-37: a locked account shows as disabled, and unlocking forgets the failures", async () => {
    await using server = await AccountPlatform.start();
    await server.change({ maxFailedLoginAttempts: 1 });
    const { id, email, pair } = await server.createUser(server.admin);
    for (let failure = 0; failure < 2; failure++) expectError(await login(server, email, "wrong"), 401, 10);

    expect(await server.check(pair.token)).toEqual({ status: 401, errorCode: 11 });
    expect(await server.admin.get(`/api/user/${id}`)).toMatchObject({
      additionalInfo: { userCredentialsEnabled: false, userActivated: true },
    });
    await server.admin.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=true`);
    expectError(await login(server, email, "wrong"), 401, 10);
    expect((await login(server, email, USER_PASSWORD)).status).toBe(200);
  });
});

describe("records", () => {
  const platform = useTestPlatform();
  let email: string;
  let userId: string;
  beforeAll(async () => {
    const { tenant } = platform();
    email = `${tenant.uniqueName("audited")}@example.com`;
    const rest = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
    userId = text(await rest.get("/api/auth/user"), "id", "id");
  });

  const records = async (): Promise<unknown[]> => {
    const page = await platform().tenant.rest.get(
      `/api/audit/logs/entity/USER/${userId}?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC`,
    );
    const data = member(page, "data");
    return Array.isArray(data) ? data.map((each: unknown) => each) : [];
  };

  test("REST §12: an activation is recorded", async () => {
    expect(await records()).toContainEqual(
      expect.objectContaining({
        actionType: "CREDENTIALS_UPDATED",
        userName: email,
        actionData: { changed: "password", through: "activation link" },
      }),
    );
  });

  test("REST §12: logins are recorded whether they succeed or fail, and a lockout is", async () => {
    const { anonymous, sysAdmin, tenant } = platform();
    await sysAdmin.post(PATH, { passwordPolicy: {}, maxFailedLoginAttempts: 1 });
    const before = (await records()).length;
    await anonymous.login(email, "A-password-of-a-test-1");
    for (let failure = 0; failure < 2; failure++)
      expectError(await anonymous.request("POST", "/api/auth/login", { username: email, password: "wrong" }), 401, 10);
    const wanted = [
      { actionType: "LOGIN", actionStatus: "SUCCESS", userName: email, actionData: { clientAddress: "127.0.0.1" } },
      { actionType: "LOGIN", actionStatus: "FAILURE", actionFailureDetails: "wrong password" },
      { actionType: "LOGIN", actionStatus: "FAILURE" },
      { actionType: "LOCKOUT", actionStatus: "SUCCESS" },
    ];
    const seen = await platform().until(records, (found) => found.length >= before + wanted.length);

    const own = seen.slice(before);
    expect(own).toHaveLength(wanted.length);
    for (const record of wanted) expect(own).toContainEqual(expect.objectContaining(record));
    expect(JSON.stringify(own)).not.toContain("A-password-of-a-test-1");
    await tenant.rest.post(`/api/user/${userId}/userCredentialsEnabled?userCredentialsEnabled=true`);
    await sysAdmin.post(PATH, { passwordPolicy: {} });
  });
});
