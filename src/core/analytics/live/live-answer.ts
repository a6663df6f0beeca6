// The result of a live view as text, row by row, so that it can be compared with the next one and only changed rows are
// sent. Rows are identified by their index, which works for every order and for equal rows. Source: analytics contract
// 4.4, 7 (no. 5).
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { inChunks, typedEnd, typedRow, typedStart } from "../report/encode-report.ts";
import { newestTsOf, type Report } from "../report/report.ts";

export interface LiveAnswer {
  whole(): Iterable<string>;
  /** Characters of the typed answer, which is what keeping it costs; the report itself is not kept. */
  readonly chars: number;
  /**
   * The differences from an earlier answer, as `{"length":…,"rows":[[place,row],…],"totals":[…],"range":[start,end]}`.
   * Empty if only the range differs. Null if the whole answer is shorter, or if more than rows has changed: columns,
   * marks of filled cells, or what says how reliable the figures are, such as that the report is now truncated.
   */
  changesSince(earlier: LiveAnswer): string | null;
  /** Everything except the rows, totals and range. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly totals: string;
}

/** Cells written before yielding to other work: a few milliseconds. */
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
  const { timezone, revision, truncated, partialBuckets, bucketWidth, skippedValues, warnings, devices, series } = meta;
  return JSON.stringify([
    columns.map(({ id, label, type }) => [id, label, type]),
    filled,
    [timezone, revision, truncated, partialBuckets, bucketWidth, [...skippedValues], warnings, devices, series],
    newestTsOf({ columns, meta }),
  ]);
}
