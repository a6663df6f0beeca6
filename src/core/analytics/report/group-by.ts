// By which fields rows are grouped, at the report's own level or at a coarser one (totals, ranking), the groups of devices that
// follow from it, and the rows of a table by their key. Source: analytics contract 3.4, 3.7.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { JsonText } from "../../values.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { compile } from "../expressions/compile.ts";
import { nameKey } from "../expressions/name-key.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Field, TelemetrySource, TimePartSource } from "../view/table-view.ts";
import { canonicalText } from "./filters.ts";
import { dimensionsOf } from "./measure-query.ts";
import type { Cell } from "./report-engine.ts";
import { formulasOf, type RunBasis, TABLE_ROW_BYTES } from "./report-run.ts";

export interface GroupBy {
  /** Dimension and time fields that rows are grouped by, in the order of the view. */
  readonly fields: readonly Field[];
  /** The same by what they look at. */
  readonly keyed: KeyFields;
  readonly groups: DeviceGroups;
  /** Whether the view's gaps are filled here. */
  readonly fillsGaps: boolean;
}

export interface GroupOptions {
  /** Whether the view's gaps are filled. */
  readonly fillsGaps?: boolean;
  /** Devices of equal values stay apart. */
  readonly isEntity?: boolean;
  /** A text in place of the values of a dimension. */
  readonly label?: { readonly field: Field; readonly text: string };
  /** Keeps a device out of all groups. */
  readonly isLeftOut?: (device: number) => boolean;
}

/** As the rows of the view are grouped; for each span of time the same. */
export function viewGroupBy(run: RunBasis, options: GroupOptions = {}): GroupBy {
  const { fields, grouping, gaps } = run.view;
  const fillsGaps = gaps.buckets === "all";
  return groupBy(run, keyFields(fields), { fillsGaps, isEntity: grouping.mode === "perEntity", ...options });
}

/** By some of the key fields. */
export function groupBy(run: RunBasis, fields: readonly Field[], options: GroupOptions = {}): GroupBy {
  const { fillsGaps = false, label } = options;
  const keyed = sortedKeyFields(fields);
  const columns = keyed.ofDevice.map((field) =>
    field === label?.field ? new Array<Cell>(run.devices.length).fill(label.text) : deviceColumn(run, field),
  );
  const dropMissing = run.view.grouping.missingGroup === "drop";
  return { fields, keyed, groups: groupDevices(run.devices.length, columns, { ...options, dropMissing }), fillsGaps };
}

export function keyFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ kind }) => kind === "dimension" || kind === "time");
}

/** Key fields by what they look at. */
export interface KeyFields {
  readonly ofDevice: readonly Field[];
  readonly buckets: readonly Field[];
  readonly parts: readonly { readonly field: Field; readonly source: TimePartSource }[];
  readonly locf: readonly { readonly field: Field; readonly source: TelemetrySource }[];
}

function sortedKeyFields(fields: readonly Field[]): KeyFields {
  return {
    ofDevice: fields.filter(({ kind, source }) => kind === "dimension" && source.type !== "telemetry"),
    buckets: fields.filter(({ source }) => source.type === "timeBucket"),
    parts: fields.flatMap((field) => (field.source.type === "timePart" ? [{ field, source: field.source }] : [])),
    locf: fields.flatMap((field) =>
      field.kind === "dimension" && field.source.type === "telemetry" ? [{ field, source: field.source }] : [],
    ),
  };
}

/** The value of a field that looks at dimensions of devices alone, for each device. */
export function deviceColumn(run: RunBasis, field: Field): readonly Cell[] {
  const { devices, calendar } = run;
  const { source } = field;
  switch (source.type) {
    case "entity":
    case "attribute":
      return devices.dimension(source);
    case "constant":
      return new Array<Cell>(devices.length).fill(source.value);
    case "expression": {
      const { expression } = formulasOf(run, field);
      if (expression === null || isOfSamples(source)) break;
      const { columns } = dimensionsOf(run, field);
      const evaluate = compile<number>(expression, {
        read: (name) => {
          const column = columns.get(nameKey(name)) ?? [];
          return (device) => column[device] ?? null;
        },
        localTime: (ts) => calendar.zone.toLocal(ts),
      });
      return Array.from(devices.ids, (_, device) => evaluate(device));
    }
    default:
      break;
  }
  throw new Error(`a ${source.type} is no dimension of a device`);
}

export interface DeviceGroups {
  /** Group of each device; -1 for a device that is left out. */
  readonly groupOfDevice: Int32Array;
  readonly count: number;
  /** Devices of each group, ascending. */
  readonly members: readonly (readonly number[])[];
  /** The cell of each dimension, by group. */
  readonly cells: readonly (readonly Cell[])[];
}

/** `columns`: one per dimension. `dropMissing` leaves out devices without a value of a dimension. */
export function groupDevices(
  devices: number,
  columns: readonly (readonly Cell[])[],
  options: Pick<GroupOptions, "isEntity" | "isLeftOut"> & { readonly dropMissing: boolean },
): DeviceGroups {
  const groupOfDevice = new Int32Array(devices).fill(-1);
  const groups = new Map<string, number>();
  const members: number[][] = [];
  for (let device = 0; device < devices; device++) {
    if (options.isLeftOut?.(device) === true) continue;
    const values = columns.map((column) => column[device] ?? null);
    if (options.dropMissing && values.includes(null)) continue;
    const key = options.isEntity === true ? String(device) : groupKey(values.map(textOrNull));
    let group = groups.get(key);
    if (group === undefined) {
      group = members.push([]) - 1;
      groups.set(key, group);
    }
    members[group]?.push(device);
    groupOfDevice[device] = group;
  }
  return {
    groupOfDevice,
    count: members.length,
    members,
    cells: columns.map((column) => members.map((group) => groupCell(group.map((device) => column[device] ?? null)))),
  };
}

