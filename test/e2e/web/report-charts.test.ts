// Charts of reports in Chromium: gauges, a state timeline, a pivot table and a map, each from a report of stored values.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";

const platform = useTestPlatform();
const browser = useBrowser();
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;
const RANGE = { type: "absolute", startTs: T0, endTs: T0 + 3 * HOUR, timezone: "UTC" };
const DEVICE = { id: "device", label: "Device", source: { type: "entity", field: "name" } };
const TIME = { id: "hour", label: "Hour", source: { type: "timeBucket", bucket: "hour" } };
const POWER = {
  ...{ id: "power", label: "Power", unit: "kW", source: { type: "telemetry", key: "power" } },
  aggregation: { fn: "avg" },
};

let admin: RestClient;
let device: string;
let name: string;
/** Of the page that is shown. */
let complaints: readonly string[];

beforeAll(async () => {
  admin = await platform().anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  name = `Pump ${randomUUID()}`;
  device = text(await admin.post("/api/device", { name, type: "default" }), "id", "id");
  await admin.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, [
    { ts: T0, values: { power: 63, state: "running" } },
    { ts: T0 + 1, values: { power: 63.059999999999988 } },
    { ts: T0 + HOUR, values: { power: 10, state: "fault", energy: 25_000 } },
  ]);
  await admin.post(`/api/plugins/telemetry/DEVICE/${device}/attributes/SERVER_SCOPE`, { lat: 51.45, lon: -2.59 });
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await closePages(browser());
});

async function shown(view: object): Promise<Page> {
  const body = { name: `Plant ${randomUUID()}`, scope: { deviceIds: [device] }, timeRange: RANGE, ...view };
  const { status, body: saved, text: answer } = await admin.request("POST", "/apiAnalytics/v1/views", body);
  expect(status, answer).toBe(201);
  const opened = await openSignedIn(browser(), admin, `/views/${text(saved, "id")}`);
  complaints = opened.complaints;
  return opened.page;
}

/** The number of colours in the picture of a chart, looked at on a grid. */
function coloursDrawn(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector("main canvas");
    if (canvas === null) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 16) if (data[at + 3] > 0) colours.add(data.slice(at, at + 3).join());
    return colours.size;
  })()`);
}

test("a drag in the chart of a report marks a part of its time, which is then shown; Escape ends it, and a double-click or a button leads back", async () => {
  const page = await shown({ fields: [TIME, POWER], visualization: { type: "line", x: "hour", y: ["power"] } });
  const chart = page.getByRole("img", { name: /^Chart of Plant/ });
  const back = page.getByRole("button", { name: "Reset zoom" });
  await expect.poll(() => coloursDrawn(page)).toBeGreaterThan(1);
  const { x, y, width, height } = (await chart.boundingBox()) ?? expect.fail("the chart has no place");
  const drag = async (release: () => Promise<void>): Promise<void> => {
    await page.mouse.move(x + 0.4 * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 0.6 * width, y + height / 2, { steps: 5 });
    await release();
    await page.mouse.up();
    await page.mouse.move(0, 0);
  };
  const times = { x, y: y + height - 70, width, height: 30 };
  const pictureOf = async (): Promise<string> => (await page.screenshot({ clip: times })).toString("base64");
  await expect.poll(async () => (await pictureOf()) === (await pictureOf())).toBe(true);
  const whole = await pictureOf();
  const untouched = await drawnWithin(page);

  await drag(async () => {
    await expect.poll(() => drawnWithin(page)).toBeGreaterThan(0.9);
    await page.keyboard.press("Escape");
  });
  await expect.poll(() => drawnWithin(page)).toBe(untouched);
  expect(await back.count()).toBe(0);

  await drag(() => Promise.resolve());
  await back.waitFor();
  await expect.poll(pictureOf).not.toBe(whole);
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await page.mouse.move(0, 0);
  await back.waitFor({ state: "detached" });
  await expect.poll(pictureOf).toBe(whole);
  await drag(() => Promise.resolve());
  await back.click();
  await back.waitFor({ state: "detached" });
  await expect.poll(pictureOf).toBe(whole);
});

/** The share of the middle of a chart in which there is something. */
function drawnWithin(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const { width, height } = document.querySelector("main canvas");
    const [across, down] = [Math.floor(width / 10), Math.floor(height / 3)];
    const middle = [(width - across) / 2, (height - down) / 2].map(Math.floor);
    const { data } = document.querySelector("main canvas").getContext("2d").getImageData(...middle, across, down);
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) drawn++;
    return drawn / (data.length / 4);
  })()`);
}

