// Dashboards on a wall screen in Chromium: one over the whole screen, and several in turn by an address.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { closePages, useBrowser } from "../../support/documentation-page.ts";
import { text, type RestClient } from "../../support/rest-client.ts";
import { accessibilityProblems, openSignedIn } from "../../support/signed-in-page.ts";
import { soakTest } from "../../support/soak-test.ts";
import type { TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const browser = useBrowser();

let tenant: TestTenant;
let device: string;
let name: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  name = `Pump ${randomUUID()}`;
  device = text(await tenant.rest.post("/api/device", { name, type: "default" }), "id", "id");
  await send(20.5);
});
afterEach(async () => {
  await closePages(browser());
});

/** A moment passes afterwards: live values come together. */
async function send(temperature: number): Promise<void> {
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { temperature });
  platform().clock.advance(1_000);
}

/** With one gauge. */
async function savedDashboard(title: string): Promise<string> {
  const source = { type: "keys", keys: ["temperature"], deviceIds: [device] };
  const place = { x: 0, y: 0, width: 12, height: 5 };
  return await saved(title, [{ id: "gauge", kind: "gauge", title: "Boiler", place, source }]);
}

/** With four panels below each other, 24 rows high. */
async function highDashboard(title: string): Promise<string> {
  const panels = [0, 1, 2, 3].map((step) => ({
    ...{ id: `p${step}`, kind: "text", title: `Floor ${step}`, options: { text: "Note" } },
    place: { x: 0, y: step * 6, width: 24, height: 6 },
  }));
  return await saved(title, panels);
}

async function saved(title: string, panels: readonly object[]): Promise<string> {
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "last24Hours" }, panels };
  return text(await tenant.rest.post("/api/dashboard", { title, configuration }), "id", "id");
}

async function open(path: string, rest: RestClient = tenant.rest): Promise<Page> {
  const { page, complaints } = await openSignedIn(browser(), rest, path);
  page.once("close", () => {
    expect(complaints.join("\n")).toBe("");
  });
  return page;
}

const shown = async (page: Page, title: string): Promise<void> =>
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();

test("the full screen shows the panels alone and live, as high as the screen, keeps it awake, and is left by Escape", async () => {
  const id = await savedDashboard("Boiler room");
  const page = await open(`/dashboards/${id}?last=1h`);
  await page.evaluate(`Object.defineProperty(navigator, "wakeLock", {
    value: { request: async (kind) => { window.keptAwake = kind; return { release: async () => { window.keptAwake = null; } }; } },
  })`);
  await page.getByRole("button", { name: "Full screen" }).focus();
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Leave the wall screen" }).waitFor();
  const meter = page.getByRole("meter", { name });
  await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("20.5");
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.evaluate("document.fullscreenElement !== null")).toBe(true);
  expect(await page.getByRole("button", { name: "Full screen" }).count()).toBe(0);
  await expect.poll(() => page.evaluate("window.keptAwake")).toBe("screen");
  const panel = await page.getByRole("region", { name: "Boiler" }).boundingBox();
  const screen = await page.evaluate<number>("innerHeight");
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeGreaterThan(screen - 20);
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThanOrEqual(screen);
  await page.getByText("Live", { exact: true }).waitFor();
  await send(31.25);
  await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("31.3");
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await page.getByRole("navigation").first().waitFor();
  await expect.poll(() => page.evaluate("document.fullscreenElement")).toBe(null);
  await expect.poll(() => page.evaluate("window.keptAwake")).toBe(null);
  expect(new URL(page.url()).pathname).toBe(`/dashboards/${id}`);
  expect(new URL(page.url()).search).toBe("?last=1h");
  await send(20.5);
});

