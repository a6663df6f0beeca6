// What people of each role do now and then, walked as they would: getting in, keys, whose a device is, what a customer's user
// may do with one, and pages that keep to themselves and fit a window that has been enlarged.
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { SYS_ADMIN } from "../../support/platform.ts";
import { member, text } from "../../support/rest-client.ts";
import { openSignedIn } from "../../support/signed-in-page.ts";
import { TestSmtp } from "../../support/smtp.ts";
import { soakTest } from "../../support/soak-test.ts";
import { createActiveUser, PASSWORD } from "../../support/tenant.ts";

const smtp = await TestSmtp.start({ authOptional: true, disabledCommands: ["STARTTLS"] });
// Keys end by the clock of the platform, and are made by that of the browser.
const platform = useTestPlatform({
  clock: new ManualClock(millis(Date.now())),
  settings: {
    baseUrl: "http://platform.example.com",
    "mail.smtp.host": "127.0.0.1",
    "mail.smtp.port": smtp.port,
    "mail.smtp.security": "none",
    "mail.from": "platform@example.com",
  },
});
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});
afterAll(() => smtp[Symbol.asyncDispose]());

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("each role signs in by the form and finds the own places in the menu", async () => {
  const { tenant, anonymous } = platform();
  const customer = await tenant.rest.post("/api/customer", { title: "Acme" });
  const email = "customer.user@example.com";
  await createActiveUser(tenant.rest, { email, authority: "CUSTOMER_USER", customerId: member(customer, "id") });
  const menus: string[][] = [];
  for (const [name, password] of [
    [SYS_ADMIN.email, SYS_ADMIN.password],
    [email, PASSWORD],
  ] as const) {
    const page = await browser().newPage();
    await page.goto(`${anonymous.baseUrl}/login`);
    await page.evaluate("localStorage.clear()");
    await page.reload();
    await signIn(page, name, password);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    menus.push(await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts());
    await page.evaluate("localStorage.clear()");
    await page.close();
  }
  expect(menus[0]).toEqual(expect.arrayContaining(["Tenants", "Users", "Security", "System health"]));
  expect(menus[0]).not.toContain("Devices");
  expect(menus[1]).toEqual([
    "Overview",
    "Dashboards",
    "Devices",
    "Table views",
    "Limits and usage",
    "API keys",
    "Account",
  ]);
});

test("a forgotten password is replaced by the link of a mail", async () => {
  const { tenant, anonymous } = platform();
  const email = "forgetful@example.com";
  await createActiveUser(tenant.rest, { email, authority: "TENANT_ADMIN" });
  const page = await browser().newPage();
  await page.goto(`${anonymous.baseUrl}/login`);
  await page.evaluate("localStorage.clear()");
  await page.reload();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The page of before has a field of the same name.
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("Check your email").waitFor();
  let mail = await smtp.next();
  while (!mail.text.includes("resetToken=")) mail = await smtp.next();
  const link = new URL(/https?:\/\/\S+resetToken=\S+/.exec(mail.text)?.[0] ?? "");
  await page.goto(`${anonymous.baseUrl}${link.pathname}${link.search}`);
  await page.waitForURL(/\/login\/resetPassword/);
  await page.getByLabel("New password").fill(`${PASSWORD}-new`);
  await page.getByLabel("Confirm password").fill(`${PASSWORD}-new`);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, email, `${PASSWORD}-new`);
  await page.getByRole("main").waitFor();
  await page.getByRole("button", { name: `Account of ${email}` }).waitFor();
});