test("a gauge shows each row on one scale, rounded, with its unit", async () => {
  const options = { min: 0, max: 80 };
  const page = await shown({ fields: [DEVICE, POWER], visualization: { type: "gauge", y: ["power"], options } });

  const gauge = page.getByRole("meter", { name });
  await gauge.waitFor();
  expect(await gauge.getAttribute("aria-valuetext")).toBe("45.4 kW");
  expect(await gauge.getAttribute("aria-valuemax")).toBe("80");
});

soakTest("large values are in a larger unit in a picture, and in that of the column in the table", async () => {
  const energy = { ...POWER, id: "energy", label: "Energy", unit: "Wh", source: { type: "telemetry", key: "energy" } };
  const page = await shown({ fields: [DEVICE, energy], visualization: { type: "gauge", y: ["energy"] } });

  const gauge = page.getByRole("meter", { name });
  await gauge.waitFor();
  expect(await gauge.getAttribute("aria-valuetext")).toBe("25 kWh");
  expect(await gauge.getAttribute("aria-valuemax")).toBe("25");
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("columnheader", { name: "Energy, Wh" }).waitFor();
  await page.getByRole("cell", { name: "25,000" }).waitFor();
});

test("a timeline has a lane for the device and a legend of its states", async () => {
  const state = {
    ...{ id: "state", label: "State", source: { type: "telemetry", key: "state", cast: "text" } },
    aggregation: { fn: "latest" },
  };
  const visualization = { type: "timeline", x: "device", y: ["state"] };
  const page = await shown({ fields: [DEVICE, TIME, state], visualization });

  await page.getByRole("img", { name: /^Chart of Plant/ }).waitFor();
  expect(await page.getByRole("group", { name: "States" }).innerText()).toBe("fault\nrunning");
  await expect.poll(() => coloursDrawn(page)).toBeGreaterThan(5);
});

test("a pivot table has headings on two sides", async () => {
  const visualization = { type: "pivotTable", columns: ["hour"], values: ["power"] };
  const page = await shown({ fields: [DEVICE, TIME, POWER], visualization });

  const table = page.getByRole("table", { name: /^Pivot table of Plant/ });
  await table.getByRole("rowheader", { name }).waitFor();
  expect(await table.getByRole("columnheader").count()).toBe(3);
  expect(await table.getByRole("cell").allTextContents()).toEqual(["63.03", "10"]);
});

test("figures of a pivot table have colours on a scale that the editor offers, and a legend unless it is switched off", async () => {
  const visualization = { type: "pivotTable", columns: ["hour"], values: ["power"] };
  const page = await shown({ fields: [DEVICE, TIME, POWER], visualization });
  const cells = page.getByRole("table", { name: /^Pivot table of Plant/ }).getByRole("cell");
  const legend = page.getByRole("group", { name: "Colour scale" });
  const grounds = (): Promise<string[]> =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll("main table td")].map((cell) => getComputedStyle(cell).backgroundColor)`,
    );
  await cells.first().waitFor();
  expect(new Set(await grounds())).toEqual(new Set(["rgba(0, 0, 0, 0)"]));
  expect(await legend.count()).toBe(0);

  const view = page.url();
  await page.goto(`${view}/edit`);
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.getByRole("combobox", { name: "Colour scale" }).click();
  await page.getByRole("option", { name: "Blue to red" }).click();
  await page.getByRole("button", { name: "Save view" }).first().click();
  await page.waitForURL(view);
  await expect.poll(grounds).toEqual(["rgb(211, 58, 58)", "rgb(47, 111, 196)"]);
  expect((await legend.innerText()).split("\n")).toEqual(["10.00 kW", "63.03 kW"]);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${view}/edit`);
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.getByRole("combobox", { name: "Legend" }).click();
  await page.getByRole("option", { name: "None" }).click();
  await page.getByRole("button", { name: "Save view" }).first().click();
  await page.waitForURL(view);
  await expect.poll(grounds).toEqual(["rgb(211, 58, 58)", "rgb(47, 111, 196)"]);
  expect(await legend.count()).toBe(0);
});

