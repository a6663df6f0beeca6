// The web interface under a finger, on a screen as wide as a phone: what is looked for comes first, rows say what decides, buttons can be
// hit, and dialogs keep theirs in sight.
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import type { TestTenant } from "../../support/tenant.ts";

const PHONE = { width: 390, height: 844 };
const FINGER_PIXELS = 40;
// Lists of the last days end by the clock of the browser.
const platform = useTestPlatform({ clock: new ManualClock(millis(Date.now())) });
const browser = useBrowser({ viewport: PHONE, isMobile: true, hasTouch: true });

let tenant: TestTenant;
let device: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  device = (await tenant.createDevice({ name: "Pump in the cellar" })).id;
  await tenant.saveAttributes(device, "SHARED_SCOPE", { limit: 5 });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { power: 5 });
  // A range ends before the present.
  platform().clock.advance(1_000);
});

afterEach(async () => {
  await closePages(browser());
});

async function open(path: string): Promise<Page> {
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, path);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return page;
}

interface Edges {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

async function edgesOf(shown: Locator): Promise<Edges> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("it is not shown");
  return { top: box.y, bottom: box.y + box.height, width: box.width, height: box.height };
}

test("a view shows its chart in the upper half; its controls and what is done more rarely are behind buttons", async () => {
  const view = await new AnalyticsClient(tenant.rest).create({
    ...{ name: "Power now", description: "What the pumps take, and how it compares with the last days.", scope: {} },
    timeRange: { type: "preset", preset: "last24Hours" },
    fields: [
      { id: "name", label: "Device", source: { type: "entity", field: "name" } },
      { id: "power", label: "Power", source: { type: "telemetry", key: "power" }, aggregation: { fn: "avg" } },
    ],
    visualization: { type: "bar", x: "name", y: ["power"] },
  });
  const page = await open(`/views/${view.id}`);
  const chart = page.locator("main canvas").first();
  await chart.waitFor();
  expect((await edgesOf(chart)).top).toBeLessThan(PHONE.height / 2);
  expect(await page.getByRole("combobox", { name: "Range" }).count()).toBe(0);
  const description = page.getByRole("main").getByText("What the pumps take");
  const more = page.getByRole("button", { name: "More actions" });
  expect((await edgesOf(description)).bottom).toBeLessThanOrEqual((await edgesOf(more)).top);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Range and filters: Last 24 hours", exact: true }).click();
  await page.getByRole("combobox", { name: "Range" }).waitFor();
  await page.getByRole("switch", { name: "Live" }).waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share" }).waitFor();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.waitForURL("**/edit");
});

test("the audit log says what was done to what, and by whom; its filters are behind a button", async () => {
  await tenant.rest.delete(`/api/device/${(await tenant.createDevice({ name: "Old pump" })).id}`);
  const page = await open("/audit");
  const row = page.getByRole("row").filter({ hasText: "Deleted" }).filter({ hasText: "Old pump" });
  await row.waitFor();
  await row.getByRole("button", { name: /@/ }).waitFor();
  expect((await edgesOf(page.getByRole("table"))).top).toBeLessThan(PHONE.height / 2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Result" }).waitFor();
});

test("a list of devices begins in the upper half", async () => {
  const page = await open("/devices");
  await page.getByRole("link", { name: "Pump in the cellar" }).waitFor();
  expect((await edgesOf(page.getByRole("table"))).top).toBeLessThan(PHONE.height / 2);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Profile" }).waitFor();
});

test("a gateway's devices and refusals are below its name, with what they are", async () => {
  await tenant.createGateway({ name: "Boiler house" });
  const page = await open("/gateways");
  const cell = page.getByRole("cell").filter({ has: page.getByRole("link", { name: "Boiler house" }) });
  await cell.getByText("Devices:").waitFor();
  await cell.getByText("Last activity:").waitFor();
});

test("the tiles of a row are as high as each other", async () => {
  const page = await open("/overview");
  const tiles = page.getByRole("main").locator("a.mantine-Paper-root");
  await tiles.first().waitFor();
  const edges = await Promise.all((await tiles.all()).map(edgesOf));
  for (const { top, height } of edges)
    for (const beside of edges.filter((each) => each.top === top)) expect(beside.height).toBeCloseTo(height, 0);
});

test("what is below a name and its label are as large as each other", async () => {
  const page = await open("/profiles");
  await page.getByText("Provisioning:").first().waitFor();
  const [ofLabel, ofValue] = await page.evaluate<readonly string[]>(`(() => {
    const label = [...document.querySelectorAll("td span")].find((each) => each.textContent === "Provisioning:");
    return [label, label.nextElementSibling].map((each) => getComputedStyle(each).fontSize);
  })()`);
  expect(ofLabel).toMatch(/px$/);
  expect(ofValue).toBe(ofLabel);
});

test("buttons have room for a finger", async () => {
  const place = { x: 0, y: 0, width: 6, height: 5 };
  const panels = [{ id: "note", kind: "text", title: "Note", place, options: { text: "Read me" } }];
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  const saved = await tenant.rest.post("/api/dashboard", { title: "Plant", configuration });
  const id = text(saved, "id", "id");
  await tenant.rest.post("/api/dashboard", { ...(saved as object), title: "Plant 2" });
  const view = await new AnalyticsClient(tenant.rest).create({
    ...{ name: "Names", scope: {}, timeRange: { type: "preset", preset: "last24Hours" } },
    fields: [{ id: "name", label: "Device", source: { type: "entity", field: "name" } }],
  });
  for (const [path, named] of [
    [`/dashboards/${id}/edit`, /Note/],
    [`/dashboards/${id}/history`, "Restore"],
    [`/views/${view.id}/edit`, /^Remove /],
    [`/devices/${device}?tab=attributes&scope=shared`, /limit/],
    [`/devices/${device}`, /power/],
  ] as const) {
    const page = await open(path);
    const buttons = page.getByRole("main").getByRole("button", { name: named });
    await buttons.first().waitFor();
    for (const button of await buttons.all()) {
      const { width, height } = await edgesOf(button);
      expect(Math.min(width, height), path).toBeGreaterThanOrEqual(FINGER_PIXELS);
    }
  }
});

test("a dialog that is longer than the screen keeps its buttons in sight", async () => {
  const page = await open("/customers?new=1");
  const dialog = page.getByRole("dialog", { name: "New customer" });
  const create = dialog.getByRole("button", { name: "Create customer" });
  await create.waitFor();
  await expect.poll(async () => (await edgesOf(create)).bottom).toBeLessThan(PHONE.height);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a table of five columns in a document is a list, with the default and the meaning of each setting in sight", async () => {
  const page = await open("/help/settings");
  const setting = page.getByRole("listitem").filter({ hasText: "mqtt.connectRateLimit" });
  await setting.waitFor();
  await expect.poll(() => setting.innerText()).toContain("Default: empty");
  expect((await edgesOf(setting)).width).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a page that does not exist has the menu for those who are signed in", async () => {
  // The platform answers 404, of which the browser complains.
  const { page } = await openSignedIn(browser(), tenant.rest, "/nothing");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Devices" }).click();
  await page.waitForURL("**/devices");
});
