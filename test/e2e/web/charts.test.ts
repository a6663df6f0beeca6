// Charts of a device in the browser: what is shown, how one moves in it, what arrives meanwhile, and files both ways.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

const MARKUP = "<b>bold</b>{red|x}\u202Etxet";
const MINUTE = 60_000;
const TELEMETRY = "v1/devices/me/telemetry";

afterEach(async () => {
  await closePages(browser());
});

test("keys are chosen, shown as lines and bands, as a table and as a file; a link shows the same", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const now = Date.now();
  await send(tenant, device.id, [
    { ts: now - 20 * MINUTE, values: { temperature: 20.5, mode: "eco", "a,b": 7 } },
    { ts: now - 10 * MINUTE, values: { temperature: 21.5, mode: MARKUP, "a,b": 8 } },
  ]);
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts`);
  await legend(page, "a,b").waitFor();
  await page.getByRole("combobox", { name: "Keys" }).click();
  await page.getByRole("option", { name: "temperature" }).click();
  await page.getByRole("option", { name: "mode" }).click();
  await page.keyboard.press("Escape");
  await legend(page, "temperature").getByText("21.5").waitFor();
  await legend(page, "mode").getByText("<b>bold</b>").waitFor();
  await page.getByRole("img", { name: /a,b, temperature, mode over time/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("row", { name: /20\.5.*eco/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const shown = page.waitForEvent("download");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Export the values shown" }).click();
  const [head, ...rows] = (await downloaded(await shown)).trim().split("\r\n");
  expect(head).toBe('ts,time,"a,b",temperature,mode');
  expect(rows.map((row) => row.split(",").slice(2))).toEqual([
    ["7", "20.5", "eco"],
    ["8", "21.5", MARKUP],
  ]);

  await page.goto(page.url());
  await page.getByRole("row", { name: /20\.5.*eco/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("before a key is chosen the first one of numbers is shown; without numbers, the first of all", async () => {
  const { tenant } = platform();
  const [measured, texts] = [await tenant.createDevice(), await tenant.createDevice()];
  const ts = Date.now() - MINUTE;
  await send(tenant, measured.id, [{ ts, values: { about: { site: 1 }, level: 42, mode: "eco" } }]);
  await send(tenant, texts.id, [{ ts, values: { mode: "eco", site: "North" } }]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${measured.id}?tab=charts`);
  await legend(page, "level").getByText("42").waitFor();
  expect(await legend(page, "about").count()).toBe(0);
  await page.goto(`${platform().anonymous.baseUrl}/devices/${texts.id}?tab=charts`);
  await legend(page, "mode").getByText("eco").waitFor();
});

soakTest("a chart opens on a number that changes, not on a coordinate or on one that stays the same", async () => {
  const { tenant } = platform();
  const truck = await tenant.createDevice();
  const ts = Date.now() - MINUTE;
  await send(tenant, truck.id, [
    { ts, values: { latitude: 52.5, longitude: 13.4, axles: 3, speed: 40 } },
    { ts: ts + 1_000, values: { latitude: 52.6, longitude: 13.5, axles: 3, speed: 45 } },
  ]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${truck.id}?tab=charts`);
  await legend(page, "speed").getByText("45").waitFor();
  for (const other of ["latitude", "longitude", "axles"]) expect(await legend(page, other).count()).toBe(0);
});

soakTest("a live chart of a device that has stopped sending says how old the newest value is", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await send(tenant, device.id, [{ ts: Date.now() - 15 * MINUTE, values: { level: 42 } }]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts`);
  await page.getByText("Last value 15 minutes ago").filter({ visible: true }).waitFor();
  await page.getByText("Live", { exact: true }).filter({ visible: true }).hover();
  await page.getByText("This page is connected").waitFor();
  await page.goto(`${tenant.rest.baseUrl}/devices/${device.id}?tab=latest`);
  await page.getByText("Last value 15 minutes ago").waitFor();

  await send(tenant, device.id, [{ ts: Date.now(), values: { level: 43 } }]);
  await page.getByText("Last value 15 minutes ago").waitFor({ state: "detached" });
});

