// Decimals of figures that are shown live. Those of a column have as many as the one of them that has had most, and keep them: 21.5,
// then 21.43, then 21.00.
import { useMemo, useState } from "react";
import { shortDecimals } from "./figure-text.ts";
import type { ReportColumn, ReportData } from "./report-cell.ts";

/** By column; none for one that has none. */
export type ShownDecimals = ReadonlyMap<string, number>;

const NOTHING_SHOWN: ShownDecimals = new Map();

/** `report` with the decimals of what has been shown of it, for as long as the component is there. */
export function useSteadyDecimals<R extends ReportData>(report: R): R {
  const [before, setBefore] = useState(NOTHING_SHOWN);
  const shown = useMemo(() => withShown(before, report), [before, report]);
  if (shown !== before) setBefore(shown);
  return useMemo(() => withDecimals(report, shown), [report, shown]);
}

/** The same object if the report has no more of them. */
export function withShown(before: ShownDecimals, { columns, rows }: ReportData): ShownDecimals {
  const more = columns.flatMap((column, place): readonly (readonly [string, number])[] => {
    const known = before.get(nameOf(column)) ?? 0;
    if (column.decimals !== null || column.type === "time") return [];
    const most = rows.reduce((greatest, { [place]: cell }) => {
      return typeof cell === "number" ? Math.max(greatest, shortDecimals(cell)) : greatest;
    }, known);
    return most > known ? [[nameOf(column), most]] : [];
  });
  return more.length === 0 ? before : new Map([...before, ...more]);
}

export function withDecimals<R extends ReportData>(report: R, shown: ShownDecimals): R {
  if (shown.size === 0) return report;
  const columns = report.columns.map((column) => ({ ...column, decimalsMin: shown.get(nameOf(column)) ?? 0 }));
  return { ...report, columns };
}

/** Ids are places where a panel has keys. */
function nameOf({ id, label }: ReportColumn): string {
  return `${id} ${label}`;
}