soakTest("a pivot table that is wider than its card says so: its end fades until keys have reached it", async () => {
  const visualization = {
    type: "pivotTable",
    columns: ["hour"],
    values: Array.from({ length: 12 }, (_, at) => `p${at}`),
  };
  const measures = visualization.values.map((id) => ({ ...POWER, id, label: `Power of pump ${id}` }));
  const page = await shown({ fields: [DEVICE, TIME, ...measures], visualization });

  await page.getByText("Pivot table", { exact: true }).waitFor();
  const table = page.getByRole("table", { name: /^Pivot table of Plant/ });
  await table.waitFor();
  const viewport = "main [data-scrollarea-viewport][tabindex]";
  const fade = (): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector("${viewport}")).getPropertyValue("--pivot-fade")`);
  await expect.poll(fade).toBe("40px");
  expect(await page.locator("main [data-orientation=horizontal][data-state=visible]").count()).toBe(1);
  await page.locator(viewport).focus();
  await page.keyboard.press("End");
  for (let pressed = 0; pressed < 60; pressed += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(fade).toBe("0px");
});

test("a map draws the outline of the world and is moved by keys, with no call to another server", async () => {
  const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
  const fields = [
    DEVICE,
    { id: "lat", label: "Latitude", source: attribute("lat") },
    { id: "lon", label: "Longitude", source: attribute("lon") },
    POWER,
  ];
  const visualization = { type: "map", latitude: "lat", longitude: "lon", value: "power" };
  const page = await shown({ fields, visualization });

  const map = page.getByRole("group", { name: /^Chart of Plant/ }).getByRole("group", { name: /^Map/ });
  const label = map.getByText("45.35 kW");
  await label.waitFor();
  await expect.poll(() => coloursDrawn(page)).toBeGreaterThan(2);
  const placeOf = async (): Promise<number> => Math.round((await label.boundingBox())?.x ?? 0);
  const before = await placeOf();
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(placeOf).toBe(before - 80);
  await page.keyboard.press("0");
  await expect.poll(placeOf).toBe(before);
  const others = await page.evaluate<string[]>(
    `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(location.origin))`,
  );
  expect(others).toEqual([]);
});

/** A device for each place, of these powers; their names begin with `P` and their number. */
async function pumpsAt(places: readonly (readonly [lat: number, lon: number, power: number])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [number, [lat, lon, power]] of places.entries()) {
    const pump = { name: `P${number} ${randomUUID().slice(0, 8)}`, type: "default" };
    const id = text(await admin.post("/api/device", pump), "id", "id");
    await admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: T0, values: { power } });
    await admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { lat, lon });
    ids.push(id);
  }
  return ids;
}

soakTest(
  "a point beyond a threshold has its name where it covers no other point, and the map says what its colours mean",
  async () => {
    const deviceIds = await pumpsAt([
      [51, 0, 1],
      // A name at its right would cover the first one.
      [51, -1, 90],
      [51, -30, 2],
      [44, 15, 3],
    ]);
    const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
    const page = await shown({
      scope: { deviceIds },
      fields: [
        DEVICE,
        { id: "lat", label: "Latitude", source: attribute("lat") },
        { id: "lon", label: "Longitude", source: attribute("lon") },
        { ...POWER, colors: [{ from: 50, color: "red" }] },
      ],
      visualization: { type: "map", latitude: "lat", longitude: "lon", value: "power" },
    });

    const map = page.getByRole("group", { name: /^Map/ });
    const label = map.getByText(/^P1 \S+\s90 kW/);
    await label.waitFor();
    const boxOf = async (of: typeof label) => (await of.boundingBox()) ?? expect.fail("not drawn");
    const [named, calm] = [await boxOf(label), await boxOf(map.getByText(/^P0 \S+\s1 kW/))];
    expect(named.x + named.width).toBeLessThan(calm.x);
    // The library's own gray would be as bright in the dark.
    const sea = await page.evaluate<string>(
      `getComputedStyle(document.querySelector("[aria-label^='Map.']")).backgroundColor`,
    );
    expect(sea).toBe("rgb(243, 248, 250)");
    const legend = page.getByRole("group", { name: "Colours" });
    expect(await legend.locator(":scope > *").allTextContents()).toEqual(["50 kW or more", "Others"]);
    expect(complaints).toEqual([]);
  },
);

test("a figure of several rows says whose it is", async () => {
  const deviceIds = await pumpsAt([
    [0, 0, 10],
    [0, 0, 20],
  ]);
  const page = await shown({
    scope: { deviceIds },
    fields: [DEVICE, POWER],
    sort: [{ field: "device" }],
    visualization: { type: "card", y: ["power"] },
  });

  await page.getByText("The first of 2 rows. The table has all rows.").waitFor();
  const shownTexts = await page.locator("main").innerText();
  expect(shownTexts).toMatch(/P0 \w{8}\s+Power\s+10\s+kW/);
  expect(shownTexts).not.toMatch(/P1 /);
});
