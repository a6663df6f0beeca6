// The search box of a long list of devices: from each character that is typed to the answer on the screen.
import type { Browser } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { visit } from "./visit.ts";

const GOAL_MILLIS = 150;
const WORD = "boiler-1234";
/** A person who types fast; the answer of each character is waited for. */
const PAUSE_MILLIS = 150;
/** When the answer to the last character has been drawn, counted from that character; in ms. */
const ANSWERED = `new Promise((resolve) => {
  const isAnswer = ({ name, startTime }) => name.endsWith("/api/entitiesQuery/find") && startTime > window.typedAt;
  const look = () => {
    const found = performance.getEntriesByType("resource").find((entry) => isAnswer(entry) && entry.responseEnd > 0);
    if (found === undefined) return setTimeout(look, 2);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - window.typedAt)));
  };
  look();
})`;

export async function measureKeystrokes(browser: Browser, server: PlatformServer, runs: number): Promise<Figure[]> {
  const medians: number[] = [];
  const slowest: number[] = [];
  for (let run = 0; run < runs; run++) {
    await using opened = await visit(browser, server);
    const { page } = opened;
    await page.goto(`${server.http}/devices`, { waitUntil: "networkidle" });
    const box = page.getByRole("searchbox").first();
    await box.focus();
    await page.evaluate("addEventListener('input', () => { window.typedAt = performance.now(); }, true)");
    const millis: number[] = [];
    for (const character of WORD) {
      await page.keyboard.press(character);
      millis.push(await page.evaluate<number>(ANSWERED));
      await page.waitForTimeout(PAUSE_MILLIS);
    }
    const { median, max } = spread(millis);
    medians.push(median);
    slowest.push(max);
  }
  return [
    {
      what: "web: search as you type in 100,000 devices, keystroke to answer",
      unit: "ms",
      found: spread(medians),
      goal: { relation: "at most", value: GOAL_MILLIS },
    },
    { what: "web: the slowest of its keystrokes", unit: "ms", found: spread(slowest) },
  ];
}
