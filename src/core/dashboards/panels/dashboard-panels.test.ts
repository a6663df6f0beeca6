import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { AnalyticsError } from "../../analytics/analytics-error.ts";
import type { Reader } from "../../analytics/reader.ts";
import { newestTsOf, type ReportRequest, type RunnableView } from "../../analytics/report/report.ts";
import type { Cell } from "../../analytics/report/report-engine.ts";
import { comparedColumns } from "../../analytics/view/labels.ts";
import { parseSavedView } from "../../analytics/view/parse-view.ts";
import type { TableView } from "../../analytics/view/table-view.ts";
import type { JsonObject } from "../../devices/device.ts";
import { newId, type DeviceId, type TenantId, type UserId, type ViewId } from "../../ids.ts";
import { CELLS_MAX, DashboardPanels } from "./dashboard-panels.ts";
import { COLUMNS_MAX } from "./keys-view.ts";
import { readPanelRequest } from "./panel-request.ts";

const READER: Reader = { tenantId: newId<TenantId>(), customerId: null, userId: newId<UserId>() };
const [VIEW, OTHER, DEVICE] = [newId<ViewId>(), newId<ViewId>(), newId<DeviceId>()];
const RANGE = { type: "preset", preset: "last30Days" };

interface Run {
  readonly view: RunnableView;
  readonly request: ReportRequest;
}

let runs: Run[];
let looks: ViewId[];
let running: number;
let runningMost: number;
let failure: Error | undefined;
let rowsOfEach: number;
let silent: ReadonlyMap<string, number | null>;
let panels: DashboardPanels;

beforeEach(() => {
  [runs, looks, running, runningMost, failure, rowsOfEach, silent] = [[], [], 0, 0, undefined, 1, new Map()];
  panels = new DashboardPanels(
    {
      views: {
        runnable: async (id) => {
          looks.push(id);
          const parsed = await parseSavedView({ name: "x", fields: [KEY_FIELD], filters: [SITE] }, 100);
          if (!("view" in parsed)) throw new Error(JSON.stringify(parsed.errors));
          return parsed.view as TableView;
        },
      },
      reports: {
        run: async (view, request) => {
          runs.push({ view, request });
          runningMost = Math.max(runningMost, ++running);
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
          running--;
          if (failure !== undefined) throw failure;
          // Each measure has the number of its column, in one row.
          const columns = view.fields.flatMap((field) => [
            sampleColumn(field.id, field.id, { role: field.source.type === "telemetry" ? "measure" : "dimension" }),
            ...comparedColumns(view.compare, field).map(({ column, label }) =>
              sampleColumn(`${field.id}.${column}`, label, { field: field.id, role: "comparison" }),
            ),
          ]);
          const cells = columns.map(({ role }, place): Cell => (role === "dimension" ? "x" : place));
          return sampleReport(columns, new Array<readonly Cell[]>(rowsOfEach).fill(cells), { silent });
        },
      },
      clock: new ManualClock(),
    },
    { rowsMax: 1_000, listedMax: 100 },
  );
});

const KEY_FIELD = { id: "t", label: "t", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } };
const SITE = { name: "site", target: { type: "attribute", scope: "server", key: "site" } };

interface SentPanel {
  readonly kind?: string;
  readonly source: object;
  readonly options?: object;
  readonly overrides?: object;
}

const ofView = (viewId: ViewId, more: object = {}): SentPanel => ({ source: { type: "view", viewId }, ...more });
const ofKeys = (kind: string, keys: readonly string[], more: object = {}): SentPanel => ({
  kind,
  source: { type: "keys", keys, deviceIds: [DEVICE], ...more },
});

function dashboard(sent: readonly SentPanel[], more: object = {}): JsonObject {
  return {
    bridgehead: 1,
    timeRange: RANGE,
    panels: sent.map((panel, y) => ({
      id: `p${String(y)}`,
      kind: "table",
      place: { x: 0, y, width: 1, height: 1 },
      ...panel,
    })),
    ...more,
  };
}

const compute = (configuration: JsonObject, request: object = {}) =>
  panels.compute(panels.plan(configuration, readPanelRequest(request)), READER, new AbortController().signal);

/** By panel: the labels of its columns of values with their cells, or the code of its error. */
async function shown(configuration: JsonObject, request: object = {}): Promise<Record<string, unknown>> {
  const computed = await compute(configuration, request);
  return Object.fromEntries(
    computed.map(({ id, outcome }) => {
      if (!("report" in outcome)) return [id, "code" in outcome.refusal ? outcome.refusal.code : outcome.refusal.kind];
      const { columns, rows } = outcome.report;
      const measures = columns.flatMap(({ role, label }, place) =>
        role === "measure" ? [`${label}=${JSON.stringify(rows[0]?.[place])}`] : [],
      );
      return [id, measures.join(" ")];
    }),
  );
}

