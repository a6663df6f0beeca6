// The results of panels as they arrive: whole, then what changes, and in between the newest values of devices. Source: REST
// contract 22.
import { isObject } from "../../../src/lib/members.ts";
import type { StreamEvent } from "../../api/event-stream.ts";
import { parseJson } from "../../api/json.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { changedReport, isReport } from "../view/report-changes.ts";
import type { NewestShown } from "./panel-kinds.ts";

export interface PanelResult {
  readonly report: Report | null;
  /** Why there is none. */
  readonly error: ApiProblem | null;
  /** What was asked, to tell results of an earlier range or filter. */
  readonly asked: string;
  /** The newest values that have come since. */
  readonly newest: NewestValues;
}

/** The time is exact to the minute. */
export type Sample = readonly [ts: number, value: unknown];
/** By device and key. */
export type NewestValues = ReadonlyMap<string, ReadonlyMap<string, Sample>>;

export const NO_VALUES: NewestValues = new Map();

/** By id of the panel. */
export type PanelResults = ReadonlyMap<string, PanelResult>;

export type PanelNews =
  | { readonly kind: "change"; readonly change: (before: PanelResults) => PanelResults }
  | { readonly kind: "end"; readonly problem: ApiProblem };

interface Watching {
  readonly asked: string;
  /** By id of the panel. */
  readonly newest: ReadonlyMap<string, NewestShown>;
}

/** Null for an event that changes nothing here. */
export function newsOf({ event, data }: StreamEvent, { asked, newest }: Watching): PanelNews | null {
  const body = parseJson(data);
  if (!isObject(body)) return null;
  switch (event) {
    case "panel":
      return { kind: "change", change: (before) => withPanel(before, body, asked) };
    case "rows":
      return { kind: "change", change: (before) => withRows(before, body) };
    case "values":
      return { kind: "change", change: (before) => withValues(before, body, newest) };
    case "end":
      return { kind: "end", problem: problemIn(body) };
    default:
      return null;
  }
}

function withRows(before: PanelResults, change: Readonly<Record<string, unknown>>): PanelResults {
  const id = String(change["id"]);
  const present = before.get(id);
  if (present?.report === null || present === undefined) return before;
  return new Map([...before, [id, { ...present, report: changedReport(present.report, change) }]]);
}

/** `panel` as the platform computed it. */
export function withPanel(before: PanelResults, panel: Readonly<Record<string, unknown>>, asked: string): PanelResults {
  const { id, result, error } = panel;
  const newest = before.get(String(id))?.newest ?? NO_VALUES;
  const entry: PanelResult = isReport(result)
    ? { report: result, error: null, asked, newest }
    : { report: null, error: problemIn(isObject(error) ? error : {}), asked, newest };
  return new Map([...before, [String(id), entry]]);
}

function problemIn({ code, message }: Readonly<Record<string, unknown>>): ApiProblem {
  return new ApiProblem(String(message), { code: String(code) });
}

/** `values` by device and key: `[ts, value]`. Panels without one of them stay the same objects. */
function withValues(
  before: PanelResults,
  values: Readonly<Record<string, unknown>>,
  shown: ReadonlyMap<string, NewestShown>,
): PanelResults {
  const devices = new Map(Object.entries(values));
  let results: Map<string, PanelResult> | undefined;
  for (const [id, result] of before) {
    if (!shown.has(id) || result.report === null) continue;
    const report = shown.get(id) === "ofAll" ? withNewest(result.report, devices) : result.report;
    const newest = withSamples(result.newest, result.report, devices);
    if (report !== result.report || newest !== result.newest)
      (results ??= new Map(before)).set(id, { ...result, report, newest });
  }
  return results ?? before;
}

/** A report of intervals stays: a newest value belongs to one of them, or to none yet. */
export function withNewest(report: Report, devices: ReadonlyMap<string, unknown>): Report {
  const { columns } = report;
  if (columns.some(({ id }) => id === "time")) return report;
  const deviceAt = columns.findIndex(({ id }) => id === "device");
  const rows = report.rows.map((row) => {
    const values = devices.get(String(row[deviceAt]));
    if (!isObject(values)) return row;
    const next = row.map((cell, place) => {
      const { role = "dimension", label = "" } = columns[place] ?? {};
      const point = role === "measure" && Object.hasOwn(values, label) ? values[label] : undefined;
      return Array.isArray(point) ? (point[1] as unknown) : cell;
    });
    return next.every((cell, place) => cell === row[place]) ? row : next;
  });
  return rows.every((row, place) => row === report.rows[place]) ? report : { ...report, rows };
}

/** Ages are told in minutes: a panel of which only the times change is not drawn again for less. */
const NOTED_MILLIS = 60_000;

/** The same object if nothing is to be noted. */
function withSamples(
  before: NewestValues,
  { columns, rows }: Report,
  devices: ReadonlyMap<string, unknown>,
): NewestValues {
  const deviceAt = columns.findIndex(({ id }) => id === "device");
  const shown = new Set(rows.map((row) => String(row[deviceAt])));
  let newest: Map<string, ReadonlyMap<string, Sample>> | undefined;
  for (const [device, values] of devices) {
    if (!shown.has(device) || !isObject(values)) continue;
    const known = before.get(device);
    const news = Object.entries(values).flatMap(([key, point]): readonly (readonly [string, Sample])[] => {
      const ts: unknown = Array.isArray(point) ? point[0] : undefined;
      const value: unknown = Array.isArray(point) ? point[1] : undefined;
      const [notedTs, notedValue] = known?.get(key) ?? [-Infinity];
      const isNoted = typeof ts === "number" && (value !== notedValue || Math.abs(ts - notedTs) >= NOTED_MILLIS);
      return isNoted ? [[key, [ts, value]]] : [];
    });
    if (news.length > 0) (newest ??= new Map(before)).set(device, new Map([...(known ?? []), ...news]));
  }
  return newest ?? before;
}

/** The report with the times of its cells, as far as they are known. */
export function dated(report: Report, newest: NewestValues): Report {
  if (newest.size === 0) return report;
  const deviceAt = report.columns.findIndex(({ id }) => id === "device");
  return {
    ...report,
    times: report.rows.map((row) => {
      const own = newest.get(String(row[deviceAt]));
      return report.columns.map(({ role, label }) => (role === "measure" ? (own?.get(label)?.[0] ?? null) : null));
    }),
  };
}
