// `npm run screenshots`: a picture of every page, in light and dark, for a desktop and a phone, of a platform with live data.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import type { Browser } from "playwright-core";
import { systemClock } from "../../src/lib/clock.ts";
import { launchBrowser } from "../browser.ts";
import { BELIEVABLE, HOSTILE } from "../showcase/names.ts";
import { PageViewer } from "../showcase/page-viewer.ts";
import { shownPages, type ShownPage } from "../showcase/pages.ts";
import { openShowcase, type Showcase } from "../showcase/showcase.ts";

const COLOR_SCHEMES = ["light", "dark"] as const;
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
const BACKLOG_HOURS = 24;

interface Wanted {
  readonly out: string;
  readonly only: string;
  readonly hostile: boolean;
  readonly warmUp: string;
  readonly screen: boolean;
  readonly locale: string;
}

async function main(): Promise<void> {
  const wanted = new Command("screenshots")
    .description("Pictures of every page of the web interface, in light and dark, for a desktop and a phone.")
    .option("--out <folder>", "where they go, in a folder for each look", "screenshots")
    .option("--only <text>", "pages with this text in their name", "")
    .option("--hostile", "with the names that the tests use: markup, scripts, long words", false)
    .option("--warm-up <seconds>", "how long the plant sends before the first picture", "20")
    .option("--screen", "what fits on the screen instead of whole pages", false)
    .option("--locale <locale>", "of the browser, such as de-DE", "en-US")
    .parse()
    .opts<Wanted>();
  await using showcase = await openShowcase({
    names: wanted.hostile ? HOSTILE : BELIEVABLE,
    backlogHours: BACKLOG_HOURS,
  });
  await new Promise<void>((done) => systemClock.after(Number(wanted.warmUp) * 1_000, done));
  const browser = await launchBrowser();
  try {
    await takeAll(browser, showcase, wanted);
  } finally {
    await browser.close();
  }
}

async function takeAll(browser: Browser, showcase: Showcase, { out, only, screen, locale }: Wanted): Promise<void> {
  const pages = shownPages(showcase.ids).filter(({ name }) => name.includes(only));
  for (const [device, options] of Object.entries(DEVICES))
    for (const colorScheme of COLOR_SCHEMES) {
      const folder = resolve(out, `${device}-${colorScheme}`);
      await mkdir(folder, { recursive: true });
      const context = await browser.newContext({ ...options, locale, colorScheme, reducedMotion: "reduce" });
      const viewer = await PageViewer.open(context, showcase);
      for (const page of pages) await take(viewer, page, { folder, isWhole: !screen && !fillsTheScreen(page) });
      await context.close();
      console.log(`${String(pages.length)} pictures in ${folder}`);
    }
}

async function take(
  viewer: PageViewer,
  page: ShownPage,
  { folder, isWhole }: { readonly folder: string; readonly isWhole: boolean },
): Promise<void> {
  await viewer.show(page);
  const screen = viewer.page.viewportSize();
  const height = await viewer.page.evaluate<number>("document.documentElement.scrollHeight");
  // On a screen of the height of the page: what is outside of the screen is not loaded.
  const isLonger = isWhole && screen !== null && height > screen.height;
  if (isLonger) {
    await viewer.page.setViewportSize({ width: screen.width, height });
    await viewer.settle();
  }
  await viewer.page.screenshot({ path: join(folder, `${page.name}.png`) });
  if (isLonger) await viewer.page.setViewportSize(screen);
  for (const complaint of viewer.complaints) console.error(`${page.name}: the browser complained: ${complaint}`);
}

/** Walls and what is shown without a frame are as high as their screen. */
const fillsTheScreen = ({ name }: ShownPage): boolean => /wall|^show$/.test(name);

await main();
