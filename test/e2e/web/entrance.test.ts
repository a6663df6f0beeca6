// The way in, in Chromium: the link of a new user, signing in and out, and addresses that wait behind the sign-in.
// Source: REST contract 2.2, the places that its links lead to.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { text } from "../../support/rest-client.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const EMAIL = "grace@example.com";
const PASSWORD = "compiler-of-1952";

afterEach(async () => {
  await closePages(browser());
});

async function open(address: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser().newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.reload();
  return { page, complaints };
}

const url = (path: string): string => `${platform().anonymous.baseUrl}${path}`;

async function linkOfNewUser(): Promise<string> {
  const admin = await platform().anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  const user = await admin.post("/api/user?sendActivationMail=false", { email: EMAIL, authority: "TENANT_ADMIN" });
  return await admin.getText(`/api/user/${text(user, "id", "id")}/activationLink`);
}

test("REST §2.2: the link of a new user leads to a page that sets the password, by keyboard alone", async () => {
  const { page, complaints } = await open(await linkOfNewUser());
  await page.getByText("It must have at least 8 characters.").waitFor();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(EMAIL);

  await page.getByLabel("New password").focus();
  await page.keyboard.type("short");
  await page.getByLabel("Confirm password").focus();
  await page.keyboard.type("sohrt");
  await page.keyboard.press("Enter");
  await page.getByText("The two passwords differ.").waitFor();

  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  // The tenant has no gateway yet.
  await page.getByRole("heading", { name: "Guided start" }).waitFor();

  expect(page.url()).not.toContain("activateToken");
  expect(complaints).toEqual([]);
  expect(
    text(await platform().anonymous.post("/api/auth/login", { username: EMAIL, password: PASSWORD }), "token"),
  ).toMatch(/^ey/);
});

test("REST §2.2: what the platform refuses is reported on the page", async () => {
  const { page } = await open(url(`/login/resetPassword?resetToken=${"x".repeat(40)}`));
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();

  await page.getByRole("alert").getByText("The reset link is unknown or has been used.").waitFor();
  expect(await page.getByRole("button", { name: "Set password" }).isVisible()).toBe(true);
});

test.each([
  ["/activationLinkExpired", "Ask an administrator for a new one"],
  ["/passwordResetLinkExpired", "Request a new link"],
])("REST §2.2: %s says how to go on", async (path, advice) => {
  const { page, complaints } = await open(url(path));

  await page.getByText(advice).waitFor();
  expect(complaints).toEqual([]);
});

test("an address behind the sign-in is where one gets after it; signing out ends the session", async () => {
  const { page, complaints } = await open(url("/overview"));
  await page.getByLabel("Email").fill(TENANT_ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(TENANT_ADMIN.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const stored = await page.evaluate(() => localStorage.getItem("bridgehead.session"));

  await page.getByRole("button", { name: `Account of ${TENANT_ADMIN.email}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  expect(await page.evaluate(() => localStorage.getItem("bridgehead.session"))).toBeNull();
  const { token } = JSON.parse(stored ?? "") as { readonly token: string };
  const answer = await fetch(url("/api/auth/user"), { headers: { "x-authorization": `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  expect(complaints).toEqual([]);
});

test("a wrong password is reported without saying which half is wrong", async () => {
  const { page } = await open(url("/login"));
  await page.getByLabel("Email").fill(TENANT_ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("alert").getByText("Invalid user name or password").waitFor();
});

test("the address to go to after the sign-in cannot be on another host", async () => {
  const { page } = await open(url("/login?to=//evil.example/login"));
  await page.getByLabel("Email").fill(TENANT_ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(TENANT_ADMIN.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  expect(new URL(page.url()).origin).toBe(new URL(url("/")).origin);
});

test("pages send no token elsewhere, cannot be framed, and load nothing from other hosts", async () => {
  const { headers } = await fetch(url("/login/createPassword?activateToken=secret"));

  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'self'; style-src 'self' 'nonce-[\w-]{24}'; img-src 'self' data:; .*frame-ancestors 'none'$/,
  );
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("files of a build are kept by browsers for good, and come compressed", async () => {
  const html = await (await fetch(url("/"))).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  const { status, headers } = await fetch(url(script), { headers: { "accept-encoding": "br, gzip" } });

  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("immutable");
  expect(headers.get("content-encoding")).toBe("br");
  expect((await fetch(url("/assets/../index.html"))).status).toBe(404);
  expect((await fetch(url("/assets/%2e%2e%2f.built-from"))).status).toBe(404);
});

test("a mistyped address is a page that leads on; what programs ask for stays JSON, also in a browser", async () => {
  const { page } = await open(url("/divices/list"));
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  const shown = await page.goto(url("/dashbord"));
  expect(shown?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  for (const path of [
    "/api/nothing",
    "/apiAnalytics/nothing",
    "/api",
    "/v3/nothing",
    "/metrics/x",
    "/assets/gone.js",
  ]) {
    const answer = await page.goto(url(path));
    expect([path, answer?.status(), answer?.headers()["content-type"]]).toEqual([
      path,
      404,
      "application/json; charset=utf-8",
    ]);
  }
  const program = await fetch(url("/dashbord"), { headers: { accept: "*/*" } });
  expect([program.status, program.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
  const sent = await fetch(url("/dashbord"), { method: "POST", headers: { accept: "text/html" } });
  expect([sent.status, sent.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
});
