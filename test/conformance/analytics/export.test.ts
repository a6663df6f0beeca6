// Analytics contract 4.3: reports as files, read by others than their writers.
import { parquetReadObjects } from "hyparquet";
import readExcelFile from "read-excel-file/node";
import { beforeAll, expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { CsvRecords } from "../../../src/lib/csv-records.ts";
import { createView, goldenDevices, T0 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { member } from "../../support/rest-client.ts";
import type { TestDevice, TestTenant } from "../../support/tenant.ts";

const HOUR = 3_600_000;
const platform = useTestPlatform({ clock: new ManualClock(millis(T0 + 4 * HOUR)) });
let tenant: TestTenant;
let devices: readonly TestDevice[];
let viewId: string;

const attribute = (key: string) => ({ type: "attribute", scope: "server", key });
const FIELDS = [
  { id: "note", label: "=Note", source: attribute("note") },
  { id: "hour", label: 'Date, "local"', source: { type: "timeBucket", bucket: "hour" } },
  { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" }, aggregation: { fn: "increase" } },
  { id: "temp", label: "__proto__x", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } },
];
const NOTE = '=HYPERLINK("x"),\nüber';

let views = 0;
function save(definition: object = {}): Promise<string> {
  return createView(tenant.rest, {
    name: `Energie/${String(views++)}`,
    scope: { deviceIds: devices.map(({ id }) => id) },
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "Europe/Berlin" },
    fields: FIELDS,
    filters: [{ name: "note", target: attribute("note") }],
    ...definition,
  });
}

beforeAll(async () => {
  ({ tenant } = platform());
  devices = await goldenDevices(tenant);
  for (const { id } of devices) await tenant.saveAttributes(id, "SERVER_SCOPE", { note: NOTE });
  viewId = await save();
});

async function download(query: string, id = viewId, body?: object): Promise<Response> {
  return await fetch(`${tenant.rest.baseUrl}/apiAnalytics/v1/views/${id}/export?${query}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "x-authorization": tenant.rest.authorization ?? "",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  const reader = new CsvRecords({
    record: (fields) => records.push([...fields]),
    broken: (_line, reason) => {
      throw new Error(reason);
    },
  });
  reader.push(text);
  reader.end();
  return records;
}

test("AN-77: CSV has the labels as header, RFC 4180 quoting, and guarded formula characters", async () => {
  const response = await download("format=csv");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="Energie_0.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.subarray(3).toString();
  expect(text.endsWith("\r\n")).toBe(true);
  expect(csvRecords(text)).toEqual([
    ["'=Note", 'Date, "local"', "Energy", "__proto__x"],
    [`'${NOTE}`, "2026-01-01T01:00:00.000+01:00", "30", "22"],
    [`'${NOTE}`, "2026-01-01T02:00:00.000+01:00", "41", "30"],
  ]);
});

test("AN §4.3: a spreadsheet reads the XLSX: labels, texts, numbers and times of the zone", async () => {
  const response = await download("format=xlsx");
  expect(response.headers.get("content-type")).toContain("spreadsheetml");
  const sheets = await readExcelFile(Buffer.from(await response.arrayBuffer()));
  expect(sheets).toEqual([
    {
      sheet: "Report",
      data: [
        ["=Note", 'Date, "local"', "Energy", "__proto__x"],
        [NOTE, new Date(T0 + HOUR), 30, 22],
        [NOTE, new Date(T0 + 2 * HOUR), 41, 30],
      ],
    },
  ]);
});

test("AN §4.3: Parquet has typed columns under the labels", async () => {
  const response = await download("format=PARQUET");
  const file = await response.arrayBuffer();
  const rows = await parquetReadObjects({ file });
  expect(rows).toEqual([
    { "=Note": NOTE, 'Date, "local"': new Date(T0), Energy: 30, __proto__x: 22 },
    { "=Note": NOTE, 'Date, "local"': new Date(T0 + HOUR), Energy: 41, __proto__x: 30 },
  ]);
});

test("AN §4.3: NDJSON has an object for each row, with typed cells", async () => {
  const text = await (await download("format=ndjson")).text();
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(rows).toEqual([
    { "=Note": NOTE, 'Date, "local"': T0, Energy: 30, __proto__x: 22 },
    { "=Note": NOTE, 'Date, "local"': T0 + HOUR, Energy: 41, __proto__x: 30 },
  ]);
});

const HOSTILE = [
  ...["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\ufeff=1", "\uff1d1"],
  ...["\ufeff", "__proto__", "\u0000\u001f\u007f\u0085\u2028", "\ufffe\uffff", "_x0041_", "]]>", "\u202eevil"],
  ...["data: x\n\nevent: end\ndata: y", "\ud83e\udd16".repeat(3_000), "x".repeat(10_000)],
];

