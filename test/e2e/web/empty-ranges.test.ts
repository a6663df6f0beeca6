// Ranges without values in Chromium: a device's chart, a view, its shared page and panels say when the newest value was measured,
// and a button goes there.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform({ clock: new ManualClock(millis(Date.now())) });
const browser = useBrowser();

const HOUR = 3_600_000;
const NEWEST = Math.floor(Date.now() / 1_000) * 1_000 - 240 * HOUR;
const SAYS = /^The newest value is from /;

let tenant: TestTenant;
let admin: AnalyticsClient;
let device: string;
let view: SavedView;

beforeAll(async () => {
  ({ tenant } = platform());
  admin = new AnalyticsClient(tenant.rest);
  ({ id: device } = await tenant.createDevice({ name: "Boiler" }));
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, {
    ts: NEWEST,
    values: { temp: 42 },
  });
  view = await admin.create(viewOf("temp"));
});
afterEach(async () => {
  await closePages(browser());
});

const viewOf = (key: string) => ({
  name: `Boilers by ${key}`,
  scope: { deviceIds: [device] },
  timeRange: { type: "rolling", amount: 1, unit: "d", timezone: "UTC" },
  fields: [
    { id: "name", label: "Device", source: { type: "entity", field: "name" } },
    { id: "value", label: "Value", source: { type: "telemetry", key }, aggregation: { fn: "avg" } },
  ],
});

const open = async (path: string): Promise<Page> => (await openSignedIn(browser(), tenant.rest, path)).page;

async function showNewest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show it" }).first().click();
}

/** Hours of the range in the address, and whether it has the newest value. */
function rangeInAddress(page: Page, [start, end] = ["from", "to"]): readonly [hours: number, hasNewest: boolean] {
  const parameters = new URL(page.url()).searchParams;
  const [from, to] = [start, end].map((name) => Number(parameters.get(name))) as [number, number];
  return [Math.round((to - from) / HOUR), from <= NEWEST && NEWEST < to];
}

test("an empty range of a device's chart says when the newest value was measured, and the button goes there", async () => {
  const page = await open(`/devices/${device}?tab=charts&keys=temp`);
  await page.getByText(SAYS).waitFor();
  await page.getByText("No values in this range. Drag").waitFor();
  expect(await page.getByText("Choose a longer").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await showNewest(page);
  await page.getByText("1 value. Drag").waitFor();
  await page.getByRole("group", { name: "Series" }).getByRole("button", { name: "temp" }).getByText("42").waitFor();
  expect(await page.getByText(SAYS).count()).toBe(0);
  expect(rangeInAddress(page, ["start", "end"])).toEqual([1, true]);
});

test("a view says it above its table, and the range of the newest value is in the address", async () => {
  const page = await open(`/views/${view.id}`);
  await page.getByText(SAYS).waitFor();
  await page.getByText("No device has matching values in this range.", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await showNewest(page);
  await page.getByRole("cell", { name: "42" }).waitFor();
  expect(rangeInAddress(page)).toEqual([24, true]);
  expect(await page.getByText(SAYS).count()).toBe(0);
});

test("a view that no device has values for says nothing of a newest one; its editor and its screen have only the sentence", async () => {
  const { id } = await admin.create(viewOf("none"));
  let page = await open(`/views/${id}`);
  await page.getByText("Choose a longer range, or fewer filters.").waitFor();
  expect(await page.getByText(SAYS).count()).toBe(0);
  await closePages(browser());

  page = await open(`/views/${view.id}/edit`);
  await page.getByText(SAYS).waitFor();
  expect(await page.getByRole("button", { name: "Show it" }).count()).toBe(0);
  await page.goto(`${tenant.rest.baseUrl}/show/${view.id}`);
  await page.getByText(SAYS).waitFor();
  expect(await page.getByRole("button", { name: "Show it" }).count()).toBe(0);
});

test("who has a link to the view goes to the newest value, too", async () => {
  const link = await admin.call("POST", `/views/${view.id}/links`, {});
  const page = await browser().newPage();
  await page.goto(text(link.body, "url"));
  await page.getByText(SAYS).waitFor();
  await showNewest(page);
  await page.getByRole("cell", { name: "42" }).waitFor();
});

test("panels say it, and move the range of the dashboard; one with a range of its own has only the sentence", async () => {
  const keys = { type: "keys", keys: ["temp"], deviceIds: [device] };
  const place = (x: number) => ({ x, y: 0, width: 8, height: 7 });
  const own = { overrides: { timeRange: { type: "preset", preset: "lastHour" } } };
  const configuration = {
    ...{ bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" } },
    panels: [
      { id: "keys", kind: "timeSeries", title: "Boiler", place: place(0), source: keys },
      { id: "view", kind: "table", title: "Report", place: place(8), source: { type: "view", viewId: view.id } },
      {
        id: "mean",
        kind: "figure",
        title: "Mean",
        place: { ...place(0), y: 7 },
        source: { ...keys, aggregation: "avg" },
      },
      { id: "own", kind: "bars", title: "This hour", place: place(16), source: keys, ...own },
    ],
  };
  const id = text(await tenant.rest.post("/api/dashboard", { title: "Boiler room", configuration }), "id", "id");
  const page = await open(`/dashboards/${id}`);
  for (const name of ["Boiler", "Report", "Mean", "This hour"])
    await page.getByRole("region", { name }).getByText(SAYS).waitFor();
  expect(await page.getByRole("button", { name: "Show it" }).count()).toBe(3);
  expect(await accessibilityProblems(page)).toEqual([]);

  await showNewest(page);
  await page.getByRole("region", { name: "Boiler" }).getByRole("img").first().waitFor();
  await page.getByRole("region", { name: "Report" }).getByRole("cell", { name: "42" }).waitFor();
  await page.getByRole("region", { name: "Mean" }).getByText("42").waitFor();
  expect(rangeInAddress(page)).toEqual([24, true]);
  await page.getByRole("region", { name: "This hour" }).getByText(SAYS).waitFor();
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}/edit`);
  await page.getByText(SAYS).first().waitFor();
  expect(await page.getByRole("button", { name: "Show it" }).count()).toBe(0);
});
