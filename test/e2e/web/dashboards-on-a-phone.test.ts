// Dashboards on a phone, in Chromium: maps under a finger, and what has little room.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { member, text } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
/** From a marker to where a finger meets it. */
const FINGER_PIXELS = 14;
/** Two touches within less are one that zooms. */
const TOUCH_MILLIS = 250;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await platform().createTenant();
});
afterEach(() => closePages(browser()));

async function newDevice(name: string, values: object): Promise<string> {
  const id = text(await tenant.rest.post("/api/device", { name }), "id", "id");
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
  platform().clock.advance(1_000);
  return id;
}

const HEAD = { title: "Plant", place: { x: 0, y: 0, width: 24, height: 8 } };

async function opened(panel: object): Promise<Page> {
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels: [panel] };
  const title = `Plant ${randomUUID()}`;
  const id = text(await tenant.rest.post("/api/dashboard", { title, configuration }), "id", "id");
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}`);
  page.once("close", () => expect(complaints).toEqual([]));
  return page;
}

test("a touch on a marker of a map, or close to it, shows its tip, and one elsewhere closes it", async () => {
  const device = await newDevice("Truck", { speed: 45, latitude: 51.45, longitude: -2.59 });
  const source = { type: "keys", keys: ["speed", "latitude", "longitude"], deviceIds: [device] };
  const page = await opened({ id: "map", kind: "map", source, ...HEAD });
  const map = page.getByRole("group", { name: /^Map\. Press/ });
  await map.getByText(/^Truck/).waitFor();
  const { x, y, width, height } = (await map.boundingBox()) ?? expect.fail("the map has no place");
  const center = { x: x + width / 2, y: y + height / 2 };
  const tip = page.getByText("51.45000, -2.59000");

  const touch = async (across: number, down: number): Promise<void> => {
    await page.waitForTimeout(TOUCH_MILLIS);
    await page.touchscreen.tap(across, down);
  };

  for (const [dx, dy] of [
    [0, 0],
    [FINGER_PIXELS, 0],
    [0, -FINGER_PIXELS],
  ] as const) {
    await touch(center.x + dx, center.y + dy);
    await tip.waitFor();
    await touch(x + 60, y + height - 60);
    await tip.waitFor({ state: "detached" });
  }
  await touch(center.x, center.y);
  await tip.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("heading", { name: "Plant", exact: true }).tap();
  await tip.waitFor({ state: "detached" });
});

soakTest("the label and the tip of points that lie over each other tell of all of them", async () => {
  const place = { latitude: 48.13, longitude: 11.58 };
  const devices = [
    await newDevice("Van", { load: 1, ...place }),
    await newDevice("Bus", { load: 2, ...place }),
    await newDevice("Tram", { load: 3, latitude: 48.35, longitude: 11.935 }),
  ];
  const source = { type: "keys", keys: ["load", "latitude", "longitude"], deviceIds: devices };
  const page = await opened({ id: "map", kind: "map", source, ...HEAD });
  const map = page.getByRole("group", { name: /^Map\. Press/ });
  const labels = map.getByRole("tooltip");
  await map.getByText(/and 1 more$/).waitFor();
  await expect.poll(() => labels.count()).toBe(2);
  expect((await labels.allInnerTexts()).join("\n")).toMatch(/^(Van|Bus)\n[12]\nand 1 more$/m);
  expect((await labels.allInnerTexts()).join("\n")).toContain("Tram\n3");

  // What is no coast, no street and no house says why below the map, not over it.
  const hint = page.getByRole("link", { name: "Streets need a tile server" });
  expect(await hint.getAttribute("href")).toBe("/help/dashboards#maps");
  const [line, drawn] = [await hint.boundingBox(), await map.boundingBox()];
  expect(line?.y).toBeGreaterThanOrEqual((drawn?.y ?? Infinity) + (drawn?.height ?? 0));
  const label = (await map.getByText(/and 1 more$/).boundingBox()) ?? expect.fail("the label has no place");
  await page.touchscreen.tap(label.x - 8, label.y + label.height / 2);
  await map.getByText(/^(Van: 1\nBus: 2|Bus: 2\nVan: 1)$/).waitFor();
  // Of what it covers, no part shows beside it.
  await map.getByText(/and 1 more$/).waitFor({ state: "hidden" });

  // The point in the corner of the buttons is beside them.
  const tram = (await map.getByText("Tram").boundingBox()) ?? expect.fail("the label has no place");
  await page.waitForTimeout(TOUCH_MILLIS);
  await page.touchscreen.tap(tram.x + tram.width + 8, tram.y + tram.height / 2);
  await map.getByText("48.35000, 11.93500").waitFor();
});

test("a switch and a button are as high as what they have", async () => {
  const device = await newDevice("Pump", { speed: 45 });
  const source = { type: "keys", deviceIds: [device] };
  const place = { ...HEAD.place, height: 5 };
  for (const [panel, control] of [
    [
      { id: "switch", kind: "attributeSwitch", source: { ...source, keys: ["heating"] }, title: "Plant", place },
      "switch",
    ],
    [{ id: "button", kind: "rpcButton", source, options: { method: "restart" }, title: "Plant", place }, "button"],
  ] as const) {
    const page = await opened(panel);
    const region = page.getByRole("region", { name: "Plant" });
    await region.getByRole(control).waitFor();
    const link = region.getByRole("link", { name: "Pump" });
    const ends = async (shown: typeof link): Promise<number> => {
      const box = (await shown.boundingBox()) ?? expect.fail("it has no place");
      return box.y + box.height;
    };
    await expect.poll(async () => (await ends(region)) - (await ends(link)), { message: control }).toBeLessThan(32);
  }
});

soakTest("gauges whose names begin alike have both lines of them", async () => {
  const begin = "Boiler house, north wing";
  const devices = [
    await newDevice(`${begin}, supply`, { heat: 61 }),
    await newDevice(`${begin}, return`, { heat: 48 }),
  ];
  const source = { type: "keys", keys: ["heat"], deviceIds: devices };
  const page = await opened({ id: "gauges", kind: "gauge", source, ...HEAD });

  const names = page.getByRole("meter").getByText(begin);
  await expect.poll(() => names.count()).toBe(2);
  expect((await names.allInnerTexts()).toSorted()).toEqual([`${begin}, return`, `${begin}, supply`]);
  const heights = await page.evaluate<readonly (readonly [whole: number, shown: number, line: number])[]>(
    `[...document.querySelectorAll("[role=meter] [title]")].map((name) => [
      name.scrollHeight, name.clientHeight, parseFloat(getComputedStyle(name).lineHeight)
    ])`,
  );
  expect(heights).toHaveLength(2);
  for (const [whole, shown, line] of heights) {
    expect(whole, "nothing is cut off").toBeLessThanOrEqual(shown);
    expect(Math.round(shown / line)).toBe(2);
  }
});

test("the legend of a chart in a panel has all of its series in sight", async () => {
  const keys = ["temperature", "humidity", "pressure", "illuminance", "noise", "co2", "rainfall", "windspeed"];
  const device = await newDevice("Weather", Object.fromEntries(keys.map((key, place) => [key, place])));
  const source = { type: "keys", keys, deviceIds: [device] };
  const page = await opened({ id: "chart", kind: "timeSeries", source, ...HEAD, place: { ...HEAD.place, height: 7 } });
  const legend = page.getByRole("group", { name: "Series" });
  await legend
    .getByRole("button")
    .nth(keys.length - 1)
    .waitFor();

  const panel =
    (await page.getByRole("region", { name: "Plant", exact: true }).boundingBox()) ?? expect.fail("no panel");
  for (const one of await legend.getByRole("button").all()) {
    const box = (await one.boundingBox()) ?? expect.fail("a series has no place");
    expect(box.x).toBeGreaterThanOrEqual(panel.x);
    expect(box.x + box.width).toBeLessThanOrEqual(panel.x + panel.width);
    expect(box.y + box.height).toBeLessThanOrEqual(panel.y + panel.height);
  }
  const [whole, shown] = await page.evaluate<readonly [number, number]>(`(() => {
    const room = document.querySelector("[role=group][aria-label=Series]").parentElement;
    return [room.scrollHeight, room.clientHeight];
  })()`);
  expect(whole, "nothing is scrolled away").toBeLessThanOrEqual(shown);
});

test("in the editor, a panel is moved up and down among the others, below the finger, and back by one undo", async () => {
  const source = { type: "keys", keys: ["load"], deviceIds: [await newDevice("Vessel", { load: 1 })] };
  const gauge = (id: string, x: number, y: number, width: number) => ({
    ...{ id, kind: "gauge", title: id, source, place: { x, y, width, height: 6 } },
  });
  const panels = [
    gauge("Boiler", 0, 0, 12),
    gauge("Pump", 12, 0, 12),
    gauge("Fan", 0, 6, 24),
    gauge("Tank", 0, 12, 24),
  ];
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  const id = text(
    await tenant.rest.post("/api/dashboard", { title: `Plant ${randomUUID()}`, configuration }),
    "id",
    "id",
  );
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/dashboards/${id}/edit`);
  page.once("close", () => expect(complaints).toEqual([]));
  const order = async (): Promise<readonly string[]> =>
    (await page.getByRole("heading", { level: 2 }).allInnerTexts()).filter((title) => title !== "");
  const [up, down] = [/^Move .*Fan up$/, /^Move .*Fan down$/].map((label) => page.getByRole("button", { name: label }));
  if (up === undefined || down === undefined) return expect.fail("no buttons");
  const topOf = async (button: typeof up): Promise<number> => (await button.boundingBox())?.y ?? Number.NaN;
  expect(await accessibilityProblems(page)).toEqual([]);

  await up.scrollIntoViewIfNeeded();
  const before = await topOf(up);
  await up.tap();
  await expect.poll(order).toEqual(["Boiler", "Fan", "Pump", "Tank"]);
  expect(Math.abs((await topOf(up)) - before)).toBeLessThan(2);
  await up.tap();
  await expect.poll(order).toEqual(["Fan", "Boiler", "Pump", "Tank"]);
  await expect.poll(() => up.isDisabled()).toBe(true);
  await up.and(page.locator(":focus")).waitFor();
  await page.getByText("Fan is panel 1 of 4 now.").waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect.poll(order).toEqual(["Boiler", "Pump", "Fan", "Tank"]);

  await down.tap();
  await expect.poll(order).toEqual(["Boiler", "Pump", "Tank", "Fan"]);
  await page.getByRole("button", { name: "Save dashboard" }).tap();
  await page.getByRole("navigation").first().waitFor();
  const placeOf = async (panel: number): Promise<unknown> => {
    const panelsNow = member(await tenant.rest.get(`/api/dashboard/${id}`), "configuration", "panels");
    return member((panelsNow as readonly unknown[])[panel], "place");
  };
  await expect.poll(() => placeOf(2)).toMatchObject({ x: 0, y: 12 });
  expect(await placeOf(3)).toMatchObject({ x: 0, y: 6 });
});