test("AN §3.9, §4.3: texts that break careless programs reach every answer and file as they were sent", async () => {
  const device = await tenant.createDevice();
  await tenant.rest.post(
    `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`,
    HOSTILE.map((text, index) => ({ ts: T0 + index, values: { text } })),
  );
  const raw = await save({
    scope: { deviceIds: [device.id] },
    fields: [{ id: "v", label: "@text", source: { type: "telemetry", key: "text" } }],
    filters: [],
    grouping: { mode: "raw" },
  });
  const texts = async (format: string): Promise<string> => await (await download(`format=${format}`, raw)).text();
  const lines = (await texts("ndjson")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(HOSTILE.map((text) => ({ "@text": text })));
  const [head, ...records] = csvRecords(await texts("csv"));
  expect(head).toEqual(["'@text"]);
  expect(records.map(([text = ""]) => text)).toEqual(HOSTILE.map((text, index) => (index < 7 ? `'${text}` : text)));

  const parquet = await (await download("format=parquet", raw)).arrayBuffer();
  // This reader leaves a mark of byte order out.
  const shown = HOSTILE.map((text) => ({ "@text": text.replace(/^\ufeff/, "") }));
  expect(await parquetReadObjects({ file: parquet })).toEqual(shown);
  const sheet = await readExcelFile(Buffer.from(await (await download("format=xlsx", raw)).arrayBuffer()));
  expect(sheet).toHaveLength(1);
  expect(sheet[0]?.data).toHaveLength(HOSTILE.length + 1);
});

test("AN §4.3: the overrides of the specification's call hold, in the query and in the body", async () => {
  const byQuery = await download(`rangeStartTs=${String(T0 + HOUR)}&timezone=UTC&filters=${encodeURIComponent("{}")}`);
  const byBody = await download("format=csv", viewId, { rangeStartTs: T0 + HOUR, timezone: "UTC", filters: {} });
  const text = await byQuery.text();
  expect(await byBody.text()).toBe(text);
  expect(csvRecords(text).map(([, date]) => date)).toEqual(['Date, "local"', "2026-01-01T01:00:00.000Z"]);
});

test("AN §4.3: a file that is not complete says so in headers and name; one that fits exactly does not", async () => {
  const cut = await download("", await save({ limit: { rows: 1 } }));
  expect(cut.headers.get("content-disposition")).toMatch(/-incomplete\.csv"$/);
  expect([cut.headers.get("x-report-truncated"), cut.headers.get("x-report-limit")]).toEqual(["true", "1"]);
  await cut.arrayBuffer();
  const exact = await download("", await save({ limit: { rows: 2 } }));
  expect(exact.headers.get("content-disposition")).not.toContain("incomplete");
  expect(exact.headers.get("x-report-truncated")).toBe("false");
  await exact.arrayBuffer();
});

test("AN §4.3: without rows a file of every format has its columns", async () => {
  const id = await save({ timeRange: { type: "absolute", startTs: 1, endTs: 2, timezone: "UTC" } });
  expect(csvRecords((await (await download("format=csv", id)).text()).replace("\uFEFF", ""))).toHaveLength(1);
  expect(await (await download("format=ndjson", id)).text()).toBe("");
  const file = await (await download("format=parquet", id)).arrayBuffer();
  expect(await parquetReadObjects({ file })).toEqual([]);
  // No rows (field 3), then a list (field 4) of no structs: strict readers want the type of entries of an empty list too.
  expect(Buffer.from(file).includes(Buffer.from([0x16, 0, 0x19, 0x0c]))).toBe(true);
  expect((await download("format=xlsx", id)).status).toBe(200);
});

test("AN §4.3: unknown formats and parameters are refused with the names that there are", async () => {
  for (const [query, code, word] of [
    ["format=arrow", "PARAMETER_INVALID", "csv, xlsx, parquet, ndjson"],
    ["fitlers={}", "UNKNOWN_PROPERTY", '"filters"'],
    ["filters={", "FILTER_VALUES", "not JSON"],
    ["rangeStartTs=soon", "PARAMETER_INVALID", "rangeStartTs"],
  ] as const) {
    const response = await download(query);
    const body: unknown = await response.json();
    expect([response.status, member(body, "code")], query).toEqual([400, code]);
    expect(member(body, "message"), query).toContain(word);
  }
});

test("AN §6.2: an export is in the audit log with view, range and rows, and without cells", async () => {
  const id = await save();
  await (await download("format=ndjson", id)).arrayBuffer();
  const logged = await tenant.rest.get("/api/audit/logs?pageSize=100&page=0&actionTypes=EXPORTED");
  const records = member(logged, "data") as readonly unknown[];
  const record = records.find((each) => member(each, "entityId", "id") === id);
  expect(record).toMatchObject({
    actionType: "EXPORTED",
    actionStatus: "SUCCESS",
    actionData: { format: "ndjson", range: [T0, T0 + 2 * HOUR], rows: 2, truncated: false },
  });
  expect(JSON.stringify(record)).not.toContain("HYPERLINK");
});
