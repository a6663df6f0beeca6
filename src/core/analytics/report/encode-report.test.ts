import { expect, test } from "vitest";
import { JsonText } from "../../values.ts";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { parseJson } from "../../../lib/json.ts";
import { tableText, typedText } from "./encode-report.ts";

const table = (report: ReturnType<typeof sampleReport>): string => [...tableText(report)].join("");
const typed = (report: ReturnType<typeof sampleReport>): unknown => parseJson([...typedText(report, 12)].join(""));

const COLUMNS = [
  sampleColumn("building", "Building"),
  sampleColumn("hour", "Date", { type: "time", role: "time" }),
  sampleColumn("kwh", "energyUsage", { type: "number", role: "measure", unit: "kWh" }),
];

test("AN §4.1 the table has exactly labels and rows, with the labels as keys in their order", () => {
  const report = sampleReport(COLUMNS, [
    ["North", 1767225600000, 30],
    ["South", 1767225600000, null],
  ]);
  expect(table(report)).toBe(
    '{"columnLabels":["Building","Date","energyUsage"],"dataTable":[' +
      '{"Building":"North","Date":"1767225600000","energyUsage":30},' +
      '{"Building":"South","Date":"1767225600000","energyUsage":""}]}',
  );
});

test("AN §3.9 every cell is a text or a number", () => {
  const cells = [true, 2n ** 60n, new JsonText('{"b":1,"a":[null]}'), 'say "hi"', 0.1, -0, Infinity, null];
  const columns = cells.map((_cell, index) => sampleColumn(`c${String(index)}`, `C${String(index)}`));
  expect(parseJson(table(sampleReport(columns, [cells])))).toEqual({
    columnLabels: columns.map(({ label }) => label),
    dataTable: [
      {
        C0: "true",
        C1: "1152921504606846976",
        C2: '{"b":1,"a":[null]}',
        C3: 'say "hi"',
        C4: 0.1,
        C5: 0,
        C6: "",
        C7: "",
      },
    ],
  });
});

test("AN-40: a time is the digits of whole milliseconds, however large", () => {
  const columns = [sampleColumn("t", "T", { type: "time" })];
  const report = sampleReport(columns, [[1767225600000.6], [1e21], [-0.2]]);
  expect(parseJson(table(report))).toMatchObject({
    dataTable: [{ T: "1767225600001" }, { T: "1000000000000000000000" }, { T: "0" }],
  });
});

test("AN §3.9 a missing cell is empty, left out, or a text of the view's own", () => {
  const row = [["North", 1767225600000, null]];
  const nulls = { encode: "omit", text: "", dropRows: "none" } as const;
  expect(table(sampleReport(COLUMNS, row, { nulls }))).toContain('{"Building":"North","Date":"1767225600000"}');
  expect(table(sampleReport(COLUMNS, [[null, null, null]], { nulls }))).toContain('"dataTable":[{}]');
  expect(table(sampleReport(COLUMNS, row, { nulls: { ...nulls, encode: "text", text: "-" } }))).toContain(
    '"energyUsage":"-"',
  );
});

test("AN §3.9 a calendar part is a number, or its name where the view has names", () => {
  const part = sampleColumn("d", "Day", { type: "number", partLabels: new Map([[1, "Mo"]]) });
  expect(table(sampleReport([part], [[1], [2]]))).toBe('{"columnLabels":["Day"],"dataTable":[{"Day":"Mo"},{"Day":2}]}');
});

test("AN §3.10 labels that mean something to objects are labels like any other, and keep their order", () => {
  const labels = ["b", "2", "1", "__proto__", "constructor", "toString"];
  const columns = labels.map((label, index) => sampleColumn(`c${String(index)}`, label));
  const text = table(sampleReport(columns, [[1, 2, 3, 4, 5, 6]]));
  expect(text).toContain('[{"b":1,"2":2,"1":3,"__proto__":4,"constructor":5,"toString":6}]');
});

test("AN §3.10 without rows the labels are there in full", () => {
  expect(table(sampleReport(COLUMNS, []))).toBe('{"columnLabels":["Building","Date","energyUsage"],"dataTable":[]}');
});

test("AN §4.4 the typed response has integers for times, booleans, null for missing, and JSON as it is", () => {
  const columns = [...COLUMNS, sampleColumn("on", "On"), sampleColumn("j", "J"), sampleColumn("big", "Big")];
  const report = sampleReport(
    columns,
    [
      ["North", 1767225600000, 30, true, new JsonText('{"a":1}'), 9007199254740993n],
      ["South", 1767225600000, null, false, null, NaN],
    ],
    {
      revision: 3,
      timezone: "Europe/Berlin",
      truncated: { reason: "rows", limit: 2 },
      partialBuckets: ["last"],
      bucketWidth: { bucket: "hour", amount: 1 },
    },
  );
  expect(typed(report)).toMatchObject({
    columns: [
      { id: "building", label: "Building", role: "dimension" },
      { id: "hour", type: "time", role: "time" },
      { id: "kwh", label: "energyUsage", type: "number", unit: "kWh", role: "measure" },
      {},
      {},
      {},
    ],
    rows: [
      ["North", 1767225600000, 30, true, { a: 1 }, 9007199254740993n],
      ["South", 1767225600000, null, false, null, null],
    ],
    totals: [],
    filled: [],
    meta: {
      rangeStartTs: 1767225600000,
      timezone: "Europe/Berlin",
      revision: 3,
      truncated: true,
      truncation: { reason: "rows", limit: 2 },
      cache: "miss",
      partialBuckets: ["last"],
      bucketWidth: { bucket: "hour", amount: 1 },
      skippedValues: {},
      warnings: [],
      durationMs: 12,
    },
  });
});

test("AN §4.4 marks of filled cells, totals and counts of skipped values are reported", () => {
  const report = sampleReport(
    COLUMNS,
    [["North", 1, 2]],
    { skippedValues: new Map([["__proto__", 2]]) },
    { filled: [[0, 2]], totals: [{ groupedBy: [], cells: [null, null, 2] }] },
  );
  const text = [...typedText(report, 1)].join("");
  expect(text).toContain('"skippedValues":{"__proto__":2}');
  expect(typed(report)).toMatchObject({ filled: [[0, 2]], totals: [{ groupedBy: [], cells: [null, null, 2] }] });
});

test("AN-80: the typed response has the newest of the times where no measure has a value, else none", () => {
  const columns = [...COLUMNS, sampleColumn("t", "T", { role: "measure" })];
  const newestTs = (silent: Readonly<Record<string, number | null>>): unknown =>
    typed(sampleReport(columns, [], { silent: new Map(Object.entries(silent)) }));
  const expected = (ts: number | null) => ({ meta: { newestTs: ts } });
  expect(newestTs({ kwh: 5, t: null, hidden: 7 })).toMatchObject(expected(7));
  expect(newestTs({ kwh: 5 })).toMatchObject(expected(null));
  expect(newestTs({ kwh: null, t: null })).toMatchObject(expected(null));
});

test("a long report is written in chunks of some size", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ["North", index, index]);
  const chunks = [...tableText(sampleReport(COLUMNS, rows))];
  expect(chunks.length).toBeGreaterThan(3);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(70_000);
});
