// Dashboards in Chromium: an administrator builds one with live panels, by pointer and by keys alone; a customer's user reads it.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectGateway, TELEMETRY as GATEWAY_TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestCustomer, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

let tenant: TestTenant;
let customer: TestCustomer;
let device: string;
let name: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  customer = await tenant.createCustomer();
  name = `Pump ${randomUUID()}`;
  device = text(await tenant.rest.post("/api/device", { name, type: "default" }), "id", "id");
  await tenant.rest.post(`/api/customer/${customer.id}/device/${device}`);
  await send({ temperature: 20.5, latitude: 51.45, longitude: -2.59 });
});
afterEach(async () => {
  await closePages(browser());
});

/** A moment passes afterwards: a range ends before the present, and live values come together. */
async function send(values: object): Promise<void> {
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, values);
  platform().clock.advance(1_000);
}

const keys = (...names: readonly string[]) => ({ type: "keys", keys: names, deviceIds: [device] });
const gauge = (place: object = { x: 0, y: 0, width: 6, height: 5 }) => ({
  ...{ id: "gauge", kind: "gauge", title: "Boiler", place, source: keys("temperature") },
});
const note = (place: object) => ({ id: "note", kind: "text", title: "Note", place, options: { text: "**Read** me" } });

const EMPTY = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels: [] };

async function savedDashboard(panels: readonly object[], more: object = {}): Promise<string> {
  const configuration = { ...EMPTY, panels, ...more };
  return text(await tenant.rest.post("/api/dashboard", { title: `Plant ${randomUUID()}`, configuration }), "id", "id");
}

async function panelsOf(id: string): Promise<readonly unknown[]> {
  return member(await tenant.rest.get(`/api/dashboard/${id}`), "configuration", "panels") as readonly unknown[];
}

async function placeOf(id: string, panel: number): Promise<unknown> {
  return member((await panelsOf(id))[panel], "place");
}

async function open(path: string, rest: RestClient = tenant.rest): Promise<Page> {
  const { page, complaints } = await openSignedIn(browser(), rest, path);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return page;
}

