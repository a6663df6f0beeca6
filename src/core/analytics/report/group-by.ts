// Grouping: the fields that rows are grouped by, for the report itself or a coarser level (totals, ranking), the groups
// of devices that result, and the rows of a table by their key. Source: analytics contract 3.4, 3.7.
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
  /** The dimension and time fields that rows are grouped by, in the order of the view. */
  readonly fields: readonly Field[];
  /** The same fields, sorted by the kind of their source. */
  readonly keyed: KeyFields;
  readonly groups: DeviceGroups;
  /** Whether this table fills the view's gaps. */
  readonly fillsGaps: boolean;
}

export interface GroupOptions {
  /** Whether the view's gaps are filled. */
  readonly fillsGaps?: boolean;
  /** Keeps devices with equal values in separate groups. */
  readonly isEntity?: boolean;
  /** Replaces all values of one dimension with a text. */
  readonly label?: { readonly field: Field; readonly text: string };
  /** Excludes a device from all groups. */
  readonly isLeftOut?: (device: number) => boolean;
}

/** The grouping of the view's rows, the same for every span of time. */
export function viewGroupBy(run: RunBasis, options: GroupOptions = {}): GroupBy {
  const { fields, grouping, gaps } = run.view;
  const fillsGaps = gaps.buckets === "all";
  return groupBy(run, keyFields(fields), { fillsGaps, isEntity: grouping.mode === "perEntity", ...options });
}

/** Groups by a subset of the key fields. */
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

/** Key fields by the kind of their source. */
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

/** The value of a field for each device; the field must depend only on dimensions of devices. */
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
  /** The group of each device; -1 if the device is left out. */
  readonly groupOfDevice: Int32Array;
  readonly count: number;
  /** Devices of each group, ascending. */
  readonly members: readonly (readonly number[])[];
  /** The cell of each dimension, by group. */
  readonly cells: readonly (readonly Cell[])[];
}

/** `columns`: one per dimension. `dropMissing` leaves out devices that lack a value of any dimension. */
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

/** A text that is unique for each tuple of canonical texts; null (missing) differs from every text. */
export function groupKey(texts: readonly (string | null)[]): string {
  return texts.length === 1 && texts[0] !== null && texts[0] !== undefined ? `"${texts[0]}` : JSON.stringify(texts);
}

export function textOrNull(cell: Cell): string | null {
  return cell === null ? null : canonicalText(cell);
}

/** The cell of a group whose canonical values are equal: the value itself if all have one type, otherwise its text. */
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

/** A part of -1 is missing, because the row has no samples. */
export interface RowKey {
  readonly group: number;
  readonly bucket: number;
  readonly parts: readonly number[];
  /** Canonical texts; null where missing. */
  readonly locf: readonly (string | null)[];
}

export class GroupRows {
  readonly keys: RowKey[] = [];
  /** Cells of the telemetry dimensions, by dimension and row. */
  readonly locfCells: readonly Cell[][];
  readonly #buckets: number;
  readonly #rowsMax: number;
  readonly #memory: RunBasis["memory"];
  /** Rows whose key is only group and bucket, which is the case in most reports. */
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

  /** Returns the row of a key and creates it if there is none. Throws REPORT_TOO_LARGE. */
  place(key: RowKey, cells: readonly Cell[]): number {
    return isPlain(key)
      ? this.#placeAt(this.#rowsByNumber, this.#numberOf(key), key, cells)
      : this.#placeAt(this.#rowsByText, textOf(key), key, cells);
  }

  #placeAt<Id>(rows: Map<Id, number>, id: Id, key: RowKey, cells: readonly Cell[]): number {
    const known = rows.get(id);
    if (known !== undefined) {
      // Measures may have found the value with different types, such as 5 and "5".
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

/** Rows processed before yielding to other work: a few milliseconds. */
const ROWS_OF_TURN = 10_000;

/** Lists of rows that differ only in their bucket, each list in row order. */
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
