// Units of keys in the browser: set in the form of a device profile, seen wherever values of its devices are.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const MINUTE = 60_000;
const EMPTY = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels: [] };
const KEYS = [
  { key: "temperature", unit: "°C", decimals: 1 },
  { key: "humidity", unit: "%", decimals: 0 },
];

afterEach(async () => {
  await closePages(browser());
});

test("the units of a profile are set by keyboard, from the latest values of a device, which then have them", async () => {
  const tenant = await platform().createTenant();
  const { device, profileId } = await measured(tenant);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}`);
  await page.getByRole("cell", { name: "21.4321", exact: true }).waitFor();
  await page.getByRole("link", { name: "Set units" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit device profile" });
  const add = dialog.getByRole("button", { name: "Add key" });
  await add.and(page.locator(":focus")).waitFor();

  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "humidity" }).waitFor();
  await page.keyboard.type("temp");
  await page.getByRole("option", { name: "humidity" }).waitFor({ state: "detached" });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("°C");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1");
  const row = dialog.getByRole("group", { name: "temperature" });
  expect(await row.getByRole("combobox", { name: "Key" }).inputValue()).toBe("temperature");
  expect(await accessibilityProblems(page)).toEqual([]);

  await add.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("temperature");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  const second = dialog.getByRole("combobox", { name: "Key" }).last();
  await second.and(page.locator('[aria-invalid="true"]')).waitFor();
  await dialog.getByText(/This must differ from those of other keys/).waitFor();
  await second.fill("humidity");
  await page.keyboard.press("Tab");
  await page.keyboard.type("%");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const saved = await tenant.rest.get(`/api/deviceProfile/${profileId}`);
  expect(member(saved, "profileData", "keys")).toEqual(KEYS);
  expect(new URL(page.url()).search).toBe("");

  await page.goBack();
  await page.getByRole("cell", { name: "21.4 °C", exact: true }).waitFor();
  await page.getByRole("cell", { name: "48%", exact: true }).waitFor();
  await page.getByRole("cell", { name: "eco", exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

soakTest("a key is removed by keyboard, on a phone too, and the others stay", async () => {
  const tenant = await platform().createTenant();
  const { profileId } = await measured(tenant, KEYS);
  const { page } = await openSignedIn(browser(), tenant.rest, `/profiles?edit=${profileId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole("dialog", { name: "Edit device profile" });
  await dialog.getByRole("button", { name: "Remove temperature" }).focus();
  const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
  expect(await page.evaluate(isWide)).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Add key" }).and(page.locator(":focus")).waitFor();
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await dialog.waitFor({ state: "detached" });
  const saved = await tenant.rest.get(`/api/deviceProfile/${profileId}`);
  expect(member(saved, "profileData", "keys")).toEqual(KEYS.slice(1));
});

soakTest("what was refused of a key is not said of another one when a key before it is removed", async () => {
  const tenant = await platform().createTenant();
  const { profileId } = await measured(tenant, KEYS);
  const { page } = await openSignedIn(browser(), tenant.rest, `/profiles?edit=${profileId}`);
  const dialog = page.getByRole("dialog", { name: "Edit device profile" });
  const add = dialog.getByRole("button", { name: "Add key" });
  const keys = dialog.getByRole("combobox", { name: "Key" });
  const refused = keys.and(page.locator('[aria-invalid="true"]'));
  for (const key of ["temperature", "pressure"]) {
    await add.click();
    await keys.last().fill(key);
  }
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await refused.waitFor();
  expect(await refused.inputValue()).toBe("temperature");
  await dialog.getByRole("button", { name: "Remove humidity" }).click();
  await expect.poll(() => refused.count()).toBe(0);
  await add.and(page.locator(":focus")).waitFor();
});

