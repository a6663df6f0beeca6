// Devices in the browser: the list with its search, filters and bulk actions, new devices, and claiming.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const HOSTILE = "\u202Egnp.evil & \"quoted\" 'name'";

afterEach(async () => {
  await closePages(browser());
});

test("a tenant without devices sees what to do next, and creates one by keyboard with its token shown", async () => {
  const tenant = await platform().createTenant();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  await page.getByRole("heading", { name: "No devices yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "New device" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  expect(page.url()).toContain("dialog=create");
  await page.keyboard.type(HOSTILE);
  await page.keyboard.press("Enter");
  await page.getByText("The device is created").waitFor();

  const created = await tenant.existing(HOSTILE);
  await page.getByText(created.token, { exact: true }).waitFor();
  await page.getByText("mosquitto_pub").waitFor();
  await page.getByRole("link", { name: "Open device" }).click();
  await page.getByRole("heading", { level: 1, name: HOSTILE }).waitFor();
  expect(complaints).toEqual([]);
});

test("a name that is taken is reported next to the form, with the id of the request", async () => {
  const tenant = await platform().createTenant();
  const { name } = await tenant.createDevice();
  const { page } = await openSignedIn(browser(), tenant.rest, "/devices?dialog=create");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create device" }).click();

  const alert = page.getByRole("alert");
  await alert.getByText("already exists").or(alert.getByText(name)).first().waitFor();
  await alert.getByText(/Request \S+/).waitFor();
});

test("search and filters narrow the list, stay in the address, and are cleared together", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ name: "boiler-7", type: "boiler" });
  await tenant.createDevice({ name: "pump-1", type: "pump" });
  await tenant.createGateway({ name: "gate-1" });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices?gateway=yes");
  await page.getByRole("link", { name: "gate-1" }).waitFor();
  expect(await page.getByRole("link", { name: "pump-1" }).count()).toBe(0);

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("link", { name: "pump-1" }).waitFor();
  await page.getByLabel("Search devices").fill("BOIL");
  await page.getByRole("link", { name: "pump-1" }).waitFor({ state: "detached" });
  expect(await page.getByRole("link", { name: "boiler-7" }).isVisible()).toBe(true);
  expect(page.url()).toContain("q=BOIL");

  await page.getByLabel("Search devices").fill("");
  await page.getByRole("button", { name: "Device", exact: true }).click();
  await page.waitForURL(/order=DESC/);
  await page.locator("tbody tr").first().getByRole("link", { name: "pump-1" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("devices that are chosen are given to a customer and deleted together, the latter after a question", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const title = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
  const [first, second] = [await tenant.createDevice(), await tenant.createDevice()];
  const kept = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices");
  await page.getByLabel(`Choose ${first.name}`).check();
  await page.getByLabel(`Choose ${second.name}`).check();

  await page.getByRole("button", { name: "Assign to customer" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Customer" }).click();
  await page.getByRole("option", { name: title }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Assign to customer" }).click();
  await page.getByText("2 of 2 done, without failures").waitFor();
  expect(text(await tenant.device(second.name), "customerId", "id")).toBe(customer.id);
  await page.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.getByLabel(`Choose ${first.name}`).check();
  await page.getByLabel(`Choose ${second.name}`).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByLabel(/Type delete/).fill("delete");
  await page.getByRole("button", { name: "Delete devices" }).click();
  await page.getByText("2 of 2 done, without failures").waitFor();
  expect(await tenant.device(first.name)).toBeUndefined();
  expect(await tenant.device(kept.name)).toBeDefined();
  expect(complaints).toEqual([]);
});

test("a file of values is checked and then imported, and what is refused is reported with its line", async () => {
  const tenant = await platform().createTenant();
  const { id, name } = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/devices?dialog=import");
  const csv = `device,ts,key,value\n${name},1767225600000,level,7\nnobody,1767225600000,level,8\n`;
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "values.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Check only" }).click();
  await page.getByText("Nothing was stored").waitFor();
  await page.getByText(/Line 3/).waitFor();
  expect(await tenant.latestValues(id)).toEqual({});

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("The file was imported").waitFor();
  expect(await tenant.latestValues(id)).toEqual({ level: 7 });
  expect(complaints).toEqual([]);
});

test("a user of a customer sees the devices of the customer alone, and claims one by name and secret", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const own = await tenant.createDevice({ customerId: customer.id });
  const open = await tenant.createDevice();
  await tenant.saveAttributes(open.id, "SERVER_SCOPE", {
    claimingData: { secretKey: "open sesame", expirationTime: platform().clock.now() + 60_000 },
  });
  const { page, complaints } = await openSignedIn(browser(), customer.rest, "/devices");
  await page.getByRole("link", { name: own.name }).waitFor();
  expect(await page.getByRole("link", { name: open.name }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "New device" }).count()).toBe(0);
  expect(await page.getByRole("checkbox").count()).toBe(0);

  await page.getByRole("button", { name: "Claim a device" }).click();
  await page.getByLabel("Name of the device").fill(open.name);
  await page.getByRole("textbox", { name: "Secret" }).fill("wrong");
  await page.getByRole("button", { name: "Claim device" }).click();
  const refused = page.getByRole("textbox", { name: "Secret" }).and(page.locator('[aria-invalid="true"]'));
  await refused.waitFor();
  await page.getByRole("alert").getByText("The device cannot be claimed now, or the secret is wrong.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("textbox", { name: "Secret" }).fill("open sesame");
  await page.getByRole("button", { name: "Claim device" }).click();
  await page.getByRole("heading", { level: 1, name: open.name }).waitFor();
  expect(member(await tenant.device(open.name), "customerId", "id")).toBe(customer.id);
  expect(complaints).toEqual([]);
});
