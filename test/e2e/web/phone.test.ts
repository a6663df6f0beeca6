// The web interface under a finger, on a screen as wide as a phone: what is looked for comes first, rows say what decides, buttons can be
// hit, and dialogs keep theirs in sight.
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { DeviceHttp } from "../../support/device-http.ts";
import { text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
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
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share" }).waitFor();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.waitForURL("**/edit");
});

test("controls come in a sheet from below, which moves nothing, is closed in each way, and gives the focus back", async () => {
  const source = { type: "keys", keys: ["power"], deviceIds: [device] };
  const place = { x: 0, y: 0, width: 24, height: 8 };
  const panels = [{ id: "line", kind: "timeSeries", title: "Power", source, place }];
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  const dashboard = text(await tenant.rest.post("/api/dashboard", { title: "In a sheet", configuration }), "id", "id");
  for (const [path, label, chosen] of [
    [`/devices/${device}?tab=charts&keys=power`, "Keys and range", "15"],
    [`/dashboards/${dashboard}`, "Range and filters", "Last hour"],
  ] as const) {
    const page = await open(path);
    const chart = page.locator("main canvas").first();
    await chart.waitFor();
    const opener = page.getByRole("button", { name: label });
    const sheet = page.getByRole("dialog", { name: label });
    const before = await edgesOf(chart);

    await opener.tap();
    await sheet.waitFor();
    const edges = await edgesOf(sheet);
    expect(Math.round(edges.bottom), path).toBe(PHONE.height);
    expect(edges.top, "the page behind is seen").toBeGreaterThan(PHONE.height / 5);
    expect((await edgesOf(chart)).top, path).toBe(before.top);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();

    await opener.tap();
    await sheet.getByRole("button", { name: "Close" }).tap();
    await sheet.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();

    await opener.tap();
    await sheet.getByRole("combobox", { name: "Range" }).click();
    await page
      .getByRole("option", { name: new RegExp(chosen) })
      .first()
      .click();
    await expect.poll(() => opener.innerText()).toContain(chosen);
    await page.touchscreen.tap(PHONE.width / 2, 20);
    await sheet.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();
  }
});