/** One text for each tuple of canonical texts; missing is no text. */
export function groupKey(texts: readonly (string | null)[]): string {
  return texts.length === 1 && texts[0] !== null && texts[0] !== undefined ? `"${texts[0]}` : JSON.stringify(texts);
}

export function textOrNull(cell: Cell): string | null {
  return cell === null ? null : canonicalText(cell);
}

/** What a group of equal canonical values shows: the value itself where all are of one type, else their text. */
export function groupCell(values: readonly Cell[]): Cell {
  const [first = null] = values;
  if (first === null) return null;
  const isSame = values.every((value) => value !== null && typeOfCell(value) === typeOfCell(first));
  return isSame ? first : canonicalText(first);
}

export type CellKind = "number" | "text" | "boolean" | "json";

export function typeOfCell(cell: Exclude<Cell, null>): CellKind {
  if (cell instanceof JsonText) return "json";
  if (typeof cell === "boolean") return "boolean";
  return typeof cell === "string" ? "text" : "number";
}

/** A part of -1 is missing: the row has no samples. */
export interface RowKey {
  readonly group: number;
  readonly bucket: number;
  readonly parts: readonly number[];
  /** Canonical texts; null where missing. */
  readonly locf: readonly (string | null)[];
}

export class GroupRows {
  readonly keys: RowKey[] = [];
  /** The cells of telemetry dimensions, by dimension and row. */
  readonly locfCells: readonly Cell[][];
  readonly #buckets: number;
  readonly #rowsMax: number;
  readonly #memory: RunBasis["memory"];
  /** By group and bucket alone, where that is the whole key: most reports are of that kind. */
  readonly #rowsByNumber = new Map<number, number>();
  readonly #rowsByText = new Map<string, number>();

  constructor({ tableRowsMax, memory }: Pick<RunBasis, "tableRowsMax" | "memory">, buckets: number, locf: number) {
    this.#buckets = buckets;
    this.locfCells = Array.from({ length: locf }, () => []);
    this.#rowsMax = tableRowsMax;
    this.#memory = memory;
  }

  get length(): number {
    return this.keys.length;
  }

  find(key: RowKey): number | undefined {
    return isPlain(key) ? this.#rowsByNumber.get(this.#numberOf(key)) : this.#rowsByText.get(textOf(key));
  }

  /** The row of a key, made where there is none. Throws REPORT_TOO_LARGE. */
  place(key: RowKey, cells: readonly Cell[]): number {
    return isPlain(key)
      ? this.#placeAt(this.#rowsByNumber, this.#numberOf(key), key, cells)
      : this.#placeAt(this.#rowsByText, textOf(key), key, cells);
  }

  #placeAt<Id>(rows: Map<Id, number>, id: Id, key: RowKey, cells: readonly Cell[]): number {
    const known = rows.get(id);
    if (known !== undefined) {
      // Measures may have met the value as different types, as 5 and "5".
      for (const [index, column] of this.locfCells.entries())
        column[known] = groupCell([column[known] ?? null, cells[index] ?? null]);
      return known;
    }
    const row = this.keys.push(key) - 1;
    if (row >= this.#rowsMax) throw tooManyRows(this.#rowsMax);
    this.#memory.take(TABLE_ROW_BYTES);
    rows.set(id, row);
    for (const [index, column] of this.locfCells.entries()) column[row] = cells[index] ?? null;
    return row;
  }

  #numberOf({ group, bucket }: RowKey): number {
    return group * this.#buckets + bucket;
  }
}

function isPlain({ parts, locf }: RowKey): boolean {
  return parts.length === 0 && locf.length === 0;
}

/** Rows handled between two turns of others: a few milliseconds of work. */
const ROWS_OF_TURN = 10_000;

/** Rows that differ in their bucket only, each list in the order of rows. */
export async function partitionsByBucket({ keys }: GroupRows): Promise<readonly (readonly number[])[]> {
  const partitions = new Map<number | string, number[]>();
  const turns = new Turns(ROWS_OF_TURN);
  for (const [row, key] of keys.entries()) {
    if (turns.isDue()) await nextTurn();
    const id = isPlain(key) ? key.group : JSON.stringify([key.group, key.parts, key.locf]);
    const known = partitions.get(id);
    if (known === undefined) partitions.set(id, [row]);
    else known.push(row);
  }
  return [...partitions.values()];
}

export function tooManyRows(rowsMax: number): AnalyticsError {
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The report has more than ${String(rowsMax)} rows before sorting; take a larger bucket, a shorter range, or fewer devices.`,
  );
}

function textOf({ group, bucket, parts, locf }: RowKey): string {
  const numbers = `${String(group)},${String(bucket)},${parts.join(",")}`;
  return locf.length === 0 ? numbers : `${numbers},${JSON.stringify(locf)}`;
}
