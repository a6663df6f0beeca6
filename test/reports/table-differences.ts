// Whether two reports say the same, cell by cell, within the tolerance of the contract. Source: analytics contract 3.11.
import type { Report } from "../../src/core/analytics/report/report.ts";
import { JsonText } from "../../src/core/values.ts";
import type { Cell, ReferenceTable } from "./reference/reference-input.ts";

const TOLERANCE = 1e-9;
const SHOWN_MOST = 6;

/** In words; empty where there is none. */
export function differences(expected: ReferenceTable, report: Report): readonly string[] {
  const found = [
    ...listed(
      "labels",
      expected.columns.map(({ label }) => label),
      report.columns.map(({ label }) => label),
    ),
    ...rowDifferences("row", expected.rows, report.rows),
    ...listed(
      "rows of totals",
      expected.totals.map(({ groupedBy }) => groupedBy.join()),
      report.totals.map(({ groupedBy }) => groupedBy.join()),
    ),
    ...rowDifferences(
      "total",
      expected.totals.map(({ cells }) => cells),
      report.totals.map(({ cells }) => cells),
    ),
    ...listed("truncated", [String(expected.truncated)], [String(report.meta.truncated !== null)]),
    ...listed("filled", expected.filled.map(String).sort(), report.filled.map(String).sort()),
    ...listed("skipped", skipped(expected.skippedValues), skipped(report.meta.skippedValues)),
    ...report.columns.flatMap(({ id, type }, index) => {
      const isTime = expected.columns[index]?.isTime === true;
      return isTime === (type === "time") || type === "any"
        ? []
        : [`column ${id} is of type ${type}, a time: ${String(isTime)}`];
    }),
  ];
  return found.length > SHOWN_MOST
    ? [...found.slice(0, SHOWN_MOST), `and ${String(found.length - SHOWN_MOST)} more`]
    : found;
}

function skipped(values: ReadonlyMap<string, number>): readonly string[] {
  return [...values].map(([field, count]) => `${field}: ${String(count)}`).sort();
}

function listed(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  return JSON.stringify(expected) === JSON.stringify(found)
    ? []
    : [`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`];
}

function rowDifferences(
  what: string,
  expected: readonly (readonly Cell[])[],
  found: readonly (readonly Cell[])[],
): readonly string[] {
  const count =
    expected.length === found.length
      ? []
      : [`${what}s: expected ${String(expected.length)}, got ${String(found.length)}`];
  const rows = Math.max(expected.length, found.length);
  const different = Array.from({ length: rows }, (_, index) => [expected[index], found[index], index] as const).filter(
    ([left, right]) => left === undefined || right === undefined || !isSameRow(left, right),
  );
  return [
    ...count,
    ...different.map(
      ([left, right, index]) => `${what} ${String(index)}: expected ${rowText(left)}, got ${rowText(right)}`,
    ),
  ];
}

function isSameRow(left: readonly Cell[], right: readonly Cell[]): boolean {
  return left.length === right.length && left.every((cell, index) => isSameCell(cell, right[index] ?? null));
}

export function isSameCell(left: Cell, right: Cell): boolean {
  if (typeof left === "number" && typeof right === "number") {
    // There is one zero.
    if (Object.is(left, -0) !== Object.is(right, -0)) return false;
    return left === right || Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right));
  }
  if (left instanceof JsonText && right instanceof JsonText) return left.text === right.text;
  return left === right;
}

function rowText(row: readonly Cell[] | undefined): string {
  if (row === undefined) return "none";
  return JSON.stringify(
    row.map((cell) =>
      typeof cell === "bigint" ? `${String(cell)}n` : cell instanceof JsonText ? { json: cell.text } : cell,
    ),
  );
}
