// The values that live gauges have shown: their scale has room for all of them, as needles that jump with the scale tell nothing.
import { useMemo, useState } from "react";
import { drawnNumber } from "./drawn-number.ts";
import type { ReportColumn, ReportData } from "./report-cell.ts";

export interface Extremes {
  readonly least: number;
  readonly most: number;
}

/** By column and its unit; none for one without numbers. */
export type ShownExtremes = ReadonlyMap<string, Extremes>;

const NOTHING_SHOWN: ShownExtremes = new Map();

/** Of all reports of what was `asked` for, as long as the component is there. */
export function useShownExtremes(report: ReportData, asked: string | undefined): ShownExtremes {
  const [before, setBefore] = useState({ asked, shown: NOTHING_SHOWN });
  const known = before.asked === asked ? before.shown : NOTHING_SHOWN;
  const shown = useMemo(() => withValues(known, report), [known, report]);
  if (before.asked !== asked || shown !== before.shown) setBefore({ asked, shown });
  return shown;
}

/** The same object if no value is outside of what has been shown. */
export function withValues(before: ShownExtremes, { columns, rows }: ReportData): ShownExtremes {
  const wider = columns.flatMap((column, place): readonly (readonly [string, Extremes])[] => {
    const known = extremesOf(before, column);
    const values = rows.flatMap((row) => drawnNumber(row[place]) ?? []);
    const least = values.reduce((one, other) => Math.min(one, other), known?.least ?? Infinity);
    const most = values.reduce((one, other) => Math.max(one, other), known?.most ?? -Infinity);
    const isSame = values.length === 0 || (least === known?.least && most === known.most);
    return isSame ? [] : [[nameOf(column), { least, most }]];
  });
  return wider.length === 0 ? before : new Map([...before, ...wider]);
}

export function extremesOf(shown: ShownExtremes, column: ReportColumn): Extremes | undefined {
  return shown.get(nameOf(column));
}

/** Ids are places where a panel has keys. */
function nameOf({ id, label, unit }: ReportColumn): string {
  return `${id} ${label} ${unit}`;
}
