// How long a cold start of the overview takes on a laptop of the middle class, until it answers at once.
import type { Browser } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { visit } from "./visit.ts";

const SLOWER_BY = 4;
const GOAL_SECONDS = 2.5;
/** The figures are there, and the browser has a moment with nothing to do; from the start of the navigation, in ms. */
const IDLE_WITH_FIGURES = `new Promise((resolve) => {
  const look = () => {
    const isThere = document.querySelector("main h1") !== null && document.querySelectorAll("main a[href='/gateways']").length > 0;
    if (isThere) requestIdleCallback(() => resolve(performance.now()));
    else setTimeout(look, 5);
  };
  look();
})`;

export async function measureInteractive(browser: Browser, server: PlatformServer, runs: number): Promise<Figure> {
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) {
    await using opened = await visit(browser, server);
    await opened.devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_BY });
    await opened.page.goto(`${server.http}/overview`, { waitUntil: "commit" });
    seconds.push((await opened.page.evaluate<number>(IDLE_WITH_FIGURES)) / 1_000);
  }
  return {
    what: `web: overview, cold, interactive on a processor slowed ${String(SLOWER_BY)} times`,
    unit: "s",
    found: spread(seconds),
    goal: { relation: "at most", value: GOAL_SECONDS },
  };
}