soakTest(
  "texts that spell a number are a line, one by one and as averages, also as they come; a word among them is left out",
  async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const now = Date.now();
    const level = ["20.5", "n/a", " 21.5 "].map((text, place) => ({
      ts: now - (9 - place) * MINUTE,
      values: { text },
    }));
    const many = Array.from({ length: 3_000 }, (_, place) => ({
      ts: now - place * 10_000,
      values: { many: String(place % 7) },
    }));
    await send(tenant, device.id, [...level, ...many]);
    const { page, complaints } = await openSignedIn(
      browser(),
      tenant.rest,
      `/devices/${device.id}?tab=charts&range=day&keys=text`,
    );
    await legend(page, "text").getByText("21.5").waitFor();
    await send(tenant, device.id, [{ ts: Date.now(), values: { text: "022.5" } }]);
    await legend(page, "text").getByText("22.5").waitFor();
    await page.goto(`${platform().anonymous.baseUrl}/devices/${device.id}?tab=charts&range=day&keys=many`);
    await page.getByText(/3,000 values as averages over/).waitFor();
    expect(complaints).toEqual([]);
  },
);

test("many values are averages with their range; closer by, by keys, buttons and mouse, the platform is asked for more", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const now = Date.now();
  const points = Array.from({ length: 6_000 }, (_, place) => ({
    ts: now - place * 10_000,
    values: { level: place % 7 },
  }));
  await send(tenant, device.id, points);
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${device.id}?tab=charts&range=day&keys=level`,
  );
  await page.getByText(/6,000 values as averages over/).waitFor();
  const chart = page.getByRole("group", { name: /^Chart/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/start=/);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL((url) => !url.search.includes("start="));
  await page.getByRole("button", { name: "Zoom in" }).press("Enter");
  await page.getByRole("button", { name: "Last 24 hours" }).click();
  await page.waitForURL((url) => !url.search.includes("start="));
  await page.getByText(/6,000 values as averages over/).waitFor();
  await page.getByText("1 h", { exact: true }).click();
  // Few enough to be shown one by one.
  await page.getByText(/^3[0-6]\d values\. Drag/).waitFor();

  await page.keyboard.down("Shift");
  await drag(page, chart, { from: 0.5, to: 0.8 });
  await page.keyboard.up("Shift");
  await page.waitForURL(/end=\d+/);
  expect(windowOf(page).endTs).toBeLessThan(now);
  expect(minutesOf(page)).toBeCloseTo(60, 1);
  expect(complaints).toEqual([]);
});

test("a drag in a device's chart zooms to what it marks, at a finer grain; Escape ends it, and a double-click or a button leads back", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const now = Date.now();
  const points = Array.from({ length: 6_000 }, (_, place) => ({
    ts: now - place * 10_000,
    values: { level: place % 7 },
  }));
  await send(tenant, device.id, points);
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${device.id}?tab=charts&range=24h&keys=level`,
  );
  await page.getByText(/6,000 values as averages over/).waitFor();
  const chart = page.getByRole("group", { name: /^Chart/ });
  const back = page.getByRole("button", { name: "Reset zoom" });
  const { width } = (await chart.boundingBox()) ?? expect.fail("the chart is not to be seen");
  expect(await back.count()).toBe(0);

  await drag(page, chart, { from: 0.5, to: 0.8, beforeRelease: () => page.keyboard.press("Escape") });
  await drag(page, chart, { from: 0.85, to: 0.9 });
  await page.waitForURL(/start=\d+/);
  // Without the room of the axis and beside the end of the times.
  const perPixel = (24 * 60) / (width - 96);
  expect(minutesOf(page)).toBeGreaterThan(0.049 * width * perPixel);
  expect(minutesOf(page)).toBeLessThan(0.051 * width * perPixel);
  expect(now - windowOf(page).endTs).toBeGreaterThan((0.09 * width - 36) * perPixel * MINUTE);
  await page.getByText(/^\d{3} values\. Drag to zoom/).waitFor();
  expect(await page.evaluate(`document.activeElement.getAttribute("aria-label")`)).toMatch(/^Chart/);

  await chart.dblclick({ position: { x: width / 2, y: 150 } });
  await page.waitForURL((url) => !url.search.includes("start="));
  await page.getByText(/6,000 values as averages over/).waitFor();
  await drag(page, chart, { from: 0.85, to: 0.9 });
  await page.waitForURL(/start=\d+/);
  await back.click();
  await page.waitForURL((url) => !url.search.includes("start="));
  await back.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("thresholds of a device's chart are set, are in its link, and go into a dashboard with it", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await send(
    tenant,
    device.id,
    [20, 30].map((level, place) => ({ ts: Date.now() - place * MINUTE, values: { level } })),
  );
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${device.id}?tab=charts&keys=level`,
  );
  await legend(page, "level").waitFor();
  const pixels = await redPixels(page);
  await page.getByRole("button", { name: "Thresholds" }).click();
  const dialog = page.getByRole("dialog", { name: "Thresholds" });
  const ofKey = dialog.getByRole("group", { name: "Thresholds of level" });
  await ofKey.getByRole("button", { name: "Add a colour" }).click();
  await ofKey.getByRole("textbox", { name: "Colour 1: from" }).fill("25");
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/thresholds=25/);
  await expect.poll(() => redPixels(page)).toBeGreaterThan(pixels);
  await page.reload();
  await legend(page, "level").waitFor();
  await expect.poll(() => redPixels(page)).toBeGreaterThan(pixels);

  const title = tenant.uniqueName("levels");
  await page.getByRole("button", { name: "Add to a dashboard" }).click();
  const adding = page.getByRole("dialog", { name: "Add to a dashboard" });
  await adding.getByText("A new one").click();
  await adding.getByRole("textbox", { name: "Title of the dashboard" }).fill(title);
  await adding.getByRole("button", { name: "Add panel" }).click();
  await page.getByRole("link", { name: "Open the dashboard" }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  // The clock of the platform stands still long before these values.
  await page.getByRole("button", { name: "Show it" }).click();
  await expect.poll(() => redPixels(page)).toBeGreaterThan(pixels);
  expect(complaints).toEqual([]);
});

/** In the picture of the chart, those of about the first colour that a threshold gets. */
function redPixels(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector("main canvas");
    if (canvas === null) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 60 && data[at] > data[at + 1] + 60) red++;
    return red;
  })()`);
}

