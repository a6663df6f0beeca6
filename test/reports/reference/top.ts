// The best groups of a dimension, and the devices of all the others. Source: analytics contract 2.10, 3.6.
import type { Field } from "../../../src/core/analytics/view/table-view.ts";
import { deviceCell } from "./layout.ts";
import type { Cell, ReferenceDevice } from "./reference-input.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./run.ts";
import { fieldOf } from "./run.ts";
import { canonical, compareTexts, compareValues } from "./values.ts";

/** The dimension of which groups are kept, and those inside which they are counted. */
export function topOf(run: Run): { readonly per: readonly Field[]; readonly last: Field } {
  const { top } = run.view.limit;
  const per = (top?.per ?? []).map((id) => fieldOf(run, id));
  const last = run.view.fields.findLast((field) => field.kind === "dimension" && !per.includes(field));
  if (last === undefined) throw new Error("no dimension to rank");
  return { per, last };
}

interface Candidate {
  readonly text: string;
  readonly outer: string;
  readonly name: string | null;
  readonly value: Cell;
}

/** `ranking` has one row for each combination of `per` and the last dimension. */
export function othersOf(
  run: Run,
  rows: readonly Row[],
  ranking: readonly Row[],
): {
  readonly kept: readonly Row[];
  readonly others: readonly ReferenceDevice[];
  /** Whether a row is one of a group that has fallen behind. */
  readonly isOfRest: (row: Row) => boolean;
} {
  const { per, last } = topOf(run);
  const { top } = run.view.limit;
  if (top === null) throw new Error("there is no top");
  const keyOf = (read: (field: Field) => Cell): string =>
    JSON.stringify([...per, last].map((field) => textOf(read(field))));
  const keyOfRow = ({ cells }: Row): string => keyOf(({ id }) => cells.get(id) ?? null);
  const present = new Set(rows.map(keyOfRow));
  const candidates = ranking
    .filter((row) => present.has(keyOfRow(row)))
    .map((row) => ({
      text: keyOfRow(row),
      outer: JSON.stringify(per.map(({ id }) => textOf(row.cells.get(id) ?? null))),
      name: textOf(row.cells.get(last.id) ?? null),
      value: row.cells.get(top.by) ?? null,
    }))
    .sort((left, right) => compareCandidates(left, right, top.direction));
  const counted = new Map<string, number>();
  const best = new Set<string>();
  for (const { text, outer } of candidates) {
    const count = counted.get(outer) ?? 0;
    counted.set(outer, count + 1);
    if (count < top.n) best.add(text);
  }
  const others = run.devices.filter((device) => {
    const key = keyOf((field) => (field.source.type === "telemetry" ? null : deviceCell(run, field, device)));
    return present.has(key) && !best.has(key);
  });
  return {
    kept: rows.filter((row) => best.has(keyOfRow(row))),
    others,
    isOfRest: (row) => present.has(keyOfRow(row)) && !best.has(keyOfRow(row)),
  };
}

function textOf(cell: Cell): string | null {
  return cell === null ? null : canonical(cell);
}

/** Best first; what is missing is worst. */
function compareCandidates(left: Candidate, right: Candidate, direction: "asc" | "desc"): number {
  if (left.value === null || right.value === null) {
    if (left.value !== right.value) return left.value === null ? 1 : -1;
  } else {
    const order = compareValues(left.value, right.value);
    if (order !== 0) return direction === "asc" ? order : -order;
  }
  if (left.name === null || right.name === null) return left.name === right.name ? 0 : left.name === null ? 1 : -1;
  return compareTexts(left.name, right.name);
}