soakTest("the tooltip of a chart that was touched goes with a touch elsewhere", async () => {
  // A range that has ended, so that nothing else changes the picture.
  const ts = platform().clock.now() - 7_200_000;
  const device = await newDevice("Well", { ts, values: { pressure: 3 } });
  const source = { type: "keys", keys: ["pressure"], deviceIds: [device] };
  const overrides = { timeRange: { type: "absolute", startTs: ts - 3_600_000, endTs: ts + 3_600_000 } };
  const page = await opened({ id: "line", kind: "timeSeries", source, overrides, ...HEAD });
  const chart = page.getByRole("img", { name: /^Chart of/ });
  const drawn = (): Promise<unknown> => page.evaluate(`document.querySelector("[role=img] canvas")?.toDataURL()`);
  await chart.locator("canvas").waitFor();
  let before = await drawn();
  await expect.poll(async () => before === (before = await drawn())).toBe(true);

  await chart.tap();
  await expect.poll(drawn).not.toBe(before);
  await page.waitForTimeout(TOUCH_MILLIS);
  await page.getByRole("heading", { name: "Plant", exact: true }).tap();
  await expect.poll(drawn).toBe(before);
});

soakTest(
  "on an image, the name of a value is there while it is touched, and covers nothing else until then",
  async () => {
    const device = await newDevice("Pump of the boiler house", { flow: 3 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#ccc"/></svg>`;
    const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    const source = { type: "keys", keys: ["flow"], deviceIds: [device] };
    const page = await opened({ id: "plan", kind: "imagePlan", source, options: { image, names: true }, ...HEAD });
    const values = page.getByRole("list", { name: "Values of Plant" });
    const nameWidth = async (): Promise<number> =>
      (await values.getByText("Pump of the boiler house").boundingBox())?.width ?? Infinity;
    await values.getByText("3", { exact: true }).waitFor();
    await expect.poll(nameWidth).toBeLessThan(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    await values.getByText("3", { exact: true }).tap();
    await expect.poll(nameWidth).toBeGreaterThan(80);
    // Where names are there anyway, Tab does not stop at each.
    const value = values.getByRole("listitem");
    expect(await value.getAttribute("tabindex")).toBe("0");
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => value.getAttribute("tabindex")).toBe(null);
  },
);
