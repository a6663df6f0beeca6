// Sorts rows of a report as the platform would: numbers by size, texts by code point, missing values last in both
// directions. Source: analytics contract 3.10.

export interface ReportRow {
  /** Index in the report as received. */
  readonly place: number;
  readonly cells: readonly unknown[];
}

export function sortedRows(rows: readonly ReportRow[], column: number, order: "ASC" | "DESC"): readonly ReportRow[] {
  const sign = order === "ASC" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[column] ?? null, other.cells[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || one.place - other.place;
    return sign * compare(a, b) || one.place - other.place;
  });
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function textOf(cell: unknown): string {
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
