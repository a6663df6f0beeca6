// All that one report reads of telemetry are the points of one moment, however many are stored while it runs, in whatever order of
// time they come.
import { beforeEach, expect, test } from "vitest";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { T0 } from "../../support/analytics-tenant.ts";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";

const platform = useTestPlatform();
const HOUR = 3_600_000;
const REPORTS = 15;
const DEVICES = 50;
const source = { type: "telemetry", key: "v" };
const timeRange = { type: "absolute", startTs: T0, endTs: T0 + HOUR, timezone: "UTC" };

let gateway: Awaited<ReturnType<typeof connectGateway>>;
let admin: AnalyticsClient;

beforeEach(async () => {
  gateway = await connectGateway(platform());
  admin = new AnalyticsClient(gateway.tenant.rest);
});

/** Stores two points of each device with every message, until `work` has ended. */
async function whilePairsAreStored(instant: (pair: number) => number, work: () => Promise<void>): Promise<void> {
  const end = new AbortController();
  const working = work().finally(() => {
    end.abort();
  });
  for (let pair = 0; !end.signal.aborted; pair++) {
    // So that it does not count as a flood within one second.
    platform().clock.advance(100);
    const ts = instant(pair);
    const points = [
      { ts, values: { v: 1 } },
      { ts: ts + 1, values: { v: 1 } },
    ];
    const devices = Array.from({ length: DEVICES }, (_, device) => [`meter ${String(device)}`, points]);
    expect(await gateway.publish(TELEMETRY, Object.fromEntries(devices))).toBe(0);
  }
  await working;
}

async function createView(members: object): Promise<string> {
  const { id } = await admin.create({ name: gateway.tenant.uniqueName("view"), timeRange, ...members });
  return id;
}

const measure = (id: string, fn: string, more: object = {}): object => ({
  ...{ id, label: id, source, aggregation: { fn } },
  ...more,
});

const count = measure("count", "count");
const sum = measure("sum", "sum");
const filtered = measure("filtered", "sum", { where: "value == 1" });

for (const [order, instant] of [
  ["in order of time", (pair: number) => T0 + 2 * pair],
  ["late", (pair: number) => T0 + HOUR - 2 - 2 * pair],
] as const) {
  test(`the measures of one report see the same points, stored ${order} meanwhile`, async () => {
    const view = await createView({ fields: [count, sum, filtered] });
    const mixed: unknown[] = [];
    await whilePairsAreStored(instant, async () => {
      for (let report = 0; report < REPORTS; report++)
        for (const row of (await admin.data(view)).rows)
          if (new Set(row).size > 1 || Number(row[0]) % (2 * DEVICES) !== 0) mixed.push(row);
    });
    expect(mixed).toEqual([]);
  });

  test(`the totals of one report are those of its rows, stored ${order} meanwhile`, async () => {
    const name = { id: "name", label: "name", source: { type: "entity", field: "name" } };
    const view = await createView({ fields: [name, count, sum], grouping: { mode: "grouped", totals: "grand" } });
    const mixed: unknown[] = [];
    await whilePairsAreStored(instant, async () => {
      for (let report = 0; report < REPORTS; report++) {
        const { rows, totals } = await admin.data(view);
        const of = (column: number): number => rows.reduce((all, row) => all + Number(row[column]), 0);
        const shown = JSON.stringify(totals);
        if (of(1) !== of(2) || (rows.length > 0 && !shown.includes(`,${String(of(1))},${String(of(2))}`)))
          mixed.push([of(1), of(2), shown]);
      }
    });
    expect(mixed).toEqual([]);
  });
}
