// The events of a watched view: the whole report, the rows that have changed since, and why the stream ends. Source:
// analytics contract 4.4, 7 (no. 5).
import { parseJson } from "../../api/json.ts";
import type { StreamEvent } from "../../api/event-stream.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { isObject } from "../../../src/lib/members.ts";

export type LiveNews =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "end"; readonly code: string; readonly message: string };

/** Null for an event that this page does not know. */
export function newsOf({ event, data }: StreamEvent, before: Report | null): LiveNews | null {
  const body = parseJson(data);
  if (!isObject(body)) return null;
  switch (event) {
    case "result":
      return isReport(body) ? { kind: "report", report: body } : null;
    case "rows":
      return before === null ? null : { kind: "report", report: changedReport(before, body) };
    case "end":
      return { kind: "end", code: String(body["code"]), message: String(body["message"]) };
    default:
      return null;
  }
}

/** The report with the rows, totals and range that have changed. */
export function changedReport(before: Report, change: Readonly<Record<string, unknown>>): Report {
  const rows = [...before.rows];
  if (typeof change["length"] === "number") rows.length = Math.min(rows.length, change["length"]);
  for (const [place, row] of pairsIn(change["rows"]))
    if (typeof place === "number" && Array.isArray(row)) rows[place] = row;
  const [startTs, endTs] = listIn(change["range"]);
  return {
    ...before,
    rows,
    totals: isTotals(change["totals"]) ? change["totals"] : before.totals,
    meta: {
      ...before.meta,
      ...(typeof startTs === "number" && typeof endTs === "number" ? { rangeStartTs: startTs, rangeEndTs: endTs } : {}),
    },
  };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function pairsIn(value: unknown): readonly (readonly unknown[])[] {
  return listIn(value).filter((pair) => Array.isArray(pair));
}

export function isReport(body: unknown): body is Report {
  return isObject(body) && Array.isArray(body["columns"]) && Array.isArray(body["rows"]) && isObject(body["meta"]);
}

function isTotals(value: unknown): value is Report["totals"] {
  return Array.isArray(value) && value.every((total) => isObject(total) && Array.isArray(total["cells"]));
}
