// Reports that are stopped while the engine works on them: by a caller who goes away, and by their time limit. The one thread of
// the engine that reports have here would be busy for a minute and more, were a query to run on. Source: analytics contract 5.
import { request as httpRequest, type ClientRequest } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { T0 } from "../../support/analytics-tenant.ts";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { BUILD_REPORT } from "../../support/report-server.ts";

const platform = useTestPlatform({
  settings: { "analytics.engine.queriesMax": 1, "analytics.limiter.threadPoolSize": 1 },
});
const METERS = 1_000;
/** The most that there may be: a value that holds over all of them is a piece of each, for each meter. */
const SECONDS = 50_000;

let admin: AnalyticsClient;
let slow: string;
let quick: string;

beforeAll(async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const meters = Array.from({ length: METERS }, (_, index) => [
    `meter ${String(index)}`,
    [{ ts: T0, values: { v: 1 } }],
  ]);
  expect(await gateway.publish(TELEMETRY, Object.fromEntries(meters))).toBe(0);
  admin = new AnalyticsClient(tenant.rest);
  const timeRange = { type: "absolute", startTs: T0, endTs: T0 + SECONDS * 1_000, timezone: "UTC" };
  const source = { type: "telemetry", key: "v" };
  const second = { id: "s", label: "s", source: { type: "timeBucket", bucket: "second" } };
  const viewOf = async (...fields: readonly object[]): Promise<string> =>
    (await admin.create({ name: tenant.uniqueName("view"), timeRange, fields })).id;
  slow = await viewOf(second, { id: "n", label: "n", source, aggregation: { fn: "timeWeightedAvg" } });
  // Over the samples themselves, so that it is for the engine too.
  quick = await viewOf({ id: "n", label: "n", source, aggregation: { fn: "count" }, where: "value == 1" });
});

async function metric(name: string): Promise<number> {
  const text = await platform().anonymous.getText("/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

function openSlow(): ClientRequest {
  const { authorization = "", baseUrl } = admin.rest;
  const request = httpRequest(`${baseUrl}${BUILD_REPORT}`, {
    method: "POST",
    headers: { jwt: authorization, "content-type": "application/json" },
  });
  request.on("error", () => undefined);
  request.end(JSON.stringify({ viewConfigId: slow }));
  return request;
}

/** Resolves when the only slot is taken, and the engine has had time to begin. */
async function runs(): Promise<void> {
  await expect.poll(() => metric("bridgehead_analytics_reports_running")).toBe(1);
  for (let turn = 0; turn < 20; turn++) await platform().anonymous.getText("/metrics");
}

async function expectEngineIsFree(): Promise<void> {
  const answer = await admin.buildReport({ viewConfigId: quick });
  expect([answer.status, answer.body]).toMatchObject([200, { dataTable: [{ n: METERS }] }]);
}

test("AN-68: a caller who goes away while the engine works frees the slot and stops the query", async () => {
  const request = openSlow();
  await runs();
  request.destroy();
  await expect.poll(() => metric("bridgehead_analytics_reports_running")).toBe(0);
  await expectEngineIsFree();
});

test("AN-70: a report over its time limit is answered 504, and the engine is free for the next", async () => {
  const answered = new Promise<number | undefined>((resolve) => {
    openSlow().once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  await runs();
  platform().clock.advance(60_000);
  expect(await answered).toBe(504);
  await expectEngineIsFree();
});
