// Long lists of devices in the browser: chosen columns, all that match, and files, by keyboard.
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { useBrowser } from "../../support/documentation-page.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const PHONE = { width: 390, height: 844 };

afterEach(async () => {
  for (const page of browser().pages()) await page.close();
});

async function send(tenant: TestTenant, id: string, values: object): Promise<void> {
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
}

test("columns are chosen by keyboard, sort the list, and are there in another browser", async () => {
  const tenant = await platform().createTenant();
  const gateway = await tenant.createGateway({ name: "gate" });
  const [warm, cold] = [
    await tenant.createDevice({ name: "warm", additionalInfo: { lastConnectedGateway: gateway.id } }),
    await tenant.createDevice({ name: "cold" }),
  ];
  await send(tenant, warm.id, { temperature: 63.029999999999994 });
  await send(tenant, cold.id, { temperature: 7 });
  await tenant.saveAttributes(cold.id, "SHARED_SCOPE", { site: "cellar" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  await page.getByRole("link", { name: "warm" }).waitFor();

  await page.getByRole("button", { name: "Columns" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  for (const typed of ["temper", "site", "Gateway"]) {
    await dialog.getByRole("combobox", { name: "Add a column" }).focus();
    await page.keyboard.type(typed);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.getByRole("status").getByText("is added").waitFor();
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove Created" }).focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 4; step++) {
    await dialog.getByRole("button", { name: "Move temperature up" }).focus();
    await page.keyboard.press("Enter");
  }
  // What no device has yet is offered after everything that is there.
  await dialog.getByRole("combobox", { name: "Add a column" }).fill("pressure");
  await page.getByRole("option", { name: "Latest value pressure" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Done" }).click();

  const heads = page.getByRole("columnheader");
  const wanted = ["", "Device", "temperature", "State", "Last activity", "Profile", "Customer", "site", "Gateway"];
  await expect.poll(async () => (await heads.allTextContents()).map((head) => head.trim())).toEqual(wanted);
  const rowOf = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await rowOf("warm").getByText("63.03", { exact: true }).waitFor();
  await rowOf("warm").getByRole("link", { name: "gate" }).waitFor();
  await rowOf("cold").getByText("cellar").waitFor();
  await page.getByRole("button", { name: "temperature" }).click();
  const names = page.locator("tbody tr td:nth-child(2) a");
  await expect.poll(() => names.allTextContents()).toEqual(["cold", "warm", "gate"]);
  expect(await accessibilityProblems(page)).toEqual([]);

  const other = await openSignedIn(browser(), tenant.rest, "/devices");
  await other.page.setViewportSize(PHONE);
  await other.page.getByText("63.03").waitFor();
  const cell = other.page
    .getByRole("cell")
    .filter({ has: other.page.getByRole("link", { name: "warm", exact: true }) });
  await cell.getByText(/^(Active|Inactive)$/).waitFor();
  const visible = other.page.getByRole("columnheader").filter({ visible: true });
  expect((await visible.allTextContents()).map((head) => head.trim())).toEqual(["", "Device", "temperature"]);
  expect([...complaints, ...other.complaints]).toEqual([]);
});

const SETTINGS = "/api/user/settings";

test("the lists of gateways, of the devices of a gateway and of a customer have chosen columns, each its own", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const gateway = await tenant.createGateway({ name: "gate" });
  const refused = await connectGateway(platform(), { tenant });
  await refused.publish(TELEMETRY, "no json");
  const boiler = await tenant.createDevice({
    ...{ name: "boiler", customerId: customer.id },
    additionalInfo: { lastConnectedGateway: gateway.id },
  });
  await send(tenant, gateway.id, { cpuLoad: 12.5 });
  await send(tenant, boiler.id, { temperature: 63.029999999999994 });
  await tenant.saveAttributes(gateway.id, "SHARED_SCOPE", { site: "cellar" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/gateways");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  const choose = async (added: readonly string[], removed: string): Promise<void> => {
    await page.getByRole("button", { name: "Columns" }).click();
    for (const typed of added) {
      await dialog.getByRole("combobox", { name: "Add a column" }).focus();
      await page.keyboard.type(typed);
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await dialog
        .getByRole("status")
        .getByText(/ is added$/)
        .waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: `Remove ${removed}` }).click();
    await dialog.getByRole("status").getByText(`${removed} is removed`).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
  };
  const heads = async (): Promise<readonly string[]> =>
    (await page.getByRole("columnheader").allTextContents()).map((head) => head.trim());
  const rowOf = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

  await rowOf("gate").waitFor();
  await choose(["cpu", "site", "Profile"], "Points per second");
  const ofGateways = ["Gateway", "State", "Devices", "Refused in the last hour", "Last activity"];
  await expect.poll(heads).toEqual([...ofGateways, "cpuLoad", "site", "Profile"]);
  for (const shown of ["12.5", "cellar", "default"]) await rowOf("gate").getByText(shown, { exact: true }).waitFor();
  await page.goto(`${tenant.rest.baseUrl}/gateways?show=refused`);
  await expect.poll(async () => (await heads()).includes("cpuLoad")).toBe(true);

  await page.goto(`${tenant.rest.baseUrl}/gateways/${gateway.id}?tab=devices`);
  await rowOf("boiler").waitFor();
  await choose(["temper", "Customer"], "Last connected");
  const ofGateway = ["Device", "Connection", "State", "Last activity", "temperature", "Customer"];
  await expect.poll(heads).toEqual(ofGateway);
  await rowOf("boiler").getByText("63.03", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Connection" }).click();
  await page.waitForURL(/sort=connected/);

  await page.goto(`${tenant.rest.baseUrl}/customers/${customer.id}`);
  await rowOf("boiler").waitFor();
  await choose(["temper", "Gateway"], "Profile");
  await expect.poll(async () => (await heads()).slice(0, 4)).toEqual(["Device", "State", "temperature", "Gateway"]);
  await rowOf("boiler").getByText("63.03", { exact: true }).waitFor();
  await rowOf("boiler").getByRole("link", { name: "gate" }).waitFor();

  expect(await tenant.rest.get(SETTINGS)).toEqual({
    gatewayColumns: [
      "name",
      "online",
      "devices",
      "refused",
      "lastActivity",
      "telemetry:cpuLoad",
      "shared:site",
      "profile",
    ],
    gatewayDeviceColumns: ["name", "connected", "active", "lastActivity", "telemetry:temperature", "customer"],
    customerDeviceColumns: ["name", "active", "telemetry:temperature", "connectedThrough"],
  });
  await page.setViewportSize(PHONE);
  await page.goto(`${tenant.rest.baseUrl}/gateways/${gateway.id}?tab=devices`);
  await rowOf("boiler").getByText("63.03", { exact: true }).waitFor();
  const visible = page.getByRole("columnheader").filter({ visible: true });
  expect((await visible.allTextContents()).map((head) => head.trim())).toEqual(["Device", "Connection", "temperature"]);
  expect(complaints).toEqual([]);
});

async function saveColumns(tenant: TestTenant, deviceColumns: readonly string[]): Promise<void> {
  expect((await tenant.rest.request("PUT", SETTINGS, { deviceColumns })).status).toBe(200);
}

soakTest("columns moved faster than the platform saves them end where they were moved to", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "warm" });
  await saveColumns(tenant, ["name", "customer", "active", "profile", "created"]);
  const { page } = await openSignedIn(browser(), tenant.rest, "/devices?dialog=columns");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByRole("button", { name: "Move Created up" }).waitFor();
  let saves = 0;
  let saved = 0;
  // The first save takes long: others that did not wait for it would be overwritten by it.
  await page.route(`**${SETTINGS}`, async (route) => {
    if (saves++ === 0) await setTimeout(500);
    await route.continue();
  });
  page.on("response", (response) => {
    if (response.request().method() === "PUT") saved++;
  });

  // No timer fires between the presses, as while the page is busy.
  await page.evaluate(`(async () => {
    for (let step = 0; step < 3; step++) {
      document.querySelector('[aria-label="Move Created up"]').click();
      await Promise.resolve();
    }
  })()`);
  await expect.poll(() => saved).toBe(3);
  expect(await tenant.rest.get(SETTINGS)).toMatchObject({
    deviceColumns: ["name", "created", "customer", "active", "profile"],
  });
});

soakTest("columns that cannot be saved go back to what they were", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "warm" });
  await saveColumns(tenant, ["name", "created", "active"]);
  const { page } = await openSignedIn(browser(), tenant.rest, "/devices?dialog=columns");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  const shown = dialog.getByRole("listitem").locator("p");
  const heads = page.locator("thead th");
  await expect.poll(() => shown.allTextContents()).toEqual(["Device", "Created", "State"]);
  await page.route(`**${SETTINGS}`, async (route) => {
    if (route.request().method() === "PUT") await route.fulfill({ status: 503, json: { message: "Not now." } });
    else await route.continue();
  });
  await dialog.getByRole("button", { name: "Move State up" }).click();
  await page.getByText("Not now.").waitFor();
  await expect.poll(() => shown.allTextContents()).toEqual(["Device", "Created", "State"]);
  await expect.poll(async () => (await heads.allTextContents()).slice(1)).toEqual(["Device", "Created", "State"]);
});

