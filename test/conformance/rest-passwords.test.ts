// REST contract 2.2, 2.3, 2.6 and 20: who learns what about accounts, links and passwords.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_SECURITY_SETTINGS } from "../../src/core/access/security-settings.ts";
import { claimsOf, USER_PASSWORD } from "../support/account-calls.ts";
import { AccountPlatform, SYS_ADMIN, TENANT_ADMIN } from "../support/account-platform.ts";
import { text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, NULL_UUID } from "../support/rest-conformance.ts";

const MINUTE = 60_000;

let server: AccountPlatform;
beforeEach(async () => {
  server = await AccountPlatform.start();
});
afterEach(() => server[Symbol.asyncDispose]());

const login = (username: string, password: string): Promise<RestAnswer> =>
  server.anonymous.request("POST", "/api/auth/login", { username, password });

const activate = (activateToken: string, password: string): Promise<RestAnswer> =>
  server.anonymous.request("POST", "/api/noauth/activate", { activateToken, password });

async function invite(): Promise<string> {
  const body = { email: server.uniqueEmail(), authority: "TENANT_ADMIN" };
  return text(await server.admin.post("/api/user", body), "id", "id");
}

test("REST-24: a token names the null id where there is no tenant, and no names where there are none", async () => {
  const claims = claimsOf((await server.login(SYS_ADMIN.username, SYS_ADMIN.password)).token);
  expect(claims).toMatchObject({ scopes: ["SYS_ADMIN"], tenantId: NULL_UUID, customerId: NULL_UUID });
  expect(claims).not.toHaveProperty("firstName");
  expect(claims).not.toHaveProperty("lastName");
});

test("REST §2: a link with less than a quarter of an hour left is replaced when it is asked for", async () => {
  const id = await invite();
  const first = await server.activationToken(server.admin, id);
  server.clock.advance(24 * 60 * MINUTE - 15 * MINUTE);
  const admin = await server.anonymous.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
  expect(await server.activationToken(admin, id)).toBe(first);
  server.clock.advance(1);
  const second = await server.activationToken(admin, id);
  expect(second).not.toBe(first);
  expectError(await activate(first, "long-enough"), 400, 31);
  expect((await activate(second, "long-enough")).status).toBe(200);
});

test("REST §2: an account that waits for its activation cannot log in, nor be enabled", async () => {
  const id = await invite();
  const { email } = (await server.admin.get(`/api/user/${id}`)) as { readonly email: string };
  expectError(await login(email, ""), 401, 10);
  expectError(
    await server.admin.request("POST", `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=true`),
    400,
    31,
  );
});

test("REST-34: passwords have 8 to 72 characters by default, and the policy in force is the one that is shown", async () => {
  const token = await server.activationToken(server.admin, await invite());
  for (const unfit of ["", "1234567", "x".repeat(73)]) expectError(await activate(token, unfit), 400, 31);
  expect((await activate(token, "x".repeat(72))).status).toBe(200);

  const strict = await server.activationToken(server.admin, await invite());
  const passwordPolicy = {
    minimumLength: 6,
    maximumLength: 72,
    minimumUppercaseLetters: 1,
    minimumLowercaseLetters: 1,
    minimumDigits: 1,
    minimumSpecialCharacters: 1,
    allowWhitespaces: false,
    forceUserToResetPasswordIfNotValid: false,
    passwordExpirationPeriodDays: null,
    passwordReuseFrequencyDays: null,
  };
  await server.change({ passwordPolicy });
  expect(await server.anonymous.get("/api/noauth/userPasswordPolicy")).toEqual(passwordPolicy);
  for (const unfit of ["aA1!a", "aa1!aa", "AA1!AA", "aAb!aa", "aA1aaa", "aA1! a"])
    expectError(await activate(strict, unfit), 400, 31);
  expect((await activate(strict, "aA1!aa")).status).toBe(200);
});

test("REST-16: only those who know a password learn what the policy says of it", async () => {
  const { email } = await server.createUser(server.admin);
  const { passwordPolicy } = DEFAULT_SECURITY_SETTINGS;
  await server.change({
    passwordPolicy: { ...passwordPolicy, minimumLength: 40, forceUserToResetPasswordIfNotValid: true },
  });
  expectError(await login(email, "wrong"), 401, 10);
  expectError(await login(email, USER_PASSWORD), 401, 45);
});

test("REST-16: only those who know the password of an account learn that it is disabled", async () => {
  const { id, email } = await server.createUser(server.admin);
  await server.admin.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);
  const nobody = await login("nobody@example.com", "wrong");
  expect((await login(email, "wrong")).text).toBe(nobody.text);
  const known = await login(email, USER_PASSWORD);
  expectError(known, 401, 10);
  expect(known.text).not.toBe(nobody.text);
});