soakTest("text is larger where the panels are, in charts and figures too, and as usual again on the page", async () => {
  const id = await saved("Hall", [
    ...["timeSeries", "figure"].map((kind, place) => ({
      ...{ id: kind, kind, title: kind, source: { type: "keys", keys: ["temperature"], deviceIds: [device] } },
      place: { x: 12 * place, y: 0, width: 12, height: 9 },
    })),
  ]);
  const page = await open("/account");
  await page.setViewportSize({ width: 1800, height: 900 });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${id}`);
  const sizeOf = async (place: string): Promise<number> =>
    await page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${place}')).fontSize)`);
  await expect.poll(() => sizeOf(":root")).toBe(24);
  await expect.poll(() => page.evaluate("document.querySelector('canvas')?.offsetWidth ?? 0")).toBeGreaterThan(0);
  const picture = page.getByRole("img", { name: /^Chart of/ });
  const width = (await picture.boundingBox())?.width ?? 0;
  await expect.poll(() => page.evaluate("document.querySelector('canvas').offsetWidth")).toBeCloseTo(width / 1.5, -1);
  /** Of the canvas, for one of the screen. */
  const pixels = (): Promise<number> =>
    page.evaluate<number>(`(({ width }, shown) => width / shown.getBoundingClientRect().width)(
      document.querySelector("canvas"), document.querySelector("canvas"))`);
  await expect.poll(pixels).toBeCloseTo(1, 1);
  expect(await sizeOf("[data-panel=figure] dt")).toBeGreaterThan(20);
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThanOrEqual(900);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.setViewportSize({ width: 2400, height: 1200 });
  await expect.poll(() => sizeOf(":root")).toBe(32);
  await expect.poll(pixels).toBeCloseTo(1, 1);

  await page.getByRole("button", { name: "Leave the wall screen" }).click();
  await page.getByRole("navigation").first().waitFor();
  await expect.poll(() => sizeOf(":root")).toBe(16);
});

soakTest("from one dashboard to the next, text of the bar keeps its size", async () => {
  const ids = [await savedDashboard("First"), await savedDashboard("Second")];
  const page = await open("/account");
  await page.setViewportSize({ width: 1800, height: 900 });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${ids.join()}`);
  await page.getByRole("meter").waitFor();
  await page.evaluate(`{
    const { style } = document.documentElement;
    window.sizes = [style.fontSize];
    new MutationObserver(() => window.sizes.push(style.fontSize)).observe(document.documentElement, { attributeFilter: ["style"] });
  }`);
  await page.keyboard.press("ArrowRight");
  await shown(page, "Second");
  await page.getByRole("meter").waitFor();
  expect(new Set(await page.evaluate<readonly string[]>("window.sizes"))).toEqual(new Set(["150%"]));
});

test("dashboards follow each other, each after its time; only the one that is shown is connected", async () => {
  const [first, second] = [await savedDashboard("First"), await savedDashboard("Second")];
  const page = await open("/account");
  await page.clock.install();
  const connected = new Set<string>();
  const dashboardOf = (url: string): string | undefined => /\/api\/dashboard\/([^/]+)\/live/.exec(url)?.[1];
  page.on("request", (request) => connected.add(dashboardOf(request.url()) ?? ""));
  page.on("requestfailed", (request) => connected.delete(dashboardOf(request.url()) ?? ""));
  const live = (): readonly string[] => [...connected].filter((id) => id !== "");
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${first},${second}&every=20,40`);

  await shown(page, "First");
  await page.clock.runFor(1_000);
  await expect.poll(live).toEqual([first]);
  await page.clock.runFor(17_000);
  await shown(page, "First");
  await page.clock.runFor(3_000);
  await shown(page, "Second");
  await page.clock.runFor(1_000);
  await expect.poll(live).toEqual([second]);
  await page.clock.runFor(35_000);
  await shown(page, "Second");
  await page.clock.runFor(5_000);
  await shown(page, "First");
});

