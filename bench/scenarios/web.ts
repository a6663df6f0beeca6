// The web interface in a real browser: what it fetches, how soon it answers, charts, live values, search as you type.
import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../tools/browser.ts";
import { ALL_PROCESSORS } from "../process.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer, scratchFolder } from "../servers.ts";
import type { Figure } from "../statistics.ts";
import { measureArrival } from "../web/arrival.ts";
import { measureBigChart } from "../web/big-chart.ts";
import { measureInteractive } from "../web/interactive.ts";
import { measureKeystrokes } from "../web/keystrokes.ts";
import { weigh } from "../web/weight.ts";
import { fillEntities } from "./lists.ts";

const DEVICES = 100_000;

export const web: Scenario = {
  name: "web",
  describes: "the web interface in a browser, on an installation with 100,000 devices",
  async run(options) {
    const folder = scratchFolder();
    const browser = await launchBrowser();
    try {
      await fillEntities(folder, { devices: DEVICES, records: 0 });
      const server = await PlatformServer.start(folder, {}, ALL_PROCESSORS);
      try {
        return await measure(browser, server, options);
      } finally {
        await server.stop();
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(browser: Browser, server: PlatformServer, { runs, log }: ScenarioOptions): Promise<Figure[]> {
  await server.logIn();
  const figures: Figure[] = [];
  const add = (...more: readonly Figure[]): void => {
    for (const { what, found } of more) log(`${what}: ${found.median.toFixed(1)}`);
    figures.push(...more);
  };
  add(...(await weigh(browser, server, await furtherPages(server))));
  add(await measureInteractive(browser, server, runs));
  add(await measureBigChart(browser, server, runs));
  add(...(await measureArrival(browser, server, runs)));
  add(...(await measureKeystrokes(browser, server, runs)));
  return figures;
}

/** Of a tenant's administrator, who sees most; charts and the tabs of a device among them. */
async function furtherPages(server: PlatformServer): Promise<readonly string[]> {
  const device = `/devices/${await server.deviceId("boiler-0")}`;
  const view = await savedView(server);
  const tabs = ["latest", "charts", "attributes", "rpc", "details", "credentials", "connectivity", "audit"];
  return [
    ...["/start", "/gateways", "/devices", "/views", "/views/new", `/views/${view}`, `/views/${view}/edit`],
    ...[`/show/${view}`, "/profiles", "/customers", "/users", "/limits", "/api-keys", "/audit", "/account"],
    ...tabs.map((tab) => `${device}?tab=${tab}`),
  ];
}

async function savedView(server: PlatformServer): Promise<string> {
  const view = await server.call("POST", "/apiAnalytics/v1/views", {
    name: "Readings",
    timeRange: { type: "preset", preset: "lastHour", timezone: "UTC" },
    fields: [{ id: "device", label: "Device", source: { type: "entity", field: "name" } }],
    limit: { rows: 10 },
  });
  return String(typeof view === "object" && view !== null && "id" in view ? view.id : "");
}
