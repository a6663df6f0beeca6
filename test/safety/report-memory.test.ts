// Reports that want more memory than there is, during telemetry at full speed: every message is acknowledged, none is
// refused, and what was acknowledged is there after a kill. Source: analytics contract 5.
import { afterEach, expect, test } from "vitest";
import { buildReport, createView } from "../support/analytics-tenant.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const FIRST_TS = 1_700_000_000_000;
/** What the reports look at: texts that are all different, so that nothing of them can be put together. */
const HISTORY_MESSAGES = 750;
const SAMPLES_A_MESSAGE = 400;
const HISTORY_RANGE = { rangeStartTs: FIRST_TS, rangeEndTs: FIRST_TS + HISTORY_MESSAGES * SAMPLES_A_MESSAGE };
const DEVICE = "Meter";
/** Messages at once of the sender that measures. */
const WINDOW = 20;
const MESSAGES = 400;
const LATER_TS = FIRST_TS + 100_000_000;

const servers = new KillableServers();
afterEach(() => servers.endAll());

test("AN §5: reports that use up memory and scratch space leave telemetry alone", async () => {
  const folder = servers.folder();
  const settings = {
    LOG_LEVEL: "warn",
    TELEMETRY_DUCKDB_MEMORY_MAX_MIB: "64",
    REPORT_MEMORY_LIMIT: "128",
    REPORT_SPILL_MAX_MIB: "8",
    REPORT_QUERIES_MAX: "3",
  };
  const server = await servers.start(folder, settings);
  let number = 0;
  const tenant = await server.tenant(() => ++number);
  const sender = await gateway(server, tenant);
  await publishAll(sender, HISTORY_MESSAGES, SAMPLES_A_MESSAGE, FIRST_TS);

  const over = new AbortController();
  const statuses = new Set<number>();
  const views = await Promise.all(["list", "mode", "countDistinct", "list"].map((fn) => viewOf(tenant, fn)));
  const reports = views.map(async (view) => {
    while (!over.signal.aborted) statuses.add((await buildReport(tenant.rest, view, HISTORY_RANGE)).status);
  });
  await publishAll(sender, MESSAGES, 100, LATER_TS);
  over.abort();
  await Promise.all(reports);

  // The reports did want more than there is, and all ended as expected.
  expect([...statuses].filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
  expect([...statuses].some((status) => status !== 200)).toBe(true);
  expect(server.records.filter(({ level }) => level === "error")).toEqual([]);
  expect(await server.isHealthy()).toBe(true);

  await server.kill();
  const again = await servers.start(folder, { LOG_LEVEL: "warn" });
  const owner = await again.tenant(() => ++number);
  const count = await viewOf(owner, "count");
  const answer = await buildReport(owner.rest, count, {
    rangeStartTs: LATER_TS,
    rangeEndTs: LATER_TS + MESSAGES * 100,
  });
  expect(answer.body).toMatchObject({ dataTable: [{ value: MESSAGES * 100 }] });
});

async function gateway(server: KillableServer, tenant: TestTenant): Promise<RawMqttClient> {
  const { token } = await tenant.createGateway();
  const client = await RawMqttClient.connect(
    { port: server.mqttPort, protocol: 5, timeoutMillis: 60_000 },
    { username: token, keepalive: 0 },
  );
  expect(client.connackCode).toBe(0);
  return client;
}

/** Every message is acknowledged as stored. */
async function publishAll(client: RawMqttClient, messages: number, samples: number, from: number): Promise<void> {
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < messages) {
      const first = from + next++ * samples;
      const rows = Array.from({ length: samples }, (_none, index) => ({
        ts: first + index,
        values: { text: `a reading of some length, which is number ${String(first + index)}` },
      }));
      const puback = await client.publish("v1/gateway/telemetry", { [DEVICE]: rows });
      expect(puback?.reasonCode ?? 0).toBe(0);
    }
  };
  await Promise.all(Array.from({ length: WINDOW }, send));
}

async function viewOf(tenant: TestTenant, fn: string): Promise<string> {
  return await createView(tenant.rest, {
    name: tenant.uniqueName("view"),
    fields: [{ id: "v", label: "value", source: { type: "telemetry", key: "text" }, aggregation: { fn } }],
  });
}