soakTest("a dashboard that is a little higher than the screen is shown whole, with lower rows", async () => {
  const id = await highDashboard("Building");
  const page = await open("/account");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${id}`);
  await shown(page, "Building");

  const last = page.getByRole("region", { name: "Floor 3" });
  await expect.poll(async () => await bottomOf(last)).toBeLessThanOrEqual(1080);
  expect(await bottomOf(last)).toBeGreaterThan(1040);
  expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
});

soakTest(
  "a dashboard much higher than the screen is shown in parts, each for its time, before the next dashboard",
  async () => {
    const [high, other] = [await highDashboard("Building"), await savedDashboard("Boiler room")];
    const page = await open("/account");
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.clock.install();
    await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${high},${other}&every=20`);
    const [first, last] = [
      page.getByRole("region", { name: "Floor 0" }),
      page.getByRole("region", { name: "Floor 3" }),
    ];
    const bar = page.getByRole("button", { name: "Leave the wall screen" });

    await page.getByText("Part 1 of 2").waitFor();
    expect(await bottomOf(last)).toBeGreaterThan(720);
    await page.clock.runFor(21_000);
    await page.getByText("Part 2 of 2").waitFor();
    await expect.poll(async () => await bottomOf(last)).toBeLessThanOrEqual(720);
    expect(await bottomOf(bar), "the bar stays").toBeLessThanOrEqual(48);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Space");
    await page.clock.runFor(60_000);
    await page.getByText("Part 2 of 2").waitFor();
    await page.keyboard.press("Space");
    await page.clock.runFor(21_000);
    await shown(page, "Boiler room");
    expect(await page.getByText(/^Part/).count()).toBe(0);

    await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${high}&every=20`);
    await page.getByText("Part 1 of 2").waitFor();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.clock.runFor(15_000);
    await page.mouse.wheel(0, 10);
    await page.clock.runFor(15_000);
    await page.getByText("Part 1 of 2").waitFor();
    await page.clock.runFor(6_000);
    await page.getByText("Part 2 of 2").waitFor();
    await page.clock.runFor(21_000);
    await page.getByText("Part 1 of 2").waitFor();
    await expect.poll(async () => (await first.boundingBox())?.y).toBe(48);
  },
);

async function bottomOf(shown: Locator): Promise<number> {
  const box = await shown.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
}

test("a gauge alone is as large as its panel, with a value that is read from afar", async () => {
  const id = await savedDashboard("Boiler room");
  const page = await open("/account");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${id}`);
  const panel = page.getByRole("region", { name: "Boiler" });
  const [height = 0, value = 0, overflow = 0] = await (async () => {
    await panel.getByRole("meter").waitFor();
    return await page.evaluate<readonly number[]>(`(() => {
      const meter = document.querySelector("[role=meter]");
      const body = meter.closest("[role=group]");
      const value = meter.querySelector("svg + *");
      return [
        meter.getBoundingClientRect().height / body.clientHeight,
        parseFloat(getComputedStyle(value).fontSize),
        body.scrollHeight - body.clientHeight,
      ];
    })()`);
  })();

  expect(height).toBeGreaterThan(0.6);
  expect(value).toBeGreaterThan(80);
  expect(overflow).toBeLessThanOrEqual(0);
});

soakTest("figures that have little room shrink, and those that have none are counted; none is cut off", async () => {
  const devices: string[] = [];
  for (const place of Array.from({ length: 14 }).keys()) {
    const id = text(await tenant.rest.post("/api/device", { name: `Meter ${place} ${randomUUID()}` }), "id", "id");
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { power: 1_000 + place });
    devices.push(id);
  }
  platform().clock.advance(1_000);
  const figure = (id: string, count: number, place: object, trend = false) => ({
    ...{ id, kind: "figure", title: id, place, options: { byKey: [{ key: "power", unit: "W" }] } },
    source: { type: "keys", keys: ["power"], deviceIds: devices.slice(0, count), trend },
  });
  const id = await saved("Meters", [
    figure("Few", 4, { x: 0, y: 0, width: 6, height: 4 }),
    figure("Many", 14, { x: 6, y: 0, width: 6, height: 4 }),
    figure("Trends", 4, { x: 12, y: 0, width: 6, height: 5 }, true),
    figure("One", 1, { x: 18, y: 0, width: 6, height: 8 }),
    { ...{ id: "note", kind: "text", title: "Note" }, place: { x: 0, y: 8, width: 24, height: 8 } },
  ]);
  const page = await open("/account");
  await page.setViewportSize({ width: 1280, height: 720 });
  // Values that are not old have no age.
  await page.clock.setFixedTime(platform().clock.now());
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${id}`);
  const panel = (title: string): Locator => page.getByRole("region", { name: title });
  await expect.poll(() => panel("Few").getByRole("definition").count()).toBe(4);
  await panel("Many")
    .getByText(/^and \d+ more$/)
    .waitFor();
  await expect.poll(() => panel("Trends").getByRole("definition").count()).toBe(4);
  await panel("One").getByRole("definition").waitFor();

  const rooms = await page.evaluate<readonly (readonly [name: string, whole: number, room: number, size: number])[]>(`
    [...document.querySelectorAll("[data-panel] [role=group]:has(dl)")].map((body) => [
      body.getAttribute("aria-label"),
      Math.max(body.scrollHeight, ...[...body.querySelectorAll("dl")].map((list) => list.scrollHeight)),
      body.clientHeight,
      parseFloat(getComputedStyle(body.querySelector("dd p")).fontSize),
    ])`);
  expect(rooms.map(([title]) => title)).toEqual(["Few", "Many", "Trends", "One"]);
  for (const [title, whole, room] of rooms) expect(whole, title).toBeLessThanOrEqual(room);
  const sizes = new Map(rooms.map(([title, , , size]) => [title, size]));
  expect(sizes.get("Few")).toBeLessThan(32);
  expect(sizes.get("Few")).toBeGreaterThanOrEqual(16);
  expect(sizes.get("One")).toBeGreaterThan(32);
  const shown = await panel("Many").getByRole("definition").count();
  await panel("Many")
    .getByText(`and ${14 - shown} more`, { exact: true })
    .waitFor();
});

test("by keys and by buttons one pauses, goes on, and steps both ways", async () => {
  const ids = [await savedDashboard("One"), await savedDashboard("Two"), await savedDashboard("Three")];
  const page = await open("/account");
  await page.clock.install();
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${ids.join()}&every=10`);
  await shown(page, "One");

  await page.keyboard.press("ArrowRight");
  await shown(page, "Two");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await shown(page, "Three");
  await page.getByText("3 of 3").waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.clock.runFor(60_000);
  await shown(page, "Three");
  await page.getByRole("button", { name: "Next dashboard" }).click();
  await shown(page, "One");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.clock.runFor(11_000);
  await shown(page, "Two");
  await page.getByRole("button", { name: "Previous dashboard" }).click();
  await shown(page, "One");
  await page.getByRole("button", { name: "Pause" }).waitFor();
});

