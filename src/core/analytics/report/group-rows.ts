// The rows of a grouped report while measures are joined: one per group of devices, bucket, calendar parts and values of
// telemetry in force. Whoever comes first makes the row. Source: analytics contract 3.4.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { groupCell } from "./device-groups.ts";
import type { Cell } from "./report-engine.ts";
import { type MemoryShare, TABLE_ROW_BYTES } from "./report-memory.ts";

/** A part of -1 is missing: the row has no samples. */
export interface RowKey {
  readonly group: number;
  readonly bucket: number;
  readonly parts: readonly number[];
  /** Canonical texts; null where missing. */
  readonly carried: readonly (string | null)[];
}

export class GroupRows {
  readonly keys: RowKey[] = [];
  /** The cells of telemetry dimensions, by dimension and row. */
  readonly carriedCells: readonly Cell[][];
  readonly #buckets: number;
  readonly #rowsMax: number;
  readonly #memory: Pick<MemoryShare, "take">;
  /** By group and bucket alone, where nothing else tells rows apart: most reports are of that kind. */
  readonly #rowsByNumber = new Map<number, number>();
  readonly #rowsByText = new Map<string, number>();

  constructor(buckets: number, carried: number, rowsMax: number, memory: Pick<MemoryShare, "take">) {
    this.#buckets = buckets;
    this.carriedCells = Array.from({ length: carried }, () => []);
    this.#rowsMax = rowsMax;
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
      for (const [index, column] of this.carriedCells.entries())
        column[known] = groupCell([column[known] ?? null, cells[index] ?? null]);
      return known;
    }
    const row = this.keys.push(key) - 1;
    if (row >= this.#rowsMax) throw tooManyRows(this.#rowsMax);
    this.#memory.take(TABLE_ROW_BYTES);
    rows.set(id, row);
    for (const [index, column] of this.carriedCells.entries()) column[row] = cells[index] ?? null;
    return row;
  }

  #numberOf({ group, bucket }: RowKey): number {
    return group * this.#buckets + bucket;
  }
}

function isPlain({ parts, carried }: RowKey): boolean {
  return parts.length === 0 && carried.length === 0;
}

/** Rows looked at between two turns of others: a few milliseconds of work. */
const ROWS_OF_TURN = 10_000;

/** Rows that differ in their bucket only, each list in the order of rows. */
export async function strandsOf({ keys }: GroupRows): Promise<readonly (readonly number[])[]> {
  const strands = new Map<number | string, number[]>();
  const turns = new Turns(ROWS_OF_TURN);
  for (const [row, key] of keys.entries()) {
    if (turns.isDue()) await nextTurn();
    const id = isPlain(key) ? key.group : JSON.stringify([key.group, key.parts, key.carried]);
    const known = strands.get(id);
    if (known === undefined) strands.set(id, [row]);
    else known.push(row);
  }
  return [...strands.values()];
}

export function tooManyRows(rowsMax: number): AnalyticsError {
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The report has more than ${String(rowsMax)} rows before sorting (REPORT_MAX_TABLE_ROWS); take a larger bucket, a shorter range, or fewer devices.`,
  );
}

function textOf({ group, bucket, parts, carried }: RowKey): string {
  const numbers = `${String(group)},${String(bucket)},${parts.join(",")}`;
  return carried.length === 0 ? numbers : `${numbers},${JSON.stringify(carried)}`;
}
