// The whole report: rows, comparison, filters on measures, top-n, order, limit, totals, cells as they are shown. Straight
// from the order of the contract, one step after the other. Source: analytics contract 3.1, 3.6, 3.10.
import type { Field } from "../../../src/core/analytics/view/table-view.ts";
import { comparedColumns } from "../../../src/core/analytics/view/labels.ts";
import { compareWith, comparedKey } from "./comparison.ts";
import type { Range } from "./edges.ts";
import { settledBucket } from "./edges.ts";
import { meets } from "./filters.ts";
import { roundTo } from "./formula.ts";
import { rangeOf, shiftedRange, shiftOf } from "./ranges.ts";
import { rawTable } from "./raw.ts";
import type { Cell, ReferenceDevice, ReferenceInput, ReferenceTable, ReferenceTotal } from "./reference-input.ts";
import { compareRows, compareSorted } from "./row-order.ts";
import type { ComputedRows, Row } from "./rows.ts";
import { computeRows } from "./rows.ts";
import type { Run } from "./run.ts";
import { calendarOf, fieldOf, isTimeColumn, startRun, ZoneTable } from "./run.ts";
import { othersOf, topOf } from "./top.ts";

export interface ColumnOfCells {
  readonly id: string;
  readonly label: string;
  readonly field: Field;
  readonly isTime: boolean;
  readonly isRounded: boolean;
}

/** What one computation of rows is asked for; the rest is as the view says. */
export interface Slice {
  readonly keys: readonly Field[];
  readonly devices: readonly ReferenceDevice[];
  readonly withDevices: boolean;
  readonly replaced?: { readonly field: Field; readonly cell: Cell };
  readonly fillsGaps: boolean;
  readonly isCompared: boolean;
  /** Rows of another slice that functions over rows see next to those of this one. */
  readonly beside?: { readonly slice: Slice; readonly keeps: (row: Row) => boolean };
}

export function referenceTable(input: ReferenceInput, zones = new ZoneTable()): ReferenceTable {
  const calendar = calendarOf(input.view.timeRange, zones);
  const saved = rangeOf(input.view.timeRange, input.now, calendar);
  const window = { start: input.rangeStartTs ?? saved.start, end: input.rangeEndTs ?? saved.end };
  const fields = input.view.fields.map((field) =>
    field.source.type === "timeBucket" ? { ...field, source: settledBucket(field.source, window, calendar) } : field,
  );
  const run = startRun({ ...input, view: { ...input.view, fields } }, zones);
  const columns = columnsOf(run);
  if (run.isNothing || run.devices.length === 0) return emptyTable(columns);
  if (run.view.grouping.mode === "raw") return rawTable(run, window, columns);
  return new TableMaker(run, window, zones).make(columns);
}

function emptyTable(columns: readonly ColumnOfCells[]): ReferenceTable {
  return { columns, rows: [], filled: [], totals: [], skippedValues: new Map(), truncated: false };
}

class TableMaker {
  readonly #run: Run;
  readonly #window: Range;
  readonly #zones: ZoneTable;

  constructor(run: Run, window: Range, zones: ZoneTable) {
    this.#run = run;
    this.#window = window;
    this.#zones = zones;
  }

  make(columns: readonly ColumnOfCells[]): ReferenceTable {
    const run = this.#run;
    const { view } = run;
    const keys = view.fields.filter(({ kind }) => kind !== "measure");
    const all: Slice = {
      keys,
      devices: run.devices,
      withDevices: view.grouping.mode === "perEntity",
      fillsGaps: view.gaps.buckets === "all",
      isCompared: true,
    };
    const computed = this.#compute(all);
    const passed = computed.rows.filter((row) => passesFilters(run, row)).filter((row) => !isDropped(run, row));
    const { top } = view.limit;
    const rows = top === null ? passed : this.#topRows(all, passed);
    rows.sort((left, right) => compareSorted(view.sort, left.cells, right.cells) || compareRows(run, left, right));
    const shown = rows.slice(0, view.limit.rows);
    return {
      columns,
      rows: shown.map(({ cells }) => shownCells(columns, cells)),
      filled: shown.flatMap((row, index) => filledOf(columns, row).map((column) => [index, column] as const)),
      totals: this.#totals(all, columns),
      skippedValues: computed.skipped,
      truncated: rows.length > shown.length,
    };
  }

