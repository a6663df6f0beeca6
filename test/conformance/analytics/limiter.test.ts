// Analytics contract 5 over HTTP: exact counts of concurrent calls, callers who go away, deadlines, and a stop.
import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { parseConfig } from "../../../src/app/config.ts";
import { BUILD_REPORT, ReportServer, smallReport, until } from "../../support/report-server.ts";
import { sampleColumn, sampleReport } from "../../support/sample-report.ts";

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

/** Ends runs as they come until all calls are answered; gives how often each status came. */
async function statusesOf(server: ReportServer, calls: readonly Promise<Response>[]): Promise<Record<string, number>> {
  let answered = 0;
  for (const call of calls)
    void call.finally(() => {
      answered++;
    });
  await until(() => {
    for (const run of server.runs) if (!run.isOver) run.end();
    return answered === calls.length;
  });
  const counts: Record<string, number> = {};
  for (const call of calls) {
    const response = await call;
    await response.arrayBuffer();
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  }
  return counts;
}

test("AN-65: with one slot and one place, of ten slow requests at a time two are answered and eight refused", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 1 } });
  const calls = Array.from({ length: 10 }, () => server.call());
  await until(() => server.limiter.counts.limitReached === 8);

  expect(server.runs).toHaveLength(1);
  expect(server.limiter.counts).toMatchObject({ running: 1, waiting: 1 });
  expect(await statusesOf(server, calls)).toEqual({ 200: 2, 429: 8 });
});

test("AN §5 a hundred calls of four tenants: as many are accepted as there are slots and places, none twice", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 3, queueCapacity: 7 } });
  const calls = Array.from({ length: 100 }, (_, index) => server.call({ token: ["x", "y", "z"][index % 3] ?? "x" }));
  await until(() => server.limiter.counts.limitReached === 90);
  expect(await statusesOf(server, calls)).toEqual({ 200: 10, 429: 90 });
  expect(server.limiter.counts).toMatchObject({ running: 0, waiting: 0, admitted: 10 });
});

test("AN §5 requests that fail with 403, 415 or a body error take no place", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 0 } });
  const running = server.call();
  await until(() => server.runs.length === 1);
  const statuses = await Promise.all(
    [
      server.call({ token: "nobody" }),
      server.call({ headers: { jwt: "x", "content-type": "text/plain" } }),
      server.call({ body: "[]" }),
      server.call({ body: "{}" }),
      server.call(),
    ].map(async (call) => (await call).status),
  );
  expect(statuses).toEqual([403, 415, 400, 400, 429]);
  server.runs[0]?.end();
  expect((await running).status).toBe(200);
});

test("AN-67: 429 says in Retry-After when to come again, in 1 to 60 whole seconds, and how full it is", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 1 } });
  const first = server.call();
  await until(() => server.runs.length === 1);
  server.clock.advance(7_000);
  server.runs[0]?.end();
  await (await first).arrayBuffer();
  await until(() => server.limiter.counts.running === 0);
  const calls = [server.call(), server.call()];
  await until(() => server.limiter.counts.waiting === 1);

  const refused = await server.call();
  // One waits, and one report took 7 s.
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("14");
  expect(refused.headers.get("x-ratelimit-running")).toBe("1");
  expect(refused.headers.get("x-ratelimit-queued")).toBe("1");
  expect(await bodyOf(refused)).toMatchObject({ status: 429, errorCode: 33, code: "LIMIT_REACHED" });
  expect(await statusesOf(server, calls)).toEqual({ 200: 2 });
});

test("AN §5 a request that waits too long is answered 429 QUEUE_TIMEOUT", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 1 } });
  const running = server.call();
  await until(() => server.runs.length === 1);
  const waiting = server.call();
  await until(() => server.limiter.counts.waiting === 1);
  server.clock.advance(30_000);

  const refused = await waiting;
  expect([refused.status, Number(refused.headers.get("retry-after")) >= 1]).toEqual([429, true]);
  expect(await bodyOf(refused)).toMatchObject({ code: "QUEUE_TIMEOUT", errorCode: 33 });
  server.runs[0]?.end();
  expect((await running).status).toBe(200);
});

function open(server: ReportServer, path = BUILD_REPORT, token = "x"): ClientRequest {
  const request = httpRequest(`${server.url}${path}`, {
    method: "POST",
    headers: { jwt: token, "content-type": "application/json" },
  });
  request.on("error", () => undefined);
  request.end(path === BUILD_REPORT ? server.body() : "{}");
  return request;
}

/** The answer, of which nothing is read. */
async function unread(request: ClientRequest): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
  response.on("error", () => undefined);
  return response.pause();
}

test("AN-68: a waiting client that closes frees its place; a running one frees its slot and stops the query", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 1 } });
  const running = open(server);
  await until(() => server.runs.length === 1);
  const waiting = open(server);
  await until(() => server.limiter.counts.waiting === 1);

  waiting.destroy();
  await until(() => server.limiter.counts.waiting === 0);
  expect(server.limiter.counts).toMatchObject({ callersGone: 1, running: 1 });
  const second = open(server);
  await until(() => server.limiter.counts.waiting === 1);
  second.destroy();
  await until(() => server.limiter.counts.waiting === 0);
  running.destroy();
  await until(() => server.limiter.counts.running === 0);
  expect(server.runs[0]).toMatchObject({ isOver: true });
  expect(server.runs[0]?.signal.aborted).toBe(true);

  const next = server.call();
  expect(await statusesOf(server, [next])).toEqual({ 200: 1 });
});