test("panels that show the same view over the same range with the same filters are computed once", async () => {
  const filters = [{ type: "attribute", name: "building", key: "building", values: ["North"] }];
  const own = { timeRange: { type: "preset", preset: "today" } };
  const configuration = dashboard(
    [
      ofView(VIEW),
      ofView(VIEW, { kind: "bars" }),
      ofView(OTHER),
      ofView(VIEW, { overrides: own }),
      ofView(VIEW, { overrides: { filtersIgnored: ["building"] } }),
      ofView(VIEW),
    ],
    { filters },
  );

  expect(Object.keys(await shown(configuration))).toEqual(["p0", "p1", "p2", "p3", "p4", "p5"]);
  expect(runs.map(({ view }) => [view.timeRange, view.filters.map(({ values }) => values)])).toEqual([
    [expect.objectContaining({ preset: "last30Days", timezone: "viewer" }), [[], ["North"]]],
    [expect.objectContaining({ preset: "last30Days" }), [[], ["North"]]],
    [expect.objectContaining({ preset: "today" }), [[], ["North"]]],
    [expect.objectContaining({ preset: "last30Days" }), [[]]],
  ]);
  expect(looks).toEqual([VIEW, OTHER, VIEW, VIEW]);
});

test("keys of the same devices and range are one run, whose columns are divided among the panels", async () => {
  const configuration = dashboard([
    ofKeys("timeSeries", ["temp", "humidity"]),
    ofKeys("bars", ["humidity", "energy"]),
    ofKeys("bars", ["energy"], { aggregation: "max" }),
    ofKeys("figure", ["temp"]),
    ofKeys("gauge", ["energy", "temp"]),
    ofKeys("figure", ["temp"], { deviceIds: [newId<DeviceId>()] }),
  ]);

  expect(await shown(configuration)).toEqual({
    p0: "temp=3 humidity=4",
    p1: "humidity=4 energy=5",
    p2: "energy=6",
    p3: "temp=2",
    p4: "energy=3 temp=2",
    p5: "temp=2",
  });
  const keysOf = ({ view }: Run) =>
    view.fields.flatMap(({ source, aggregation }) =>
      source.type === "telemetry" ? [`${aggregation?.fn ?? ""} ${source.key}`] : [],
    );
  expect(runs.map(keysOf)).toEqual([
    ["avg temp", "avg humidity", "avg energy", "max energy"],
    ["current temp", "current energy"],
    ["current temp"],
  ]);
});

test("AN-80: of keys that are one run, a panel has the newest time of its own where none of them has a value", async () => {
  silent = new Map([
    ["k1", 20],
    ["k2", 30],
  ]);
  const computed = await compute(
    dashboard([
      ofKeys("timeSeries", ["temp", "humidity"]),
      ofKeys("bars", ["humidity"]),
      ofKeys("bars", ["humidity", "energy"]),
    ]),
  );

  expect(runs).toHaveLength(1);
  expect(computed.map(({ outcome }) => ("report" in outcome ? newestTsOf(outcome.report) : "none"))).toEqual([
    null,
    20,
    30,
  ]);
});

test("a run has as many keys as fit into a view, and the rest is another one", async () => {
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_none, at) => `${prefix}${String(at)}`);
  const configuration = dashboard([
    ofKeys("table", names("a", 40)),
    ofKeys("table", names("b", COLUMNS_MAX - 40)),
    ofKeys("table", ["c"]),
    ofKeys("table", ["a0"]),
  ]);

  expect((await shown(configuration))["p3"]).toBe("a0=2");
  expect(runs.map(({ view }) => view.fields.length - 2)).toEqual([COLUMNS_MAX, 1]);
});

test("a figure with its trend has the last value of each interval, in one run with charts of the same devices", async () => {
  await shown(dashboard([ofKeys("figure", ["temp"], { trend: true }), ofKeys("timeSeries", ["temp"])]));

  const [run, ...others] = runs;
  expect(others).toEqual([]);
  expect(run?.view.fields.flatMap((field) => (field.kind === "measure" ? [field.aggregation?.fn] : []))).toEqual([
    "latest",
    "avg",
  ]);
  expect(run?.view.fields.map(({ source }) => source.type)).toContain("timeBucket");
});

test("a chart and a figure with its trend have a former period for each key, in one run for each period", async () => {
  const configuration = dashboard([
    ofKeys("timeSeries", ["temp", "humidity"], { compare: "previousWeek" }),
    ofKeys("figure", ["humidity"], { trend: true, aggregation: "avg", compare: "previousWeek" }),
    ofKeys("timeSeries", ["temp"], { compare: "previousDay" }),
    ofKeys("timeSeries", ["temp"]),
  ]);

  const computed = await compute(configuration);
  expect(runs.map(({ view }) => view.compare?.to)).toEqual(["previousWeek", "previousDay", undefined]);
  expect(
    computed.map(({ outcome }) =>
      "report" in outcome
        ? outcome.report.columns
            .slice(3)
            .map(({ id, label }, place) => [id, label, outcome.report.rows[0]?.[place + 3]])
        : [],
    ),
  ).toEqual([
    [
      ["k0", "temp", 3],
      ["k0.value", "temp (previous week)", 4],
      ["k1", "humidity", 5],
      ["k1.value", "humidity (previous week)", 6],
    ],
    [
      ["k0", "humidity", 5],
      ["k0.value", "humidity (previous week)", 6],
    ],
    [
      ["k0", "temp", 3],
      ["k0.value", "temp (previous day)", 4],
    ],
    [["k0", "temp", 3]],
  ]);
});