test("a key that the device sends later is offered, without the page being read again", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await send(tenant, device.id, [{ ts: Date.now() - MINUTE, values: { level: 42 } }]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts`);
  await legend(page, "level").getByText("42").waitFor();

  await send(tenant, device.id, [{ ts: Date.now(), values: { pressure: 1.5 } }]);
  await page.getByRole("combobox", { name: "Keys" }).click();
  await page.getByRole("option", { name: "pressure" }).click();
  await legend(page, "pressure").getByText("1.5").waitFor();
  expect(new URL(page.url()).searchParams.get("keys")).toContain("pressure");
});

test("a device with few values is shown in the intervals of the one that it is compared with", async () => {
  const { tenant } = platform();
  const [many, few] = [await tenant.createDevice(), await tenant.createDevice()];
  const now = Date.now();
  const points = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ ts: now - MINUTE - place * 10_000, values: { level: place % 7 } }));
  await send(tenant, many.id, points(3_000));
  await send(tenant, few.id, points(30));
  const { page, complaints } = await openSignedIn(
    browser(),
    tenant.rest,
    `/devices/${many.id}?tab=charts&range=24h&keys=level&devices=${few.id}`,
  );
  await page.getByText("3,030 values as averages over").waitFor();
  await page.getByText("Table", { exact: true }).click();
  for (const { name } of [many, few])
    await page.getByRole("columnheader", { name: `level · ${name}, minimum` }).waitFor();
  expect(complaints).toEqual([]);
});

test("a value is drawn as it comes, and the legend has it", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await send(tenant, device.id, [{ ts: Date.now() - MINUTE, values: { speed: 1 } }]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts&keys=speed`);
  await legend(page, "speed").waitFor();
  await page.getByText("Live", { exact: true }).filter({ visible: true }).waitFor();
  const session = await platform().connect(device.token, 5);
  for (const speed of [11, 12]) {
    const ts = Date.now();
    const drawn = page.evaluate(drawnWith(ts));
    await session.publish(TELEMETRY, { ts, values: { speed } });
    await drawn;
    await legend(page, "speed").getByText(String(speed)).waitFor();
  }
});

