// The rows of a grouped report, from its table: filtered, compared, cut down to the best groups. Source: analytics contract
// 3.1 no. 7 to 12.
import { nextTurn } from "../../../lib/next-turn.ts";
import type { FieldId } from "../view/table-view.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { earlierCells } from "./compare-rows.ts";
import { keptRows } from "./filter-rows.ts";
import { type GroupedTable, groupedTable } from "./grouped-table.ts";
import { type Keying, viewKeying } from "./keying.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";
import type { ResultRows } from "./result-rows.ts";
import type { ComparedSpan } from "./spans.ts";
import { besideOthers } from "./rest-beside.ts";
import { bestGroups, othersKeying, placeOfRow, rankingOf, silent } from "./top-groups.ts";

/** Some ten milliseconds of work. */
const ROWS_A_TURN = 50_000;

/** A table with the rows of it that the report shows. */
interface Part {
  readonly table: GroupedTable;
  readonly earlier: GroupedTable | null;
  readonly rows: readonly number[];
}

export async function groupedRows(run: ReportRun, span: Span, compared: ComparedSpan | null): Promise<ResultRows> {
  const part = await partOf(run, span, compared, viewKeying(run));
  const rows = keptRows(run, part.table);
  const parts = await bestParts(run, span, compared, { ...part, rows });
  return await joined(run, parts, compared);
}

async function partOf(
  run: ReportRun,
  span: Span,
  compared: ComparedSpan | null,
  keying: Keying,
): Promise<Pick<Part, "table" | "earlier">> {
  const [table, earlier] = await Promise.all([
    groupedTable(run, span, keying),
    compared === null ? null : groupedTable(run, compared.span, keying),
  ]);
  return { table, earlier };
}

async function bestParts(
  run: ReportRun,
  span: Span,
  compared: ComparedSpan | null,
  part: Part,
): Promise<readonly Part[]> {
  const ranking = rankingOf(run);
  if (ranking === null) return [part];
  const kept = await bestGroups(run, span, ranking, part.table, part.rows);
  const best = { ...part, rows: part.rows.filter((row) => placeOfRow(kept, ranking, part.table, row) === "best") };
  if (!ranking.top.others) return [best];
  const keying = othersKeying(run, ranking, kept);
  if (keying === null)
    throw new AnalyticsError(
      "VIEW_INVALID",
      `The rest of the groups of "${ranking.last.label}" cannot be one row, as telemetry tells the groups apart; leave out "others".`,
    );
  const others = await partOf(run, silent(span), compared, keying);
  const beside = (rest: GroupedTable, main: GroupedTable, of: Span): Promise<GroupedTable> =>
    besideOthers(run, silent(of), rest, main, (row) => placeOfRow(kept, ranking, main, row) === "rest");
  const table = await beside(others.table, part.table, span);
  const earlier =
    others.earlier === null || part.earlier === null || compared === null
      ? null
      : await beside(others.earlier, part.earlier, compared.span);
  return [best, { table, earlier, rows: table.order }];
}

async function joined(run: ReportRun, parts: readonly Part[], compared: ComparedSpan | null): Promise<ResultRows> {
  const columns = new Map<FieldId, readonly Cell[]>();
  const earlier = new Map<FieldId, readonly Cell[]>();
  const filled = new Map<FieldId, ReadonlySet<number>>();
  for (const { id } of run.view.fields) {
    await nextTurn();
    columns.set(
      id,
      parts.flatMap(({ table, rows }) => rows.map((row) => table.columns.get(id)?.[row] ?? null)),
    );
    if (run.view.compare?.fields.includes(id) === true)
      earlier.set(
        id,
        parts.flatMap((part) => {
          const cells = earlierCells(part.table, part.earlier, compared, id);
          return part.rows.map((row) => cells[row] ?? null);
        }),
      );
    const marks = await filledOf(parts, id);
    if (marks.size > 0) filled.set(id, marks);
  }
  await nextTurn();
  // Groups are numbered in the order of device ids; the rest of the groups comes after all of them.
  const ties = [
    parts.flatMap(({ rows }, index) => rows.map(() => index)),
    parts.flatMap(({ table, rows }) => rows.map((row) => table.rows.keys[row]?.group ?? 0)),
  ];
  return { length: ties[0]?.length ?? 0, columns, earlier, filled, ties };
}

async function filledOf(parts: readonly Part[], id: FieldId): Promise<ReadonlySet<number>> {
  const marks = new Set<number>();
  let start = 0;
  for (const { table, rows } of parts) {
    const set = table.filled.get(id);
    if (set !== undefined)
      for (const [place, row] of rows.entries()) {
        if (place % ROWS_A_TURN === 0) await nextTurn();
        if (set.has(row)) marks.add(start + place);
      }
    start += rows.length;
  }
  return marks;
}
