// Raw mode: one row for each device and instant at which a telemetry field has a sample. Source: analytics contract 3.4.
import { isOfGroups, isOfSamples } from "../../../src/core/analytics/view/source-rules.ts";
import type { Range } from "./edges.ts";
import type { Interval } from "./layout.ts";
import { deviceCell, layoutOf } from "./layout.ts";
import type { Cell, ReferenceDevice, ReferenceTable } from "./reference-input.ts";
import { compareRows, compareSorted } from "./row-order.ts";
import type { Row } from "./rows.ts";
import { computeFormulas, declared } from "./rows.ts";
import type { Run } from "./run.ts";
import { localPart } from "./run.ts";
import { selectedSamples } from "./samples.ts";
import type { ColumnOfCells } from "./table.ts";
import { isDropped, shownCells } from "./table.ts";

export function rawTable(run: Run, window: Range, columns: readonly ColumnOfCells[]): ReferenceTable {
  const { view } = run;
  const telemetry = view.fields.filter(({ source }) => isOfSamples(source));
  const layout = layoutOf(run, { window, keys: view.fields, devices: run.devices, withDevices: true });
  const skipped = new Map<string, number>();
  const rows: { readonly row: Row; readonly ts: number }[] = [];
  for (const group of layout.groups)
    for (const device of group.devices) {
      for (const { id } of telemetry) {
        const failed = inside(window, run, id, device).filter(({ value }) => value === null).length;
        if (failed > 0) skipped.set(id, (skipped.get(id) ?? 0) + failed);
      }
      const instants = new Set(
        telemetry.flatMap(({ id }) =>
          inside(window, run, id, device).flatMap(({ ts, value }) => (value === null ? [] : [ts])),
        ),
      );
      for (const ts of instants) {
        const interval = layout.intervals.find(({ from, to }) => from <= ts && ts < to);
        if (interval === undefined) continue;
        const place = { key: `${device.id}/${String(ts)}`, group, interval: 0, parts: [], carried: [] };
        const cells = rawCells(run, device, interval, ts);
        rows.push({ row: { place, interval, cells, filled: new Set(), own: new Set() }, ts });
      }
    }
  rows.sort((left, right) => compareRows(run, left.row, right.row) || left.ts - right.ts);
  computeFormulas(
    run,
    rows.map(({ row }) => row),
    window,
  );
  const kept = rows.filter(({ row }) => !isDropped(run, row));
  kept.sort(
    (left, right) =>
      compareSorted(view.sort, left.row.cells, right.row.cells) ||
      compareRows(run, left.row, right.row) ||
      left.ts - right.ts,
  );
  const shown = kept.slice(0, view.limit.rows);
  return {
    columns,
    rows: shown.map(({ row }) => shownCells(columns, row.cells)),
    filled: [],
    totals: [],
    skippedValues: skipped,
    truncated: kept.length > shown.length,
  };
}

function inside(window: Range, run: Run, id: string, device: ReferenceDevice): ReturnType<typeof selectedSamples> {
  const field = run.view.fields.find((known) => known.id === id);
  if (field === undefined) throw new Error(`no field ${id}`);
  return selectedSamples(run, field, device).filter(({ ts }) => ts >= window.start && ts < window.end);
}

function rawCells(run: Run, device: ReferenceDevice, interval: Interval, ts: number): Map<string, Cell> {
  const { fields, grouping } = run.view;
  const cells = new Map<string, Cell>();
  const tolerance = grouping.align === "exact" ? 0 : grouping.toleranceMs;
  for (const field of fields) {
    const { source } = field;
    if (isOfGroups(source)) continue;
    if (isOfSamples(source)) {
      const known = selectedSamples(run, field, device).filter(({ value }) => value !== null);
      const newest = known.findLast((sample) => sample.ts <= ts);
      const value = newest === undefined || ts - newest.ts > tolerance ? null : newest.value;
      cells.set(field.id, declared(field, value));
    } else if (source.type === "timestamp") cells.set(field.id, ts);
    else if (source.type === "timePart") cells.set(field.id, localPart(run, source.part, ts));
    else if (source.type === "timeBucket") {
      const bucket = interval.buckets.get(field.id);
      cells.set(field.id, (source.labelAt === "start" ? bucket?.start : bucket?.end) ?? null);
    } else cells.set(field.id, declared(field, deviceCell(run, field, device)));
  }
  return cells;
}