test("a dialog that is opened out of a sheet is closed before it", async () => {
  const page = await open(`/devices/${device}?tab=charts&keys=power`);
  await page.locator("main canvas").first().waitFor();
  await page.getByRole("button", { name: "Keys and range" }).tap();
  const sheet = page.getByRole("dialog", { name: "Keys and range" });
  const add = sheet.getByRole("button", { name: "Add to a dashboard" });
  await add.tap();
  await page.getByRole("dialog", { name: "Add to a dashboard" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Add to a dashboard" }).waitFor({ state: "detached" });
  await add.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("the audit log says what was done to what, and by whom; its filters are behind a button", async () => {
  await tenant.rest.delete(`/api/device/${(await tenant.createDevice({ name: "Old pump" })).id}`);
  const page = await open("/audit");
  const row = page.getByRole("row").filter({ hasText: "Deleted" }).filter({ hasText: "Old pump" });
  await row.waitFor();
  await row.getByRole("button", { name: /@/ }).waitFor();
  await row.getByRole("cell", { name: /^Deleted · Device Old pump.*Successful$/ }).waitFor();
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

test("a list of devices says when each was last heard of, and is sorted by it", async () => {
  const own = await platform().createTenant();
  const [late, early] = [await own.createDevice({ name: "A late" }), await own.createDevice({ name: "B early" })];
  for (const { id, token } of [early, late]) {
    await new DeviceHttp(own.rest, token).post("/telemetry", { power: 5 });
    await expect.poll(async () => (await own.attributes(id, "SERVER_SCOPE"))["active"]).toBe(true);
    platform().clock.advance(60_000);
  }
  const { page, complaints } = await openSignedIn(browser(), own.rest, "/devices");
  const names = page.getByRole("cell").getByRole("link");
  await expect.poll(() => names.allTextContents()).toEqual(["A late", "B early"]);
  const head = page.getByRole("columnheader", { name: "State" });

  for (const [order, sorted] of [
    ["ascending", ["B early", "A late"]],
    ["descending", ["A late", "B early"]],
  ] as const) {
    await head.getByRole("button").tap();
    await page.getByRole("menuitem", { name: "State" }).waitFor();
    await page.getByRole("menuitem", { name: "Last activity" }).tap();
    await expect.poll(() => names.allTextContents()).toEqual(sorted);
    expect(await head.getAttribute("aria-sort")).toBe(order);
  }
  const below = page
    .getByRole("cell")
    .filter({ has: page.getByText(/^(Active|Inactive)$/) })
    .first();
  await expect.poll(() => below.innerText()).toMatch(/^(Active|Inactive)\n+.+/);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

soakTest("a list of many pages has its pages in one line, and a short one none", async () => {
  const own = await platform().createTenant();
  for (let count = 0; count < 11; count++) await own.createCustomer();
  const { page, complaints } = await openSignedIn(browser(), own.rest, "/audit?size=10");
  const next = page.getByRole("button", { name: "next page" });
  await next.waitFor();
  expect(await page.getByText(/^Page 1 of \d+$/).count()).toBe(1);
  await next.tap();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  const previous = page.getByRole("button", { name: "previous page" });
  // The rows of the second page may still be laid out.
  await expect.poll(async () => (await edgesOf(previous)).top - (await edgesOf(next)).top).toBe(0);
  expect(await page.getByRole("button", { name: "1", exact: true }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${own.rest.baseUrl}/profiles`);
  await page.getByText("1 row", { exact: true }).waitFor();
  expect(await next.count()).toBe(0);
  expect(complaints).toEqual([]);
});

soakTest(
  "what was done to a device is sorted by the time below it, as the heading says, and is read with its data",
  async () => {
    const page = await open(`/devices/${device}?tab=audit`);
    const head = page.getByRole("columnheader", { name: "Action" }).getByRole("button");
    await expect.poll(() => head.innerText()).toMatch(/^Action\s+Time$/);
    await page.getByRole("row").filter({ hasText: "Attributes changed" }).getByRole("button").tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Request data", { exact: true }).waitFor();
    await dialog.getByText('"limit": 5').waitFor();
  },
);

soakTest("long names of devices are whole beside a column of values", async () => {
  const own = await platform().createTenant();
  const name = "Boiler house, north wing, return temperature";
  const { id } = await own.createDevice({ name });
  await own.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { temperature: 61.5 });
  platform().clock.advance(1_000);
  const columns = ["name", "active", "lastActivity", "telemetry:temperature", "telemetry:power"];
  await own.rest.request("PUT", "/api/user/settings", { deviceColumns: columns });
  const { page, complaints } = await openSignedIn(browser(), own.rest, "/devices");
  const link = page.getByRole("link", { name });
  await link.waitFor();
  await page.getByRole("cell", { name: "61.5" }).waitFor();

  const heads = page.getByRole("columnheader");
  expect((await heads.allTextContents()).map((head) => head.trim())).toEqual(["", "Device", "temperature"]);
  const [whole = 0, shown = 0] = await page.evaluate<readonly number[]>(`(() => {
    const { scrollHeight, clientHeight } = document.querySelector("tbody a");
    return [scrollHeight, clientHeight];
  })()`);
  expect(whole, "nothing is cut off").toBeLessThanOrEqual(shown);
  const cell = page.getByRole("cell").filter({ has: link });
  await cell.getByText(/^(Active|Inactive)$/).waitFor();
  await cell.getByText("Last activity:", { exact: true }).waitFor();
  await cell.getByText(/^(Never|Just now|.* ago)$/).waitFor();
  expect(complaints).toEqual([]);
});

test("a gateway's devices and refusals are below its name, with what they are", async () => {
  await tenant.createGateway({ name: "Boiler house" });
  const page = await open("/gateways");
  const cell = page.getByRole("cell").filter({ has: page.getByRole("link", { name: "Boiler house" }) });
  await cell.getByText("Devices:").waitFor();
  await cell.getByText("Points per second:").waitFor();
  await cell.getByText("Last activity:").waitFor();
});

test("a package is headed by its title and version, and its type and profile are one line", async () => {
  const page = await open("/packages?new=1");
  const dialog = page.getByRole("dialog", { name: "Add a package" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("pump");
  await dialog.getByRole("textbox", { name: "Version" }).fill("7.1");
  await dialog.getByRole("radio", { name: /A URL/ }).check();
  await dialog.getByRole("textbox", { name: "URL" }).fill("https://files.example/pump");
  await dialog.getByRole("button", { name: "Add package" }).click();
  const row = page.getByRole("row", { name: /pump/ });
  await row.getByText("pump 7.1", { exact: true }).waitFor();
  const [type, profile] = [row.getByText("Firmware", { exact: true }), row.getByText(/^for /)];
  expect((await edgesOf(profile)).top).toBeLessThan((await edgesOf(type)).bottom);
  expect(await accessibilityProblems(page)).toEqual([]);
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

soakTest(
  "rows of devices of a gateway, of connections and of dashboards say below the name what a wide screen has in columns",
  async () => {
    const gateway = await connectGateway(platform(), { tenant });
    const proxied = await gateway.connectDevice();
    await tenant.rest.post("/api/dashboard", { title: "Plant" });
    platform().clock.advance(60_000);
    const cellOf = (page: Page, name: string): Locator =>
      page.getByRole("cell").filter({ has: page.getByText(name, { exact: true }) });
    const devices = await open(`/gateways/${gateway.gateway.id}?tab=devices`);
    await cellOf(devices, proxied.name)
      .getByText(/^(Active|Inactive)$/)
      .waitFor();
    await cellOf(devices, proxied.name).getByText("Last activity:").waitFor();
    const connections = await open(`/devices/${proxied.id}?tab=connectivity`);
    await cellOf(connections, "Connected").getByText("Through:").waitFor();
    await cellOf(connections, "Connected").getByRole("time").waitFor();
    const dashboards = await open("/dashboards");
    await cellOf(dashboards, "Plant").getByText("Assigned to:").waitFor();
  },
);

soakTest("the end of an hour of bars is one line, and the peak has its own above", async () => {
  const gateway = await connectGateway(platform(), { tenant });
  const proxied = await gateway.connectDevice();
  await gateway.publish(TELEMETRY, { [proxied.name]: [{ a: 1 }] });
  platform().clock.advance(1_000);
  const page = await open(`/gateways/${gateway.gateway.id}`);
  const region = page.getByRole("region", { name: "Points in the last hour" });
  const [now, peak] = [await edgesOf(region.getByText("now")), await edgesOf(region.getByText(/^highest minute: 1/))];
  expect(peak.bottom).toBeLessThanOrEqual(now.top);
  expect(now.height).toBeLessThan(FINGER_PIXELS);
});

test("the title of a new dashboard, which it must have, is above what it begins from", async () => {
  const page = await open("/dashboards?new=1");
  const title = await edgesOf(page.getByRole("textbox", { name: "Title" }));
  expect(title.bottom).toBeLessThan((await edgesOf(page.getByText("Start from", { exact: true }))).top);
});

soakTest("buttons have room for a finger", async () => {
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
    ["/limits", /^Gateways count too/],
  ] as const) {
    const page = await open(path);
    const buttons = page.getByRole("main").getByRole("button", { name: named });
    await buttons.first().waitFor();
    for (const button of await buttons.all()) {
      const { width, height } = await edgesOf(button);
      expect(Math.min(width, height), path).toBeGreaterThanOrEqual(FINGER_PIXELS);
    }
  }
  const overview = await open("/overview");
  const dashboards = overview.getByRole("main").getByRole("link", { name: /^Plant/ });
  await dashboards.first().waitFor();
  for (const link of await dashboards.all()) expect((await edgesOf(link)).height).toBeGreaterThanOrEqual(FINGER_PIXELS);
});

test("the overview of a customer's user has dashboards, then devices, then table views", async () => {
  const { rest } = await tenant.createCustomer();
  const { page, complaints } = await openSignedIn(browser(), rest, "/overview");
  const headings = page.getByRole("heading", { level: 2 });
  await expect.poll(() => headings.allTextContents()).toEqual(["Dashboards", "Devices", "Table views"]);
  expect(complaints).toEqual([]);
});

test("the header of a device has a link in a line of its own, without the separator that is between them elsewhere", async () => {
  const gateway = await connectGateway(platform(), { tenant });
  const proxied = await gateway.connectDevice();
  const page = await open(`/devices/${proxied.id}`);
  const refusals = page.getByRole("link", { name: "Refused messages" });
  await refusals.waitFor();
  const line = page.getByText(/^Last connected through/);
  expect(await line.innerText()).toBe(`Last connected through ${gateway.gateway.name}\nRefused messages`);
});

soakTest("the editor of a view is saved at its end too, and a chart says how fingers move it", async () => {
  const saved = await new AnalyticsClient(tenant.rest).create({
    ...{ name: "Long", scope: {}, timeRange: { type: "preset", preset: "last24Hours" } },
    fields: [{ id: "name", label: "Device", source: { type: "entity", field: "name" } }],
  });
  const page = await open(`/views/${saved.id}/edit`);
  const tabs = page.getByRole("tab");
  expect((await edgesOf(tabs.first())).top).toBe((await edgesOf(tabs.last())).top);
  const summary = page
    .getByRole("main")
    .getByText(/^name of the device/)
    .first();
  expect((await edgesOf(summary)).width).toBeGreaterThan(PHONE.width * 0.75);
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Longer");
  await page.getByRole("button", { name: "Save view" }).last().click();
  await page.waitForURL(`**/views/${saved.id}`);
  await page.getByRole("heading", { level: 1, name: "Longer" }).waitFor();

  const chart = await open(`/devices/${device}?tab=charts`);
  await chart.getByText("Drag to move, pinch to zoom.").waitFor();
});

soakTest("a dialog that is longer than the screen keeps its buttons in sight", async () => {
  const page = await open("/customers?new=1");
  const dialog = page.getByRole("dialog", { name: "New customer" });
  const create = dialog.getByRole("button", { name: "Create customer" });
  await create.waitFor();
  await expect.poll(async () => (await edgesOf(create)).bottom).toBeLessThan(PHONE.height);
  expect(await accessibilityProblems(page)).toEqual([]);
});

soakTest(
  "a table of five columns in a document is a list, with the default and the meaning of each setting in sight",
  async () => {
    const page = await open("/help/settings");
    const setting = page.getByRole("listitem").filter({ hasText: "mqtt.connectRateLimit" });
    await setting.waitFor();
    await expect.poll(() => setting.innerText()).toContain("Default: empty");
    expect((await edgesOf(setting)).width).toBeLessThanOrEqual(PHONE.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("a page that does not exist has the menu for those who are signed in", async () => {
  // The platform answers 404, of which the browser complains.
  const { page } = await openSignedIn(browser(), tenant.rest, "/nothing");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Devices" }).click();
  await page.waitForURL("**/devices");
});
