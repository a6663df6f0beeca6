// Events of a watched dashboard, and what they make of its panels.
import { expect, test } from "vitest";
import { dated, newsOf, type PanelResults } from "./panel-results.ts";

const COLUMNS = [
  { id: "device", label: "device", type: "text", unit: "", role: "dimension", decimals: null },
  { id: "name", label: "name", type: "text", unit: "", role: "dimension", decimals: null },
  { id: "k0", label: "temp", type: "number", unit: "", role: "measure", decimals: null },
];
const RESULT = {
  columns: COLUMNS,
  rows: [
    ["d1", "Pump", 20],
    ["d2", "Fan", null],
  ],
  filled: [],
  totals: [],
  meta: { rangeStartTs: 0, rangeEndTs: 1 },
};
const WATCHING = { asked: "now", newest: new Map([["figure", "ofAll"] as const, ["last", "ofRange"] as const]) };
const NOTHING: PanelResults = new Map();

function after(events: readonly (readonly [event: string, body: object])[]): PanelResults {
  return events.reduce((results, [event, body]) => {
    const news = newsOf({ event, data: JSON.stringify(body) }, WATCHING);
    return news?.kind === "change" ? news.change(results) : results;
  }, NOTHING);
}
const rowsOf = (results: PanelResults, id: string) => results.get(id)?.report?.rows;

test("a panel arrives as a whole, with what was asked", () => {
  const results = after([["panel", { id: "figure", result: RESULT }]]);

  expect(results.get("figure")).toMatchObject({ error: null, asked: "now" });
  expect(rowsOf(results, "figure")).toEqual(RESULT.rows);
});

test("rows replace those that have changed", () => {
  const results = after([
    ["panel", { id: "figure", result: RESULT }],
    ["rows", { id: "figure", length: 1, rows: [[0, ["d1", "Pump", 21]]] }],
    ["rows", { id: "unknown", length: 1, rows: [] }],
  ]);

  expect(rowsOf(results, "figure")).toEqual([["d1", "Pump", 21]]);
});

test("newest values change the cells of their devices and keys, in panels that show the newest", () => {
  const results = after([
    ["panel", { id: "figure", result: RESULT }],
    ["panel", { id: "mean", result: RESULT }],
    ["values", { d2: { temp: [1_000, 30], other: [1_000, 1] }, d3: { temp: [1_000, 1] } }],
  ]);

  expect(rowsOf(results, "figure")).toEqual([
    ["d1", "Pump", 20],
    ["d2", "Fan", 30],
  ]);
  expect(rowsOf(results, "mean")).toEqual(RESULT.rows);
});

test("where the last value of the range is shown, cells stay as they were computed, and newest values are known as well", () => {
  const results = after([
    ["panel", { id: "last", result: RESULT }],
    ["values", { d2: { temp: [1_000, 30] } }],
  ]);

  expect(rowsOf(results, "last")).toEqual(RESULT.rows);
  expect(results.get("last")?.newest).toEqual(new Map([["d2", new Map([["temp", [1_000, 30]]])]]));
});

test("a report of intervals stays as it was computed, and its newest values are known beside it", () => {
  const time = { ...COLUMNS[0], id: "time", label: "time", type: "time", role: "time" };
  const trend = { ...RESULT, columns: [...COLUMNS, time], rows: RESULT.rows.map((row) => [...row, 60_000]) };
  const results = after([
    ["panel", { id: "figure", result: trend }],
    ["values", { d1: { temp: [61_000, 21] } }],
    ["values", { d1: { temp: [62_000, 22] } }],
  ]);

  expect(rowsOf(results, "figure")).toEqual(trend.rows);
  expect(results.get("figure")?.newest).toEqual(new Map([["d1", new Map([["temp", [62_000, 22]]])]]));
});

test("values that change nothing, and are measured within the same minute, leave every panel as it is", () => {
  const before = after([
    ["panel", { id: "figure", result: RESULT }],
    ["values", { d1: { temp: [1_000, 20] } }],
  ]);
  const again = newsOf({ event: "values", data: JSON.stringify({ d1: { temp: [60_000, 20] } }) }, WATCHING);
  expect(again?.kind === "change" && again.change(before)).toBe(before);
});

test("it is known when newest values were measured, also after the panel is computed again", () => {
  const results = after([
    ["panel", { id: "figure", result: RESULT }],
    ["values", { d1: { temp: [1_000, 20] }, d3: { temp: [1_000, 1] } }],
    ["values", { d1: { temp: [70_000, 20] } }],
    ["panel", { id: "figure", result: { ...RESULT, rows: RESULT.rows.toReversed() } }],
  ]);
  const { report = null, newest } = results.get("figure") ?? {};
  if (report === null || newest === undefined) throw new Error("no report");

  expect(dated(report, newest).times).toEqual([
    [null, null, null],
    [null, null, 70_000],
  ]);
  expect([...newest.keys()]).toEqual(["d1"]);
});

test("a refused panel has its reason, and the end of the stream too", () => {
  const error = { code: "VIEW_NOT_FOUND", message: "the view does not exist" };

  expect(after([["panel", { id: "a", error }]]).get("a")).toMatchObject({ report: null, error });
  expect(newsOf({ event: "end", data: '{"code":"CONFLICT","message":"saved"}' }, WATCHING)).toMatchObject({
    kind: "end",
    problem: { code: "CONFLICT" },
  });
});
