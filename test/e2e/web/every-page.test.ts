// Every page of the web interface in a German browser, with hostile texts in every place that people and devices can write to: they show
// as text, all others are German, nothing scrolls sideways, axe-core finds nothing in light and dark, and whatever can be used can be
// reached by keyboard.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { HOSTILE, HOSTILE_MARK, HOSTILE_START } from "../../../tools/showcase/names.ts";
import { PageViewer } from "../../../tools/showcase/page-viewer.ts";
import type { ShownPage } from "../../../tools/showcase/pages.ts";
import { openShowcase, type Showcase } from "../../../tools/showcase/showcase.ts";
import { useBrowser } from "../../support/documentation-page.ts";
import { EnglishTexts } from "../../support/english-texts.ts";
import { isEveryCase } from "../../support/seed.ts";
import { mouseOnlyPlaces, unreachableByKeyboard } from "../../support/keyboard-walk.ts";
import { pageNamed, PAGES } from "../../support/showcase-pages.ts";
import { accessibilityProblems } from "../../support/signed-in-page.ts";
import { startForTests } from "../../support/start-platform.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/**
 * Pages of parts that others of these have too: with another chart, for another viewer, another list, another form. The soak opens them,
 * too; tests of their own look at most of them by axe.
 */
const LIKE_ANOTHER = new Set([
  ...["set-password", "reset-password", "activation-expired", "reset-expired", "embedded-dashboard", "help-settings"],
  ...["refusals", "gateway-devices", "gateway-refusals", "gateway-attributes", "gateway-details"],
  ...["devices-columns", "device-details", "device-connectivity", "device-audit", "meter-latest", "meter-charts"],
  ...["dashboards", "dashboard-new", "dashboard-from-template", "dashboard-wall", "dashboard-panel-form"],
  ...["dashboard-revision", "views", "chart-figure", "chart-line", "chart-timeline", "chart-area", "chart-pie"],
  ...["chart-heat", "chart-dots", "chart-edit", "show", "profiles", "profile-new", "packages", "rollouts", "customers"],
  ...["customer-new", "users", "user-new", "limits", "api-key-new", "customer-user-devices", "customer-user-device"],
  ...["customer-user-dashboards", "customer-user-dashboard-controls", "customer-user-views", "meter-charts-empty"],
  ...["customer-user-view", "customer-user-limits", "customer-user-api-keys", "tenants", "tenant-new"],
  ...["tenant-profiles", "administrators", "installation-audit"],
]);
const isOpened = (name: string): boolean => isEveryCase || !LIKE_ANOTHER.has(name);

const browser = useBrowser({ locale: "de-DE" });
let showcase: Showcase | undefined;
let viewer: PageViewer | undefined;
let englishTexts: EnglishTexts | undefined;

beforeAll(async () => {
  englishTexts = await EnglishTexts.load();
  showcase = await openShowcase({
    names: HOSTILE,
    backlogHours: 1,
    start: (settings) => startForTests(settings, { clock: systemClock }),
  });
  viewer = await PageViewer.open(browser(), showcase);
});
afterAll(() => showcase?.[Symbol.asyncDispose]());

test("the list of pages names every address of the router", async () => {
  const router = await readFile(new URL("../../../web/app/router.tsx", import.meta.url), "utf8");
  const patterns = [...router.matchAll(/(?:page|insidePage|path:)\W+"(\/[^"]+)"/gi)].map(([, path = ""]) => path);
  expect(patterns.length).toBeGreaterThan(25);
  const paths = PAGES.map(({ path }) => path.replace(/\?.*/, ""));
  const isShown = (pattern: string): boolean =>
    paths.some((path) => new RegExp(`^${pattern.replaceAll(/\$\w+/g, "[^/]+")}$`).test(path));
  expect(patterns.filter((pattern) => !isShown(pattern))).toEqual([]);
});

test("each page that is like another is there", () => {
  const names = PAGES.map(({ name }) => name);

  expect([...LIKE_ANOTHER].filter((name) => !names.includes(name))).toEqual([]);
});

test.each(PAGES.map(({ name }) => name).filter(isOpened))(
  "%s: in German, hostile texts are text, axe finds nothing, everything is reached by keyboard",
  async (name) => {
    const { shown, on, texts } = open(name);
    const { page } = on;
    await page.setViewportSize(DESKTOP);
    await on.show(shown);
    const text = (): Promise<string> => page.evaluate<string>("document.body.innerText");
    if (shown.hasForeignTexts) await expect.poll(text).toContain(HOSTILE_START.slice(0, 12));
    expect.soft(await page.evaluate(`typeof window.${HOSTILE_MARK}`)).toBe("undefined");
    expect.soft(await page.locator("img[src=x]").count()).toBe(0);
    expect.soft(await page.locator("html").getAttribute("lang")).toBe("de");
    const { all, english } = await texts.readOn(page);
    expect.soft(all.length).toBeGreaterThan(2);
    expect.soft(english).toEqual([]);
    expect.soft(await sidewaysBy(on), "sideways on a desktop").toBe(0);
    expect.soft(await accessibilityProblems(page, "in both schemes")).toEqual([]);
    expect.soft(await mouseOnlyPlaces(page)).toEqual([]);
    expect.soft(await unreachableByKeyboard(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await on.settle();
    // A list that the walk left open follows its field to the new place a moment later.
    await expect.poll(() => sidewaysBy(on), { message: "sideways on a phone" }).toBe(0);
    expect.soft(on.complaints).toEqual([]);
  },
);

function open(name: string): { readonly shown: ShownPage; readonly on: PageViewer; readonly texts: EnglishTexts } {
  const shown = pageNamed(showcase, name);
  if (viewer === undefined || englishTexts === undefined) throw new Error("the browser has not been opened");
  return { shown, on: viewer, texts: englishTexts };
}

/** By how many pixels the page is wider than the screen. */
async function sidewaysBy({ page }: PageViewer): Promise<number> {
  return await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