/** Adds a panel of this kind; its form stays open. */
async function newPanel(page: Page, kind: string): Promise<void> {
  await page
    .getByRole("button", { name: /^Add (panel|the first panel)$/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
}

/** The same with the device, in the input so called. */
async function addPanel(page: Page, kind: string, devices = "Chosen devices"): Promise<void> {
  await newPanel(page, kind);
  await page.getByRole("combobox", { name: devices }).fill(name);
  await page.getByRole("option", { name }).click();
}

async function chooseKey(page: Page, key: string): Promise<void> {
  const input = page.getByRole("combobox", { name: "Keys" });
  await input.fill(key);
  await input.press("Enter");
}

/** By its key: what the input of keys suggests can lie over the switch. */
async function switchTrend(page: Page): Promise<void> {
  const trend = page.getByRole("switch", { name: "Trend" });
  await trend.press("Space");
  expect(await trend.isChecked()).toBe(true);
}

async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

test("the tooltip of a live chart stays while new values are drawn", async () => {
  for (const temperature of [90, 100, 100, 100]) await send({ temperature });
  const chart = { id: "chart", kind: "timeSeries", title: "Boiler", place: { x: 0, y: 0, width: 24, height: 10 } };
  const id = await savedDashboard([{ ...chart, source: keys("temperature") }], {
    timeRange: { type: "rolling", amount: 1, unit: "m" },
  });
  const page = await open(`/dashboards/${id}`);
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const drawn = page.getByRole("img", { name: /^Chart of Boiler/ });
  await drawn.waitFor();
  const { x, y, width, height } = (await drawn.boundingBox()) ?? expect.fail("the chart has no place");
  // Below the pointer and to its left, where the tooltip is, and far below the line.
  const clip = { x: x + width - 260, y: y + height * 0.6 + 30, width: 80, height: 30 };
  const axis = { x, y: y + height - 40, width, height: 40 };
  const pictureOf = async (part = clip): Promise<string> => (await page.screenshot({ clip: part })).toString("base64");
  const empty = await pictureOf();
  await page.mouse.move(x + width - 100, y + height * 0.6);
  await expect.poll(() => pictureOf()).not.toBe(empty);

  for (let values = 0; values < 3; values++) {
    const before = await pictureOf(axis);
    await send({ temperature: 100 });
    await expect
      .poll(() => {
        // The platform may take the value up only after the moment that has passed.
        platform().clock.advance(100);
        return pictureOf(axis);
      })
      .not.toBe(before);
    await expect.poll(() => pictureOf(), { timeout: 5_000 }).not.toBe(empty);
  }
  await send({ temperature: 20.5 });
});

test("what somebody has zoomed to in a live chart stays while new values are drawn", async () => {
  for (let value = 0; value < 20; value++) await send({ temperature: 20 + (value % 7) });
  const chart = { id: "chart", kind: "timeSeries", title: "Boiler", place: { x: 0, y: 0, width: 24, height: 10 } };
  const figure = { id: "now", kind: "figure", title: "Now", place: { x: 0, y: 10, width: 24, height: 4 } };
  const panels = [chart, figure].map((panel) => ({ ...panel, source: keys("temperature") }));
  const id = await savedDashboard(panels, { timeRange: { type: "rolling", amount: 1, unit: "m" } });
  const page = await open(`/dashboards/${id}`);
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const drawn = page.getByRole("img", { name: /^Chart of Boiler/ });
  await drawn.waitFor();
  const { x, y, width, height } = (await drawn.boundingBox()) ?? expect.fail("the chart has no place");
  // Without the values of the other axis.
  const axis = { x: x + 60, y: y + height - 20, width: width - 60, height: 20 };
  const pictureOf = async (): Promise<string> => (await page.screenshot({ clip: axis })).toString("base64");
  const settled = async (): Promise<string> => {
    await expect.poll(async () => (await pictureOf()) === (await pictureOf())).toBe(true);
    return await pictureOf();
  };
  const whole = await settled();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await page.mouse.move(0, 0);
  await expect.poll(pictureOf).not.toBe(whole);
  const zoomed = await settled();

  for (const temperature of [61.5, 62.5]) {
    await send({ temperature });
    await expect
      .poll(async () => {
        platform().clock.advance(100);
        return await page.getByText(String(temperature), { exact: true }).count();
      })
      .toBe(1);
    expect(await settled()).toBe(zoomed);
  }
  await send({ temperature: 20.5 });
});

soakTest("the axis of a live chart goes on to now while no values come", async () => {
  await send({ temperature: 90 });
  await send({ temperature: 91 });
  const chart = { id: "chart", kind: "timeSeries", title: "Boiler", place: { x: 0, y: 0, width: 24, height: 10 } };
  const id = await savedDashboard([{ ...chart, source: keys("temperature") }], {
    timeRange: { type: "rolling", amount: 5, unit: "m" },
  });
  const page = await open("/dashboards");
  // The browser has the time of the platform, which tells nothing from then on.
  await page.addInitScript(
    `{ const now = Date.now; const start = now(); Date.now = () => ${String(platform().clock.now())} + now() - start + (window.passed ?? 0); }`,
  );
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}`);
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const drawn = page.getByRole("img", { name: /^Chart of Boiler/ });
  await drawn.waitFor();
  const { x, y, width, height } = (await drawn.boundingBox()) ?? expect.fail("the chart has no place");
  const axis = { x, y: y + height - 40, width, height: 40 };
  const pictureOf = async (): Promise<string> => (await page.screenshot({ clip: axis })).toString("base64");
  await expect.poll(async () => (await pictureOf()) === (await pictureOf())).toBe(true);
  const before = await pictureOf();
  await page.evaluate("window.passed = 180_000");
  await expect.poll(pictureOf).not.toBe(before);
  await send({ temperature: 20.5 });
});

test("an administrator builds a dashboard with a live chart, a gauge and a map", async () => {
  const page = await open("/dashboards");
  await page.getByRole("button", { name: "New dashboard" }).first().click();
  await page.getByRole("dialog").getByLabel("Title").fill("Boiler room");
  await page.getByRole("button", { name: "Create dashboard" }).click();

  await page.getByRole("heading", { name: "Edit Boiler room" }).waitFor();
  await addPanel(page, "Time series");
  await chooseKey(page, "temperature");
  await page.getByRole("button", { name: "Done" }).click();
  // The next ones are about the same device and key, until something else is chosen; a map has found its coordinates.
  await newPanel(page, "Gauge");
  await page.getByRole("dialog").getByText("temperature", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await newPanel(page, "Map");
  const valueOf = (label: string) => page.getByRole("combobox", { name: label }).inputValue();
  await expect.poll(() => valueOf("Key of the latitude")).toBe("latitude");
  expect(await valueOf("Key of the longitude")).toBe("longitude");
  expect(await valueOf("Value at the marker")).toBe("temperature");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("meter", { name }).waitFor();
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("heading", { name: "Boiler room", level: 1 }).waitFor();
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const [chart, , map] = await page.getByRole("region", { name: "temperature" }).all();
  await chart?.getByRole("img", { name: /^Chart of Pump .*: temperature/ }).waitFor();
  await map?.getByRole("group", { name: /^Map\. Press/ }).waitFor();
  const meter = page.getByRole("meter", { name });
  expect(await meter.getAttribute("aria-valuetext")).toBe("20.5");
  await send({ temperature: 31.25 });
  await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("31.3");
  expect(await accessibilityProblems(page)).toEqual([]);
  await send({ temperature: 20.5 });
});

test("by keys alone, a panel is moved and resized with its place spoken, others give way, and it is saved", async () => {
  const id = await savedDashboard([gauge(), note({ x: 6, y: 0, width: 6, height: 5 })]);
  const page = await open(`/dashboards/${id}/edit`);

  const mover = page.getByRole("button", { name: "Move or resize Boiler" });
  await mover.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Boiler: column 2, row 1, 6 wide, 5 high.").waitFor();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("Boiler: column 2, row 1, 6 wide, 6 high.").waitFor();
  expect(await page.evaluate<string>(`document.activeElement.getAttribute("aria-label")`)).toBe(
    "Move or resize Boiler",
  );
  await page.getByRole("button", { name: "Save dashboard" }).focus();
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "More actions" }).waitFor();
  expect(await placeOf(id, 0)).toEqual({ x: 1, y: 0, width: 6, height: 6 });
  expect(await placeOf(id, 1)).toEqual({ x: 6, y: 6, width: 6, height: 5 });
});

test("a panel is dragged by its heading and resized by its corner, and undone", async () => {
  const id = await savedDashboard([gauge()]);
  const page = await open(`/dashboards/${id}/edit`);
  const panel = page.getByRole("region", { name: "Boiler" });
  await panel.waitFor();
  const width = async (): Promise<number> => (await panel.boundingBox())?.width ?? 0;
  const before = await width();

  const corner = await panel.locator("[data-corner]").boundingBox();
  await page.mouse.move((corner?.x ?? 0) + 5, (corner?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((corner?.x ?? 0) + 5 + before, (corner?.y ?? 0) + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(before * 1.8);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(width).toBe(before);

  const heading = await panel.getByRole("heading").boundingBox();
  await page.mouse.move((heading?.x ?? 0) + 5, (heading?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((heading?.x ?? 0) + 5 + before, (heading?.y ?? 0) + 5, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  expect(await placeOf(id, 0)).toMatchObject({ x: 6, width: 6 });
});

test("who leaves without saving is asked, and nothing is saved", async () => {
  const id = await savedDashboard([gauge()]);
  const page = await open(`/dashboards/${id}/edit`);

  await page.getByRole("button", { name: "Remove Boiler" }).click();
  await page.getByRole("link", { name: "Dashboards" }).first().click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Discard changes" })
    .click();

  await page.getByRole("heading", { name: "Dashboards", level: 1 }).waitFor();
  expect(await panelsOf(id)).toHaveLength(1);
});

test("a dashboard that somebody else has saved meanwhile is replaced only when that is chosen", async () => {
  const id = await savedDashboard([gauge()]);
  const page = await open(`/dashboards/${id}/edit`);
  await page.getByRole("button", { name: "Remove Boiler" }).click();
  await page.getByText("No panels yet").waitFor();
  const theirs = (await tenant.rest.get(`/api/dashboard/${id}`)) as object;
  await tenant.rest.post("/api/dashboard", { ...theirs, title: "Theirs" });

  await page.getByRole("button", { name: "Save dashboard" }).click();
  const dialog = page.getByRole("dialog", { name: "Somebody else has saved this dashboard" });
  await dialog.waitFor();
  expect(await panelsOf(id)).toHaveLength(1);
  await dialog.getByRole("button", { name: "Replace theirs with mine" }).click();
  await page.getByText("Add charts, figures, maps and notes.").waitFor();
  expect(await panelsOf(id)).toEqual([]);
});

test("on a phone, panels are below each other, and only those that are seen are asked for", async () => {
  const asked: string[] = [];
  const id = await savedDashboard([
    gauge(),
    { ...gauge({ x: 6, y: 0, width: 6, height: 5 }), id: "beside", title: "Beside" },
    { ...gauge({ x: 0, y: 200, width: 6, height: 5 }), id: "far", title: "Far" },
    note({ x: 0, y: 5, width: 12, height: 40 }),
    { ...note({ x: 0, y: 45, width: 12, height: 40 }), id: "more" },
    { ...note({ x: 0, y: 85, width: 12, height: 40 }), id: "last", options: { text: "line\n\n".repeat(200) } },
  ]);
  const page = await open("/account");
  await page.setViewportSize({ width: 390, height: 844 });
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/live")) asked.push(searchParams.get("request") ?? "");
  });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}`);

  await page.getByRole("meter", { name }).nth(1).waitFor();
  const boxes = await Promise.all(
    ["Boiler", "Beside"].map((title) => page.getByRole("region", { name: title }).boundingBox()),
  );
  expect(boxes[1]?.x).toBe(boxes[0]?.x);
  expect(boxes[1]?.y).toBeGreaterThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0));
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  expect(asked.join()).not.toContain("far");
  await page.getByRole("region", { name: "Far" }).scrollIntoViewIfNeeded();
  await page.getByRole("region", { name: "Far" }).getByRole("meter").waitFor();
  expect(asked.at(-1)).toContain("far");
});

