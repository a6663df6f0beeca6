// A chart of a month with a million stored points, which the server aggregates: from the click to the whole picture.
import type { Browser } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { upload } from "../upload.ts";
import { visit } from "./visit.ts";

const GOAL_MILLIS = 500;
const POINTS = 1_000_000;
const DAY_MILLIS = 86_400_000;
const DEVICE = "million-points";
const ROWS_A_TIME = 1_000;
/** What the charts of the web interface leave in the browser's timeline. */
const DRAWN_MARK = "chart drawn";
/** From the click that is about to come to the picture after it; ms. */
const DRAWN_AFTER_CLICK = `new Promise((resolve) => {
  addEventListener("pointerdown", ({ timeStamp }) => {
    const look = () => {
      const mark = performance.getEntriesByName("${DRAWN_MARK}").find(({ startTime }) => startTime > timeStamp);
      // Of a month the server gives hundreds of averages; fewer are the picture of before.
      if (mark === undefined || mark.detail.points < 100) setTimeout(look, 2);
      else resolve(mark.startTime - timeStamp);
    };
    look();
  }, { once: true, capture: true });
})`;

export async function measureBigChart(browser: Browser, server: PlatformServer, runs: number): Promise<Figure> {
  await upload(server, rows());
  const id = await server.deviceId(DEVICE);
  const millis: number[] = [];
  for (let run = 0; run < runs; run++) {
    await using opened = await visit(browser, server);
    const { page } = opened;
    await page.goto(`${server.http}/devices/${id}?tab=charts`, { waitUntil: "networkidle" });
    const drawn = page.evaluate<number>(DRAWN_AFTER_CLICK);
    await page.getByRole("radiogroup", { name: "Time" }).getByText("30 d", { exact: true }).click();
    millis.push(await drawn);
  }
  return {
    what: "web: chart of a million stored points, click to picture",
    unit: "ms",
    found: spread(millis),
    goal: { relation: "at most", value: GOAL_MILLIS },
  };
}

function* rows(): Generator<string> {
  const stepMillis = Math.floor((29 * DAY_MILLIS) / POINTS);
  const firstTs = Date.now() - 29 * DAY_MILLIS;
  yield "device,ts,key,value,type\n";
  for (let first = 0; first < POINTS; first += ROWS_A_TIME) {
    let lines = "";
    for (let index = first; index < first + ROWS_A_TIME; index++)
      lines += `${DEVICE},${String(firstTs + index * stepMillis)},temperature,${(20 + 5 * Math.sin(index / 20_000)).toFixed(2)},number\n`;
    yield lines;
  }
}
