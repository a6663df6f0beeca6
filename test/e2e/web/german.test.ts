// The web interface in a German browser, as each role: no page shows a text that German says differently.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE } from "../../../tools/showcase/names.ts";
import { PageViewer } from "../../../tools/showcase/page-viewer.ts";
import { openShowcase, type Showcase } from "../../../tools/showcase/showcase.ts";
import { useBrowser } from "../../support/documentation-page.ts";
import { textsOfCatalogue } from "../../support/catalogue-texts.ts";
import { isEveryCase } from "../../support/seed.ts";
import { pageNamed, PAGES } from "../../support/showcase-pages.ts";

/** Other pages again: with another chart, or of a device that is a gateway. The soak reads them, too. */
const LIKE_ANOTHER =
  /^(chart-(line|timeline|area|pie|heat|dots)|meter-.*|gateway-(latest|attributes|details)|installation-audit)$/;
const isRead = (name: string): boolean => isEveryCase || !LIKE_ANOTHER.test(name);

/** Words that German does not have. They find sentences with parts that are filled in, and texts that are in no catalogue. */
const ENGLISH_WORDS =
  /\b(?:the|of|and|with|without|your|this|these|are|is|has|have|for|from|its|it|you|by|be|or|which|that|no|yes)\b/i;

const browser = useBrowser({ locale: "de-DE" });
let showcase: Showcase | undefined;
let viewer: PageViewer | undefined;
let english: ReadonlySet<string> = new Set();
/** The longest first: one may be part of another. */
let names: readonly string[] = [];

beforeAll(async () => {
  const german = await textsOfCatalogue("de");
  english = new Set([...(await textsOfCatalogue("en"))].filter((text) => !german.has(text)));
  names = await namesGiven();
  showcase = await openShowcase({ names: HOSTILE, backlogHours: 1 });
  viewer = await PageViewer.open(browser(), showcase);
});
afterAll(() => showcase?.[Symbol.asyncDispose]());

test.each(PAGES.map(({ name }) => name).filter(isRead))("%s is in German", async (name) => {
  const shown = pageNamed(showcase, name);
  if (viewer === undefined) throw new Error("the browser has not been opened");
  await viewer.show(shown);
  expect(await viewer.page.locator("html").getAttribute("lang")).toBe("de");
  const texts = (await textsOf(viewer.page)).map((text) =>
    names.reduce((rest, name) => rest.replaceAll(name, ""), text),
  );
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => english.has(text) || ENGLISH_WORDS.test(text))).toEqual([]);
});

/** What those who made the views and dashboards of the showcase have called them, their columns and panels. */
async function namesGiven(): Promise<readonly string[]> {
  const files = ["demo/demo-views.ts", "showcase/dashboards.ts", "showcase/chart-views.ts"];
  const sources = await Promise.all(
    files.map((file) => readFile(join(import.meta.dirname, "../../../tools", file), "utf8")),
  );
  const found = [...sources.join("\n").matchAll(/"(\p{Lu}[^"\n]{2,})"/gu)].map(([, name = ""]) => name);
  return [...new Set(found)].sort((one, other) => other.length - one.length);
}

/**
 * What is seen or read out of the interface's own words: not names and values, code, and what says of itself that it is English, such
 * as the documentation.
 */
async function textsOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const own = (element) => element.closest('.foreign, code, pre, kbd, script, style, body [lang="en"]') === null;
    const seen = (element) => own(element) && element.checkVisibility({ visibilityProperty: true });
    const texts = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) if (seen(nodes.currentNode.parentElement)) texts.push(nodes.currentNode.data);
    for (const name of ["aria-label", "placeholder", "title", "alt"])
      for (const element of document.querySelectorAll("[" + name + "]"))
        if (seen(element)) texts.push(element.getAttribute(name));
    for (const select of document.querySelectorAll('input[aria-haspopup="listbox"]'))
      if (seen(select)) texts.push(select.value);
    return [...new Set(texts.map((text) => text.replace(/\\s+/g, " ").trim()))].filter((text) => text !== "");
  })()`);
}
