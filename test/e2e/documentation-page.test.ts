// The documentation page as people use it, in Chromium: which credentials its calls carry, how it renews a session, what
// it keeps and shows of secrets, and that it can be used without a mouse. Source: REST contract 19.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { DocumentationPage, useBrowser, type TokenPair } from "../support/documentation-page.ts";
import { SYS_ADMIN, TENANT_ADMIN } from "../support/platform.ts";
import { text } from "../support/rest-client.ts";

const platform = useTestPlatform();
const browser = useBrowser();
const ME = "GET /api/auth/user";

const opened: DocumentationPage[] = [];
afterEach(async () => {
  for (const page of opened.splice(0)) await page[Symbol.asyncDispose]();
});

async function open(session?: TokenPair): Promise<DocumentationPage> {
  const page = await DocumentationPage.open(browser(), platform().anonymous.baseUrl, session);
  opened.push(page);
  return page;
}

async function newSession(user = SYS_ADMIN): Promise<TokenPair> {
  const pair = await platform().anonymous.post("/api/auth/login", { username: user.email, password: user.password });
  return { token: text(pair, "token"), refreshToken: text(pair, "refreshToken") };
}

async function newKey(): Promise<string> {
  const owner = await platform().anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  return text(await owner.post("/api/apiKey", { description: "of the page" }), "value");
}

test("REST §19: without login the page lists the calls, and running one is refused", async () => {
  const page = await open();
  expect(await page.page.locator(".opblock-tag").count()).toBeGreaterThan(5);
  expect((await page.runCurrentUser()).status).toBe("401");
  expect(await page.sent()).toEqual([{ call: ME, credentials: [] }]);
  expect(await page.sentAs()).toBe("Calls are sent without credentials.");
  expect(page.complaints).toEqual([]);
});

test("REST-110: a user who is signed in to the web interface runs a call without Authorize", async () => {
  const session = await newSession();
  const page = await open(session);
  const answer = await page.runCurrentUser();
  expect([answer.status, answer.text.includes(SYS_ADMIN.email)]).toEqual(["200", true]);
  expect(await page.sent()).toEqual([{ call: ME, credentials: [`Bearer ${session.token}`] }]);
  expect(await page.sentAs()).toBe(`Calls are sent as ${SYS_ADMIN.email}, signed in to the web interface.`);
  expect(page.complaints).toEqual([]);
});

test("REST §19: another user authorizes by name and password, over the session of the web interface", async () => {
  const page = await open(await newSession());
  await page.logIn(TENANT_ADMIN.email, TENANT_ADMIN.password);
  const answer = await page.runCurrentUser();
  expect([answer.status, answer.text.includes(TENANT_ADMIN.email)]).toEqual(["200", true]);
  expect(await page.sentAs()).toContain(TENANT_ADMIN.email);
});

test("REST §19: a wrong password is reported in the dialog, and nothing is authorized", async () => {
  const { page, ...rest } = await open();
  await page.click("#open-authorize");
  await page.fill("#login-name", TENANT_ADMIN.email);
  await page.fill("#login-password", "wrong");
  await page.click("#login-button");
  await page.waitForSelector("#login-error:not(:empty)");
  expect(await page.isVisible("#login-present")).toBe(false);
  expect(rest.complaints).toEqual([]);
});

test.each(["bare", "with the scheme"])("REST §19: a user authorizes by an API key, %s", async (form) => {
  const key = await newKey();
  const page = await open();
  await page.useKey(form === "bare" ? key : `ApiKey ${key}`);
  const answer = await page.runCurrentUser();
  expect([answer.status, answer.text.includes(TENANT_ADMIN.email)]).toEqual(["200", true]);
  expect(await page.sent()).toEqual([{ call: ME, credentials: [`ApiKey ${key}`] }]);
});

test("REST-111: with a key and a password authorized, the call carries the JWT, in one header", async () => {
  const page = await open();
  await page.useKey(await newKey());
  await page.logIn(TENANT_ADMIN.email, TENANT_ADMIN.password);
  expect((await page.runCurrentUser()).status).toBe("200");
  const credentials = (await page.sent()).filter(({ call }) => call === ME).flatMap((sent) => sent.credentials);
  expect(credentials).toEqual([expect.stringMatching(/^Bearer ey/)]);
});

