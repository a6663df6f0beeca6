// Firmware and software in the browser: packages with their files, which devices are to have them, and how far they are.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { newFilePackage, newPackage, newProfile, someBytes } from "../../support/packages.ts";
import { member, text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const FILE = { name: "boiler.bin", mimeType: "application/octet-stream", buffer: Buffer.from(someBytes(3_000)) };

afterEach(async () => {
  await closePages(browser());
});

test("a package is added by keyboard with its file, downloaded, and deleted after a question", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/packages");
  await page.getByRole("heading", { name: "No packages yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Add a package" }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a package" });
  await dialog.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("boiler");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1.2");
  await dialog.getByRole("combobox", { name: "Device profile" }).click();
  await page.getByRole("option", { name: profile.name }).click();
  await dialog.locator("input[type=file]").setInputFiles(FILE);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Version" }).press("Enter");

  const row = page.getByRole("row", { name: /boiler/ });
  await row.getByText("2.9 KiB").waitFor();
  await row.getByRole("button", { name: "Copy checksum" }).waitFor();
  await row.getByRole("cell", { name: `Firmware for ${profile.name}`, exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const menu = page.getByRole("button", { name: "Actions for boiler 1.2" });
  await menu.click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("boiler.bin");

  await menu.click();
  await page.getByRole("menuitem", { name: "Delete package" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete package" }).click();
  await page.getByRole("heading", { name: "No packages yet" }).waitFor();
  expect(member(await tenant.rest.get("/api/otaPackages?pageSize=10&page=0"), "totalElements")).toBe(0);
  expect(complaints).toEqual([]);
});

soakTest(
  "what the platform refuses of a package stands next to its field; a package without its file says so and gets it",
  async () => {
    const tenant = await platform().createTenant();
    const profile = await newProfile(tenant);
    await newPackage(tenant.rest, profile.id, { title: "taken", version: "1.0" });
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/packages?new=1");
    const dialog = page.getByRole("dialog", { name: "Add a package" });
    const refused = (name: string) =>
      page.getByRole("dialog").getByRole("textbox", { name, exact: true }).and(page.locator('[aria-invalid="true"]'));
    await dialog.getByRole("textbox", { name: "Title" }).fill("taken");
    await dialog.getByRole("textbox", { name: "Version" }).fill("1.0");
    await dialog.getByRole("button", { name: "Add package" }).click();
    await refused("Version").waitFor();
    await expect.poll(() => descriptionOf(page)).toMatch(/"taken" 1\.0 exists already/);
    expect(await accessibilityProblems(page)).toEqual([]);

    await dialog.getByRole("textbox", { name: "Version" }).fill("1.1");
    await dialog.locator("input[type=file]").setInputFiles(FILE);
    await dialog.getByRole("textbox", { name: "Checksum", exact: true }).fill("00");
    await dialog.getByRole("button", { name: "Add package" }).click();
    await page.getByRole("dialog", { name: "Upload the file" }).getByText("is added and has no file yet").waitFor();
    await refused("Checksum").waitFor();
    await expect.poll(() => descriptionOf(page)).toMatch(/SHA256 of the file is/);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    const row = page.getByRole("row", { name: /1\.1/ });
    await row.getByText("File missing").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole("button", { name: "Upload the file" }).click();
    await page.locator("input[type=file]").setInputFiles(FILE);
    await page.getByRole("dialog").getByRole("button", { name: "Upload file" }).click();
    await row.getByText("2.9 KiB").waitFor();
    expect(complaints).toEqual([]);
  },
);

soakTest(
  "an upload shows how far it is, is not lost by a key, and is stopped by a button; the package stays without its file",
  async () => {
    const tenant = await platform().createTenant();
    const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/packages?new=1");
    // The file gets nowhere.
    await page.route(/\/api\/otaPackage\/[^/]+\?/, () => undefined);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Title" }).fill("boiler");
    await dialog.getByRole("textbox", { name: "Version" }).fill("1.2");
    await dialog.locator("input[type=file]").setInputFiles(FILE);
    await dialog.getByRole("button", { name: "Add package" }).click();
    await dialog.getByText("0% sent").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Stop" }).click();
    await dialog.getByText("The upload was stopped.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("File missing").waitFor();
    expect(complaints).toEqual([]);
  },
);

test("a package may have a url, and one that is in use is not deleted: the notice names who has it", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, "/packages?new=1");
  const dialog = page.getByRole("dialog", { name: "Add a package" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("pump");
  await dialog.getByRole("textbox", { name: "Version" }).fill("7");
  await dialog.getByRole("combobox", { name: "Device profile" }).click();
  await page.getByRole("option", { name: profile.name }).click();
  await dialog.getByRole("radio", { name: /A URL/ }).check();
  await dialog.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Add package" }).click();
  const row = page.getByRole("row", { name: /pump/ });
  await row.getByText("javascript:alert(1)").waitFor();
  expect(await row.getByRole("link").count()).toBe(0);

  const [found] = await packagesOf(tenant.rest);
  await assignToProfile(tenant.rest, profile.id, { firmwareId: found });
  await page.getByRole("button", { name: "Actions for pump 7" }).click();
  await page.getByRole("menuitem", { name: "Delete package" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete package" }).click();
  await page.getByText(`the device profile "${profile.name}" refer`).waitFor();
  await row.waitFor();
  expect(complaints).toEqual([]);
});

test("a device has the firmware of its profile until it is given its own, which another profile takes away", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const bytes = someBytes(100);
  const first = await newFilePackage(tenant.rest, profile.id, bytes, { title: "boiler", version: "1.0" });
  const second = await newFilePackage(tenant.rest, profile.id, bytes, { title: "boiler", version: "2.0" });
  await newPackage(tenant.rest, profile.id, { title: "boiler", version: "3.0 without a file" });
  await assignToProfile(tenant.rest, profile.id, { firmwareId: first });
  const { id } = await tenant.createDevice({ type: profile.name });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${id}?tab=details`);
  const firmware = page.getByRole("combobox", { name: "Firmware" });
  await expect.poll(() => firmware.inputValue()).toBe("From the profile: boiler 1.0");
  expect(await page.getByRole("combobox", { name: "Software" }).inputValue()).toBe("From the profile: none");
  await firmware.focus();
  await page.keyboard.press("ArrowDown");
  const offered = await page.getByRole("option").allInnerTexts();
  expect(offered.toSorted()).toEqual(["From the profile: boiler 1.0", "boiler 1.0", "boiler 2.0"]);
  await page.getByRole("option", { name: "boiler 2.0" }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save device" }).click();
  await page.getByText("The device is saved.").waitFor();
  expect(text(await tenant.rest.get(`/api/device/${id}`), "firmwareId", "id")).toBe(second);

  await page.getByRole("combobox", { name: "Device profile" }).click();
  await page.getByRole("option", { name: "default" }).click();
  await expect.poll(() => firmware.inputValue()).toBe("From the profile: none");
  await page.getByRole("button", { name: "Save device" }).click();
  await expect.poll(async () => member(await tenant.rest.get(`/api/device/${id}`), "firmwareId")).toBe(null);
  expect(complaints).toEqual([]);
});

test("the page of a device shows how far its update is, as the device reports it", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const firmware = await newFilePackage(tenant.rest, profile.id, someBytes(100), { title: "boiler", version: "2.0" });
  await assignToProfile(tenant.rest, profile.id, { firmwareId: firmware });
  const { id } = await tenant.createDevice({ type: profile.name });
  const report = (values: object) => tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${id}?tab=details`);
  const panel = page.getByRole("region", { name: "Updates" });
  await panel.getByText("Device notified").waitFor();
  await panel.getByText("boiler 2.0").waitFor();
  await panel.getByText("not reported").waitFor();

  await report({ fw_state: "DOWNLOADING", fw_progress: 40, current_fw_title: "boiler", current_fw_version: 1 });
  await panel.getByText("Downloading").waitFor();
  await panel.getByText("40%").waitFor();
  await panel.getByText("boiler 1", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await report({ fw_state: "FAILED", fw_error: "<b>no memory</b>" });
  await panel.getByText("<b>no memory</b>").waitFor();
  await report({ current_fw_version: "2.0" });
  await panel.getByText("Updated", { exact: true }).waitFor();
  expect(await panel.getByText("no memory").count()).toBe(0);
  expect(complaints).toEqual([]);
});

soakTest("a device profile is given firmware, and says how many devices follow it", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const firmware = await newFilePackage(tenant.rest, profile.id, someBytes(100), { title: "boiler", version: "2.0" });
  await tenant.createDevice({ type: profile.name });
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/profiles?edit=${profile.id}`);
  const dialog = page.getByRole("dialog", { name: "Edit device profile" });
  await dialog.getByRole("combobox", { name: "Firmware" }).click();
  expect(await dialog.getByText("Offered at once").count()).toBe(0);
  await page.getByRole("option", { name: "boiler 2.0" }).click();
  await dialog.getByText("Offered at once to 1 device without firmware of its own.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(text(await tenant.rest.get(`/api/deviceProfile/${profile.id}`), "firmwareId", "id")).toBe(firmware);
  expect(complaints).toEqual([]);
});

async function packagesOf(rest: RestClient): Promise<readonly string[]> {
  const data = member(await rest.get("/api/otaPackages?pageSize=10&page=0"), "data");
  return Array.isArray(data) ? data.map((found) => text(found, "id", "id")) : [];
}

async function assignToProfile(
  rest: RestClient,
  profileId: string,
  ids: { readonly firmwareId?: string | undefined; readonly softwareId?: string },
): Promise<void> {
  const profile = await rest.get(`/api/deviceProfile/${profileId}`);
  const refs = Object.entries(ids).map(([name, id]) => [name, { entityType: "OTA_PACKAGE", id }] as const);
  await rest.post("/api/deviceProfile", { ...(profile as object), ...Object.fromEntries(refs) });
}

/** What a screen reader says of the field that has the focus. */
async function descriptionOf(page: Page): Promise<string> {
  return await page.evaluate<string>(
    `(document.activeElement.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ")`,
  );
}