  #compute(slice: Slice): ComputedRows {
    const { compare } = this.#run.view;
    const present = this.#computeIn(slice, this.#window, (range) => range);
    if (compare !== null && slice.isCompared) {
      const { calendar } = this.#run;
      const shift = shiftOf(compare, this.#window, calendar);
      const move = (range: Range): Range => shiftedRange(range, shiftOf(compare, range, calendar), calendar);
      const window = shiftedRange(this.#window, shift, calendar);
      if (window.start < window.end)
        compareWith(this.#run, compare, shift, present, this.#computeIn(slice, window, move));
    }
    return present;
  }

  #computeIn(slice: Slice, window: Range, move: (range: Range) => Range): ComputedRows {
    const { beside } = slice;
    const others = beside === undefined ? [] : this.#computeIn(beside.slice, window, move).rows.filter(beside.keeps);
    return computeRows(this.#run, {
      ...slice,
      beside: others,
      window,
      keepsEmpty: this.#run.view.grouping.keepEmptyGroups,
      fieldWindow: ({ range }) =>
        range === null ? null : move(rangeOf(range, this.#run.now, calendarOf(range, this.#zones))),
    });
  }

  #topRows(all: Slice, rows: readonly Row[]): Row[] {
    const run = this.#run;
    const { per, last } = topOf(run);
    const ranking = this.#compute({
      ...all,
      keys: [...per, last],
      withDevices: false,
      fillsGaps: false,
      isCompared: false,
    });
    const { kept, others, isOfRest } = othersOf(run, rows, ranking.rows);
    if (run.view.limit.top?.others !== true || others.length === 0) return [...kept];
    const rest = this.#compute({
      ...all,
      devices: others,
      withDevices: false,
      replaced: { field: last, cell: run.view.limit.top.othersLabel },
      beside: { slice: all, keeps: (row) => !isOfRest(row) },
    });
    return [...kept, ...rest.rows];
  }

  #totals(all: Slice, columns: readonly ColumnOfCells[]): readonly ReferenceTotal[] {
    const { totals } = this.#run.view.grouping;
    if (totals === "none") return [];
    const lengths = totals === "grand" ? [0] : all.keys.map((_, index) => all.keys.length - 1 - index);
    if (lengths.length === 0) lengths.push(0);
    return lengths.flatMap((length) => {
      const keys = all.keys.slice(0, length);
      const { rows } = this.#compute({ ...all, keys, withDevices: false, fillsGaps: false, isCompared: false });
      return rows.map(({ cells }) => ({ groupedBy: keys.map(({ id }) => id), cells: shownCells(columns, cells) }));
    });
  }
}

/** Visible fields, each followed by what it is compared with. */
function columnsOf(run: Run): readonly ColumnOfCells[] {
  const { view } = run;
  return view.fields
    .filter(({ hidden }) => !hidden)
    .flatMap((field) => [
      { id: field.id, label: field.label, field, isTime: isTimeColumn(view, field), isRounded: field.round },
      ...comparedColumns(view.compare, field).map(({ column, label }) => ({
        id: comparedKey(field.id, column),
        label,
        field,
        isTime: column === "value" && isTimeColumn(view, field),
        isRounded: field.round && (column === "value" || column === "delta"),
      })),
    ]);
}

export function shownCells(columns: readonly ColumnOfCells[], cells: ReadonlyMap<string, Cell>): readonly Cell[] {
  return columns.map(({ id, field, isRounded, isTime }) => {
    const cell = cells.get(id) ?? null;
    if (typeof cell !== "number") return cell;
    return isTime ? roundTo(cell, 0) : isRounded ? roundTo(cell, field.decimals ?? 0) : cell;
  });
}

function filledOf(columns: readonly ColumnOfCells[], { filled }: Row): readonly number[] {
  return columns.flatMap(({ id }, index) => (filled.has(id) ? [index] : []));
}

function passesFilters(run: Run, { cells }: Row): boolean {
  return run.filters.every((filter) => {
    if ("type" in filter.target) return true;
    return meets(cells.get(fieldOf(run, filter.target.field).id) ?? null, filter);
  });
}

/** By the measures that are shown. */
export function isDropped(run: Run, { cells }: { readonly cells: ReadonlyMap<string, Cell> }): boolean {
  const measures = run.view.fields.filter(({ kind, hidden }) => kind === "measure" && !hidden);
  const missing = measures.filter(({ id }) => (cells.get(id) ?? null) === null).length;
  switch (run.view.nulls.dropRows) {
    case "none":
      return false;
    case "anyMeasureMissing":
      return missing > 0;
    case "allMeasuresMissing":
      return measures.length > 0 && missing === measures.length;
  }
}
