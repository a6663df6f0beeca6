// Rollouts in the browser: begun at a package, followed wave by wave, held up and stopped.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { Fleet } from "../../support/fleet.ts";
import { member } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";

const platform = useTestPlatform();
const browser = useBrowser();

afterEach(async () => {
  await closePages(browser());
});

test("a rollout is begun at a package by keyboard; what the form cannot mean stands next to its field", async () => {
  const fleet = await Fleet.create(platform(), 10);
  await fleet.newPackage();
  const { rest } = fleet.tenant;
  const { page, complaints } = await openSignedIn(browser(), rest, "/packages");
  await page.getByRole("button", { name: "Actions for boiler 2.5" }).click();
  await page.getByRole("menuitem", { name: "Roll out" }).click();
  const dialog = page.getByRole("dialog", { name: "Roll out a package" });
  const waves = dialog.getByRole("textbox", { name: "Waves" });
  await waves.fill("50, 20");
  await waves.press("Enter");
  await waves.and(page.locator('[aria-invalid="true"]')).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await waves.fill("20, 100");
  await dialog.getByRole("combobox", { name: "Devices" }).click();
  await page.getByRole("option", { name: "Devices behind a gateway" }).click();
  await dialog.getByRole("combobox", { name: "Gateway" }).click();
  await page.getByRole("option").first().click();
  await dialog.getByRole("textbox", { name: "Stop above" }).fill("30");
  await dialog.getByRole("button", { name: "Start rollout" }).click();

  await page.getByRole("heading", { level: 1, name: "boiler 2.5" }).waitFor();
  await page.getByText(/^Firmware for devices behind gateway “/).waitFor();
  await page.getByText("No update has finished yet; stops above 30%").waitFor();
  const first = page.getByRole("group", { name: "Wave 1" });
  await first.getByText("Wave 1: up to 20%, 2 devices").waitFor();
  await page.getByRole("group", { name: "Wave 2" }).getByText("8 not started").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("link", { name: "Rollouts" }).first().click();
  await page.getByRole("link", { name: "boiler 2.5" }).waitFor();
  await page.getByRole("cell", { name: /^boiler 2.5 ?Firmware/ }).waitFor();
  await page.getByText("Running").waitFor();
  await page.getByRole("cell", { name: /^Devices behind gateway “/ }).waitFor();
  expect(await page.getByRole("link", { name: "Choose a package" }).getAttribute("href")).toBe("/packages");
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the page of a rollout follows its devices; one that failures have stopped says so, and is deleted", async () => {
  const fleet = await Fleet.create(platform(), 4);
  const { id } = await fleet.rollOut(await fleet.newPackage(), { waves: [{ percent: 50 }, { percent: 100 }] });
  await fleet.until(id, ({ counts }) => counts["INITIATED"] === 2);
  const { page, complaints } = await openSignedIn(browser(), fleet.tenant.rest, `/rollouts/${id}`);
  const first = page.getByRole("group", { name: "Wave 1" });
  await first.getByText("2 in progress").waitFor();
  const [name = "", other = ""] = await fleet.namesOf(id, "&wave=1");
  const pass = async (): Promise<void> => {
    await fleet.pass(3_000);
    await fleet.pass(3_000);
  };

  await fleet.report([name], { fw_state: "DOWNLOADING", fw_progress: 40 });
  await fleet.report([other], { fw_state: "FAILED", fw_error: "<b>no memory</b>" });
  await pass();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByText("Downloading").waitFor();
  await row.getByText("40%").waitFor();
  await page
    .getByRole("row", { name: new RegExp(other) })
    .getByText("<b>no memory</b>")
    .waitFor();
  await first.getByText("1 failed").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await row.waitFor({ state: "detached" });

  await page.getByText("Rollout stopped").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete rollout" }).click();
  await page.getByRole("heading", { name: "No rollouts yet" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a rollout is paused, resumed, and stopped after a question; the button keeps the focus", async () => {
  const fleet = await Fleet.create(platform(), 4);
  const { id } = await fleet.rollOut(await fleet.newPackage(), { waves: [{ percent: 50 }, { percent: 100 }] });
  const { page, complaints } = await openSignedIn(browser(), fleet.tenant.rest, `/rollouts/${id}`);
  await page.getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  expect(await page.evaluate<string>("document.activeElement.textContent")).toContain("Resume");
  await page.keyboard.press("Enter");
  await page.getByText("Running", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(member(await fleet.tenant.rest.get(`/api/ota/rollouts/${id}`), "state")).toBe("RUNNING");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop rollout" }).click();
  await page.getByText("stopped by a user").waitFor();
  await page.getByText("No update has finished; limit 10%").waitFor();
  await page.getByRole("group", { name: "Wave 2" }).getByText("2 not started").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
