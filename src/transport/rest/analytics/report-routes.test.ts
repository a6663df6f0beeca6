import { describe, expect, test } from "vitest";
import { DomainError } from "../../../core/errors.ts";
import {
  BUILD_REPORT,
  ReportServer,
  smallReport,
  until,
  type CallOptions,
} from "../../../../test/support/report-server.ts";
import { LogRecorder } from "../../../../test/support/log-recorder.ts";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function answerOf(call: Promise<Response>): Promise<Answer> {
  const response = await call;
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function withServer(check: (server: ReportServer) => Promise<void>): Promise<void> {
  await using server = await ReportServer.start();
  server.instant = smallReport();
  await check(server);
}

/** Status and code of a refusal, which has exactly the members of the contract. */
async function refusal(server: ReportServer, options: CallOptions): Promise<readonly unknown[]> {
  const { status, body } = await answerOf(server.call(options));
  expect(Object.keys(body).sort()).toEqual(
    ["code", "errorCode", "errors", "message", "requestId", "status", "timestamp"].sort(),
  );
  expect(body["status"]).toBe(status);
  return [status, body["code"], body["errorCode"]];
}

const JSON_TYPE = { "content-type": "application/json" };

describe("AN §4.1 the token", () => {
  test("comes in the header or the parameter, the header wins, and a Bearer before it is taken off", () =>
    withServer(async (server) => {
      const query = (token: string, headers: Record<string, string> = {}) =>
        fetch(`${server.url}${BUILD_REPORT}?jwt=${token}`, {
          method: "POST",
          headers: { ...JSON_TYPE, ...headers },
          body: server.body(),
        }).then(async (response) => [response.status, await response.text()]);
      const byHeader = await server.call().then((response) => response.text());
      expect(await query("x")).toEqual([200, byHeader]);
      expect((await query("nobody", { jwt: "x" }))[0]).toBe(200);
      expect((await query("x", { jwt: "nobody" }))[0]).toBe(403);
      expect((await query("nobody", { jwt: "Bearer x" }))[0]).toBe(200);
      expect((await query("x&jwt=x"))[0]).toBe(403);
    }));

  test("whatever is wrong with it is 403", () =>
    withServer(async (server) => {
      const authorized = (authorization: string) => ({ headers: { ...JSON_TYPE, "x-authorization": authorization } });
      expect(await refusal(server, { headers: JSON_TYPE })).toEqual([403, "TOKEN_MISSING", 10]);
      expect(await refusal(server, authorized("Bearer x"))).toEqual([403, "TOKEN_MISSING", 10]);
      expect(await refusal(server, { token: "nobody" })).toEqual([403, "TOKEN_INVALID", 10]);
      expect(await refusal(server, { token: "expired" })).toEqual([403, "TOKEN_EXPIRED", 11]);
      expect(await refusal(server, { headers: { ...JSON_TYPE, jwt: "x, x" } })).toEqual([403, "TOKEN_INVALID", 10]);
      expect(await refusal(server, { token: "system" })).toEqual([403, "NO_TENANT", 20]);
    }));

  test("is looked at before media type, size and body; a public session reads reports", () =>
    withServer(async (server) => {
      const text = { "content-type": "text/plain", jwt: "nobody" };
      expect(await refusal(server, { headers: text, body: "x".repeat(2_000_000) })).toEqual([403, "TOKEN_INVALID", 10]);
      expect((await server.call({ token: "public" })).status).toBe(200);
    }));
});

describe("AN §4.1 the body", () => {
  test("is JSON by its media type, with parameters or without", () =>
    withServer(async (server) => {
      const typed = (type: string) => ({ headers: { jwt: "x", "content-type": type } });
      for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])
        expect((await server.call(typed(type))).status, type).toBe(200);
      for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "json"])
        expect(await refusal(server, typed(type)), type).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", 31]);
      const { body } = await answerOf(server.call(typed("text/plain")));
      expect(body["message"]).toContain("application/json");
      const none = fetch(`${server.url}${BUILD_REPORT}`, { method: "POST", headers: { jwt: "x" } });
      expect((await none).status).toBe(415);
      const nothing = fetch(`${server.url}${BUILD_REPORT}`, { method: "POST", headers: { jwt: "x", ...JSON_TYPE } });
      expect((await answerOf(nothing)).body).toMatchObject({ status: 400, code: "BODY_INVALID" });
    }));

  test("may have 1 MiB, and is refused by size before it is read", () =>
    withServer(async (server) => {
      const padded = (bytes: number) => {
        const body = server.body();
        return body.slice(0, -1) + " ".repeat(bytes - body.length) + "}";
      };
      expect((await server.call({ body: padded(1_048_576) })).status).toBe(200);
      expect(await refusal(server, { body: padded(1_048_577) })).toEqual([413, "BODY_TOO_LARGE", 31]);
    }));

  test("has to be an object with a view, and nothing that the call does not know", () =>
    withServer(async (server) => {
      for (const body of ["[]", '"x"', "7", "null", "{", "", "nul"])
        expect(await refusal(server, { body }), body).toEqual([400, "BODY_INVALID", 31]);
      const { viewId } = server;
      for (const [json, code] of [
        [{}, "VIEW_ID_REQUIRED"],
        [{ viewConfigId: null }, "VIEW_ID_REQUIRED"],
        [{ viewConfigId: "" }, "VIEW_ID_REQUIRED"],
        [{ viewConfigId: "energy" }, "VIEW_ID_INVALID"],
        [{ viewConfigId: 7 }, "VIEW_ID_INVALID"],
        [{ viewConfigId: viewId, rangeStartTs: "1767225600000" }, "RANGE_INVALID"],
        [{ viewConfigId: viewId, rangeStartTs: -1 }, "RANGE_INVALID"],
        [{ viewConfigId: viewId, rangeEndTs: 0.5 }, "RANGE_INVALID"],
        [{ viewConfigId: viewId, rangeEndTs: 4_102_444_800_001 }, "RANGE_INVALID"],
        [{ viewConfigId: viewId, filters: [] }, "FILTER_VALUES"],
        [{ viewConfigId: viewId, filters: "North" }, "FILTER_VALUES"],
        [{ viewConfigId: viewId, fitlers: {} }, "UNKNOWN_PROPERTY"],
      ] as const)
        expect(await refusal(server, { body: JSON.stringify(json) }), JSON.stringify(json)).toEqual([400, code, 31]);
      const unknown = "01990000-0000-7000-8000-000000000000";
      expect(await refusal(server, { body: JSON.stringify({ viewConfigId: unknown }) })).toEqual([
        404,
        "VIEW_NOT_FOUND",
        32,
      ]);
      expect(server.limiter.counts.admitted).toBe(1);
    }));

  test("all problems are listed at once, each with its place", () =>
    withServer(async (server) => {
      const body = '{"fitlers":{},"rangeStartTs":"now","__proto__":1,"a/b~c":1}';
      const { body: answer } = await answerOf(server.call({ body }));
      expect(answer["code"]).toBe("VIEW_ID_REQUIRED");
      expect(answer["errors"]).toMatchObject([
        { pointer: "/viewConfigId", code: "VIEW_ID_REQUIRED" },
        {
          pointer: "/rangeStartTs",
          code: "RANGE_INVALID",
          message: '"rangeStartTs" must be a whole number from 0 to 4102444800000, not "now".',
        },
        { pointer: "/fitlers", code: "UNKNOWN_PROPERTY", message: expect.stringContaining('"filters"') as string },
        { pointer: "/__proto__", code: "UNKNOWN_PROPERTY" },
        { pointer: "/a~1b~0c", code: "UNKNOWN_PROPERTY" },
      ]);
    }));

  test("an id in capitals, blank bounds and filters by any name reach the report", async () => {
    await using server = await ReportServer.start();
    const sent = {
      viewConfigId: server.viewId.toUpperCase(),
      rangeStartTs: "",
      rangeEndTs: null,
      filters: { constructor: ["a"] },
    };
    const call = server.call({ body: JSON.stringify(sent).replace("constructor", "__proto__") });
    await until(() => server.runs.length === 1);
    const { request } = server.runs[0] ?? {};
    expect(request).toMatchObject({ rangeStartTs: null, rangeEndTs: null, overrides: {} });
    expect([...(request?.filters ?? [])]).toEqual([["__proto__", ["a"]]]);
    server.runs[0]?.end();
    expect((await call).status).toBe(200);
  });
});

