// The editor of a dashboard and the form of a panel in Chromium: devices and keys are chosen by typing a part of them, a beginning is
// not taken for a whole, and what one needs stays in sight.
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

let tenant: TestTenant;
let pump: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  pump = await sender("Pump 1", { pressure: 5, flow: 2 });
  await sender("Anvil", { heat: 900 });
});
afterEach(async () => {
  await closePages(browser());
});

async function sender(name: string, values: object): Promise<string> {
  const id = text(await tenant.rest.post("/api/device", { name, type: "default" }), "id", "id");
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
  return id;
}

/** A new dashboard in its editor. */
async function openEditor(panels: readonly object[] = []): Promise<{ readonly page: Page; readonly id: string }> {
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  const id = text(await tenant.rest.post("/api/dashboard", { title: "Hall", configuration }), "id", "id");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}/edit`);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return { page, id };
}

async function newGauge(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add the first panel" }).click();
  await page.getByRole("menuitem", { name: /^Gauge/ }).click();
}

/** What Enter takes. */
function highlighted(page: Page): Promise<string[]> {
  return page.locator("[role=option][data-combobox-selected]").allInnerTexts();
}

function option(page: Page, name: string): Locator {
  return page.getByRole("option", { name });
}

test("Enter chooses the first device and the first key that match; without anything typed it adds no key", async () => {
  const { page, id } = await openEditor();
  await newGauge(page);
  const devices = page.getByRole("combobox", { name: "Chosen devices" });
  await devices.fill("anv");
  await expect.poll(() => highlighted(page)).toEqual(["Anvil"]);
  await devices.press("Enter");
  // Once more takes nothing back.
  await devices.press("Enter");
  await devices.fill("pump");
  await expect.poll(() => highlighted(page)).toEqual(["Pump 1"]);
  // The one that is chosen does not match.
  expect(await page.getByRole("option").allInnerTexts()).toEqual(["Pump 1"]);
  await devices.press("Enter");
  const keys = page.getByRole("combobox", { name: "Keys" });
  await keys.fill("press");
  await option(page, "pressure").waitFor();
  // What is said of it is read on its ground too.
  expect(await accessibilityProblems(page)).toEqual([]);
  await keys.press("Enter");
  await keys.press("Enter");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByText("is saved.").waitFor();
  const saved = await tenant.rest.get(`/api/dashboard/${id}`);
  const source = member(member(member(saved, "configuration", "panels"), "0"), "source");
  expect(member(source, "keys")).toEqual(["pressure"]);
  expect(member(source, "deviceIds")).toHaveLength(2);
});

test("keys of the chosen devices are offered; the beginning of one is no key, and what no device sends can be chosen", async () => {
  const gauge = { id: "g", kind: "gauge", title: "Now", place: { x: 0, y: 0, width: 8, height: 6 } };
  const { page } = await openEditor([{ ...gauge, source: { type: "keys", keys: [], deviceIds: [pump] } }]);
  await page.getByRole("button", { name: "Edit Now", exact: true }).click();
  const keys = page.getByRole("combobox", { name: "Keys" });
  await keys.click();
  await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["flow\n\nnumber", "pressure\n\nnumber"]);
  await keys.fill("press");
  await page.getByRole("textbox", { name: "Title" }).click();
  await page.getByText("No device sends “press”.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await keys.inputValue()).toBe("press");

  await keys.click();
  await page.getByRole("option", { name: /^press Not sent/ }).click();
  await keys.fill("torque");
  await page.getByRole("textbox", { name: "Title" }).click();
  await expect.poll(() => keys.inputValue()).toBe("");
  for (const key of ["press", "torque"]) await page.getByText(key, { exact: true }).waitFor();
});

soakTest(
  "what is typed before it is known which keys the devices send is neither a key nor lost until then",
  async () => {
    const gauge = { id: "g", kind: "gauge", title: "Now", place: { x: 0, y: 0, width: 8, height: 6 } };
    for (const typed of ["press", "torque"]) {
      const { page } = await openEditor([{ ...gauge, source: { type: "keys", keys: [], deviceIds: [pump] } }]);
      const answered = Promise.withResolvers<undefined>();
      await page.route("**/api/entitiesQuery/find/keys*", async (route) => {
        await answered.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "Edit Now", exact: true }).click();
      const keys = page.getByRole("combobox", { name: "Keys" });
      await keys.fill(typed);
      await page.getByRole("textbox", { name: "Title" }).click();
      expect(await keys.inputValue()).toBe(typed);
      expect(await page.getByText(/^No device sends/).count()).toBe(0);
      answered.resolve(undefined);
      if (typed === "press") {
        await page.getByText("No device sends “press”.").waitFor();
        expect(await keys.inputValue()).toBe("press");
      } else {
        await expect.poll(() => keys.inputValue()).toBe("");
        await page.getByText("torque", { exact: true }).waitFor();
      }
    }
  },
);

test("a dragged panel selects no text; the buttons of the editor and the preview of a panel stay in sight", async () => {
  const source = { type: "keys", keys: ["pressure"], deviceIds: [pump] };
  const table = (id: string, y: number) => ({
    id,
    kind: "table",
    title: "",
    place: { x: 0, y, width: 24, height: 8 },
    source,
  });
  const { page } = await openEditor([table("a", 0), table("b", 8), table("c", 16)]);
  await page.getByRole("heading", { name: "Pump 1: pressure" }).nth(2).waitFor();
  const heading = page.getByRole("heading", { name: "Pump 1: pressure" }).first();
  const box = (await heading.boundingBox()) ?? expect.fail("no heading");
  await page.mouse.move(box.x + 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 300, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate<string>("String(getSelection())")).toBe("");

  const save = page.getByRole("button", { name: "Save dashboard" });
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => isInSight(page, save)).toBe(true);
  await page.getByRole("button", { name: "Edit Table: Pump 1: pressure" }).last().click();
  await page.getByRole("tab", { name: "Appearance" }).click();
  const preview = page.getByRole("dialog").locator("[inert]").first();
  await page.getByRole("dialog").getByText("Thresholds").scrollIntoViewIfNeeded();
  await page.getByRole("textbox", { name: "Unit" }).focus();
  expect(await isInSight(page, preview)).toBe(true);
});

test("on a phone the buttons of the editor stay in sight, and hide nothing at the end of the page", async () => {
  const source = { type: "keys", keys: ["pressure"], deviceIds: [pump] };
  const panels = ["a", "b", "c"].map((id, row) => ({
    ...{ id, kind: "table", title: `Table ${id}`, source },
    place: { x: 0, y: 8 * row, width: 24, height: 8 },
  }));
  const { page } = await openEditor(panels);
  await page.setViewportSize({ width: 390, height: 844 });
  const save = page.getByRole("button", { name: "Save dashboard" });
  const last = page.getByRole("heading", { name: "Table c" });
  await last.waitFor();
  for (const place of ["0", "document.documentElement.scrollHeight"]) {
    await page.evaluate(`scrollTo(0, ${place})`);
    await expect.poll(() => isInSight(page, save)).toBe(true);
  }
  const [end, bar] = [await last.locator("xpath=ancestor::section").boundingBox(), await save.boundingBox()];
  expect((end?.y ?? Infinity) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function isInSight(page: Page, shown: Locator): Promise<boolean> {
  const box = await shown.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