test("REST §19: the session goes before a key; after signing out of this page the key is used", async () => {
  const [session, key] = [await newSession(), await newKey()];
  const page = await open(session);
  await page.useKey(key);
  await page.runCurrentUser();
  await page.signOutOfPage();
  expect((await page.runCurrentUser()).text).toContain(TENANT_ADMIN.email);
  expect((await page.sent()).map(({ credentials }) => credentials)).toEqual([
    [`Bearer ${session.token}`],
    [`ApiKey ${key}`],
  ]);
  expect(await page.stored()).toContain(session.token);
});

test("REST §19: an expired session is refreshed once, and other tabs find the new pair", async () => {
  const session = await newSession();
  const page = await open(session);
  platform().clock.advance(3 * 3_600_000);
  const answer = await page.runCurrentUser();
  expect([answer.status, answer.text.includes(SYS_ADMIN.email)]).toEqual(["200", true]);
  expect((await page.sent()).map(({ call }) => call)).toEqual([ME, "POST /api/auth/token", ME]);
  const renewed = (await page.sent())[2]?.credentials[0]?.replace("Bearer ", "") ?? "";
  expect(renewed).not.toBe(session.token);
  expect(await page.stored()).toContain(renewed);
});

test("REST §19: the token of the session is read when a call is sent, not when the page was loaded", async () => {
  const page = await open(await newSession());
  const other = await newSession(TENANT_ADMIN);
  await page.storeSession(other);
  expect((await page.runCurrentUser()).text).toContain(TENANT_ADMIN.email);
  expect((await page.sent())[0]?.credentials).toEqual([`Bearer ${other.token}`]);
});

test("REST §19: a key and a login of the page are kept in memory only", async () => {
  const key = await newKey();
  const page = await open();
  await page.useKey(key);
  await page.logIn(TENANT_ADMIN.email, TENANT_ADMIN.password);
  await page.runCurrentUser();
  expect(await page.stored()).toBe('[{},{},""]');
  await page.page.reload();
  await page.page.waitForSelector(".opblock-tag");
  expect(await page.sentAs()).toBe("Calls are sent without credentials.");
});

test("REST §19: curl shows a placeholder for the secret until it is revealed", async () => {
  const key = await newKey();
  const page = await open();
  await page.useKey(key);
  await page.runCurrentUser();
  expect(await page.curl()).toContain('-H "X-Authorization: ApiKey $API_KEY"');
  expect(await page.page.content()).not.toContain(key);
  await page.page.click("text=Reveal credentials");
  expect(await page.curl()).toContain(`-H 'X-Authorization: ApiKey ${key}'`);
  await page.page.click("text=Hide credentials");
  expect(await page.curl()).not.toContain(key);
});

test("REST §19: the page is usable by keyboard: authorize, find a call, run it", async () => {
  const { page } = await open();
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Skip to the calls");
  await page.focus("#open-authorize");
  await page.keyboard.press("Enter");
  await page.focus("#login-name");
  await page.keyboard.type(TENANT_ADMIN.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(TENANT_ADMIN.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#login-present:not([hidden])");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("open-authorize");
  const call = "#operations-login-getUser";
  for (const [control, effect] of [
    ["#operations-tag-login button.expand-operation", `${call} .opblock-summary-control`],
    [`${call} .opblock-summary-control`, `${call} .execute`],
    [`${call} .execute`, `${call} .live-responses-table tr.response`],
  ] as const) {
    await page.press(control, "Enter");
    await page.waitForSelector(effect);
  }
});

test("REST §19: every call is listed, and one of each resource opens without a complaint of the browser", async () => {
  const page = await open();
  expect(await page.walk()).toBe(platform().routes.length);
  expect(await page.page.locator(".errors-wrapper").count()).toBe(0);
  expect(page.complaints).toEqual([]);
});
