// What a browser has to fetch: for the sign-in and the overview together, and for each further page.
import type { Browser, CDPSession, Page } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { visit } from "./visit.ts";

const QUIET_MILLIS_MAX = 3_000;
const KILOBYTE = 1_000;
const FIRST_LOAD_MAX = 350;
const FURTHER_PAGE_MAX = 200;
/** The library of charts has a limit of its own. */
const CHARTS = /\/echarts-[^/]+\.js$/;

/** Files of the interface as they came over the network, headers included; answers of the API are not counted. */
class Scale {
  readonly #bytes = new Map<string, number>();
  readonly #addresses = new Map<string, string>();

  async watch(devtools: CDPSession): Promise<void> {
    devtools.on("Network.responseReceived", ({ requestId, response }) => {
      // What lies in the cache has been paid for.
      if (!response.fromDiskCache) this.#addresses.set(requestId, response.url);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const address = this.#addresses.get(requestId);
      if (address !== undefined && !/\/api(Analytics)?\//.test(address)) this.#bytes.set(requestId, encodedDataLength);
    });
    await devtools.send("Network.enable");
  }

  /** Since the last call. */
  take(): { readonly kilobytes: number; readonly chartKilobytes: number } {
    let [bytes, charts] = [0, 0];
    for (const [requestId, length] of this.#bytes)
      if (CHARTS.test(this.#addresses.get(requestId) ?? "")) charts += length;
      else bytes += length;
    this.#bytes.clear();
    return { kilobytes: bytes / KILOBYTE, chartKilobytes: charts / KILOBYTE };
  }
}

/** With what the page fetches of its own accord; one that is live never stops fetching. */
async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle", { timeout: QUIET_MILLIS_MAX }).catch(() => undefined);
}

/** Each of the further pages is opened by a browser that has seen the first two alone. */
export async function weigh(
  browser: Browser,
  server: PlatformServer,
  furtherPages: readonly string[],
): Promise<readonly Figure[]> {
  let first = 0;
  let charts = 0;
  let heaviest = { path: "", kilobytes: 0 };
  for (const path of furtherPages) {
    await using opened = await visit(browser, server);
    const { page, devtools } = opened;
    const scale = new Scale();
    await scale.watch(devtools);
    await openWhole(page, `${server.http}/login`);
    await openWhole(page, `${server.http}/overview`);
    first = Math.max(first, scale.take().kilobytes);
    await openWhole(page, `${server.http}${path}`);
    const { kilobytes, chartKilobytes } = scale.take();
    charts = Math.max(charts, chartKilobytes);
    if (kilobytes > heaviest.kilobytes) heaviest = { path: path.replaceAll(/[0-9a-f-]{36}/g, "ID"), kilobytes };
  }
  return [
    {
      what: "web: first load, sign-in and overview together",
      unit: "kB",
      found: spread([first]),
      goal: { relation: "at most", value: FIRST_LOAD_MAX },
    },
    {
      what: `web: heaviest further page without charts (${heaviest.path})`,
      unit: "kB",
      found: spread([heaviest.kilobytes]),
      goal: { relation: "at most", value: FURTHER_PAGE_MAX },
    },
    { what: "web: library of charts", unit: "kB", found: spread([charts]) },
  ];
}