soakTest(
  "a dashboard that is deleted meanwhile, or belongs to another tenant, is skipped, and the screen says so",
  async () => {
    const other = await platform().createTenant();
    const theirs = text(await other.rest.post("/api/dashboard", { title: "Theirs", configuration: null }), "id", "id");
    const [kept, deleted] = [await savedDashboard("Kept"), await savedDashboard("Deleted")];
    const page = await open("/account");
    await page.clock.install();
    await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${theirs},${kept},${deleted}&every=30`);

    await shown(page, "Kept");
    await page.getByText("1 of 3 dashboards is skipped: deleted, or not assigned to you.").waitFor();
    await page.keyboard.press("ArrowRight");
    await shown(page, "Deleted");
    await tenant.rest.delete(`/api/dashboard/${deleted}`);
    await page.clock.runFor(16_000);
    await shown(page, "Kept");
    await page.getByText("2 of 3 dashboards are skipped: deleted, or not assigned to you.").waitFor();
    expect(await page.getByText("Theirs").count()).toBe(0);
    await tenant.rest.delete(`/api/dashboard/${kept}`);
    await page.clock.runFor(16_000);
    await page.getByText("No dashboard to show").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("a customer's user sees what is assigned; an address that names nothing says so", async () => {
  const customer = await tenant.createCustomer();
  const [assigned, kept] = [await savedDashboard("Assigned"), await savedDashboard("Not assigned")];
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${assigned}`);
  const page = await open(`/dashboards/wall?ids=${kept},${assigned}`, customer.rest);

  await shown(page, "Assigned");
  await page.getByText("1 of 2 dashboards is skipped").waitFor();
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall`);
  await page.getByText("No dashboard to show").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Dashboards", level: 1 }).waitFor();
});

soakTest("a screen goes on when its token has expired and cannot be renewed at once", async () => {
  const id = await savedDashboard("Lasting");
  const { page } = await openSignedIn(browser(), tenant.rest, "/account");
  await page.route("**/api/dashboard/*/live*", (route) => route.fulfill({ status: 401, json: { status: 401 } }), {
    times: 1,
  });
  await page.route("**/api/auth/token", (route) => route.fulfill({ status: 503, json: { status: 503 } }), { times: 1 });
  await page.goto(`${tenant.rest.baseUrl}/dashboards/wall?ids=${id}`);

  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("meter", { name }).waitFor();
});

test("chosen dashboards get a time each, and an address for the browser of a screen", async () => {
  const titles = ["Hall A", "Hall B"].map((title) => `${title} ${randomUUID()}`);
  const ids = [await savedDashboard(titles[0] ?? ""), await savedDashboard(titles[1] ?? "")];
  const page = await open("/dashboards?q=Hall");
  for (const title of titles.toReversed()) await page.getByRole("checkbox", { name: title }).check();
  await page.getByRole("button", { name: "Show on a wall screen" }).click();
  const dialog = page.getByRole("dialog", { name: "Show on a wall screen" });

  await dialog.getByLabel(titles[0] ?? "").fill("60");
  await dialog.getByText(`/dashboards/wall?ids=${ids.toReversed().join()}&every=30,60`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Show now" }).click();

  await shown(page, titles[1] ?? "");
  await page.getByText("1 of 2").waitFor();
});
