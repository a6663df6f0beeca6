// A value that a gateway sends: from its PUBACK to the screen of somebody who looks at the device.
import { connectAsync } from "mqtt";
import type { Browser } from "playwright-core";
import type { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { visit } from "./visit.ts";

const GOAL_MILLIS = 250;
const VALUES = 30;
const PAUSE_MILLIS = 400;
/** When the text has been drawn; ms since 1970. */
const drawn = (text: string): string => `new Promise((resolve) => {
  const look = () => {
    if (!document.body.innerText.includes(${JSON.stringify(text)})) return setTimeout(look, 2);
    requestAnimationFrame(() => resolve(Date.now()));
  };
  look();
})`;

export async function measureArrival(browser: Browser, server: PlatformServer, runs: number): Promise<Figure[]> {
  const [token = ""] = await server.createGateways(1, "watched");
  const id = await server.deviceId(token);
  const client = await connectAsync({ host: "127.0.0.1", port: server.mqttPort, protocol: "mqtt", username: token });
  // Texts: how a number is written is up to the page.
  const publish = (value: string): Promise<unknown> =>
    client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ reading: value }), { qos: 1 });
  const medians: number[] = [];
  const slowest: number[] = [];
  try {
    await publish("first");
    for (let run = 0; run < runs; run++) {
      await using opened = await visit(browser, server);
      await opened.page.goto(`${server.http}/devices/${id}?tab=latest`, { waitUntil: "networkidle" });
      await opened.page.getByText("Live", { exact: true }).waitFor();
      const millis: number[] = [];
      for (let index = 0; index < VALUES; index++) {
        const value = `reading ${String(run)}-${String(index)}.`;
        const seen = opened.page.evaluate<number>(drawn(value));
        await publish(value);
        const acknowledgedAt = Date.now();
        millis.push(Math.max(0, (await seen) - acknowledgedAt));
        await opened.page.waitForTimeout(PAUSE_MILLIS);
      }
      const { median, max } = spread(millis);
      medians.push(median);
      slowest.push(max);
    }
  } finally {
    await client.endAsync();
  }
  return [
    {
      what: "web: a new value, PUBACK to screen",
      unit: "ms",
      found: spread(medians),
      goal: { relation: "at most", value: GOAL_MILLIS },
    },
    { what: `web: the slowest of ${String(VALUES)} of them`, unit: "ms", found: spread(slowest) },
  ];
}
