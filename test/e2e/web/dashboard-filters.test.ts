// The filter bar of a dashboard in Chromium, and what is computed: filters are made in the settings and chosen by keys, all panels follow,
// one may not; a page that nobody sees asks for nothing.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

/** Three pumps: two in the mill, two of the customer, one running. */
const PUMPS = [
  { name: "Pump A", building: "mill", mode: "run", isOfCustomer: true },
  { name: "Pump B", building: "mill", mode: "stop", isOfCustomer: false },
  { name: "Pump C", building: "silo", mode: "stop", isOfCustomer: true },
] as const;

let tenant: TestTenant;
let viewId: string;
const ids: string[] = [];

beforeAll(async () => {
  tenant = await platform().createTenant();
  const customer = text(await tenant.rest.post("/api/customer", { title: "Brewery" }), "id", "id");
  for (const { name, building, mode, isOfCustomer } of PUMPS) {
    const id = text(await tenant.rest.post("/api/device", { name, type: "default" }), "id", "id");
    ids.push(id);
    if (isOfCustomer) await tenant.rest.post(`/api/customer/${customer}/device/${id}`);
    await tenant.saveAttributes(id, "SERVER_SCOPE", { building });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { power: 7, mode });
  }
  platform().clock.advance(1_000);
  const mode = { type: "telemetry", key: "mode" };
  const view = {
    name: "Modes",
    fields: [
      { id: "device", label: "Device", source: { type: "entity", field: "name" } },
      { id: "mode", label: "Mode", source: mode, aggregation: { fn: "latest" } },
    ],
    filters: [{ name: "mode", label: "Mode", target: { field: "mode" } }],
  };
  viewId = (await new AnalyticsClient(tenant.rest).create(view)).id;
});
afterEach(async () => {
  await closePages(browser());
});

const panel = (id: string, kind: string, y: number, more: object) => ({
  ...{ id, kind, title: id, place: { x: 0, y, width: 24, height: 8 } },
  ...more,
});
const powers = (id: string, y: number, more: object = {}) =>
  panel(id, "table", y, { source: { type: "keys", keys: ["power"], deviceIds: ids }, ...more });