describe("AN §4.1 the answer", () => {
  test("has exactly the two members, and the rest in headers", () =>
    withServer(async (server) => {
      server.instant = sampleReport([sampleColumn("n", "Device")], [["a"], ["b"]], {
        truncated: { reason: "rows", limit: 2 },
        partialBuckets: ["first", "last"],
        warnings: [{ code: "SKIPPED_VALUES", message: "…", values: {}, field: null }],
      });
      const { status, headers, body } = await answerOf(server.call());
      expect([status, body]).toEqual([
        200,
        { columnLabels: ["Device"], dataTable: [{ Device: "a" }, { Device: "b" }] },
      ]);
      const headerValues = [
        "x-report-rows",
        "x-report-truncated",
        "x-report-truncated-reason",
        "x-report-limit",
        "x-report-range",
        "x-report-partial-buckets",
        "x-report-cache",
        "x-report-warnings",
        "cache-control",
        "content-type",
      ].map((name) => headers.get(name));
      expect(headerValues).toEqual([
        "2",
        "true",
        "rows",
        "2",
        "1767225600000-1767232800000",
        "first,last",
        "miss",
        "1",
        "no-store",
        "application/json; charset=utf-8",
      ]);
      expect(headers.get("x-request-id")).toMatch(/./);
      expect(headers.get("server-timing")).toContain("dur=");
    }));

  test("one that was not cut says so, and has no limit to tell", () =>
    withServer(async (server) => {
      const { headers } = await server.call();
      expect(headers.get("x-report-truncated")).toBe("false");
      expect([headers.has("x-report-limit"), headers.has("x-report-truncated-reason")]).toEqual([false, false]);
      expect(headers.get("x-report-partial-buckets")).toBe("none");
    }));

  test("a failure of the engine is 503 with Retry-After, a bug 500 without a trace", async () => {
    await using server = await ReportServer.start();
    const calls = [server.call(), server.call()];
    await until(() => server.runs.length === 2);
    server.runs[0]?.fail(new DomainError("unavailable", "the storage cannot be read", { cause: new Error("disk") }));
    server.runs[1]?.fail(new TypeError("select secret from points"));
    const answers = await Promise.all(calls.map(answerOf));
    const [engine, bug] = answers.sort((one, other) => other.status - one.status);
    expect(engine?.body).toMatchObject({ status: 503, code: "ENGINE_UNAVAILABLE", errorCode: 2 });
    expect(Number(engine?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(bug?.body).toMatchObject({ status: 500, code: "INTERNAL", errorCode: 2 });
    expect(JSON.stringify(bug?.body)).not.toContain("secret");
    await until(() => server.limiter.counts.running === 0);
  });

  test("other methods are 405 with Allow, other paths 404, with the body of all errors", () =>
    withServer(async (server) => {
      for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const { status, headers, body } = await answerOf(fetch(`${server.url}${BUILD_REPORT}`, { method }));
        expect([status, headers.get("allow"), body["code"]], method).toEqual([405, "POST", "METHOD_NOT_ALLOWED"]);
      }
      const other = await answerOf(fetch(`${server.url}/apiAnalytics/publicApi/other?jwt=secret`));
      expect(other.body).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
        errors: [],
        requestId: expect.any(String) as string,
      });
      expect(JSON.stringify(other.body)).not.toContain("secret");
      const elsewhere = await answerOf(fetch(`${server.url}/apiAnalyticsX`));
      expect(Object.keys(elsewhere.body)).toEqual(["status", "message", "errorCode", "timestamp"]);
    }));
});