test("charts of a device, with their table, and lists of devices have the units of the profile", async () => {
  const tenant = await platform().createTenant();
  const { device } = await measured(tenant, KEYS);
  const other = await tenant.createDevice({ name: "other", type: "plain" });
  await send(tenant, other.id, { temperature: 7.25 });
  const columns = ["name", "telemetry:temperature", "telemetry:humidity"];
  await tenant.rest.request("PUT", "/api/user/settings", { deviceColumns: columns });
  const path = `/devices/${device.id}?tab=charts&keys=temperature,humidity`;
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, path);
  await legend(page, "temperature").getByText("21.4 °C", { exact: true }).waitFor();
  await legend(page, "humidity").getByText("48%", { exact: true }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("columnheader", { name: "temperature, °C" }).waitFor();
  await page.getByRole("columnheader", { name: "humidity, %" }).waitFor();
  await page.getByRole("cell", { name: "21.4", exact: true }).waitFor();

  await page.goto(`${tenant.rest.baseUrl}/devices`);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: device.name }) });
  await row.getByText("21.4 °C", { exact: true }).waitFor();
  await row.getByText("48%", { exact: true }).waitFor();
  const plain = page.getByRole("row").filter({ has: page.getByRole("link", { name: "other" }) });
  await plain.getByText("7.25", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test("a customer's user sees units on the overview and with the latest values, and is led to no profile", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { device } = await measured(tenant, KEYS, customer.id);
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/overview");
  await page.getByText("21.4 °C", { exact: true }).waitFor();
  await page.getByText("48%", { exact: true }).waitFor();
  await page.goto(`${tenant.rest.baseUrl}/devices/${device.id}`);
  await page.getByRole("cell", { name: "21.4 °C", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Set units" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

soakTest("the overview of a customer says a unit once that ends the name of a key", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const { device } = await measured(tenant, [{ key: "energyWh", unit: "Wh", decimals: 0 }], customer.id);
  await send(tenant, device.id, { energyWh: 5_366_108 });
  const { page } = await openSignedIn(browser(), customer.rest, "/overview");
  await page.getByText("5,366 kWh", { exact: true }).waitFor();
  await page.getByText("Energy", { exact: true }).waitFor();
});

soakTest("a chart of a device is in the unit that fits its values, and its table in that of the key", async () => {
  const tenant = await platform().createTenant();
  const { device } = await measured(tenant, [{ key: "energyWh", unit: "Wh", decimals: 0 }]);
  await send(tenant, device.id, { energyWh: 25_500 });
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${device.id}?tab=charts&keys=energyWh`,
  );
  await legend(page, "energy").getByText("25.5 kWh", { exact: true }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("columnheader", { name: "energy, Wh" }).waitFor();
  await page.getByRole("cell", { name: "25,500", exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

soakTest("a new column of a view begins with the unit and the decimals of the profile", async () => {
  const tenant = await platform().createTenant();
  await measured(tenant, KEYS);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/views/new?template=blank");
  await page.getByRole("button", { name: "Add a column" }).click();
  const picker = page.getByRole("dialog", { name: "Add a column" });
  await picker
    .getByRole("button", { name: /^humidity/ })
    .first()
    .click();
  await expect.poll(() => page.getByRole("textbox", { name: "Unit" }).inputValue()).toBe("%");
  expect(await page.getByRole("textbox", { name: "Decimals" }).inputValue()).toBe("0");
  expect(complaints).toEqual([]);
});

soakTest(
  "a new panel of a dashboard begins with the unit of its device's profile, though another profile has another one",
  async () => {
    const tenant = await platform().createTenant();
    const { device } = await measured(tenant, KEYS);
    await tenant.rest.post("/api/deviceProfile", {
      ...{ name: "imperial", type: "DEFAULT", transportType: "DEFAULT" },
      profileData: { keys: [{ key: "temperature", unit: "°F" }] },
    });
    const made = await tenant.rest.post("/api/dashboard", { title: "Hall", configuration: EMPTY });
    const id = text(made, "id", "id");
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}/edit`);
    await page.getByRole("button", { name: "Add the first panel" }).click();
    await page.getByRole("menuitem", { name: /^Gauge/ }).click();
    await page.getByRole("combobox", { name: "Chosen devices" }).fill(device.name);
    await page.getByRole("option", { name: device.name }).click();
    const keys = page.getByRole("combobox", { name: "Keys" });
    await keys.fill("temperature");
    await keys.press("Enter");
    await page.getByRole("tab", { name: "Appearance" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Unit" }).inputValue()).toBe("°C");
    expect(await page.getByRole("textbox", { name: "Decimals" }).inputValue()).toBe("1");
    expect(complaints).toEqual([]);
  },
);

/** A device of a profile with these keys, that has sent. */
async function measured(tenant: TestTenant, keys: readonly object[] = [], customerId?: string) {
  const profile = await tenant.rest.post("/api/deviceProfile", {
    ...{ name: "thermo", type: "DEFAULT", transportType: "DEFAULT", profileData: { keys } },
  });
  const device = await tenant.createDevice({ type: "thermo", ...(customerId === undefined ? {} : { customerId }) });
  await send(tenant, device.id, { temperature: 21.4321, humidity: 48, mode: "eco" });
  return { device, profileId: text(profile, "id", "id") };
}

async function send(tenant: TestTenant, deviceId: string, values: object): Promise<void> {
  const path = `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`;
  await tenant.rest.post(path, { ts: Date.now() - MINUTE, values });
}

function legend(page: Page, name: string) {
  return page.getByRole("group", { name: "Series" }).getByRole("button", { name });
}
