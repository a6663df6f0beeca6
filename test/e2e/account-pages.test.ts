// The pages that links to an account lead to, in Chromium: a new user opens the link, sets a password and can log in.
// Source: REST contract 2.2, the places that it redirects to.
import type { Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { useBrowser } from "../support/documentation-page.ts";
import { TENANT_ADMIN } from "../support/platform.ts";
import { text } from "../support/rest-client.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

const platform = useTestPlatform();
const browser = useBrowser();

const EMAIL = "grace@example.com";
const PASSWORD = "compiler-of-1952";

afterEach(async () => {
  for (const page of browser().pages()) await page.close();
});

async function open(address: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser().newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

async function linkOfNewUser(): Promise<string> {
  const admin = await platform().anybody.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  const user = await admin.post("/api/user?sendActivationMail=false", { email: EMAIL, authority: "TENANT_ADMIN" });
  return await admin.getText(`/api/user/${text(user, "id", "id")}/activationLink`);
}

test("REST §2.2: the link of a new user leads to a page that sets the password, by keyboard alone", async () => {
  const { page, complaints } = await open(await linkOfNewUser());
  await page.getByText("It needs at least 8 characters.").waitFor();

  await page.focus("#password");
  await page.keyboard.type("short");
  await page.keyboard.press("Tab");
  await page.keyboard.type("sohrt");
  await page.keyboard.press("Enter");
  expect(await page.locator("#problem").textContent()).toBe("The two passwords differ.");

  await page.fill("#password", PASSWORD);
  await page.fill("#again", PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByText("Your password is set. You can log in with it now.").waitFor();

  expect(page.url()).not.toContain("activateToken");
  expect(complaints).toEqual([]);
  expect(
    text(await platform().anybody.post("/api/auth/login", { username: EMAIL, password: PASSWORD }), "token"),
  ).toMatch(/^ey/);
});

test("REST §2.2: what the platform refuses is told on the page", async () => {
  const { page } = await open(`${platform().anybody.baseUrl}/login/resetPassword?resetToken=${"x".repeat(40)}`);
  await page.fill("#password", PASSWORD);
  await page.fill("#again", PASSWORD);
  await page.click("#submit");

  await page.locator("#problem:not(:empty)").waitFor();
  expect(await page.locator("#problem").textContent()).toBe("The reset link is unknown or has been used.");
  expect(await page.locator("#form").isVisible()).toBe(true);
});

test.each([
  ["/activationLinkExpired", "Your administrator can give you a new one"],
  ["/passwordResetLinkExpired", "Ask for another mail"],
])("REST §2.2: %s says how to go on", async (path, advice) => {
  const { page, complaints } = await open(`${platform().anybody.baseUrl}${path}`);

  expect(await page.locator("main").textContent()).toContain(advice);
  expect(complaints).toEqual([]);
});

test("the address that a start prints leads a browser to the documentation page", async () => {
  const { page } = await open(platform().anybody.baseUrl);

  expect(new URL(page.url()).pathname).toBe("/swagger-ui/");
});

test("the pages send no token elsewhere and cannot be framed", async () => {
  const { headers } = await fetch(`${platform().anybody.baseUrl}/login/createPassword?activateToken=secret`);

  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("content-security-policy")).toBe("default-src 'self'");
  expect(headers.get("x-frame-options")).toBe("DENY");
});