test("a user of a customer compares devices on a phone; a device that is not theirs is named as a problem", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const one = await tenant.createDevice({ customerId: customer.id });
  const other = await tenant.createDevice({
    customerId: customer.id,
    name: `${"long ".repeat(40)}${tenant.uniqueName("x")}`,
  });
  const foreign = await tenant.createDevice();
  for (const { id } of [one, other]) await send(tenant, id, [{ ts: Date.now() - MINUTE, values: { level: 3 } }]);
  const { page, complaints } = await openSignedIn(
    browser(),
    customer.rest,
    `/devices/${one.id}?tab=charts&keys=level&devices=${other.id}`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await legend(page, `level · ${other.name}`).waitFor();
  // The chart takes the width of a smaller window a moment after the page.
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(await accessibilityProblems(page)).toEqual([]);
  // The chart comes first; its controls are behind a button.
  const keys = page.getByRole("combobox", { name: "Keys" });
  expect(await keys.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Keys and range" }).click();
  await keys.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await legend(page, `level · ${one.name}`).click();
  await expect.poll(() => legend(page, `level · ${one.name}`).getAttribute("aria-pressed")).toBe("false");

  await page.goto(`${customer.rest.baseUrl}/devices/${one.id}?tab=charts&keys=level&devices=${foreign.id}`);
  await page
    .getByRole("alert")
    .getByText(/could not be loaded/)
    .waitFor();
  await legend(page, `level · ${one.name}`).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(complaints).toEqual([]);
});

test("every stored value comes as a file of the platform that has its end", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await send(tenant, device.id, [{ ts: Date.now() - MINUTE, values: { level: 3, other: 4 } }]);
  const { page } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts&keys=level`);
  await legend(page, "level").waitFor();
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Export all values" }).click();
  const whole = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  const lines = (await downloaded(await whole)).trim().split("\n");
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toBe("#complete,,points,1,number");
  await page.getByText(/^Done:/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a file of one device is looked at, imported with its refusals named, and can be stopped", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const { page, complaints } = await openSignedIn(browser(), tenant.rest, `/devices/${device.id}?tab=charts`);
  await page.getByRole("button", { name: "Import values" }).click();
  const dialog = page.getByRole("dialog");
  const rows = `ts,key,value\n${String(Date.now() - MINUTE)},level,${MARKUP}\nyesterday,level,2\n`;
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
  await dialog.getByText("The whole file").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route("**/api/telemetry/import?*", () => undefined);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByText(/^Stopped/).waitFor();
  await page.unroute("**/api/telemetry/import?*");

  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText(/1 value stored for 1 device; 1 refusal/).waitFor();
  await dialog.getByText(/^Line 3:/).waitFor();
  expect(await tenant.latestValues(device.id)).toEqual({ level: MARKUP });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await legend(page, "level").getByText("<b>bold</b>").waitFor();
  expect(complaints).toEqual([]);
});

function legend(page: Page, name: string) {
  return page.getByRole("group", { name: "Series" }).getByRole("button", { name });
}

/** Resolves in the page with the time of the drawing that has a value of this time or a newer one. */
function drawnWith(ts: number): string {
  return `new Promise((resolve) => {
    const look = () => {
      const mark = performance.getEntriesByName("chart drawn").find(({ detail }) => detail.newestTs >= ${String(ts)});
      if (mark === undefined) requestAnimationFrame(look);
      else resolve(performance.timeOrigin + mark.startTime);
    };
    look();
  })`;
}

async function send(tenant: TestTenant, deviceId: string, points: readonly object[]): Promise<void> {
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points);
}

async function downloaded(download: { readonly path: () => Promise<string> }): Promise<string> {
  return await readFile(await download.path(), "utf8");
}

interface Drag {
  /** Shares of the width. */
  readonly from: number;
  readonly to: number;
  readonly beforeRelease?: () => Promise<void>;
}

async function drag(page: Page, chart: Locator, { from, to, beforeRelease }: Drag): Promise<void> {
  const box = (await chart.boundingBox()) ?? expect.fail("the chart is not to be seen");
  await page.mouse.move(box.x + from * box.width, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, box.y + 150, { steps: 8 });
  await beforeRelease?.();
  await page.mouse.up();
}

/** As the address has it; ms. */
function windowOf(page: Page): { readonly startTs: number; readonly endTs: number } {
  const { searchParams } = new URL(page.url());
  return { startTs: Number(searchParams.get("start")), endTs: Number(searchParams.get("end")) };
}

function minutesOf(page: Page): number {
  const { startTs, endTs } = windowOf(page);
  return (endTs - startTs) / MINUTE;
}