describe("AN §4.1 browsers", () => {
  const preflight = (server: ReportServer, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${BUILD_REPORT}`, {
      method: "OPTIONS",
      headers: {
        origin: "https://plant.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,jwt",
        ...headers,
      },
    });

  test("a preflight is answered without a token, and answers show their headers to pages", () =>
    withServer(async (server) => {
      const { status, headers } = await preflight(server);
      expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(headers.get("access-control-allow-headers")).toBe("content-type,jwt");
      const answer = await server.call({ headers: { jwt: "x", ...JSON_TYPE, origin: "https://plant.example" } });
      const exposed = answer.headers.get("access-control-expose-headers");
      for (const name of ["X-Report-Truncated", "X-Report-Rows", "Retry-After", "X-Request-Id"])
        expect(exposed).toContain(name);
    }));

  test("origins and headers follow the settings; those that the call needs may always be sent", async () => {
    await using server = await ReportServer.start({
      rest: {
        cors: {
          originPatterns: ["https://*.example"],
          methods: ["POST"],
          headers: ["x-authorization"],
          maxAgeSeconds: 10,
        },
      },
    });
    expect((await preflight(server)).headers.get("access-control-allow-headers")).toBe(
      "x-authorization, jwt, content-type",
    );
    const other = await preflight(server, { origin: "https://plant.test" });
    expect(other.headers.has("access-control-allow-origin")).toBe(false);
  });
});

test("AN §4.1 the log of requests has no tokens, neither those of parameters nor those of headers", async () => {
  const log = new LogRecorder();
  await using server = await ReportServer.start({ rest: { accessLog: true }, log });
  server.instant = smallReport();
  for (const path of [
    `${BUILD_REPORT}?jwt=hidden-1`,
    "/apiAnalytics/nowhere?jwt=hidden-1",
    `${BUILD_REPORT}?jwt=%zz-hidden-1`,
  ])
    await fetch(`${server.url}${path}`, { method: "POST", headers: { ...JSON_TYPE, jwt: "hidden-2" }, body: "{}" });
  await until(() => log.records.length >= 3);
  expect(JSON.stringify(log.records)).not.toContain("hidden");
});

describe("AN §4.3 typed data", () => {
  const data = (
    server: ReportServer,
    body: unknown,
    headers: Record<string, string> = { "x-authorization": "Bearer x" },
  ) =>
    answerOf(
      fetch(`${server.url}/apiAnalytics/v1/views/${server.viewId}/data`, {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify(body),
      }),
    );

  test("takes the platform's credentials and its own", () =>
    withServer(async (server) => {
      expect((await data(server, {})).status).toBe(200);
      expect((await data(server, {}, { jwt: "x" })).status).toBe(200);
      const { status, body } = await data(server, {}, {});
      expect([status, body["code"]]).toEqual([403, "TOKEN_MISSING"]);
    }));

  test("hands over range, filters, zone, limit, offset, order and bucket", async () => {
    await using server = await ReportServer.start();
    const call = data(server, {
      rangeStartTs: 1,
      filters: { building: ["North"] },
      timezone: "Europe/Berlin",
      limit: 5,
      offset: 10,
      sort: [{ field: "kwh", direction: "desc", missing: "first" }, { field: "n" }],
      bucket: { bucket: "day", amount: 2 },
    });
    await until(() => server.runs.length === 1);
    expect(server.runs[0]?.request).toEqual({
      rangeStartTs: 1,
      rangeEndTs: null,
      filters: new Map([["building", ["North"]]]),
      overrides: {
        timezone: "Europe/Berlin",
        limit: 5,
        offset: 10,
        sort: [
          { field: "kwh", direction: "desc", missing: "first" },
          { field: "n", direction: "asc" },
        ],
        bucket: { bucket: "day", amount: 2 },
      },
    });
    server.runs[0]?.end();
    expect((await call).body).toMatchObject({ columns: [{ id: "n" }, { id: "t" }], rows: [["a", 1]] });
  });

  test("refuses overrides of a wrong form with their places", () =>
    withServer(async (server) => {
      const { body } = await data(server, { limit: 0, offset: -1, sort: [1, {}], bucket: { amount: 1 }, rows: 1 });
      expect((body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
        "/limit",
        "/offset",
        "/sort/0",
        "/sort/1/field",
        "/bucket/bucket",
        "/rows",
      ]);
    }));

  test("a preview takes a view and at most 1000 rows", async () => {
    await using server = await ReportServer.start();
    const preview = (body: unknown) =>
      fetch(`${server.url}/apiAnalytics/v1/views/preview`, {
        method: "POST",
        headers: { ...JSON_TYPE, jwt: "x" },
        body: JSON.stringify(body),
      });
    expect((await answerOf(preview({ rows: 1001 }))).body["errors"]).toMatchObject([
      { pointer: "/view", code: "VIEW_INVALID" },
      { pointer: "/rows", code: "LIMIT_RANGE" },
    ]);
    const call = preview({ view: { name: "a" }, rows: 7 });
    await until(() => server.runs.length === 1);
    expect(server.runs[0]?.request.overrides).toEqual({ sampleRows: 7 });
    server.runs[0]?.end();
    expect((await call).status).toBe(200);
  });
});
