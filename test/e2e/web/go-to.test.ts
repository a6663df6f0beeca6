// Finding things by their name from anywhere: Ctrl+K for pages, gateways, devices, dashboards, views and documents, "/" for the search of a list, and
// what stays chosen when a list is searched.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const HOSTILE = "boiler \u202E7 & 'quoted' __proto__";
const VIEW = {
  scope: {},
  timeRange: { type: "rolling", amount: 1, unit: "d", timezone: "UTC" },
  fields: [{ id: "device", label: "Device", source: { type: "entity", field: "name" } }],
};

afterEach(async () => {
  await closePages(browser());
});

test("Ctrl+K leads to devices, gateways, dashboards, views, pages and documents by a part of their name, by keyboard alone", async () => {
  const tenant = await platform().createTenant();
  const other = await platform().createTenant();
  await other.createDevice({ name: "boiler of others" });
  const device = await tenant.createDevice({ name: HOSTILE });
  const gateway = await tenant.createGateway({ name: "boiler room" });
  await tenant.rest.post("/api/dashboard", { title: "All boilers" });
  await tenant.rest.request("POST", "/apiAnalytics/v1/views", { name: "Boilers by day", ...VIEW });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/audit");
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();

  await page.keyboard.press("Control+K");
  const dialog = page.getByRole("dialog", { name: "Go to" });
  await page.keyboard.type("boil");
  await dialog.getByRole("option", { name: "Boilers by day" }).waitFor();
  expect(await dialog.getByRole("option").allInnerTexts()).toEqual([
    "boiler room",
    HOSTILE,
    "All boilers",
    "Boilers by day",
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/devices/${device.id}`));

  await page.keyboard.press("Control+K");
  await page.keyboard.type("ROOM");
  await dialog.getByRole("option", { name: gateway.name }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/gateways/${gateway.id}`));

  await page.keyboard.press("Control+K");
  await page.keyboard.type("rollo");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/rollouts$/);

  await page.keyboard.press("Control+K");
  await page.keyboard.type("guarantees");
  await dialog.getByRole("option", { name: "Cluster guarantees" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/help\/cluster-guarantees$/);

  await page.keyboard.press("Control+K");
  await page.keyboard.type("no such thing");
  await dialog.getByText("Nothing found").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("Ctrl+K shows everybody only what they may see", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const own = await tenant.createDevice({ name: "pump of mine", customerId: customer.id });
  await tenant.createDevice({ name: "pump of the house" });
  await tenant.createGateway({ name: "pump house" });
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/overview");
  await page.getByRole("button", { name: "Go to" }).click();
  const dialog = page.getByRole("dialog", { name: "Go to" });
  await page.keyboard.type("pump");
  await dialog.getByRole("option", { name: own.name }).waitFor();
  expect(await dialog.getByRole("option").allInnerTexts()).toEqual([own.name]);

  const operator = await openSignedIn(browser(), platform().sysAdmin, "/overview");
  await operator.page.getByRole("button", { name: "Go to" }).click();
  const places = operator.page.getByRole("dialog", { name: "Go to" }).getByRole("option");
  await places.first().waitFor();
  const menu = await operator.page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
  expect(await places.allInnerTexts()).toEqual(menu);
  expect([...complaints, ...operator.complaints]).toEqual([]);
});

test("a slash leads to the search of a list, and is a character like others in a field", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "hall/boiler" });
  await tenant.createDevice({ name: "pump" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  await page.getByRole("link", { name: "pump" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("hall/");
  await page.getByRole("link", { name: "pump" }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Search devices").inputValue()).toBe("hall/");
  expect(complaints).toEqual([]);
});

soakTest("devices that a search or filter hides are no longer chosen", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "boiler" });
  await tenant.createGateway({ name: "gate" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  const remove = page.getByRole("button", { name: "Delete", exact: true });
  await page.getByLabel("Choose boiler").check();
  await remove.waitFor();
  await page.getByLabel("Search devices").fill("gate");
  await remove.waitFor({ state: "detached" });

  await page.getByLabel("Choose gate").check();
  await remove.waitFor();
  await page.getByLabel("Search devices").fill("");
  await page.getByRole("link", { name: "boiler" }).waitFor();
  expect(await remove.count()).toBe(0);
  expect(await page.getByLabel("Choose gate").isChecked()).toBe(false);
  expect(complaints).toEqual([]);
});