test("an interval in which only the former period has values has a row; kinds that show no former period read none", async () => {
  const configuration = dashboard([
    ofKeys("timeSeries", ["temp"], { compare: "previousDay" }),
    ofKeys("bars", ["temp"], { compare: "previousDay" }),
    ofKeys("figure", ["temp"], { compare: "previousDay" }),
  ]);

  await compute(configuration);
  expect(runs.map(({ view }) => [view.gaps.buckets, view.compare?.to])).toEqual([
    ["all", "previousDay"],
    ["none", undefined],
    ["none", undefined],
  ]);
});

test("a panel that is not asked for is not computed, and its view is not even looked up", async () => {
  const configuration = dashboard([ofView(VIEW), ofView(OTHER), ofKeys("figure", ["temp"]), ofKeys("figure", ["x"])]);

  expect(await shown(configuration, { panels: [] })).toEqual({});
  expect([runs, looks]).toEqual([[], []]);
  expect(await shown(configuration, { panels: ["p2", "p1"] })).toEqual({ p1: "t=0", p2: "temp=2" });
  expect([runs.length, looks]).toEqual([2, [OTHER]]);
});

test("panels without a report are left out", async () => {
  const configuration = dashboard([
    ofKeys("messages", []),
    ofKeys("attributeSwitch", ["on"]),
    { ...ofKeys("rpcButton", []), options: { method: "reboot" } },
  ]);

  expect(await shown(configuration)).toEqual({});
  expect(runs).toEqual([]);
});

test("a filter of a view is set where that view is shown, and one without values restricts nothing", async () => {
  const filter = (name: string, viewId: ViewId) => ({ type: "view", name, viewId, filter: "site" });
  const configuration = dashboard([ofView(VIEW), ofView(OTHER)], { filters: [filter("a", VIEW), filter("b", OTHER)] });

  await compute(configuration, { filters: { a: ["North", 1, true] } });
  expect(runs.map(({ request }) => request.filters)).toEqual([new Map([["site", ["North", 1, true]]]), null]);
});

test("a filter by devices and customers leaves those of the view that both name", async () => {
  const [one, other, third] = [DEVICE, newId<DeviceId>(), newId<DeviceId>()];
  const configuration = dashboard([ofKeys("table", ["temp"], { deviceIds: [one, other] }), ofView(VIEW)], {
    filters: [
      { type: "device", name: "a", deviceIds: [other, third] },
      { type: "device", name: "b", deviceIds: [one, other] },
    ],
  });

  await compute(configuration);
  expect(runs.map(({ view }) => view.scope.deviceIds)).toEqual([[other], [other]]);
  await compute(configuration, { filters: { b: [one] } });
  expect(runs.slice(2).map(({ view }) => view.scope.deviceIds)).toEqual([[], []]);
});

test("few reports of a dashboard run at the same time", async () => {
  await compute(dashboard(Array.from({ length: 20 }, () => ofView(newId<ViewId>()))));

  expect([runs.length, runningMost]).toEqual([20, 2]);
});

test("a report that is refused is the error of its panels, and a fault is a fault", async () => {
  const configuration = dashboard([ofView(VIEW), ofKeys("bars", []), ofView(VIEW)]);
  failure = new AnalyticsError("REPORT_TOO_EXPENSIVE", "too much");

  expect(await shown(configuration)).toEqual({ p0: "REPORT_TOO_EXPENSIVE", p1: "invalid", p2: "REPORT_TOO_EXPENSIVE" });
  expect(runs).toHaveLength(1);
  failure = new Error("a fault");
  await expect(compute(configuration)).rejects.toThrow("a fault");
});

test("panels have so many cells together; what would come then is an error of its panels, and is not computed", async () => {
  rowsOfEach = CELLS_MAX / 2;
  const found = await shown(dashboard(Array.from({ length: 5 }, () => ofView(newId<ViewId>()))));

  expect(Object.values(found)).toEqual(["t=0", "t=0", "REPORT_TOO_LARGE", "REPORT_TOO_LARGE", "REPORT_TOO_LARGE"]);
  expect(runs).toHaveLength(2);
});

test("what the time of the slot was not enough for has that as its error, and no report is begun any more", async () => {
  const signal = AbortSignal.abort(new AnalyticsError("REPORT_TIMEOUT", "too long"));
  const computed = await panels.compute(panels.plan(dashboard([ofView(VIEW)]), readPanelRequest({})), READER, signal);

  expect(computed).toMatchObject([{ id: "p0", outcome: { refusal: { code: "REPORT_TIMEOUT" } } }]);
  expect(runs).toEqual([]);
});