soakTest("nothing can be chosen from a list that has not come yet", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "pump" });
  const { page } = await openSignedIn(browser(), tenant.rest, "/overview");
  const listed = Promise.withResolvers<undefined>();
  await page.route("**/api/entitiesQuery/find", async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
  const all = page.getByRole("checkbox", { name: "Choose all devices on this page" });
  await all.waitFor();
  expect(await all.isDisabled()).toBe(true);

  listed.resolve(undefined);
  await all.check();
  await page.getByText("1 device selected").waitFor();
});

test("all that match are deleted, and neither others nor those that come to match meanwhile", async () => {
  const tenant = await platform().createTenant();
  for (let index = 0; index < 23; index++) await tenant.createDevice({ name: `pump-${String(index)}` });
  const kept = await tenant.createDevice({ name: "boiler" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices?q=pump&size=10");
  await page.getByRole("checkbox", { name: "Choose all devices on this page" }).check();
  await page.getByText("10 devices selected").waitFor();
  await page.getByRole("button", { name: "Select all 23 that match" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("23 devices selected").waitFor();
  expect(await page.getByRole("button", { name: /Select all/ }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  const late = await tenant.createDevice({ name: "pump-late" });

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByLabel(/Type delete/).fill("delete");
  await page.getByRole("button", { name: "Delete devices" }).click();
  await page.getByText("23 of 23 done, without failures").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("link", { name: late.name }).waitFor();
  expect(await tenant.deviceCount()).toBe(2);
  expect(await tenant.device(kept.name)).toBeDefined();
  expect(complaints).toEqual([]);
});

test("another search drops what was chosen, also all that matched", async () => {
  const tenant = await platform().createTenant();
  for (let index = 0; index < 12; index++) await tenant.createDevice({ name: `pump-${String(index)}` });
  const { page } = await openSignedIn(browser(), tenant.rest, "/devices?size=10");
  await page.getByRole("checkbox", { name: "Choose all devices on this page" }).check();
  await page.getByRole("button", { name: "Select all 12", exact: true }).click();
  await page.getByText("12 devices selected").waitFor();
  await page.getByLabel("Search devices").fill("pump-1");
  await page.getByText(/devices? selected/).waitFor({ state: "detached" });
});

test("devices are imported from a spreadsheet's file after a look at each row, and its columns can be corrected", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "old" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import devices" }).click();
  // As Excel writes it in a German Windows: the code page, not UTF-8.
  const csv = Buffer.from("Name;Typ;Ort\r\nkessel;boiler;K\u00f6ln\r\nold;boiler;\r\n;boiler;\r\n", "latin1");
  await page.locator("input[type=file]").setInputFiles({ name: "devices.csv", mimeType: "text/csv", buffer: csv });
  await page.getByText("Nothing is imported yet").waitFor();
  const rows = page.getByRole("table", { name: "Rows of the file" });
  await rows.getByText("the row has no name").waitFor();
  expect(await tenant.device("kessel")).toBeUndefined();
  expect(await accessibilityProblems(page)).toEqual([]);

  for (const [head, meaning] of [
    ["Typ", "Profile"],
    ["Ort", "Server attribute Ort"],
  ] as const) {
    await page.getByRole("combobox", { name: head }).click();
    await page.getByRole("option", { name: meaning }).click();
    await page.getByRole("combobox", { name: head }).and(page.locator(":enabled")).waitFor();
  }
  await page.getByText("New profiles: boiler").waitFor();
  await page.getByRole("button", { name: "Import 2 devices" }).click();
  await page.getByText("The file was imported").waitFor();
  const { id, token } = await tenant.existing("kessel");
  expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ Ort: "K\u00f6ln" });
  expect(text(await tenant.device("old"), "type")).toBe("boiler");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save tokens and outcomes" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toContain(`"kessel","new","${token}"`);
  expect(complaints).toEqual([]);
});

test("the list is exported with its columns and its filter, and a customer's user exports what that user sees", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const own = await tenant.createDevice({ name: "=own", customerId: customer.id });
  await tenant.createDevice({ name: "other" });
  await tenant.saveAttributes(own.id, "SERVER_SCOPE", { site: "north" });
  await customer.rest.request("PUT", "/api/user/settings", { deviceColumns: ["name", "server:site"] });
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/devices");
  await page.getByRole("link", { name: "=own" }).waitFor();
  await page.getByRole("button", { name: "Import and export" }).click();
  expect(await page.getByRole("menuitem", { name: "Import devices" }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export this list" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toBe("name,server:site\n'=own,north\n");
  expect(complaints).toEqual([]);
});