test.each(["system administrator", "customer user"])("a %s keeps keys: own end, use, words, switch", async (role) => {
  const rest = role === "customer user" ? (await platform().tenant.createCustomer()).rest : platform().sysAdmin;
  const { page, complaints } = await openSignedIn(browser(), rest, "/api-keys?new=1");
  await page.getByRole("textbox", { name: "Description" }).fill("night export");
  await page.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "At a time you choose" }).click();
  await page.getByRole("button", { name: "At", exact: true }).click();
  await page.locator("[data-direction=next]").first().click();
  await page.getByRole("button", { name: /^15 / }).click();
  await page.locator(".mantine-DateTimePicker-submitButton").click();
  await page.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Your new API key" });
  const value = await made.getByText(/^bh_/).innerText();
  await made.getByRole("button", { name: "I have copied it" }).click();
  const row = page.getByRole("row", { name: /night export/ });
  await row.getByText("Never").waitFor();
  const advice = role === "customer user" ? "ask the operator of this platform to set up HTTPS" : "Set up HTTPS before";
  const warning = await page.getByText(advice).boundingBox();
  expect(warning?.y).toBeLessThan((await page.getByRole("table").boundingBox())?.y ?? 0);
  const program = rest.withAuthorization(`ApiKey ${value}`);
  await program.get("/api/auth/user");
  const ownId = text(await rest.get("/api/auth/user"), "id", "id");
  const key = async (): Promise<unknown> =>
    member(await rest.get(`/api/apiKeys/${ownId}?pageSize=10&page=0`), "data", "0");
  expect(member(await key(), "expirationTime")).toBeGreaterThan(Date.now());
  // The use is written down a little later.
  platform().clock.advance(60_000);
  await expect.poll(async () => member(await key(), "lastUsedTime")).not.toBeNull();

  const choose = async (action: string): Promise<void> => {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Change description");
  await page.getByRole("dialog").getByRole("textbox", { name: "Description" }).fill("morning export");
  await page.getByRole("dialog").getByRole("button", { name: "Save description" }).click();
  const renamed = page.getByRole("row", { name: /morning export/ });
  await renamed.getByText("Never").waitFor({ state: "detached" });
  await choose("Disable key");
  await renamed.getByText("Disabled").waitFor();
  await choose("Enable key");
  await renamed.getByText("Enabled").waitFor();
  await program.get("/api/auth/user");
  expect(complaints).toEqual([]);
});

