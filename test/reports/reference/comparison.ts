// The earlier period of each row. Source: analytics contract 2.10, 3.6.
import type { Compare, ComparedColumn } from "../../../src/core/analytics/view/table-view.ts";
import type { Layout } from "./layout.ts";
import { remainingKey } from "./layout.ts";
import type { Shift } from "./ranges.ts";
import { isByCalendar, shiftedWall } from "./ranges.ts";
import type { Cell } from "./reference-input.ts";
import type { ComputedRows } from "./rows.ts";
import type { Run } from "./run.ts";
import { finite } from "./values.ts";

/** The cell of a compared column, in a row's cells. */
export function comparedKey(field: string, column: ComparedColumn): string {
  return `${field}.${column}`;
}

export function compareWith(
  run: Run,
  compare: Compare,
  shift: Shift,
  present: ComputedRows,
  earlier: ComputedRows,
): void {
  const counterparts = counterpartsOf(run, shift, present.layout, earlier.layout);
  const byPlace = new Map(
    earlier.rows.map((row) => [`${remainingKey(row.place)}/${String(row.place.interval)}`, row.cells] as const),
  );
  for (const { place, cells } of present.rows) {
    const interval = counterparts.get(place.interval);
    const then = interval === undefined ? undefined : byPlace.get(`${remainingKey(place)}/${String(interval)}`);
    for (const field of compare.fields)
      for (const column of compare.show)
        cells.set(comparedKey(field, column), comparedCell(column, cells.get(field) ?? null, then?.get(field) ?? null));
  }
}

function comparedCell(column: ComparedColumn, value: Cell, past: Cell): Cell {
  if (column === "value") return past;
  const [v, p] = [value, past].map((cell) => (typeof cell === "bigint" ? Number(cell) : cell));
  if (typeof v !== "number" || typeof p !== "number") return null;
  if (column === "delta") return finite(v - p);
  if (p === 0) return null;
  return finite(column === "percent" ? (100 * (v - p)) / Math.abs(p) : v / p);
}

/** From intervals of the run to those of the earlier one: by order, or where the begin of a bucket falls. */
function counterpartsOf(run: Run, shift: Shift, present: Layout, earlier: Layout): ReadonlyMap<number, number> {
  const hasBuckets = present.intervals.some(({ buckets }) => buckets.size > 0);
  if (!hasBuckets || !isByCalendar(shift)) return new Map(present.intervals.map((_, index) => [index, index] as const));
  const { time } = run.calendar;
  const shown = new Map<number, number>();
  const wanted = present.intervals.map(({ from }) => {
    const wall = time.wall(from);
    const times = shown.get(wall) ?? 0;
    shown.set(wall, times + 1);
    const there = shiftedWall(wall, shift);
    const instants = time.instants(there);
    const instant = instants.length === 0 && times === 0 ? time.instant(there) : instants[times];
    const moved = instant === undefined ? -1 : instant - shift.elapsedMs;
    const found = earlier.intervals.findIndex(({ from: begin, to }) => begin <= moved && moved < to);
    return { found, exists: instants.length > 0 };
  });
  const counterparts = new Map<number, number>();
  for (const target of earlier.intervals.keys()) {
    const falling = [...wanted.entries()].filter(([, { found }]) => found === target);
    const [index] = falling.find(([, { exists }]) => exists) ?? falling[0] ?? [];
    if (index !== undefined) counterparts.set(index, target);
  }
  return counterparts;
}
