// The results of panels as they arrive: whole, then what changes, and in between the newest values of devices. Source: REST
// contract 22.
import { isObject } from "../../../src/lib/members.ts";
import type { StreamEvent } from "../../api/event-stream.ts";
import { parseJson } from "../../api/json.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { changedReport, isReport } from "../view/report-changes.ts";

export interface PanelResult {
  readonly report: Report | null;
  /** Why there is none. */
  readonly error: ApiProblem | null;
  /** What was asked, to tell results of an earlier range or filter. */
  readonly asked: string;
  /** When the newest values were measured that have come since, to the minute. */
  readonly times: ValueTimes;
}

/** By device and key. */
type ValueTimes = ReadonlyMap<string, ReadonlyMap<string, number>>;

const NO_TIMES: ValueTimes = new Map();

/** By id of the panel. */
export type PanelResults = ReadonlyMap<string, PanelResult>;

export type PanelNews =
  | { readonly kind: "change"; readonly change: (before: PanelResults) => PanelResults }
  | { readonly kind: "end"; readonly problem: ApiProblem };

interface Watching {
  readonly asked: string;
  /** Panels that show the newest value of each key. */
  readonly newest: ReadonlySet<string>;
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
  const times = before.get(String(id))?.times ?? NO_TIMES;
  const entry: PanelResult = isReport(result)
    ? { report: result, error: null, asked, times }
    : { report: null, error: problemIn(isObject(error) ? error : {}), asked, times };
  return new Map([...before, [String(id), entry]]);
}

function problemIn({ code, message }: Readonly<Record<string, unknown>>): ApiProblem {
  return new ApiProblem(String(message), { code: String(code) });
}

/** `values` by device and key: `[ts, value]`. Panels without one of them stay the same objects. */
function withValues(
  before: PanelResults,
  values: Readonly<Record<string, unknown>>,
  newest: ReadonlySet<string>,
): PanelResults {
  const devices = new Map(Object.entries(values));
  let results: Map<string, PanelResult> | undefined;
  for (const [id, result] of before) {
    if (!newest.has(id) || result.report === null) continue;
    const report = withNewest(result.report, devices);
    const times = withTimes(result.times, result.report, devices);
    if (report !== result.report || times !== result.times)
      (results ??= new Map(before)).set(id, { ...result, report, times });
  }
  return results ?? before;
}

function withNewest(report: Report, devices: ReadonlyMap<string, unknown>): Report {
  const { columns } = report;
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
function withTimes(before: ValueTimes, { columns, rows }: Report, devices: ReadonlyMap<string, unknown>): ValueTimes {
  const deviceAt = columns.findIndex(({ id }) => id === "device");
  const shown = new Set(rows.map((row) => String(row[deviceAt])));
  let times: Map<string, ReadonlyMap<string, number>> | undefined;
  for (const [device, values] of devices) {
    if (!shown.has(device) || !isObject(values)) continue;
    const known = before.get(device);
    const news = Object.entries(values).flatMap(([key, point]): readonly (readonly [string, number])[] => {
      const ts: unknown = Array.isArray(point) ? point[0] : undefined;
      const isNoted = typeof ts === "number" && Math.abs(ts - (known?.get(key) ?? -Infinity)) >= NOTED_MILLIS;
      return isNoted ? [[key, ts]] : [];
    });
    if (news.length > 0) (times ??= new Map(before)).set(device, new Map([...(known ?? []), ...news]));
  }
  return times ?? before;
}

/** The report with the times of its cells, as far as they are known. */
export function dated(report: Report, times: ValueTimes): Report {
  if (times.size === 0) return report;
  const deviceAt = report.columns.findIndex(({ id }) => id === "device");
  return {
    ...report,
    times: report.rows.map((row) => {
      const own = times.get(String(row[deviceAt]));
      return report.columns.map(({ role, label }) => (role === "measure" ? (own?.get(label) ?? null) : null));
    }),
  };
}