test("an administrator gives a device to a customer, takes it, makes it public and opens it for claiming", async () => {
  const { tenant } = platform();
  const title = tenant.uniqueName("Customer");
  await tenant.rest.post("/api/customer", { title });
  const { id } = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${id}?tab=details`);
  await page.getByRole("button", { name: "Assign to customer" }).click();
  await page.getByRole("combobox", { name: "Customer" }).click();
  await page.getByRole("option", { name: title }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Assign to customer" }).click();
  await page.getByRole("tabpanel").getByRole("link", { name: title }).waitFor();
  await page.getByRole("button", { name: "Unassign" }).click();
  await page.getByText("Not assigned to a customer.").waitFor();

  await page.getByRole("button", { name: "Open for claiming" }).click();
  await page.getByRole("dialog").getByLabel("Secret").fill("open sesame");
  await page.getByRole("dialog").getByRole("button", { name: "Open for claiming" }).click();
  await page.getByRole("button", { name: "Open with another secret" }).waitFor();

  await page.getByRole("button", { name: "Make public" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make public" }).click();
  await page.getByRole("link", { name: "Show the public id" }).click();
  await page.getByText("A program signs in with this public id").waitFor();
  expect(complaints).toEqual([]);
});

test("chosen devices get another profile and are taken from their customer", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const devices = [await tenant.createDevice({ customerId: customer.id }), await tenant.createDevice({ type: "pump" })];
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  const chooseAll = async (): Promise<void> => {
    for (const { name } of devices) await page.getByLabel(`Choose ${name}`).check();
  };
  await chooseAll();
  await page.getByRole("button", { name: "Change profile" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Device profile" }).click();
  await page.getByRole("option", { name: "pump" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change profile" }).click();
  await page.getByText("2 of 2 done, without failures").first().waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await chooseAll();
  await page.getByRole("button", { name: "Unassign" }).click();
  await page.getByText("2 of 2 done, without failures").first().waitFor();
  for (const { name } of devices) {
    const device = await tenant.device(name);
    expect([text(device, "type"), text(device, "customerId", "id")]).toEqual([
      "pump",
      "13814000-1dd2-11b2-8080-808080808080",
    ]);
  }
  expect(complaints).toEqual([]);
});

test("a customer user calls a device, sets its attributes and sees its credentials, which stay as they are", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const device = await tenant.createDevice({ customerId: customer.id });
  const session = await platform().connect(device.token, 5);
  await session.subscribe("v1/devices/me/rpc/request/+");
  const { page, complaints } = await openSignedIn(browser(), customer.rest, `/devices/${device.id}?tab=rpc`);
  await page.getByLabel("Method").fill("reboot");
  await page.getByRole("button", { name: "Send call" }).click();
  const { topic } = await session.next("publish");
  await session.publish(topic.replace("request", "response"), { done: "at once" });
  await page.getByText("at once").first().waitFor();

  await page.getByRole("tab", { name: "Attributes" }).click();
  await page.getByRole("button", { name: "Add attribute" }).first().click();
  await page.getByRole("textbox", { name: "Key" }).fill("room");
  await page.getByRole("dialog").getByLabel("Value", { exact: true }).fill("cellar");
  await page.getByRole("dialog").getByRole("button", { name: "Add attribute" }).click();
  await page.getByRole("row", { name: /room/ }).getByText("cellar").waitFor();
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toMatchObject({ room: "cellar" });

  await page.getByRole("tab", { name: "Credentials" }).click();
  await page.getByText("Access token").first().waitFor();
  expect(await page.getByRole("button", { name: /Replace|New/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("the switch of a view opens a live connection, and stands in the address", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice({ name: tenant.uniqueName("Pump") });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { speed: 11 });
  const view = await new AnalyticsClient(tenant.rest).create({
    name: "Speeds",
    scope: { deviceIds: [device.id] },
    fields: [{ id: "speed", label: "Speed", source: { type: "telemetry", key: "speed" }, aggregation: { fn: "max" } }],
    timeRange: { type: "preset", preset: "today", timezone: "UTC" },
  });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/views/${view.id}?as=table`);
  await page.getByText("11", { exact: true }).first().waitFor();
  await page.getByRole("switch", { name: "Live" }).click({ force: true });
  await page.waitForURL(/live=true/);
  await page
    .getByRole("status")
    .filter({ hasText: /^Live$/ })
    .waitFor();
  expect(complaints).toEqual([]);
});

soakTest(
  "a time tells its exact instant when it is pointed at; help leads to the documentation; the audit log is there",
  async () => {
    const { page } = await openSignedIn(browser(), platform().sysAdmin, "/audit?range=all");
    const time = page.locator("tbody time").first();
    await time.hover();
    const instant = (await time.getAttribute("datetime")) ?? "";
    await page.getByRole("tooltip").getByText(instant).waitFor();
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("menuitem", { name: "API documentation" }).click();
    await page.waitForURL(/\/swagger-ui\//);
  },
);

const PAGES: readonly string[] = ["/overview", "/start", "/gateways", "/devices", "/views", "/views/new", "/profiles"];
const MORE_PAGES: readonly string[] = ["/customers", "/users", "/limits", "/api-keys", "/audit", "/account"];

soakTest("pages ask no other host for anything, and fit a window that is enlarged to 200 %", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/account");
  const own = new URL(tenant.rest.baseUrl).host;
  const others = new Set<string>();
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (host !== own && protocol !== "data:" && protocol !== "blob:") others.add(host);
  });
  page.on("websocket", (socket) => {
    if (new URL(socket.url()).host !== own) others.add(socket.url());
  });
  await page.setViewportSize({ width: 640, height: 450 });
  for (const path of [...PAGES, ...MORE_PAGES, `/devices/${id}?tab=charts`]) {
    await page.goto(`${tenant.rest.baseUrl}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    await expect.poll(() => page.evaluate<number>(sideways), { message: path }).toBe(0);
  }
  expect([...others]).toEqual([]);
  expect(complaints).toEqual([]);
});