test("AN-69: with a full queue of one tenant, the first of another is admitted and one of the first gets 429", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 3 } });
  const ofX: Promise<Response>[] = [];
  for (let index = 0; index < 4; index++) {
    ofX.push(server.call({ token: "x" }));
    await until(() => server.limiter.counts.running + server.limiter.counts.waiting === index + 1);
  }
  const ofY = server.call({ token: "y" });
  const evicted = await ofX[3];

  expect([evicted?.status, evicted?.headers.has("retry-after")]).toEqual([429, true]);
  expect(await statusesOf(server, [...ofX.slice(0, 3), ofY])).toEqual({ 200: 4 });
  // Tenants take turns: one of X ran, then one of each.
  expect(server.limiter.counts).toMatchObject({ admitted: 4, limitReached: 1 });
});

test("AN-70: a report over its time limit gets 504 and its query is stopped; the view's own limit wins", async () => {
  for (const [timeoutMs, millis] of [
    [null, 60_000],
    [1_500, 1_500],
    [90_000, 90_000],
  ] as const) {
    await using server = await ReportServer.start({ limiter: { poolSize: 1 }, timeoutMs });
    const call = server.call();
    await until(() => server.runs.length === 1);
    server.clock.advance(millis - 1);
    expect(server.runs[0]?.signal.aborted).toBe(false);
    server.clock.advance(1);

    const response = await call;
    expect(response.status).toBe(504);
    expect(await bodyOf(response)).toMatchObject({ code: "REPORT_TIMEOUT", errorCode: 2, status: 504 });
    expect(server.runs[0]?.isOver).toBe(true);
    await until(() => server.limiter.counts.running === 0);
  }
});

test("AN-71: a limiter setting that is no number in range keeps the platform from starting and is named", () => {
  for (const [name, value] of [
    ["SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE", "many"],
    ["SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE", "0"],
    ["SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE", "2.5"],
    ["SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY", "-1"],
    ["SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY", "ten"],
    ["REPORT_QUEUE_WAIT_MS", "soon"],
    ["REPORT_TIMEOUT_MS", "later"],
    ["REPORT_UI_POOL_SIZE", "0"],
    ["REPORT_JOB_POOL_SIZE", "x"],
  ] as const)
    expect(() => parseConfig(new Map(), { [name]: value }), `${name}=${value}`).toThrow(name);
  expect(parseConfig(new Map(), { SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY: "0" }).analytics.limiter.queueCapacity).toBe(
    0,
  );
});

test("AN §5 a slot is held until the answer is with the socket; a caller who reads nothing loses the connection", async () => {
  await using server = await ReportServer.start({
    limiter: { poolSize: 1, queueCapacity: 0 },
    writeTimeoutMillis: 30_000,
  });
  const text = "x".repeat(1_000);
  server.instant = sampleReport(
    [sampleColumn("t", "text")],
    Array.from({ length: 30_000 }, () => [text]),
  );
  await unread(open(server));
  await until(() => server.limiter.counts.rows === 30_000);
  expect(server.limiter.counts.running).toBe(1);
  expect((await server.call()).status).toBe(429);

  server.clock.advance(30_000);
  await until(() => server.limiter.counts.running === 0);
  server.instant = smallReport();
  expect((await server.call()).status).toBe(200);
});

test("AN §5 who reads the answer of an own call slowly holds no slot; long ones have a bound, of which a tenant has half", async () => {
  const bytesMax = 96 * 1_048_576;
  await using server = await ReportServer.start({
    limiter: { poolSize: 1, queueCapacity: 0 },
    unsentBytesMax: bytesMax,
  });
  const text = "x".repeat(1_000);
  const long = sampleReport(
    [sampleColumn("t", "text")],
    Array.from({ length: 30_000 }, () => [text]),
  );
  const data = `/apiAnalytics/v1/views/${server.viewId}/data`;
  // The slot of the call before is free once its answer is written, of which the caller sees the head a little sooner.
  const statusOf = async (token: string): Promise<unknown> => {
    const { statusCode } = await unread(open(server, data, token));
    await until(() => server.limiter.counts.running === 0);
    return statusCode;
  };

  server.instant = long;
  expect(await statusOf("x")).toBe(200);
  expect(server.limiter.counts.running).toBe(0);
  // Another of its own is more than half, one of another tenant is not.
  expect([await statusOf("x"), await statusOf("y"), await statusOf("z")]).toEqual([429, 200, 200]);
  expect([await statusOf("y"), server.limiter.counts.running]).toEqual([429, 0]);
  server.instant = smallReport();
  expect(await statusOf("x")).toBe(200);

  server.instant = long;
  server.clock.advance(30_000);
  await expect.poll(() => statusOf("x")).toBe(200);
});

test("AN §5 a stop refuses who waits and who comes with 503, and lets running reports end", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, queueCapacity: 1 } });
  const running = server.call();
  await until(() => server.runs.length === 1);
  const waiting = server.call();
  await until(() => server.limiter.counts.waiting === 1);
  const stopped = server.limiter.stop();

  const refused = [await waiting, await server.call()];
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(refused.every(({ headers }) => Number(headers.get("retry-after")) >= 1)).toBe(true);
  expect(await bodyOf(refused[0] ?? new Response())).toMatchObject({ code: "ENGINE_UNAVAILABLE", errorCode: 2 });
  server.runs[0]?.end();
  const answered = await running;
  expect([answered.status, await bodyOf(answered)]).toEqual([
    200,
    { columnLabels: ["Device", "temp"], dataTable: [{ Device: "a", temp: 1 }] },
  ]);
  await stopped;
});

test("AN §5 a stop ends reports that run longer than they may then", async () => {
  await using server = await ReportServer.start({ limiter: { poolSize: 1, timeoutMillis: 600_000 } });
  const running = server.call();
  await until(() => server.runs.length === 1);
  const stopped = server.limiter.stop();
  server.clock.advance(20_000);
  expect((await running).status).toBe(503);
  await stopped;
});