async function open(panels: readonly object[], more: object = {}, path = ""): Promise<Page> {
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels, ...more };
  const id = text(await tenant.rest.post("/api/dashboard", { title: "Pumps", configuration }), "id", "id");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}${path}`);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return page;
}

/** Which pumps a panel shows. */
async function expectPumps(page: Page, name: string, pumps: readonly string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const found = (await page.getByRole("region", { name, exact: true }).innerText()).match(/Pump [ABC]/g);
    return [...new Set(found)].toSorted();
  };
  await expect.poll(shown).toEqual(pumps);
}

test("filters by device, customer, attribute and a view's own are made in the settings and chosen in the bar, by keys alone", async () => {
  const modes = panel("Modes", "table", 8, { source: { type: "view", viewId } });
  const page = await open([powers("Power", 0), modes], {}, "/edit");
  const press = async (role: "button" | "menuitem", name: string): Promise<void> => {
    await page.getByRole(role, { name, exact: true }).last().focus();
    await page.keyboard.press("Enter");
  };
  await press("button", "Settings");
  const kinds = ["Devices", "Customers", "An attribute of devices", "A filter of a table view"];
  for (const [index, kind] of kinds.entries()) {
    await press("button", "Add a filter");
    await press("menuitem", kind);
    // One goes on in the new one.
    const active = (): Promise<unknown> =>
      page.evaluate("document.activeElement.closest('[data-filter]')?.dataset.filter");
    await expect.poll(active).toBe(`filter-${String(index + 1)}`);
  }
  // Of what is typed, Enter takes what is highlighted, or the text itself.
  const choose = async (label: string, option: string, highlighted = [option]): Promise<void> => {
    const input = page.getByRole("combobox", { name: label, exact: true }).last();
    await input.focus();
    await page.keyboard.type(option);
    await page.getByRole("option", { name: option, exact: true }).waitFor();
    await expect.poll(() => page.locator("[data-combobox-selected]").allInnerTexts()).toEqual(highlighted);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  };
  const settings = page.getByRole("dialog");
  await settings.getByRole("combobox", { name: "Table view" }).click();
  await page.getByRole("option", { name: "Modes" }).click();
  await settings.getByRole("combobox", { name: "Filter of the view" }).click();
  await page.getByRole("option", { name: "Mode" }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press("button", "Done");
  await press("button", "Save dashboard");
  await page.getByRole("heading", { name: "Pumps", level: 1, exact: true }).waitFor();

  await expectPumps(page, "Power", ["Pump A", "Pump B", "Pump C"]);
  await choose("Customer", "Brewery");
  for (const name of ["Power", "Modes"]) await expectPumps(page, name, ["Pump A", "Pump C"]);
  await choose("building", "mill", []);
  for (const name of ["Power", "Modes"]) await expectPumps(page, name, ["Pump A"]);
  await page.getByRole("combobox", { name: "building" }).press("Backspace");
  await choose("Device", "Pump C");
  for (const name of ["Power", "Modes"]) await expectPumps(page, name, ["Pump C"]);
  await page.getByRole("combobox", { name: "Device" }).press("Backspace");
  await page.getByRole("combobox", { name: "Mode" }).focus();
  await page.keyboard.type("run");
  await page.keyboard.press("Enter");
  // It is a filter of that view alone.
  await expectPumps(page, "Modes", ["Pump A"]);
  await expectPumps(page, "Power", ["Pump A", "Pump C"]);
});

test("a panel may leave out a filter, and have a range of its own", async () => {
  const filters = [{ type: "attribute", name: "where", label: "Where", scope: "server", key: "building", values: [] }];
  const page = await open([powers("Some", 0), powers("All", 8)], { filters }, "/edit");
  await page.getByRole("button", { name: "Edit All", exact: true }).click();
  await page.getByRole("tab", { name: "Range, refresh and filters" }).click();
  await page.getByRole("switch", { name: "Apply the filter Where" }).press("Space");
  await page.getByRole("switch", { name: "Own time range" }).press("Space");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByRole("heading", { name: "Pumps", level: 1, exact: true }).waitFor();

  await page.getByRole("combobox", { name: "Where" }).fill("silo");
  await page.keyboard.press("Enter");
  await expectPumps(page, "Some", ["Pump C"]);
  await expectPumps(page, "All", ["Pump A", "Pump B", "Pump C"]);
});

test("states over time and a heat map are drawn, with what they show in words", async () => {
  const source = { type: "keys", keys: ["mode"], deviceIds: ids };
  const power = { type: "telemetry", key: "power" };
  const day = { id: "day", label: "Day", source: { type: "timeBucket", bucket: "day" } };
  const device = { id: "device", label: "Device", source: { type: "entity", field: "name" } };
  const measure = { id: "power", label: "Power", source: power, aggregation: { fn: "avg" } };
  const heat = await new AnalyticsClient(tenant.rest).create({ name: "Heat", fields: [day, device, measure] });
  const page = await open([
    panel("States", "stateTimeline", 0, { source }),
    panel("Warmth", "heatMap", 8, { source: { type: "view", viewId: heat.id } }),
  ]);
  for (const name of ["States", "Warmth"]) {
    const drawn = page.getByRole("region", { name, exact: true }).getByRole("img", { name: /^Chart of/ });
    await drawn.waitFor();
    expect((await drawn.boundingBox())?.height).toBeGreaterThan(80);
  }
  const states = page.getByRole("region", { name: "States", exact: true });
  for (const mode of ["run", "stop"]) await states.getByText(mode, { exact: true }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a page that has been in the background for a while asks for nothing, and goes on when it is seen again", async () => {
  const page = await open([powers("Power", 0)]);
  await expectPumps(page, "Power", ["Pump A", "Pump B", "Pump C"]);
  let asked = 0;
  let ended = 0;
  page.on("request", (request) => {
    if (/\/api\/dashboard\/[^/]+\/live/.test(request.url())) asked++;
  });
  for (const event of ["requestfailed", "requestfinished"] as const)
    page.on(event as "requestfailed", (request) => {
      if (/\/api\/dashboard\/[^/]+\/live/.test(request.url())) ended++;
    });
  await page.clock.install();
  await page.reload();
  await expect.poll(() => asked).toBe(1);
  const turn = (state: "hidden" | "visible"): Promise<unknown> =>
    page.evaluate(
      `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
    );
  ended = 0;
  await turn("hidden");
  await page.clock.runFor(20_000);
  expect(ended).toBe(0);
  await page.clock.runFor(20_000);
  await expect.poll(() => ended).toBe(1);

  await turn("visible");
  await page.clock.runFor(1_000);
  await expect.poll(() => asked).toBe(2);
  await expectPumps(page, "Power", ["Pump A", "Pump B", "Pump C"]);
});
