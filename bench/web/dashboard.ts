// A dashboard in a browser: from its address to the picture of all its panels, and from the PUBACK of a value to the screen.
import { connectAsync } from "mqtt";
import type { Browser } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { percentile, spread, type Figure } from "../statistics.ts";
import { visit } from "./visit.ts";

const GOAL_MILLIS = 1_000;
const GOAL_VALUE_MILLIS = 250;
const VALUES = 30;
const BETWEEN_VALUES_MILLIS = 400;

export interface DrawnDashboard {
  readonly id: string;
  readonly panels: number;
  /** Those that are drawn on a canvas. */
  readonly charts: number;
  /** What one of its figures shows. */
  readonly device: string;
  readonly key: string;
}

/** When nothing is loading any more and all charts have been drawn; ms since the page was asked for. */
const opened = ({ panels, charts }: DrawnDashboard): string => `new Promise((resolve) => {
  const look = () => {
    const shown = [...document.querySelectorAll("[data-panel]")];
    const isLoading = shown.some((panel) => panel.querySelector("[role=status], .mantine-Loader-root") !== null);
    const drawn = shown.filter((panel) => panel.querySelector("canvas") !== null).length;
    if (shown.length < ${String(panels)} || isLoading || drawn < ${String(charts)}) return setTimeout(look, 2);
    requestAnimationFrame(() => resolve(performance.now()));
  };
  look();
})`;

/** When the text has been drawn; ms since 1970. */
const seen = (text: string): string => `new Promise((resolve) => {
  const look = () => {
    if (!document.body.innerText.includes(${JSON.stringify(text)})) return setTimeout(look, 2);
    requestAnimationFrame(() => resolve(Date.now()));
  };
  look();
})`;

export async function measureDrawnDashboard(
  browser: Browser,
  server: PlatformServer,
  dashboard: DrawnDashboard,
  runs: number,
): Promise<Figure[]> {
  const { id, device, key, panels } = dashboard;
  const address = `${server.http}/dashboards/${id}`;
  const client = await connectAsync({ host: "127.0.0.1", port: server.mqttPort, protocol: "mqtt", username: device });
  const [opening, p50, p99]: [number[], number[], number[]] = [[], [], []];
  try {
    // The first visit fetches the web interface and compiles it, as the first of a browser does.
    await using visited = await visit(browser, server);
    const { page } = visited;
    for (let run = 0; run <= runs; run++) {
      await page.goto(address, { waitUntil: "commit" });
      const millis = await page.evaluate<number>(opened(dashboard));
      if (run === 0) continue;
      opening.push(millis);
      const values: number[] = [];
      for (let index = 0; index < VALUES; index++) {
        const value = FIRST + run * VALUES + index;
        const drawn = page.evaluate<number>(seen(value.toLocaleString("en")));
        await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ [key]: value }), { qos: 1 });
        const acknowledgedAt = Date.now();
        values.push(Math.max(0, (await drawn) - acknowledgedAt));
        await page.waitForTimeout(BETWEEN_VALUES_MILLIS);
      }
      p50.push(percentile(values, 50));
      p99.push(percentile(values, 99));
    }
  } finally {
    await client.endAsync();
  }
  const value = "dashboard in a browser: PUBACK of a value to the screen";
  return [
    {
      what: `dashboard in a browser: address to the picture of all ${String(panels)} panels`,
      unit: "ms",
      found: spread(opening),
      goal: { relation: "at most", value: GOAL_MILLIS },
    },
    { what: `${value}, p50`, unit: "ms", found: spread(p50) },
    {
      what: `${value}, p99`,
      unit: "ms",
      found: spread(p99),
      goal: { relation: "at most", value: GOAL_VALUE_MILLIS },
    },
  ];
}

/** More than what the panels show otherwise, and than what was sent before. */
const FIRST = 700_000;
