// Reports that are stopped while the engine works on them: by a caller who goes away, and by their time limit. The one thread of
// the engine that reports have here would be busy for a minute and more, were a query to run on. Source: analytics contract 5.
import { once } from "node:events";
import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { bounds } from "../../../src/app/bounds.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { connectGateway, TELEMETRY, useTestPlatform } from "../../support/conformance.ts";
import { startTestPlatform, type TestPlatform } from "../../support/platform.ts";
import { BUILD_REPORT } from "../../support/report-server.ts";

const SINGLE = { settings: { "analytics.engine.queriesMax": 1, "analytics.limiter.threadPoolSize": 1 } };
const single = useTestPlatform(SINGLE);
const unset = useTestPlatform();
const METERS = 1_000;
/** The most that there may be: a value that holds over all of them is a piece of each, for each meter. */
const SECONDS = 50_000;

/** A tenant with one view that the engine would work on for a minute, and one that is quick. */
interface World {
  readonly platform: TestPlatform;
  readonly admin: AnalyticsClient;
  readonly slow: string;
  readonly quick: string;
}

let world: World;
beforeAll(async () => {
  world = await worldOf(single());
});

async function worldOf(platform: TestPlatform): Promise<World> {
  const gateway = await connectGateway(platform);
  const { tenant } = gateway;
  // A value holds until now, and no longer.
  const startTs = platform.clock.now() - SECONDS * 1_000;
  const meters = Array.from({ length: METERS }, (_, index) => [
    `meter ${String(index)}`,
    [{ ts: startTs, values: { v: 1 } }],
  ]);
  expect(await gateway.publish(TELEMETRY, Object.fromEntries(meters))).toBe(0);
  const admin = new AnalyticsClient(tenant.rest);
  const timeRange = { type: "absolute", startTs, endTs: startTs + SECONDS * 1_000, timezone: "UTC" };
  const source = { type: "telemetry", key: "v" };
  const second = { id: "s", label: "s", source: { type: "timeBucket", bucket: "second" } };
  const viewOf = async (...fields: readonly object[]): Promise<string> =>
    (await admin.create({ name: tenant.uniqueName("view"), timeRange, fields })).id;
  const slow = await viewOf(second, { id: "n", label: "n", source, aggregation: { fn: "timeWeightedAvg" } });
  // Over the samples themselves, so that it is for the engine too.
  const quick = await viewOf({ id: "n", label: "n", source, aggregation: { fn: "count" }, where: "value == 1" });
  return { platform, admin, slow, quick };
}

async function metric({ platform }: World, name: string): Promise<number> {
  const text = await platform.anonymous.getText("/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

function openSlow({ admin, slow }: World): ClientRequest {
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
async function runs(of: World = world): Promise<void> {
  await expect.poll(() => metric(of, "bridgehead_analytics_reports_running")).toBe(1);
  for (let turn = 0; turn < 20; turn++) await of.platform.anonymous.getText("/api/health/live");
}

async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

async function expectEngineIsFree(): Promise<void> {
  const answer = await world.admin.buildReport({ viewConfigId: world.quick });
  expect([answer.status, answer.body]).toMatchObject([200, { dataTable: [{ n: METERS }] }]);
  // Its slot is free a moment after its answer; the next test waits for a slot that is taken.
  await expect.poll(() => metric(world, "bridgehead_analytics_reports_running")).toBe(0);
}

test("AN-66: without settings ten reports run, ten more wait, and all further ones are refused", async () => {
  const plain = await worldOf(unset());
  let refused = 0;
  const requests = Array.from({ length: 30 }, () =>
    openSlow(plain).once("response", (response) => {
      response.resume();
      if (response.statusCode === 429) refused++;
    }),
  );
  await expect.poll(() => refused).toBe(10);

  expect(await metric(plain, "bridgehead_analytics_reports_running")).toBe(10);
  expect(await metric(plain, "bridgehead_analytics_reports_waiting")).toBe(10);
  for (const request of requests) request.destroy();
  await expect.poll(() => metric(plain, "bridgehead_analytics_reports_running")).toBe(0);
});

test("AN-68: a caller who goes away while the engine works frees the slot within a second and stops the query", async () => {
  const freed: { readonly millis: number; readonly processorMillis: number }[] = [];
  while (freed.length < 3) {
    const request = openSlow(world);
    await runs();
    const [leftAt, used] = [performance.now(), process.cpuUsage()];
    request.destroy();
    await expect.poll(() => metric(world, "bridgehead_analytics_reports_running"), { interval: 10 }).toBe(0);
    const { user, system } = process.cpuUsage(used);
    freed.push({ millis: performance.now() - leftAt, processorMillis: (user + system) / 1000 });
    await expectEngineIsFree();
  }
  // A machine that is busy elsewhere can keep each of them waiting, but not working.
  expect(Math.max(...freed.map(({ processorMillis }) => processorMillis))).toBeLessThan(1000);
  expect(Math.min(...freed.map(({ millis }) => millis))).toBeLessThan(1000);
});

test("AN §4.3: a report in the background takes no slot of those that callers wait for", async () => {
  const made = await world.admin.call("POST", "/reports", { viewId: world.slow, format: "csv" });
  await expect.poll(() => metric(world, "bridgehead_analytics_jobs_running")).toBe(1);
  expect(await metric(world, "bridgehead_analytics_reports_running")).toBe(0);

  expect((await world.admin.call("DELETE", `/reports/${(made.body as { id: string }).id}`)).status).toBe(204);
  await expect.poll(() => metric(world, "bridgehead_analytics_jobs_running")).toBe(0);
  await expectEngineIsFree();
});

test("AN-70: a report over its time limit is answered 504, and the engine is free for the next", async () => {
  const answered = statusOf(openSlow(world));
  await runs();
  world.platform.clock.advance(60_000);
  expect(await answered).toBe(504);
  await expectEngineIsFree();
});

test("AN §5 a stop of the platform interrupts reports that still run, answers 503, and ends", async () => {
  const platform = await startTestPlatform(SINGLE);
  const stopping = await worldOf(platform);
  const answered = statusOf(openSlow(stopping));
  await runs(stopping);
  const stopped = platform.stop();
  const live = (): Promise<string> => platform.anonymous.getText("/api/health/live");
  await expect.poll(() => live().catch(() => "refused")).toBe("refused");
  // The server would cut them off.
  expect(bounds["analytics.limiter.stopMillis"]).toBeLessThan(bounds["http.stopSeconds"] * 1_000);
  platform.clock.advance(bounds["analytics.limiter.stopMillis"]);

  expect(await answered).toBe(503);
  await stopped;
});
