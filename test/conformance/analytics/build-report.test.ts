// Analytics contract 4.1, 4.2, 3.2, 3.9, 3.10: the specification's call over the whole platform. Checklist 9.1, 9.2, 9.4.
import { beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { buildReport, createView, GOLDEN_RANGE, goldenDevices, rowsOf, T0 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { LogRecorder } from "../../support/log-recorder.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { TENANT_ADMIN } from "../../support/platform.ts";
import { member, text, tokenOf, type RestAnswer } from "../../support/rest-client.ts";
import type { TestDevice, TestTenant } from "../../support/tenant.ts";

const PATH = "/apiAnalytics/publicApi/buildReport";
const HOUR = 3_600_000;
const log = new LogRecorder();
const platform = useTestPlatform({
  clock: new ManualClock(millis(T0 + 4 * HOUR)),
  log,
  settings: { "http.accessLog": true },
});
let tenant: TestTenant;
let devices: readonly TestDevice[];
let viewId: string;
let token: string;
let refreshToken: string;

const BUILDING = { id: "building", label: "Building", source: { type: "attribute", scope: "server", key: "building" } };
const DATE = { id: "hour", label: "Date", source: { type: "timeBucket", bucket: "hour" } };
const ENERGY = {
  id: "kwh",
  label: "energyUsage",
  source: { type: "telemetry", key: "kwh" },
  aggregation: { fn: "increase" },
};
const TEMPERATURE = {
  id: "temp",
  label: "Temperature",
  source: { type: "telemetry", key: "temp" },
  aggregation: { fn: "avg" },
};
const SAVED_RANGE = { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" };

let views = 0;
function save(definition: object): Promise<string> {
  const scope = { deviceIds: devices.map(({ id }) => id) };
  return createView(tenant.rest, {
    name: `report ${String(views++)}`,
    scope,
    timeRange: SAVED_RANGE,
    fields: [BUILDING, DATE, ENERGY, TEMPERATURE],
    ...definition,
  });
}

beforeAll(async () => {
  ({ tenant } = platform());
  devices = await goldenDevices(tenant);
  viewId = await save({
    filters: [{ name: "building", target: { type: "attribute", scope: "server", key: "building" } }],
  });
  const pair = await platform().anonymous.post("/api/auth/login", {
    username: TENANT_ADMIN.email,
    password: TENANT_ADMIN.password,
  });
  token = tokenOf(pair);
  refreshToken = text(pair, "refreshToken");
});

interface Sent {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
}

/** A call whose parts are the test's own; held against the description of the API. */
async function send({ query = "", headers = { jwt: token }, body, method = "POST" }: Sent = {}): Promise<RestAnswer> {
  const sent = method === "GET" ? undefined : (body ?? JSON.stringify({ viewConfigId: viewId }));
  const response = await fetch(`${platform().anonymous.baseUrl}${PATH}${query}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const answer = await response.text();
  const { status } = response;
  platform().anonymous.answerCheck?.check(method, PATH, { status, headers: response.headers, text: answer });
  return { status, headers: response.headers, text: answer, body: JSON.parse(answer) as unknown };
}

const codeOf = (answer: RestAnswer): readonly unknown[] => [answer.status, member(answer.body, "code")];
const wrongWay = (body: object): Promise<RestAnswer> =>
  send({ body: JSON.stringify({ viewConfigId: viewId, ...body }) });

const EXAMPLE = {
  columnLabels: ["Building", "Date", "energyUsage", "Temperature"],
  dataTable: [
    { Building: "North", Date: "1767225600000", energyUsage: 30, Temperature: 22 },
    { Building: "North", Date: "1767229200000", energyUsage: 41, Temperature: 30 },
  ],
};

test("AN-1: a valid JWT in the query parameter returns 200 and the example of the contract", async () => {
  const { status, body } = await send({ query: `?jwt=${token}`, headers: {} });
  expect([status, body]).toEqual([200, EXAMPLE]);
});

test("AN-2: the same JWT in the header returns 200 and the same body", async () => {
  const [query, header] = [await send({ query: `?jwt=${token}`, headers: {} }), await send()];
  expect([header.status, header.text]).toEqual([200, query.text]);
  expect((await send({ headers: { jwt: `Bearer ${token}` } })).text).toBe(query.text);
});

test("AN-4: a JWT with a changed signature returns 403", async () => {
  const changed = `${token.slice(0, -6)}${token.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA"}`;
  const answer = await send({ headers: { jwt: changed } });
  expect([...codeOf(answer), member(answer.body, "errorCode")]).toEqual([403, "TOKEN_INVALID", 10]);
  expect(codeOf(await send({ headers: { jwt: "no.token.atall" } }))).toEqual([403, "TOKEN_INVALID"]);
});

test("AN-5: without a token, or with X-Authorization only, the answer is 403 TOKEN_MISSING", async () => {
  expect(codeOf(await send({ headers: {} }))).toEqual([403, "TOKEN_MISSING"]);
  expect(codeOf(await send({ headers: { "x-authorization": `Bearer ${token}` } }))).toEqual([403, "TOKEN_MISSING"]);
});

test("AN-6: a refresh token returns 403", async () => {
  expect(codeOf(await send({ headers: { jwt: refreshToken } }))).toEqual([403, "TOKEN_INVALID"]);
});

test("AN-7: Content-Type: text/plain returns 415", async () => {
  const answer = await send({ headers: { jwt: token, "content-type": "text/plain" } });
  expect(codeOf(answer)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect(member(answer.body, "message")).toContain("application/json");
});

test("AN-8: a bad token together with a bad media type returns 403", async () => {
  expect((await send({ headers: { jwt: "bad", "content-type": "text/plain" } })).status).toBe(403);
});

test("AN-9: no viewConfigId returns 400 VIEW_ID_REQUIRED", async () => {
  expect(codeOf(await send({ body: "{}" }))).toEqual([400, "VIEW_ID_REQUIRED"]);
});

test("AN-10: a viewConfigId that is no UUID returns 400, an unknown UUID 404", async () => {
  expect(codeOf(await wrongWay({ viewConfigId: "energy" }))).toEqual([400, "VIEW_ID_INVALID"]);
  const unknown = "01990000-0000-7000-8000-000000000000";
  const answer = await wrongWay({ viewConfigId: unknown });
  expect([...codeOf(answer), member(answer.body, "errorCode")]).toEqual([404, "VIEW_NOT_FOUND", 32]);
});

test("AN-11: the last segment of the link of a view, sent as viewConfigId, runs that view", async () => {
  const view = await tenant.rest.get(`/apiAnalytics/v1/views/${viewId}`);
  for (const kind of ["editor", "show", "embed"]) {
    const segment = text(view, "links", kind).split("?")[0]?.split("/").at(-1);
    expect((await wrongWay({ viewConfigId: segment })).body, kind).toEqual(EXAMPLE);
  }
  expect((await wrongWay({ viewConfigId: viewId.toUpperCase() })).status).toBe(200);
});

test("AN-12: a body with only viewConfigId returns 200 over the saved range", async () => {
  const { status, headers } = await send();
  expect([status, headers.get("x-report-range")]).toEqual([200, `${String(T0)}-${String(T0 + 2 * HOUR)}`]);
});

test("AN-13: a body that is no JSON object returns 400 with the error body", async () => {
  for (const body of ["[]", '"x"', "{", "7"]) {
    const answer = await send({ body });
    expect(answer.body, body).toMatchObject({
      status: 400,
      errorCode: 31,
      code: "BODY_INVALID",
      errors: [],
      message: expect.any(String) as string,
      timestamp: T0 + 4 * HOUR,
      requestId: answer.headers.get("x-request-id"),
    });
  }
});

test("AN-13: the refusal of a body that is no JSON object names what it is", async () => {
  for (const [body, found] of [
    ["[]", "an array"],
    ['"x"', "a string"],
    ["7", "a number"],
    ["null", "null"],
  ] as const)
    expect(member((await send({ body })).body, "message")).toBe(`the body must be a JSON object, got ${found}`);
});

test("AN-14: a misspelt property returns 400, and the message suggests the right one", async () => {
  const answer = await wrongWay({ fitlers: { building: ["North"] } });
  expect(codeOf(answer)).toEqual([400, "UNKNOWN_PROPERTY"]);
  expect(member(answer.body, "message")).toContain('"filters"');
});

test("AN-15: GET on the path returns 405 with Allow", async () => {
  const answer = await send({ method: "GET" });
  expect([...codeOf(answer), answer.headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", "POST"]);
});

test("AN-16: the token never appears in the access log", async () => {
  await send({ query: `?jwt=${token}`, headers: {} });
  await send({ headers: { jwt: token, "content-type": "text/plain" } });
  await fetch(`${platform().anonymous.baseUrl}/apiAnalytics/nowhere?jwt=${token}`);
  const answered = log.records.filter(({ event }) => event === "request answered");
  expect(answered.length).toBeGreaterThan(2);
  const [, claims = "", signature = ""] = token.split(".");
  for (const secret of [claims, signature]) expect(JSON.stringify(log.records)).not.toContain(secret);
});

test("AN-17: rangeStartTs and rangeEndTs replace the saved range", async () => {
  const answer = await wrongWay({ rangeStartTs: T0 + HOUR, rangeEndTs: T0 + 2 * HOUR });
  expect(rowsOf(answer).map(({ Date: date }) => date)).toEqual([String(T0 + HOUR)]);
  expect(answer.headers.get("x-report-range")).toBe(`${String(T0 + HOUR)}-${String(T0 + 2 * HOUR)}`);
});

test("AN-18: with one bound only, the other is the saved one", async () => {
  const start = await wrongWay({ rangeStartTs: T0 + HOUR });
  expect(start.headers.get("x-report-range")).toBe(`${String(T0 + HOUR)}-${String(T0 + 2 * HOUR)}`);
  const end = await wrongWay({ rangeEndTs: T0 + HOUR });
  expect(end.headers.get("x-report-range")).toBe(`${String(T0)}-${String(T0 + HOUR)}`);
});

test("AN-19: null and empty bounds act as absent", async () => {
  expect((await wrongWay({ rangeStartTs: null, rangeEndTs: "" })).body).toEqual(EXAMPLE);
});

test("AN-20: a sample at the start counts, one at the end does not", async () => {
  const raw = await save({
    grouping: { mode: "raw" },
    fields: [
      { id: "ts", label: "Time", source: { type: "timestamp" } },
      { id: "temp", label: "temp", kind: "measure", source: { type: "telemetry", key: "temp", cast: "number" } },
    ],
  });
  const shown = async (body: object) =>
    rowsOf(await buildReport(tenant.rest, raw, { ...body })).map(({ temp }) => temp);
  expect(await shown({})).toContain(20);
  expect(await shown({})).not.toContain(99);
  expect(await shown({ rangeEndTs: T0 + 120 * 60_000 + 1 })).toContain(99);
  expect(await shown({ rangeStartTs: T0 + 1 })).not.toContain(20);
});

test("AN-21: a start at or after the end returns 400 RANGE_INVALID", async () => {
  expect(codeOf(await wrongWay({ rangeStartTs: T0 + HOUR, rangeEndTs: T0 + HOUR }))).toEqual([400, "RANGE_INVALID"]);
  expect(codeOf(await wrongWay({ rangeStartTs: T0 + 3 * HOUR }))).toEqual([400, "RANGE_INVALID"]);
});

test("AN-22: text as a bound returns 400", async () => {
  const answer = await wrongWay({ rangeStartTs: "1767225600000" });
  expect(codeOf(answer)).toEqual([400, "RANGE_INVALID"]);
  expect(member(answer.body, "errors")).toMatchObject([{ pointer: "/rangeStartTs" }]);
});

test("AN-23: thisMonth in two zones is two ranges at the same now", async () => {
  const ranges: (string | null)[] = [];
  for (const timezone of ["Europe/Berlin", "America/New_York"]) {
    const id = await save({ timeRange: { type: "preset", preset: "thisMonth", timezone } });
    ranges.push((await wrongWay({ viewConfigId: id })).headers.get("x-report-range"));
  }
  expect(ranges).toEqual([
    `${String(T0 - HOUR)}-${String(Date.UTC(2026, 0, 31, 23))}`,
    `${String(Date.UTC(2025, 11, 1, 5))}-${String(Date.UTC(2026, 0, 1, 5))}`,
  ]);
});

const EVERYTHING = [
  { id: "name", label: "Device", source: { type: "entity", field: "name" } },
  { id: "created", label: "Created", source: { type: "entity", field: "createdTime" } },
  { id: "active", label: "Active", source: { type: "entity", field: "active" } },
  BUILDING,
  { id: "door", label: "Door", source: { type: "telemetry", key: "door" }, aggregation: { fn: "latest" } },
  { id: "status", label: "Status", source: { type: "telemetry", key: "status" }, aggregation: { fn: "latest" } },
  { id: "at", label: "At", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "latestTs" } },
  { ...TEMPERATURE, hidden: true },
  { id: "twice", label: "Twice", kind: "measure", source: { type: "expression", stage: "group", expr: "temp * 2" } },
];

test("AN-37: the body has exactly the keys columnLabels and dataTable", async () => {
  expect(Object.keys((await send()).body as object)).toEqual(["columnLabels", "dataTable"]);
});

test("AN-38: every row key is a column label, and hidden fields appear in neither", async () => {
  const answer = await wrongWay({ viewConfigId: await save({ fields: EVERYTHING }) });
  const labels = ["Device", "Created", "Active", "Building", "Door", "Status", "At", "Twice"];
  expect(member(answer.body, "columnLabels")).toEqual(labels);
  for (const row of rowsOf(answer)) expect(Object.keys(row)).toEqual(labels);
});

test("AN-39, AN-40, AN-41: cells are texts or numbers; times are milliseconds, booleans words, missing is empty", async () => {
  const fields = EVERYTHING;
  const rows = rowsOf(await wrongWay({ viewConfigId: await save({ fields }) }));
  for (const row of rows) for (const cell of Object.values(row)) expect(["string", "number"]).toContain(typeof cell);
  const [a, b] = devices;
  const rowOf = (device: TestDevice | undefined) => rows.find(({ Device }) => Device === device?.name);
  expect(rowOf(a)).toMatchObject({ Created: String(T0 + 4 * HOUR), Door: "", Status: "idle", At: String(T0 + HOUR) });
  expect(rowOf(b)).toMatchObject({ Door: "false", Status: "", At: String(T0 + 45 * 60_000), Twice: 48 });
  expect(["true", "false"]).toContain(rowOf(a)?.["Active"]);

  const omitted = rowsOf(await wrongWay({ viewConfigId: await save({ fields, nulls: { encode: "omit" } }) }));
  expect(omitted.find(({ Device }) => Device === a?.name)).not.toHaveProperty("Door");
  const dashed = rowsOf(await wrongWay({ viewConfigId: await save({ fields, nulls: { encode: "text", text: "-" } }) }));
  expect(dashed.find(({ Device }) => Device === a?.name)).toMatchObject({ Door: "-" });
});

test("AN-43: two equal requests on unchanged data return equal bytes", async () => {
  const id = await save({ fields: EVERYTHING.filter((field) => field.id !== "active") });
  expect((await wrongWay({ viewConfigId: id })).text).toBe((await wrongWay({ viewConfigId: id })).text);
});

test("AN-44: a report of exactly limit rows is not truncated; with one row more it says so", async () => {
  for (const [rows, truncated] of [
    [2, "false"],
    [1, "true"],
  ] as const) {
    const answer = await wrongWay({ viewConfigId: await save({ limit: { rows } }) });
    expect(rowsOf(answer)).toHaveLength(rows);
    expect(answer.headers.get("x-report-truncated")).toBe(truncated);
    expect(answer.headers.get("x-report-rows")).toBe(String(rows));
    expect(answer.headers.get("x-report-limit")).toBe(truncated === "true" ? "1" : null);
    expect(answer.headers.get("x-report-truncated-reason")).toBe(truncated === "true" ? "rows" : null);
  }
  const failing = await save({ limit: { rows: 1, onExceed: "fail" } });
  expect(codeOf(await wrongWay({ viewConfigId: failing }))).toEqual([400, "REPORT_TOO_LARGE"]);
});

test("AN-45: text is sorted by code point; missing cells come last in both directions", async () => {
  const named = await Promise.all(
    ["b", "B", "é", "\u{1f600}", "\uffee"].map((word) => tenant.createDevice().then((device) => ({ word, device }))),
  );
  for (const { word, device } of named) await tenant.saveAttributes(device.id, "SERVER_SCOPE", { word });
  const silent = await tenant.createDevice();
  const scope = { deviceIds: [...named.map(({ device }) => device.id), silent.id] };
  const fields = [{ id: "word", label: "Word", source: { type: "attribute", scope: "server", key: "word" } }];
  const words = async (direction: string) =>
    rowsOf(await wrongWay({ viewConfigId: await save({ scope, fields, sort: [{ field: "word", direction }] }) })).map(
      ({ Word }) => Word,
    );
  expect(await words("asc")).toEqual(["B", "b", "é", "\uffee", "\u{1f600}", ""]);
  expect(await words("desc")).toEqual(["\u{1f600}", "\uffee", "é", "b", "B", ""]);
});

test("AN §4.1 a range that cuts a bucket is named in a header", async () => {
  const answer = await wrongWay({ rangeStartTs: T0 + 60_000, rangeEndTs: T0 + HOUR });
  expect(answer.headers.get("x-report-partial-buckets")).toBe("first");
  expect((await send()).headers.get("x-report-partial-buckets")).toBe("none");
});

test("AN §6.1 a system administrator gets 403 NO_TENANT", async () => {
  const { sysAdmin } = platform();
  const answer = await buildReport(sysAdmin, viewId, GOLDEN_RANGE);
  expect(codeOf(answer)).toEqual([403, "NO_TENANT"]);
});

test("AN §4.3 the service describes itself, and tells its health and counts", async () => {
  const { baseUrl } = platform().anonymous;
  const get = async (path: string) => (await fetch(`${baseUrl}/apiAnalytics/v1/${path}`)).text();
  const document = JSON.parse(await get("openapi.json")) as { paths: object };
  expect(Object.keys(document.paths)).toContain(PATH);
  expect(Object.keys(document.paths).every((path) => path.startsWith("/apiAnalytics/"))).toBe(true);
  expect(JSON.parse(await get("health"))).toEqual({ status: "UP" });
  const metrics = await get("metrics");
  for (const word of ["slots 10", "running 0", "waiting 0", "refused_total 0", "rows_total", "run_seconds_total"])
    expect(metrics).toContain(`bridgehead_analytics_reports_${word}`);
  expect(metrics).not.toContain("mqtt");
});

// The last one: it takes the time of every token of this platform.
test("AN-3: an expired JWT returns 403", async () => {
  platform().clock.advance(9_000_000);
  const answer = await send();
  expect([...codeOf(answer), member(answer.body, "errorCode")]).toEqual([403, "TOKEN_EXPIRED", 11]);
});
