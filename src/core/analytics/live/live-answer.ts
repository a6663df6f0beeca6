// A result of a live view as text, row by row, so that the next one can be compared with it and only rows that changed are
// sent. Rows are identified by their place, which holds for every order and for rows that look alike.
// Source: analytics contract 4.4, 7 (no. 5).
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { inChunks, typedEnd, typedRow, typedStart } from "../report/encode-report.ts";
import type { Report } from "../report/report.ts";

export interface LiveAnswer {
  whole(): Iterable<string>;
  /** Characters of the typed answer, which are what it takes to keep it: the report itself is not kept. */
  readonly chars: number;
  /**
   * What differs from an earlier answer, as `{"length":…,"rows":[[place,row],…],"totals":[…],"range":[start,end]}`; empty
   * where nothing but the range does, and null where the whole answer is shorter, or more than rows has changed: columns,
   * marks of filled cells, and what says how far the figures can be trusted, such as that the report has become too long.
   */
  changesSince(earlier: LiveAnswer): string | null;
  /** All that is no row, no total and no range. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly totals: string;
}

/** Cells written between two turns of others: a few milliseconds of work. */
const CELLS_OF_TURN = 20_000;

export async function liveAnswer(report: Report, tookMillis: number): Promise<LiveAnswer> {
  const { totals } = report;
  const turns = new Turns(CELLS_OF_TURN);
  const rows: string[] = [];
  for (const row of report.rows) {
    if (turns.isDue(row.length)) await nextTurn();
    rows.push(typedRow(row));
  }
  const start = typedStart(report);
  const end = [...typedEnd(report, tookMillis)].join("");
  const window = report.meta.window;
  const answer: LiveAnswer = {
    head: headOf(report),
    rows,
    totals: totals
      .map(({ groupedBy, cells }) => `{"groupedBy":${JSON.stringify(groupedBy)},"cells":${typedRow(cells)}}`)
      .join(","),
    whole: () => inChunks(wholeOf(start, rows, end)),
    chars: rows.reduce((sum, row) => sum + row.length + 1, start.length + end.length),
    changesSince(earlier) {
      if (earlier.head !== answer.head) return null;
      const changed = rows.flatMap((row, place) => (row === earlier.rows[place] ? [] : [`[${String(place)},${row}]`]));
      if (changed.length === 0 && earlier.rows.length === rows.length && earlier.totals === answer.totals) return "";
      if (changed.length > rows.length / 2 && rows.length > 1) return null;
      const range = `[${String(window.startTs)},${String(window.endTs)}]`;
      return `{"length":${String(rows.length)},"rows":[${changed.join(",")}],"totals":[${answer.totals}],"range":${range}}`;
    },
  };
  return answer;
}

function* wholeOf(start: string, rows: readonly string[], end: string): Generator<string, void, undefined> {
  yield start;
  for (const [place, row] of rows.entries()) yield place === 0 ? row : `,${row}`;
  yield end;
}

function headOf({ columns, filled, meta }: Report): string {
  const { timezone, revision, truncated, partialBuckets, skippedValues, warnings, devices, series } = meta;
  return JSON.stringify([
    columns.map(({ id, label, type }) => [id, label, type]),
    filled,
    [timezone, revision, truncated, partialBuckets, [...skippedValues], warnings, devices, series],
  ]);
}
