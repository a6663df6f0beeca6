// REST contract 2.2, 2.6, 4 and 20: activation and reset by mail, against a real mail server on loopback.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GivenSettings } from "../../src/app/config.ts";
import { toPair, USER_PASSWORD } from "../support/account-calls.ts";
import { AccountPlatform } from "../support/account-platform.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import { RudeSmtp, TestSmtp, type ReceivedMail } from "../support/smtp.ts";
import { storedBytes } from "../support/stored-bytes.ts";

const BASE = "https://iot.example.com";
const HOUR = 3_600_000;

function mailSettings(port: number): GivenSettings {
  return {
    baseUrl: `${BASE}/`,
    "mail.smtp.host": "127.0.0.1",
    "mail.smtp.port": port,
    "mail.smtp.security": "none",
    "mail.from": "platform@example.com",
  };
}

let smtp: TestSmtp;
let server: AccountPlatform;
beforeAll(async () => {
  smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["STARTTLS"] });
  server = await AccountPlatform.start({ settings: mailSettings(smtp.port) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

function linkIn({ text: words }: ReceivedMail): URL {
  return new URL(/https:\S+/.exec(words)?.[0] ?? "none:");
}

const create = (email: string, query = "", by = server): Promise<RestAnswer> =>
  by.admin.request("POST", `/api/user${query}`, { email, authority: "TENANT_ADMIN" });

const requestReset = (email: string, by = server): Promise<RestAnswer> =>
  by.anonymous.request("POST", "/api/noauth/resetPasswordByEmail", { email });

const reset = (resetToken: string, password: string, by = server): Promise<RestAnswer> =>
  by.anonymous.request("POST", "/api/noauth/resetPassword", { resetToken, password });

async function resetToken(email: string, by = server): Promise<string> {
  expect((await requestReset(email, by)).status).toBe(200);
  const mail = await smtp.next();
  expect(mail.to).toEqual([email]);
  return linkIn(mail).searchParams.get("resetToken") ?? "";
}

async function look(resetToken: string, by = server) {
  const answer = await checkedFetch(`${by.anonymous.baseUrl}/api/noauth/resetPassword?resetToken=${resetToken}`, {
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location"), body: await answer.text(), answer };
}

/** An active user; the confirmation is not mailed. */
async function activeUser(
  by = server,
): Promise<{ readonly id: string; readonly email: string; readonly token: string }> {
  const email = by.uniqueEmail();
  const id = text((await create(email, "?sendActivationMail=false", by)).body, "id", "id");
  const activateToken = await by.activationToken(by.admin, id);
  const path = "/api/noauth/activate?sendActivationMail=false";
  const { token } = toPair(await by.anonymous.post(path, { activateToken, password: USER_PASSWORD }));
  return { id, email, token };
}

describe("activation", () => {
  test("REST §2: a new user is mailed a link from the configured address, and another mail when the account is active", async () => {
    const email = server.uniqueEmail();
    expect((await create(email)).status).toBe(200);
    const invitation = await smtp.next();
    expect(invitation).toMatchObject({ from: "platform@example.com", to: [email] });
    const link = linkIn(invitation);
    expect(link.href.startsWith(`${BASE}/api/noauth/activate?activateToken=`)).toBe(true);
    expect(invitation.html).toContain(`href="${link.href}"`);

    const activateToken = link.searchParams.get("activateToken");
    await server.anonymous.post("/api/noauth/activate", { activateToken, password: USER_PASSWORD });
    const confirmation = await smtp.next();
    expect(confirmation.to).toEqual([email]);
    expect(linkIn(confirmation).href).toBe(`${BASE}/login`);
    expect((await server.login(email, USER_PASSWORD)).token).not.toBe("");
  });

  test("REST §2: a link is mailed in the language that the user has chosen, otherwise in that of the request", async () => {
    const { email, token } = await activeUser();
    const post = (path: string, headers: Readonly<Record<string, string>>, body: object) =>
      checkedFetch(`${server.anonymous.baseUrl}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const resetIn = async (language: string): Promise<string> => {
      await post("/api/noauth/resetPasswordByEmail", { "accept-language": language }, { email });
      return (await smtp.next()).text;
    };
    expect(await resetIn("fr, de;q=0.8")).toContain("Jemand, vermutlich Sie,");
    const settings = { region: { language: "en" } };
    expect((await post("/api/user/settings", { "x-authorization": `Bearer ${token}` }, settings)).status).toBe(200);
    expect(await resetIn("de")).toContain("Somebody, probably you,");
  });

  test("REST §2: nothing is mailed where the caller says so, neither link nor confirmation", async () => {
    const { email } = await activeUser();
    expect((await create(server.uniqueEmail(), "?sendActivationMail=true")).status).toBe(200);

    expect((await smtp.next()).to).not.toEqual([email]);
    expect(smtp.received).toEqual([]);
  });

  test("REST §2: a saved user is not invited again", async () => {
    const { id, email } = await activeUser();
    await server.admin.post("/api/user?sendActivationMail=true", { id: { id }, email, authority: "TENANT_ADMIN" });
    await server.admin.post("/api/user", { email: "marker@example.com", authority: "TENANT_ADMIN" });

    expect((await smtp.next()).to).toEqual(["marker@example.com"]);
  });

  test("REST §4: the activation mail can be sent again, to those who are not active yet", async () => {
    const email = server.uniqueEmail();
    const id = text((await create(email, "?sendActivationMail=false")).body, "id", "id");
    const send = (address: string): Promise<RestAnswer> =>
      server.admin.request("POST", `/api/user/sendActivationMail?email=${encodeURIComponent(address)}`);

    const answer = await send(email.toUpperCase());
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(linkIn(await smtp.next()).searchParams.get("activateToken")).toBe(
      await server.activationToken(server.admin, id),
    );
    expectError(await send("nobody@example.com"), 404, 32);
    expectError(await send((await activeUser()).email), 400, 31);
    expectError(await server.admin.request("POST", "/api/user/sendActivationMail"), 400, 31);
  });

  test("REST §4: a mail that the server refuses answers 500/2, and nothing has been created", async () => {
    const email = server.uniqueEmail();
    smtp.refusal = { code: 550, text: "no such mailbox" };
    try {
      const refused = await create(email);
      expectError(refused, 500, 2);
      expect(text(refused.body, "message")).toContain("550 no such mailbox");
    } finally {
      smtp.refusal = undefined;
    }
    expect(member(await server.admin.get(`/api/users?pageSize=10&page=0&textSearch=${email}`), "totalElements")).toBe(
      0,
    );
    expect((await create(email)).status).toBe(200);
    await smtp.next();
  });

  test("REST §4: nor has the first administrator of a tenant, who could not be deleted later", async () => {
    const { id } = (await server.sysAdmin.post("/api/tenant", { title: server.uniqueName("tenant") })) as {
      readonly id: unknown;
    };
    const email = server.uniqueEmail();
    smtp.refusal = { code: 451, text: "later" };
    try {
      const body = { email, authority: "TENANT_ADMIN", tenantId: id };
      expectError(await server.sysAdmin.request("POST", "/api/user", body), 500, 2);
    } finally {
      smtp.refusal = undefined;
    }
    const users = await server.sysAdmin.get(`/api/tenant/${text(id, "id")}/users?pageSize=10&page=0`);
    expect(member(users, "totalElements")).toBe(0);
  });

  test.each([
    ["says nothing", () => RudeSmtp.silent()],
    ["drops the connection in the middle of the mail", () => RudeSmtp.untilData((socket) => socket.destroy())],
  ])("REST §4: a mail server that %s is a mail failure, and nothing has been created", async (_what, start) => {
    await using rude = await start();
    // Short for this server alone, which is not heard of again; polite ones have time, however busy the machine is.
    const settings = { ...mailSettings(rude.port), "mail.smtp.answerMillis": 500 };
    await using other = await AccountPlatform.start({ settings });
    const email = other.uniqueEmail();

    expectError(await create(email, "", other), 500, 2);
    expect(member(await other.admin.get(`/api/users?pageSize=10&page=0&textSearch=${email}`), "totalElements")).toBe(0);
  });

  test("REST §20: a request's Host does not get into links", async () => {
    const email = server.uniqueEmail();
    const response = await checkedFetch(`${server.anonymous.baseUrl}/api/user`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-authorization": server.admin.authorization ?? "",
        "x-forwarded-host": "evil.example.com",
      },
      body: JSON.stringify({ email, authority: "TENANT_ADMIN" }),
    });
    const user: unknown = await response.json();
    const path = `/api/user/${text(user, "id", "id")}/activationLink`;

    expect((await smtp.next()).raw).not.toContain("evil.example.com");
    expect(await server.admin.getText(path)).toMatch(new RegExp(`^${BASE}/api/noauth/activate`));
  });
});

describe("resets", () => {
  test("REST §2: a reset sets a new password once, ends every session and begins none", async () => {
    const { email, token: session } = await activeUser();
    const token = await resetToken(email);
    expect(token).toMatch(/^[A-Za-z0-9_-]{40}$/);
    expect(await look(token)).toMatchObject({
      status: 303,
      location: `/login/resetPassword?resetToken=${token}`,
      body: "",
    });

    expectError(await reset(token, "short"), 400, 31);
    expect(await server.check(session)).toMatchObject({ status: 200 });
    const done = await reset(token, "another-password");
    expect([done.status, done.text]).toEqual([200, ""]);
    expect(await server.check(session)).toEqual({ status: 401, errorCode: 11 });
    expectError(await reset(token, "yet-another-password"), 400, 31);
    expect(await look(token)).toMatchObject({ status: 409, location: null, body: "" });
    expect((await server.login(email, "another-password")).token).not.toBe("");
    expectError(
      await server.anonymous.request("POST", "/api/auth/login", { username: email, password: USER_PASSWORD }),
      401,
      10,
    );
  });

  test("REST-35: nobody, and an account that is not enabled, get the same answer and no mail", async () => {
    const invited = server.uniqueEmail();
    await create(invited, "?sendActivationMail=false");
    const disabled = await activeUser();
    await server.admin.post(`/api/user/${disabled.id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    const { email } = await activeUser();

    for (const each of ["nobody@example.com", "no address", "", invited, disabled.email, email.toUpperCase()]) {
      const answer = await requestReset(each);
      expect([answer.status, answer.text]).toEqual([200, ""]);
    }
    expect((await smtp.next()).to).toEqual([email]);
    expect(smtp.received).toEqual([]);
  });

  test("REST-35: the answer does not wait for the mail server", async () => {
    const silent = await RudeSmtp.silent();
    await using other = await AccountPlatform.start({
      settings: { ...mailSettings(silent.port), "mail.smtp.answerMillis": 600_000 },
    });
    try {
      const { email } = await activeUser(other);
      expect((await requestReset(email, other)).status).toBe(200);
      await silent.connection(1);
    } finally {
      // Before the platform, whose stop would otherwise wait for the mail.
      await silent[Symbol.asyncDispose]();
    }
  });

  test("REST §2: one user is mailed five resets an hour, and the answer to more is the same", async () => {
    const { email } = await activeUser();
    let newest = "";
    for (let mail = 0; mail < 5; mail++) newest = await resetToken(email);
    expect((await requestReset(email)).status).toBe(200);
    const marker = await activeUser();
    await resetToken(marker.email);

    expect(smtp.received).toEqual([]);
    expect((await reset(newest, "another-password")).status).toBe(200);
  });

  test("REST §2.2: the link of one user can be looked at five times an hour", async () => {
    await using other = await AccountPlatform.start({ settings: mailSettings(smtp.port) });
    const { email } = await activeUser(other);
    const token = await resetToken(email, other);
    for (let time = 0; time < 5; time++) expect((await look(token, other)).status).toBe(303);

    const { status, body, answer } = await look(token, other);
    expect([status, body, answer.headers.get("retry-after")]).toEqual([429, "", "3600"]);
    expect((await look("unknown", other)).status).toBe(409);
    other.clock.advance(HOUR);
    expect((await look(token, other)).status).toBe(303);
  });

  test("REST §2.6: a link is good for passwordResetTokenTtl hours", async () => {
    await using other = await AccountPlatform.start({ settings: mailSettings(smtp.port) });
    await other.change({ passwordResetTokenTtl: 2 });
    const { email } = await activeUser(other);
    const token = await resetToken(email, other);
    other.clock.advance(2 * HOUR - 1);
    expect(await look(token, other)).toMatchObject({
      status: 303,
      location: `/login/resetPassword?resetToken=${token}`,
    });
    other.clock.advance(1);

    expect(await look(token, other)).toMatchObject({ status: 303, location: "/passwordResetLinkExpired", body: "" });
    expectError(await reset(token, "another-password", other), 400, 31);
  });

  test("REST §2.6: a newer link, a changed password and a disabled account end a link", async () => {
    const { id, email, token: session } = await activeUser();
    const older = await resetToken(email);
    const newer = await resetToken(email);
    expectError(await reset(older, "another-password"), 400, 31);

    await server.anonymous
      .withToken(session)
      .post("/api/auth/changePassword", { currentPassword: USER_PASSWORD, newPassword: "changed-password" });
    expectError(await reset(newer, "another-password"), 400, 31);

    const last = await resetToken(email);
    const enabled = `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=`;
    await server.admin.post(`${enabled}false`);
    await server.admin.post(`${enabled}true`);
    expectError(await reset(last, "another-password"), 400, 31);
    expect((await server.login(email, "changed-password")).token).not.toBe("");
  });

  test("REST §2.6: a new email ends links to the old one", async () => {
    const { id, email } = await activeUser();
    const token = await resetToken(email);
    const moved = server.uniqueEmail();
    await server.admin.post("/api/user", { id: { id }, email: moved, authority: "TENANT_ADMIN" });
    expectError(await reset(token, "another-password"), 400, 31);

    const invited = server.uniqueEmail();
    const invitedId = text((await create(invited, "?sendActivationMail=false")).body, "id", "id");
    const activateToken = await server.activationToken(server.admin, invitedId);
    const changed = { id: { id: invitedId }, email: server.uniqueEmail(), authority: "TENANT_ADMIN" };
    await server.admin.post("/api/user", changed);
    expectError(
      await server.anonymous.request("POST", "/api/noauth/activate", { activateToken, password: USER_PASSWORD }),
      400,
      31,
    );
    expect(await server.activationToken(server.admin, invitedId)).not.toBe(activateToken);
  });

  test("REST §2.6: of two who use one link at a time, one succeeds", async () => {
    const { email } = await activeUser();
    const token = await resetToken(email);
    const answers = await Promise.all(["first-password", "second-password"].map((password) => reset(token, password)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("REST §2.6: the database holds no reset token", async () => {
    const { email } = await activeUser();
    const token = await resetToken(email);

    expect((await storedBytes(server.platform.folder)).includes(token)).toBe(false);
    expect((await reset(token, "another-password")).status).toBe(200);
  });

  test("REST §20: a request's Host does not get into the link", async () => {
    const { email } = await activeUser();
    await checkedFetch(`${server.anonymous.baseUrl}/api/noauth/resetPasswordByEmail`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": "evil.example.com" },
      body: JSON.stringify({ email }),
    });
    const mail = await smtp.next();

    expect(mail.raw).not.toContain("evil.example.com");
    expect(linkIn(mail).origin).toBe(BASE);
  });
});

test("REST-37: the one whom the settings name is mailed when an account is locked", async () => {
  await using other = await AccountPlatform.start({ settings: mailSettings(smtp.port) });
  await other.change({ maxFailedLoginAttempts: 1, userLockoutNotificationEmail: "Security@example.com" });
  const { email } = await activeUser(other);
  const wrong = { username: email, password: "wrong" };
  for (let failure = 0; failure < 2; failure++)
    expectError(await other.anonymous.request("POST", "/api/auth/login", wrong), 401, 10);

  const mail = await smtp.next();
  expect(mail.to).toEqual(["Security@example.com"]);
  expect(mail.text).toContain(email);
  expectError(await other.anonymous.request("POST", "/api/auth/login", wrong), 401, 10);
  await resetToken((await activeUser(other)).email, other);
  expect(smtp.received).toEqual([]);
});

test("REST §17: the parameters of the platform say whether it sends mail", async () => {
  await using other = await AccountPlatform.start();
  expect(await server.admin.get("/api/system/params")).toMatchObject({ sendsMail: true });
  expect(await other.admin.get("/api/system/params")).toMatchObject({ sendsMail: false });
});

describe("without a mail server", () => {
  test("REST-35: asking for a reset answers 200, and the log says that no mail server is configured", async () => {
    const log = new LogRecorder();
    await using other = await AccountPlatform.start({ log });

    expect((await requestReset("nobody@example.com", other)).status).toBe(200);
    expect(log.events).toContain("password reset asked for, but no mail server is configured");
  });

  test("REST §4: the flag is ignored, the link can be fetched, and asking for the mail answers 500/2", async () => {
    await using other = await AccountPlatform.start();
    const email = other.uniqueEmail();
    const created = await create(email, "?sendActivationMail=true", other);
    expect(created.status).toBe(200);

    expect(await other.activationToken(other.admin, text(created.body, "id", "id"))).not.toBe("");
    expectError(await other.admin.request("POST", `/api/user/sendActivationMail?email=${email}`), 500, 2);
  });
});

test("REST §20: no log record holds a password or a token", async () => {
  const log = new LogRecorder();
  await using other = await AccountPlatform.start({ log, settings: mailSettings(smtp.port) });
  const { email } = await activeUser(other);
  const token = await resetToken(email, other);
  await look(token, other);
  await reset(token, "short", other);
  await reset(token, "another-password", other);
  smtp.refusal = { code: 550, text: "no" };
  await create(other.uniqueEmail(), "", other);
  smtp.refusal = undefined;

  expect(log.records.length).toBeGreaterThan(0);
  expect(JSON.stringify(log.records)).not.toMatch(new RegExp(`${token}|another-password|${USER_PASSWORD}`));
});