test("a customer's user reads what is assigned, and cannot edit it; another tenant does not see it", async () => {
  const id = await savedDashboard([gauge(), note({ x: 6, y: 0, width: 6, height: 5 })]);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const customerTitle = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
  const administrator = await open("/dashboards");
  await administrator.getByRole("button", { name: `Actions for ${title}` }).click();
  await administrator.getByRole("menuitem", { name: "Assign to customers" }).click();
  await administrator.getByRole("combobox", { name: "Customers" }).fill(customerTitle);
  await administrator.getByRole("option", { name: customerTitle }).click();
  await administrator.getByRole("button", { name: "Save customers" }).click();
  await administrator.getByText(`The customers of “${title}” are saved.`).waitFor();

  const page = await open("/dashboards", customer.rest);
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("meter", { name }).waitFor();
  expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
  expect(await page.getByText("Read me").count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}/edit`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("button", { name: "Save dashboard" }).count()).toBe(0);

  const other = await platform().createTenant();
  const theirs = await open(`/dashboards/${id}`, other.rest);
  await theirs.getByText("The dashboard could not be loaded").waitFor();
  expect(await theirs.getByText(title).count()).toBe(0);
});

test("who assigns a dashboard learns which of its views the customer cannot read, and shares them with it", async () => {
  const [closed, shared] = [`Heat ${randomUUID()}`, `Open ${randomUUID()}`];
  const viewOf = async (title: string, more: object = {}): Promise<string> => {
    const fields = [{ id: "name", label: "Name", source: { type: "entity", field: "name" } }];
    return text(
      (await tenant.rest.request("POST", "/apiAnalytics/v1/views", { name: title, fields, ...more })).body,
      "id",
    );
  };
  const own = await viewOf(closed);
  const given = await viewOf(shared, { sharing: { visibility: "customers", allCustomers: true } });
  const panels = [own, given, own].map((viewId, place) => ({
    ...gauge({ x: 0, y: 5 * place, width: 24, height: 5 }),
    ...{ id: `table-${place}`, kind: "table", title: "", source: { type: "view", viewId } },
  }));
  const id = await savedDashboard(panels);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const page = await open("/dashboards");
  const openDialog = async (): Promise<void> => {
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: "Assign to customers" }).click();
  };
  const dialog = page.getByRole("dialog");
  const closeBy = async (button: string): Promise<void> => {
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const sharing = async () => member(await tenant.rest.get(`/apiAnalytics/v1/views/${own}`), "sharing");
  const unshared = await sharing();
  // Nobody assigns before it is known what is closed.
  const answered = Promise.withResolvers<undefined>();
  const path = `**/apiAnalytics/v1/views/${own}`;
  await page.route(path, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(path);
  await openDialog();
  await asked;
  expect(await dialog.getByRole("button", { name: "Save customers" }).isDisabled()).toBe(true);
  answered.resolve(undefined);

  const warning = page.getByRole("alert").filter({ hasText: "A table view is not shared with this customer" });
  await warning.getByRole("listitem").waitFor();
  expect(await warning.getByRole("listitem").allInnerTexts()).toEqual([closed]);
  expect(await accessibilityProblems(page)).toEqual([]);
  const share = warning.getByRole("checkbox", { name: "Share this view too" });
  expect(await share.isChecked()).toBe(true);
  await closeBy("Cancel");
  expect(await sharing()).toEqual(unshared);
  await openDialog();
  await share.click();
  await closeBy("Save customers");
  expect(await sharing()).toEqual(unshared);
  await openDialog();
  await closeBy("Save customers");
  expect(await sharing()).toEqual({ visibility: "customers", customerIds: [customer.id], allCustomers: false });
  expect(member(await tenant.rest.get(`/apiAnalytics/v1/views/${own}`), "fields")).toHaveLength(1);

  const theirs = await open(`/dashboards/${id}`, customer.rest);
  await theirs.getByRole("region", { name: closed }).first().getByRole("cell", { name }).waitFor();
});

test("range and filters are in the address, and narrow every panel", async () => {
  const filters = [{ type: "device", name: "device", label: "Device" }];
  const source = { type: "keys", keys: ["temperature"], filter: { type: "entityType", entityType: "DEVICE" } };
  const id = await savedDashboard([{ ...gauge(), kind: "table", source }], { filters });
  const other = text(await tenant.rest.post("/api/device", { name: `Fan ${randomUUID()}` }), "id", "id");
  const page = await open(`/dashboards/${id}?refresh=off`);

  await page.getByRole("cell", { name }).waitFor();
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}?refresh=off&last=1h&f.device=${other}`);
  await page.getByRole("cell", { name: /^Fan/ }).waitFor();
  expect(await page.getByRole("cell", { name }).count()).toBe(0);
  await page.getByRole("button", { name: "As saved" }).click();
  await page.getByRole("cell", { name }).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

soakTest("a panel gets a refresh of its own, which its dashboard does not change", async () => {
  const id = await savedDashboard([gauge()]);
  const page = await open(`/dashboards/${id}/edit`);
  await page.getByRole("button", { name: "Edit Boiler" }).click();
  await page.getByRole("tab", { name: "Range, refresh and filters" }).click();
  await page.getByRole("switch", { name: "Own refresh" }).check({ force: true });
  await page.getByRole("combobox", { name: "Refresh" }).click();
  await page.getByRole("option", { name: "Every 15 minutes" }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("button", { name: "More actions" }).waitFor();
  expect((await panelsOf(id))[0]).toMatchObject({ overrides: { refresh: { type: "interval", millis: 900_000 } } });
  const computed = page.waitForRequest((request) => request.url().endsWith(`/api/dashboard/${id}/panels`));
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}?refresh=live`);
  // One that is live would be watched.
  await computed;
  await page.getByRole("meter", { name }).waitFor();
});

soakTest("an earlier revision is looked at, without acting on devices, and restored as the newest", async () => {
  await send({ temperature: 20.5 });
  const id = await savedDashboard([gauge(), lampSwitch({ place: { x: 6, y: 0, width: 8, height: 3 } })]);
  const first = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const panels = await panelsOf(id);
  await tenant.rest.post("/api/dashboard", { ...first, title: "Emptied", configuration: EMPTY });
  const page = await open(`/dashboards/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();

  const [present, earlier] = ["Revision 2", "Revision 1"].map((each) => page.getByRole("listitem", { name: each }));
  await present?.getByText("Revision 2 (current)").waitFor();
  expect(await present?.getByRole("button", { name: "Restore" }).count()).toBe(0);
  await earlier?.getByText(first.title).waitFor();
  await earlier?.getByText("you", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await earlier?.getByRole("link", { name: "Open" }).click();

  await page.getByRole("heading", { name: first.title, level: 1 }).waitFor();
  await page.getByRole("meter", { name }).waitFor();
  await page.getByText("Disabled in the editor and in the history.").waitFor();
  expect(await page.getByRole("switch", { name: "Lamp" }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await panelsOf(id)).toEqual([]);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog", { name: "Restore revision 1?" }).getByRole("button", { name: "Restore" }).click();

  await page.getByText("Revision 1 is restored.").waitFor();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await page.getByRole("meter", { name }).waitFor();
  expect(await panelsOf(id)).toEqual(panels);
  expect(await tenant.rest.get(`/api/dashboard/${id}`)).toMatchObject({ title: first.title, version: 3 });
});

test("the history of a dashboard is restored from its list, also for another program, and is for its administrators alone", async () => {
  const theirs = { widgets: { a: 1 } };
  const id = text(await tenant.rest.post("/api/dashboard", { title: "Foreign", configuration: theirs }), "id", "id");
  const saved = (await tenant.rest.get(`/api/dashboard/${id}`)) as object;
  await tenant.rest.post("/api/dashboard", { ...saved, title: "Taken over", configuration: EMPTY });
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);

  const page = await open(`/dashboards/${id}/history/1`);
  await page.getByText("This dashboard belongs to another program").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  const changes = page.getByRole("listitem", { name: /^Revision 2/ }).getByRole("list", { name: "Changes" });
  await expect
    .poll(() => changes.getByRole("listitem").allTextContents())
    .toEqual(["Content of another program", "Title: “Taken over” instead of “Foreign”"]);
  expect(await page.getByRole("list", { name: "Changes" }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("listitem", { name: "Revision 1" }).getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog", { name: "Restore revision 1?" }).getByRole("button", { name: "Restore" }).click();
  await page.getByText("Revision 3 (current)").waitFor();
  expect(member(await tenant.rest.get(`/api/dashboard/${id}`), "configuration")).toEqual(theirs);
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}/history/9`);
  await page.getByText("This revision does not exist").waitFor();

  const user = await open(`/dashboards/${id}/history`, customer.rest);
  await user.getByText("This page is for tenant administrators").waitFor();
  const other = await platform().createTenant();
  const stranger = await open(`/dashboards/${id}/history/1`, other.rest);
  await stranger.getByText("The dashboard could not be loaded").waitFor();
  expect(await stranger.getByText("Foreign").count()).toBe(0);
});

test("a dashboard is saved as a file, and made again from it", async () => {
  const id = await savedDashboard([gauge()]);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const page = await open("/dashboards");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const path = await (await download).path();
  expect(await readFile(path, "utf8")).toContain('"bridgehead": 1');

  await page.getByLabel("Dashboard file").setInputFiles(path);
  await page.getByRole("meter", { name }).waitFor();
  const copied = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(copied).not.toBe(id);
  expect(await panelsOf(copied)).toEqual(await panelsOf(id));
});

const SHARED = (id: string): string => `/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`;
const lampSwitch = (more: object = {}) => ({
  ...{ id: "lamp", kind: "attributeSwitch", title: "Lamp", source: keys("lamp") },
  ...{ place: { x: 0, y: 0, width: 8, height: 3 }, options: { onLabel: "Lit", offLabel: "Dark" }, ...more },
});

async function sharedValue(key: string): Promise<unknown> {
  const values = (await tenant.rest.get(
    `/api/plugins/telemetry/DEVICE/${device}/values/attributes/SHARED_SCOPE?keys=${key}`,
  )) as readonly { readonly value: unknown }[];
  return values[0]?.value;
}

test("a switch shows the stored attribute until another value is stored, and follows others who change it", async () => {
  await tenant.rest.post(SHARED(device), { lamp: false });
  const id = await savedDashboard([lampSwitch()]);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const page = await open(`/dashboards/${id}`, customer.rest);
  const lamp = page.getByRole("switch", { name: "Lamp" });
  const panel = page.getByRole("region", { name: "Lamp" });
  await panel.getByText("Dark").waitFor();

  const held = Promise.withResolvers<undefined>();
  await page.route(`**${SHARED(device)}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await lamp.focus();
  await page.keyboard.press("Space");
  await panel.getByLabel("Storing the value").waitFor();
  expect(await lamp.isChecked()).toBe(false);
  expect(await panel.getByText("Dark").count()).toBe(1);
  held.resolve(undefined);
  await panel.getByText("Lit").waitFor();
  expect(await lamp.isChecked()).toBe(true);
  expect(await sharedValue("lamp")).toBe(true);

  await tenant.rest.post(SHARED(device), { lamp: false });
  await panel.getByText("Dark").waitFor();
  await tenant.rest.post(SHARED(device), { lamp: "broken" });
  await panel.getByText("Stored: broken").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("an administrator adds a switch of two values that asks first; nothing is switched while it is edited", async () => {
  await tenant.rest.post(SHARED(device), { mode: "eco" });
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await addPanel(page, "Switch", "Device");
  await page.getByRole("combobox", { name: "Shared attribute" }).fill("mode");
  await page.getByRole("option", { name: "mode" }).click();
  await page.getByText("Two other values").click();
  await page.getByLabel("Value when on").fill("full");
  await page.getByLabel("Value when off").fill("eco");
  await page.getByRole("switch", { name: "Ask for confirmation" }).check({ force: true });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Disabled in the editor and in the history.").waitFor();
  expect(await page.getByRole("switch", { name: "mode" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Save dashboard" }).click();

  const mode = page.getByRole("switch", { name: "mode" });
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await expect.poll(() => mode.isEnabled()).toBe(true);
  await mode.press("Space");
  const dialog = page.getByRole("dialog", { name: "mode: On?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await sharedValue("mode")).toBe("eco");
  await mode.press("Space");
  await dialog.getByRole("button", { name: "Switch", exact: true }).click();
  await expect.poll(() => sharedValue("mode")).toBe("full");
  expect(member((await panelsOf(id))[0], "options")).toEqual({ on: "full", off: "eco", confirm: true });
});

test("a panel acts on no device that its reader may not see", async () => {
  const hidden = text(await tenant.rest.post("/api/device", { name: `Hidden ${randomUUID()}` }), "id", "id");
  const id = await savedDashboard([lampSwitch({ source: { ...keys("lamp"), deviceIds: [hidden] } })]);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);

  const page = await open(`/dashboards/${id}`, customer.rest);
  await page.getByText("The device of this panel was deleted, or is not one of yours.").waitFor();
  expect(await page.getByRole("switch").count()).toBe(0);
  const written = await customer.rest.request("POST", SHARED(hidden), { lamp: true });
  expect(written.status).toBe(403);
});

const rebootButton = (deviceId: string, more: object = {}) => ({
  ...{ id: "reboot", kind: "rpcButton", title: "Restart", source: { ...keys(), deviceIds: [deviceId] } },
  ...{ place: { x: 0, y: 0, width: 8, height: 6 }, options: { method: "reboot", params: '{"after":5}', ...more } },
});

test("a button calls the device and shows its answer; one that asks first calls only when that is confirmed", async () => {
  const pump = await tenant.createDevice();
  await tenant.rest.post(`/api/customer/${customer.id}/device/${pump.id}`);
  const session = await platform().connect(pump.token, 5);
  await session.subscribe("v1/devices/me/rpc/request/+");
  const id = await savedDashboard([rebootButton(pump.id, { label: "Restart it", confirm: true })]);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const page = await open(`/dashboards/${id}`, customer.rest);
  const button = page.getByRole("button", { name: "Restart it" });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Restart it?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await button.press("Enter");
  await dialog.getByRole("button", { name: "Send call" }).click();

  const request = await session.next("publish");
  expect(JSON.parse(String(request.payload))).toEqual({ method: "reboot", params: { after: 5 } });
  await page.getByText("Waiting for the device, at most 10 s.").waitFor();
  await session.publish(`v1/devices/me/rpc/response/${request.topic.split("/").at(-1) ?? ""}`, { markup: "<b>" });
  await page.getByText(/Answered in/).waitFor();
  await page.locator("pre").getByText("<b>").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a button says that the device is inactive, and that it did not answer; the page of the device has the call too", async () => {
  const silent = await tenant.createDevice();
  const id = await savedDashboard([rebootButton(silent.id)]);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}`);
  await page.getByText("Inactive").waitFor();
  const answer = page.waitForResponse((response) => response.url().includes("/api/rpc/twoway/"));
  await page.getByRole("button", { name: "reboot" }).click();
  expect((await platform().passTimeUntil(answer)).status()).toBe(504);
  await page.getByText("The device was not connected, or did not answer in time.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("link", { name: silent.name }).click();
  await page.getByRole("tab", { name: "RPC" }).click();
  await page.getByText("The device was not connected, or did not answer in time.").waitFor();
  expect(complaints.filter((complaint) => !complaint.includes("504"))).toEqual([]);
});

test("an administrator adds a button, which is not ready without a method or with parameters that are no JSON", async () => {
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await addPanel(page, "Button", "Device");
  await page.getByText("Not ready yet: choose a method.").first().waitFor();
  await page.getByRole("textbox", { name: "Method" }).fill("reboot");
  await page.getByRole("textbox", { name: "Parameters" }).fill('{"after":');
  await page.getByText("Not ready yet: write its parameters as JSON.").first().waitFor();
  await page.getByRole("textbox", { name: "Parameters" }).fill('{"after":9007199254740993}');
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Disabled in the editor and in the history.").waitFor();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  const params = member((await panelsOf(id))[0], "options", "params");
  expect(params).toMatch(/9007199254740993/);
});

test("lists of messages show what gateways sent in vain, and what passes, to administrators alone", async () => {
  const gateway = await connectGateway(platform());
  const own = await gateway.tenant.createCustomer();
  const gatewayId = gateway.gateway.id;
  await gateway.tenant.rest.post(`/api/customer/${own.id}/device/${gatewayId}`);
  const place = (y: number) => ({ place: { x: 0, y, width: 12, height: 6 } });
  const of = { type: "keys", keys: [], deviceIds: [gatewayId] };
  const panels = [
    { ...{ id: "kept", kind: "messages", title: "Refused ones", source: of }, ...place(0) },
    { ...{ id: "now", kind: "messages", title: "Passing", source: of, options: { show: "passing" } }, ...place(6) },
  ];
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "today" }, panels };
  const saved = await gateway.tenant.rest.post("/api/dashboard", { title: "Traffic", configuration });
  const id = text(saved, "id", "id");
  await gateway.tenant.rest.post(`/api/customer/${own.id}/dashboard/${id}`);
  await gateway.publish(GATEWAY_TELEMETRY, { "Meter 7": "no values" });

  const page = await open(`/dashboards/${id}`, gateway.tenant.rest);
  const kept = page.getByRole("region", { name: "Refused ones" });
  // Refusals are stored every second.
  platform().clock.advance(1_000);
  await kept.getByText("Meter 7").waitFor();
  await kept.getByRole("button", { name: "Payload" }).click();
  await page.getByRole("dialog", { name: "Refused message" }).getByText('"no values"').waitFor();
  await page.keyboard.press("Escape");
  const passing = (of: Page) => of.getByRole("region", { name: "Passing" });
  await passing(page)
    .getByText(/appear here as they arrive/)
    .waitFor();
  await expect
    .poll(async () => {
      await gateway.publish(GATEWAY_TELEMETRY, { "Meter 7": [{ a: 1 }] });
      platform().clock.advance(1_000);
      return passing(page).getByText(GATEWAY_TELEMETRY).count();
    })
    .toBeGreaterThan(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  const theirs = await open(`/dashboards/${id}`, own.rest);
  const closed = "Messages of gateways are shown to administrators only.";
  await expect.poll(() => theirs.getByText(closed).count()).toBeGreaterThan(1);
  await passing(theirs).getByText(closed).waitFor();
  expect(await theirs.getByText("no values").count()).toBe(0);
});

test("an administrator adds a list of the messages of all gateways, then of one", async () => {
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await page.getByRole("button", { name: "Add panel" }).first().click();
  await page.getByRole("menuitem", { name: /^Messages/ }).click();
  await page.getByText("No refused messages.").first().waitFor();
  await page.getByRole("combobox", { name: "Gateway or device" }).fill(name);
  await page.getByRole("option", { name }).click();
  await page.getByText("All, as they arrive").click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  expect((await panelsOf(id))[0]).toMatchObject({
    source: { deviceIds: [device] },
    options: { show: "passing" },
  });
});

/** A drawing that would run a script if it were more than an image. */
const PLAN = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" onload="document.title='run'"><rect width="400" height="200" fill="#ccc"/><script>parent.document.title='run'</script></svg>`;

test("values stand on an image where they were dragged or moved by keys, and follow live; nothing in it runs", async () => {
  await send({ temperature: 20.5 });
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await addPanel(page, "Image");
  await chooseKey(page, "temperature");
  await chooseKey(page, "latitude");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByLabel("Image file").setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("x") });
  await page.getByText("An image is a PNG, JPEG, WebP or SVG file, not image/gif.").waitFor();
  await page
    .getByLabel("Image file")
    .setInputFiles({ name: "plan.svg", mimeType: "image/svg+xml", buffer: Buffer.from(PLAN) });
  const style = page.getByRole("group", { name: "temperature", exact: true });
  await style.getByLabel("Name").fill("Flow");
  await style.getByLabel("Unit").fill("°C");
  await style.getByLabel("Decimals").fill("1");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();

  const flow = page.getByRole("button", { name: /^Move Flow/ });
  // It is larger with its value.
  await flow.getByText("20.5 °C").waitFor();
  const image = await page.getByRole("img", { name: `Image of ${name}: Flow, latitude` }).boundingBox();
  const from = await flow.boundingBox();
  await flow.hover({ position: { x: 5, y: 5 } });
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 5 + (image?.width ?? 0) / 2, (from?.y ?? 0) + 5 + (image?.height ?? 0) / 2, {
    steps: 5,
  });
  await page.mouse.up();
  const latitude = page.getByRole("button", { name: /^Move latitude/ });
  await latitude.focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByText("latitude: 33% from the left, 6% from the top.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("button", { name: "More actions" }).waitFor();
  const places = member((await panelsOf(id))[0], "options", "places") as readonly { readonly x: number }[];
  expect(places).toMatchObject([
    { key: "temperature", y: expect.closeTo(0.5, 1) as number },
    { key: "latitude", x: expect.closeTo(0.333, 2) as number, y: expect.closeTo(0.06, 2) as number },
  ]);
  expect(places[0]?.x).toBeCloseTo(0.5, 1);
  const values = page.getByRole("list", { name: `Values of ${name}: Flow, latitude` });
  await values.getByText("20.5 °C").waitFor();
  await send({ temperature: 31.25 });
  await values.getByText("31.3 °C").waitFor();
  expect(await page.title()).not.toBe("run");
  expect(await accessibilityProblems(page)).toEqual([]);
  await send({ temperature: 20.5 });
});

soakTest("an image and a chart without a device that their reader may see say so", async () => {
  const other = text(await tenant.rest.post("/api/device", { name: `Pump ${randomUUID()}` }), "id", "id");
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${other}/timeseries/ANY`, { flow: 3 });
  platform().clock.advance(1_000);
  const image = `data:image/svg+xml;base64,${Buffer.from(PLAN).toString("base64")}`;
  const plan = {
    ...{ id: "plan", kind: "imagePlan", title: "Pump room", place: { x: 0, y: 0, width: 12, height: 6 } },
    ...{ source: { type: "keys", keys: ["flow"], deviceIds: [other] }, options: { image } },
  };
  const chart = {
    ...{ id: "chart", kind: "timeSeries", title: "Flow", place: { x: 12, y: 0, width: 12, height: 6 } },
    source: plan.source,
  };
  const id = await savedDashboard([plan, chart]);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const ours = await open(`/dashboards/${id}`);
  await ours.getByRole("list", { name: "Values of Pump room" }).getByText("3", { exact: true }).waitFor();

  const theirs = await open(`/dashboards/${id}`, customer.rest);
  const nothing = theirs.getByText("This panel has no devices that you have access to.");
  await expect.poll(() => nothing.count()).toBe(2);

  // A phone shows as little of what says nothing as it can.
  await theirs.setViewportSize({ width: 390, height: 844 });
  const heights = (): Promise<number[]> =>
    theirs.evaluate(
      "[...document.querySelectorAll('[data-panel]')].map((panel) => panel.getBoundingClientRect().height)",
    );
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThan(110);
  expect(await heights()).toHaveLength(2);
});

soakTest("figures, gauges and labels of a map keep their decimals from one value to the next", async () => {
  const kiln = text(await tenant.rest.post("/api/device", { name: `Kiln ${randomUUID()}` }), "id", "id");
  const sendHeat = async (heat: number): Promise<void> => {
    const values = { heat, latitude: 51.45, longitude: -2.59 };
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${kiln}/timeseries/ANY`, values);
    platform().clock.advance(1_000);
  };
  await sendHeat(21.5);
  const source = { type: "keys", keys: ["heat"], deviceIds: [kiln] };
  const id = await savedDashboard([
    { id: "gauge", kind: "gauge", title: "Gauge", place: { x: 0, y: 0, width: 6, height: 5 }, source },
    { id: "figure", kind: "figure", title: "Figure", place: { x: 6, y: 0, width: 6, height: 5 }, source },
    {
      ...{ id: "map", kind: "map", title: "Map", place: { x: 12, y: 0, width: 12, height: 8 } },
      source: { ...source, keys: ["heat", "latitude", "longitude"] },
    },
    {
      ...{ id: "plan", kind: "imagePlan", title: "Plan", place: { x: 0, y: 5, width: 12, height: 8 }, source },
      options: { image: `data:image/svg+xml;base64,${Buffer.from(PLAN).toString("base64")}` },
    },
  ]);
  const page = await open(`/dashboards/${id}`);
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const shown = (heat: string) => page.locator("main").getByText(new RegExp(`(^|\\s)${heat}$`));
  await expect.poll(() => shown("21.5").count()).toBe(4);

  // A gauge has as many as its scale tells apart.
  await sendHeat(21.43);
  await expect.poll(() => shown("21.43").count()).toBe(3);
  await page.getByRole("meter").getByText("21.4", { exact: true }).waitFor();
  await sendHeat(21);
  await expect.poll(() => shown("21.00").count()).toBe(3);
  await page.getByRole("meter").getByText("21.0", { exact: true }).waitFor();
});

test("figures and gauges say how old their value is where that is long ago, until a new one comes", async () => {
  const oven = text(await tenant.rest.post("/api/device", { name: `Oven ${randomUUID()}` }), "id", "id");
  const sendAt = async (ts: number, heat: number): Promise<void> => {
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${oven}/timeseries/ANY`, { ts, values: { heat } });
    platform().clock.advance(1_000);
  };
  await sendAt(Date.now() - 15 * 60_000, 210);
  const source = { type: "keys", keys: ["heat"], deviceIds: [oven] };
  const id = await savedDashboard([
    { id: "gauge", kind: "gauge", title: "Heat", place: { x: 0, y: 0, width: 6, height: 5 }, source },
    { id: "figure", kind: "figure", title: "Now", place: { x: 6, y: 0, width: 6, height: 3 }, source },
  ]);
  const page = await open(`/dashboards/${id}`);
  const ages = page.getByText("15 minutes ago");
  await expect.poll(() => ages.count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);

  await sendAt(Date.now(), 212);
  await page.getByRole("meter").getByText("212").waitFor();
  await expect.poll(() => ages.count()).toBe(0);
});

soakTest("a figure has its trend over the range, and keys have names and units of their own", async () => {
  const at = platform().clock.now();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, {
    ts: at - 7_200_000,
    values: { level: 40, flow: 2 },
  });
  await send({ level: 42.5, flow: 2 });
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await addPanel(page, "Figure");
  await chooseKey(page, "level");
  await chooseKey(page, "flow");
  await switchTrend(page);
  await page.getByRole("tab", { name: "Appearance" }).click();
  const style = page.getByRole("group", { name: "level", exact: true });
  await style.getByLabel("Name").fill("Tank");
  await style.getByLabel("Unit").fill("%");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("button", { name: "More actions" }).waitFor();
  const panel = page.getByRole("region", { name: "Tank, flow" });
  await panel.getByRole("term").filter({ hasText: "Tank" }).waitFor();
  await panel.getByText("42.5", { exact: true }).waitFor();
  await panel.getByText(/^▲ 2\.5% since /).waitFor();
  await panel.getByText(/^Unchanged since /).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each([
  ["with a trend", { trend: true }],
  ["of the last value of the range", { aggregation: "latest" }],
])("a figure %s shows a value within a moment, before it is computed again", async (_, more) => {
  await send({ load: 40 });
  const source = { ...keys("load"), ...more };
  const id = await savedDashboard([{ ...gauge(), id: "load", kind: "figure", title: "Load", source }]);
  const page = await open("/account");
  // A range ends at the present if the browser says so.
  await page.clock.setFixedTime(platform().clock.now());
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}`);
  const panel = page.getByRole("region", { name: "Load" });
  await panel.getByText("40", { exact: true }).waitFor();
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();

  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { load: 47 });
  let waited = 0;
  await expect
    .poll(async () => {
      // Less than what passes between two computations.
      if (waited < 1_000) platform().clock.advance(100);
      waited += 100;
      return await panel.getByText("47", { exact: true }).count();
    })
    .toBe(1);
});

soakTest("a panel says why its bars are fainter, where it has room for that", async () => {
  const at = platform().clock.now() - 1_000;
  const values = [3, 2, 0].map((hours) => ({ ts: at - hours * 3_600_000, values: { rain: 2 } }));
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, values);
  const bars = (id: string, y: number, height: number) => ({
    ...{ id, kind: "bars", title: id, source: keys("rain"), place: { x: 0, y, width: 24, height } },
  });
  const id = await savedDashboard([bars("High", 0, 7), bars("Low", 7, 3)]);
  const page = await open(`/dashboards/${id}`);

  const hint = "Fainter: only a part of the interval";
  await page.getByRole("region", { name: "High" }).getByText(hint).waitFor();
  await page.getByRole("region", { name: "Low" }).getByRole("img").waitFor();
  expect(await page.getByRole("region", { name: "Low" }).getByText(hint).isVisible()).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
});

soakTest("with reduced motion, what changes has its new colour at once", async () => {
  const page = await open("/dashboards");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const color = await page.evaluate<string>(`(() => {
    const heading = document.querySelector("h1");
    getComputedStyle(heading).color;
    heading.style.color = "rgb(1, 2, 3)";
    return getComputedStyle(heading).color;
  })()`);
  expect(color).toBe("rgb(1, 2, 3)");
});

soakTest("a panel of a view without a title has the name of the view, also while it is edited", async () => {
  const viewName = `Heat ${randomUUID()}`;
  const view = await tenant.rest.request("POST", "/apiAnalytics/v1/views", {
    name: viewName,
    fields: [{ id: "name", label: "Name", source: { type: "entity", field: "name" } }],
  });
  const source = { type: "view", viewId: text(view.body, "id") };
  const id = await savedDashboard([{ ...gauge(), kind: "table", title: "", source }]);
  const page = await open(`/dashboards/${id}`);
  await page.getByRole("region", { name: viewName }).getByRole("cell", { name }).waitFor();
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}/edit`);
  await page.getByRole("button", { name: `Edit ${viewName}` }).click();
  const title = page.getByRole("dialog", { name: `Panel: ${viewName}` }).getByLabel("Title");
  expect(await title.inputValue()).toBe("");
  expect(await title.getAttribute("placeholder")).toBe(viewName);
});

soakTest(
  "a threshold that was just added colours nothing until it has a value, and its hint is about gauges",
  async () => {
    const id = await savedDashboard([gauge({ x: 0, y: 0, width: 12, height: 5 })]);
    const page = await open(`/dashboards/${id}/edit`);
    await page.getByRole("button", { name: "Edit Boiler" }).click();
    await page.getByRole("tab", { name: "Appearance" }).click();
    const thresholds = page.getByRole("group", { name: "Thresholds" });
    await thresholds.getByText("Parts of the scale have these colours").waitFor();
    await thresholds.getByRole("button", { name: "Add a colour" }).click();
    const red = page.locator('[stroke="var(--mantine-color-red-filled)"]');
    await page.getByRole("meter", { name }).first().waitFor();
    expect(await thresholds.getByRole("combobox", { name: "Colour 1", exact: true }).inputValue()).toBe("Red");
    expect(await red.count()).toBe(0);
    await thresholds.getByLabel("Colour 1: from").pressSequentially("-0.5");
    await expect.poll(() => red.count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Save dashboard" }).click();
    await page.getByRole("button", { name: "More actions" }).waitFor();
    expect((await panelsOf(id))[0]).toMatchObject({ options: { thresholds: [{ from: -0.5, color: "red" }] } });
  },
);

soakTest(
  "the unit of a key is offered to the next panel that shows it, and a second unit is said to get an axis",
  async () => {
    await send({ flow: 2 });
    const id = await savedDashboard([{ ...gauge(), options: { unit: "°C" } }]);
    const page = await open(`/dashboards/${id}/edit`);
    await newPanel(page, "Time series");
    await page.getByRole("tab", { name: "Appearance" }).click();
    await expect.poll(() => page.getByLabel("Unit").inputValue()).toBe("°C");
    expect(await page.getByText("gets an axis of its own").count()).toBe(0);
    await page.getByRole("tab", { name: "Values" }).click();
    await chooseKey(page, "flow");
    await page.getByRole("tab", { name: "Appearance" }).click();
    await page.getByText("A second unit among the keys gets an axis of its own").waitFor();
    expect(await page.getByRole("group", { name: "temperature", exact: true }).getByLabel("Unit").inputValue()).toBe(
      "°C",
    );
    expect(await page.getByRole("group", { name: "flow", exact: true }).getByLabel("Unit").inputValue()).toBe("");
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("a latest value of a device is added to a dashboard as a figure, and a text as a table, by administrators alone", async () => {
  const mode = `mode ${randomUUID().slice(0, 8)}`;
  await send({ temperature: 20.5, [mode]: "night" });
  const id = await savedDashboard([]);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const page = await open(`/devices/${device}?tab=latest`);
  const dialog = page.getByRole("dialog", { name: "Add to a dashboard" });
  for (const key of ["temperature", mode]) {
    await page.getByRole("button", { name: `Actions for ${key}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Add to a dashboard" }).click();
    await dialog.getByRole("combobox", { name: "Dashboard" }).fill(title);
    await page.getByRole("option", { name: title }).click();
    expect(await dialog.getByRole("switch").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add panel" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  const source = (key: string): object => ({ type: "keys", keys: [key], aggregation: null, deviceIds: [device] });
  expect(await panelsOf(id)).toMatchObject([
    { kind: "figure", title: expect.stringMatching(/: temperature$/) as unknown, source: source("temperature") },
    { kind: "table", source: source(mode), overrides: { timeRange: null } },
  ]);
  await page.goto(`${tenant.rest.baseUrl}/dashboards/${id}`);
  await page.getByText("20.5", { exact: true }).first().waitFor();
  await page.getByText("night", { exact: true }).waitFor();

  await page.close();
  const theirs = await open(`/devices/${device}?tab=latest`, customer.rest);
  await theirs.getByRole("button", { name: "Actions for temperature", exact: true }).click();
  await theirs.getByRole("menuitem", { name: "Show in a chart" }).waitFor();
  expect(await theirs.getByRole("menuitem", { name: "Add to a dashboard" }).count()).toBe(0);
});

test("a chart of a device and a view are added to a dashboard, each in a free place, by administrators alone", async () => {
  await send({ temperature: 20.5 });
  const id = await savedDashboard([gauge()]);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const page = await open(`/devices/${device}?tab=charts&keys=temperature&range=7d`);
  await page.getByRole("button", { name: "Add to a dashboard" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to a dashboard" });
  await dialog.getByRole("combobox", { name: "Dashboard" }).fill(title);
  await page.getByRole("option", { name: title }).click();
  await dialog.getByLabel("Title of the panel").fill("Flow");
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add panel" }).click();
  await page.getByText(`The panel is in “${title}”.`).waitFor();
  expect((await panelsOf(id))[1]).toMatchObject({
    kind: "timeSeries",
    title: "Flow",
    // To the end of the row, where there is no room for another one.
    place: { x: 6, y: 0, width: 18, height: 7 },
    source: { type: "keys", keys: ["temperature"], deviceIds: [device] },
    // The dashboard shows the last 24 hours.
    overrides: { timeRange: { type: "preset", preset: "last7Days" } },
  });
  await page.getByRole("link", { name: "Open the dashboard" }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await page.getByRole("img", { name: /^Chart of Flow/ }).waitFor();

  const view = await tenant.rest.request("POST", "/apiAnalytics/v1/views", {
    name: `Heat ${randomUUID()}`,
    timeRange: { type: "preset", preset: "today" },
    fields: [
      { id: "name", label: "Name", source: { type: "entity", field: "name" } },
      { id: "t", label: "T", source: { type: "telemetry", key: "temperature" }, aggregation: { fn: "avg" } },
    ],
    visualization: { type: "bar", x: "name", y: ["t"] },
  });
  await page.goto(`${tenant.rest.baseUrl}/views/${text(view.body, "id")}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Add to a dashboard" }).click();
  await dialog.getByText("A new one").click();
  await dialog.getByLabel("Title of the dashboard").fill("All heat");
  await dialog.getByRole("button", { name: "Add panel" }).click();
  await page.getByText("The panel is in “All heat”.").waitFor();
  const made = await tenant.rest.get("/api/tenant/dashboards?pageSize=10&page=0&textSearch=All%20heat");
  const [head] = member(made, "data") as readonly unknown[];
  const allHeat = text(head, "id", "id");
  expect(await panelsOf(allHeat)).toMatchObject([
    { kind: "bars", source: { type: "view", viewId: text(view.body, "id") }, overrides: { timeRange: null } },
  ]);
  // A new dashboard has the range of its first panel.
  expect(member(await tenant.rest.get(`/api/dashboard/${allHeat}`), "configuration", "timeRange")).toMatchObject({
    ...{ type: "preset", preset: "today" },
  });

  // The pages of one browser have one session.
  await page.close();
  const theirs = await open(`/devices/${device}?tab=charts&keys=temperature`, customer.rest);
  await theirs.getByRole("button", { name: "Import and export" }).waitFor();
  expect(await theirs.getByRole("button", { name: "Add to a dashboard" }).count()).toBe(0);
});

test("a chart and a figure show the day before, which the legend names", async () => {
  const day = 86_400_000;
  const at = platform().clock.now();
  for (const [ts, pressure] of [
    [at - day - 3_600_000, 2.5],
    [at - day, 2],
    [at - 3_600_000, 3],
  ] as const)
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { ts, values: { pressure } });
  await send({ pressure: 3.5 });
  const id = await savedDashboard([]);
  const page = await open(`/dashboards/${id}/edit`);
  await addPanel(page, "Time series");
  await chooseKey(page, "pressure");
  await chooseOption(page, "Compare with", "The day before");
  await page.getByRole("button", { name: "Done" }).click();
  await newPanel(page, "Figure");
  await page.getByRole("textbox", { name: "Title" }).fill("Now");
  await switchTrend(page);
  await chooseOption(page, "Compare with", "The day before");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("button", { name: "More actions" }).waitFor();
  const legend = page.getByRole("region", { name: "pressure" }).getByRole("group", { name: "Series" });
  await legend.getByRole("button", { name: "pressure (previous day)" }).waitFor();
  expect(await legend.getByRole("button").allTextContents()).toEqual(["pressure", "pressure (previous day)"]);
  await page.getByRole("region", { name: "Now" }).getByText("▲ 1.5 from the day before").waitFor();
  expect((await panelsOf(id)).map((panel) => member(panel, "source", "compare"))).toEqual([
    "previousDay",
    "previousDay",
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

soakTest(
  "a chart is added with the range of the dashboard if that is chosen, and without one of its own if it is the same",
  async () => {
    await send({ temperature: 20.5 });
    const added = async (range: string, isKept: boolean): Promise<unknown> => {
      const id = await savedDashboard([]);
      const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
      const page = await open(`/devices/${device}?tab=charts&keys=temperature&${range}`);
      await page.getByRole("button", { name: "Add to a dashboard" }).click();
      const dialog = page.getByRole("dialog", { name: "Add to a dashboard" });
      await dialog.getByRole("combobox", { name: "Dashboard" }).fill(title);
      await page.getByRole("option", { name: title }).click();
      if (!isKept) await dialog.getByRole("switch", { name: /^Keep this range/ }).press("Space");
      await dialog.getByRole("button", { name: "Add panel" }).click();
      await page.getByText(`The panel is in “${title}”.`).waitFor();
      await page.close();
      return member((await panelsOf(id))[0], "overrides", "timeRange");
    };
    expect(await added("range=24h", true)).toBeNull();
    expect(await added("range=7d", false)).toBeNull();
    const [startTs, endTs] = [platform().clock.now() - 3_600_000, platform().clock.now() + 3_600_000];
    expect(await added(`start=${startTs}&end=${endTs}`, true)).toEqual({ type: "absolute", startTs, endTs });
  },
);

test("by keys alone, a panel is duplicated into the first free place, where the focus is", async () => {
  const id = await savedDashboard([gauge(), note({ x: 12, y: 0, width: 12, height: 5 })]);
  const page = await open(`/dashboards/${id}/edit`);
  await page.getByRole("button", { name: "Duplicate Boiler" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Boiler (copy)" }).waitFor();
  const focused = (): Promise<string> => page.evaluate<string>(`document.activeElement.getAttribute("aria-label")`);
  await expect.poll(focused).toBe("Edit Boiler (copy)");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save dashboard" }).click();

  await page.getByRole("button", { name: "More actions" }).waitFor();
  expect((await panelsOf(id))[2]).toMatchObject({
    ...{ kind: "gauge", title: "Boiler (copy)", source: keys("temperature") },
    place: { x: 6, y: 0, width: 6, height: 5 },
  });
});

test("a chosen range is there after a reload, and somebody who may edit keeps it for all", async () => {
  const id = await savedDashboard([gauge()]);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const { title } = (await tenant.rest.get(`/api/dashboard/${id}`)) as { readonly title: string };
  const page = await open(`/dashboards/${id}`);
  expect(await page.getByRole("button", { name: "Keep this range" }).count()).toBe(0);
  await chooseOption(page, "Range", "Last 7 days");
  await page.reload();
  await expect.poll(() => page.getByRole("combobox", { name: "Range" }).inputValue()).toBe("Last 7 days");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep this range" }).click();

  await page.getByText(`“${title}” now shows: last 7 days.`).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Range" }).inputValue()).toBe("As saved: last 7 days");
  expect(new URL(page.url()).search).toBe("");
  expect(member(await tenant.rest.get(`/api/dashboard/${id}`), "configuration")).toMatchObject({
    ...{ timeRange: { type: "preset", preset: "last7Days" }, panels: [{ id: "gauge" }] },
  });

  // The pages of one browser have one session.
  await page.close();
  const theirs = await open(`/dashboards/${id}?last=1h`, customer.rest);
  await theirs.getByRole("meter", { name }).waitFor();
  expect(await theirs.getByRole("button", { name: "Keep this range" }).count()).toBe(0);
});

soakTest("a range is not kept over what somebody else has saved meanwhile", async () => {
  const id = await savedDashboard([gauge()]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}?last=1h&refresh=off`);
  await page.getByRole("meter", { name }).waitFor();
  const theirs = (await tenant.rest.get(`/api/dashboard/${id}`)) as object;
  await page.route(`**/api/dashboard/${id}`, (route) => route.abort());
  await tenant.rest.post("/api/dashboard", { ...theirs, title: "Theirs" });
  await page.getByRole("button", { name: "Keep this range" }).click();
  await page.getByText("The range was not saved").waitFor();
  expect(await tenant.rest.get(`/api/dashboard/${id}`)).toMatchObject({
    ...{ title: "Theirs", configuration: { timeRange: EMPTY.timeRange } },
  });
});

soakTest(
  "on a small screen, all kinds of panels can be chosen, and the button that ends the form is in sight",
  async () => {
    const id = await savedDashboard([gauge()]);
    const page = await open(`/dashboards/${id}/edit`);
    for (const [width, height] of [
      [1280, 640],
      [390, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole("button", { name: "Add panel" }).click();
      const menu = await page.getByRole("menu").boundingBox();
      expect(menu?.y).toBeGreaterThanOrEqual(0);
      expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(height);
      expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
      // The last one is reached by keys.
      await page.keyboard.press("End");
      await expect.poll(() => isInSight(page, page.getByRole("menuitem", { name: /^Text/ }))).toBe(true);
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Edit Boiler" }).click();
      expect(await isInSight(page, page.getByRole("button", { name: "Done" }))).toBe(true);
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Settings" }).click();
      expect(await isInSight(page, page.getByRole("button", { name: "Done" }))).toBe(true);
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  },
);

async function isInSight(page: Page, locator: Locator): Promise<boolean> {
  const { y, height } = (await locator.boundingBox()) ?? expect.fail("it has no place");
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
}

soakTest("a panel without a title has its keys as one, and a device without such values is not listed", async () => {
  const gateway = text(await tenant.rest.post("/api/device", { name: `Gateway ${randomUUID()}` }), "id", "id");
  const all = { type: "keys", keys: ["temperature"], filter: { type: "entityType", entityType: "DEVICE" } };
  const untitled = { kind: "table", title: "" };
  const id = await savedDashboard([
    { ...gauge(), ...untitled, id: "all", source: all },
    { ...gauge({ x: 6, y: 0, width: 6, height: 5 }), ...untitled, source: { ...keys("speed"), deviceIds: [gateway] } },
  ]);
  const page = await open(`/dashboards/${id}`);
  const values = page.getByRole("region", { name: "temperature" });
  await values.getByRole("heading", { name: "temperature" }).waitFor();
  await values.getByRole("cell", { name }).waitFor();
  expect(await values.getByRole("cell", { name: /^Gateway/ }).count()).toBe(0);
  // Somebody has chosen this one.
  await page
    .getByRole("region", { name: "speed" })
    .getByRole("cell", { name: /^Gateway/ })
    .waitFor();
  // It is listed as soon as it has one.
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${gateway}/timeseries/ANY`, { temperature: 40 });
  platform().clock.advance(1_000);
  await values.getByRole("cell", { name: /^Gateway/ }).waitFor();
});

soakTest("a map of devices with coordinates in attributes gets a view that has them", async () => {
  const plant = await platform().createTenant();
  const truck = await plant.createDevice({ name: "Truck" });
  await plant.rest.post(`/api/plugins/telemetry/DEVICE/${truck.id}/attributes/SERVER_SCOPE`, {
    lat: 51.45,
    lng: -2.59,
  });
  await plant.rest.post(`/api/plugins/telemetry/DEVICE/${truck.id}/timeseries/ANY`, { fuel: 40 });
  platform().clock.advance(1_000);
  const saved = await plant.rest.post("/api/dashboard", { title: "Trucks", configuration: EMPTY });
  const page = await open(`/dashboards/${text(saved, "id", "id")}/edit`, plant.rest);
  await newPanel(page, "Map");
  await page.getByText("Not ready yet: choose devices.").first().waitFor();
  await page.getByRole("combobox", { name: "Devices", exact: true }).click();
  await page.getByRole("option", { name: "All devices" }).click();
  await page.getByText("Not ready yet: choose the keys of its coordinates.").first().waitFor();
  expect(await page.getByRole("combobox", { name: "Key of the latitude" }).inputValue()).toBe("");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Make that view and show it" }).click();
  await expect.poll(() => page.getByRole("combobox", { name: "Table view" }).inputValue()).toBe("Places of devices");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("group", { name: /^Map\. Press/ }).waitFor();
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await page.getByRole("group", { name: /^Map\. Press/ }).waitFor();
});
