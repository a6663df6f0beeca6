// A result of a live view as text, row by row, so that the next one can be compared with it and only rows that changed are
// sent. Rows are told by their place, which holds for every order and for rows that look alike.
// Source: analytics contract 4.4, 7 (no. 5).
import { typedRow, typedText } from "../report/encode-typed.ts";
import type { Report } from "../report/report.ts";

export interface LiveAnswer {
  /** The typed answer. */
  whole(): Iterable<string>;
  /**
   * What differs from an earlier answer, as `{"length":…,"rows":[[place,row],…],"totals":[…],"range":[start,end]}`; empty
   * where nothing but the range does, and null where the whole answer is shorter, or more than rows has changed: columns,
   * marks of filled cells, and whatever tells how far the figures can be trusted, as that the report has become too long.
   */
  changesSince(earlier: LiveAnswer): string | null;
  /** All that is no row, no total and no range. */
  readonly head: string;
  readonly rows: readonly string[];
  readonly totals: string;
}

export function liveAnswer(report: Report, tookMillis: number): LiveAnswer {
  const { totals } = report;
  const rows = report.rows.map((row) => typedRow(row));
  const answer: LiveAnswer = {
    head: headOf(report),
    rows,
    totals: totals
      .map(({ groupedBy, cells }) => `{"groupedBy":${JSON.stringify(groupedBy)},"cells":${typedRow(cells)}}`)
      .join(","),
    whole: () => typedText(report, tookMillis),
    changesSince(earlier) {
      if (earlier.head !== answer.head) return null;
      const changed = rows.flatMap((row, place) => (row === earlier.rows[place] ? [] : [`[${String(place)},${row}]`]));
      if (changed.length === 0 && earlier.rows.length === rows.length && earlier.totals === answer.totals) return "";
      if (changed.length > rows.length / 2 && rows.length > 1) return null;
      const { startTs, endTs } = report.meta.window;
      const range = `[${String(startTs)},${String(endTs)}]`;
      return `{"length":${String(rows.length)},"rows":[${changed.join(",")}],"totals":[${answer.totals}],"range":${range}}`;
    },
  };
  return answer;
}

function headOf({ columns, filled, meta }: Report): string {
  const { timezone, revision, truncated, partialBuckets, skippedValues, warnings, devices, series } = meta;
  return JSON.stringify([
    columns.map(({ id, label, type }) => [id, label, type]),
    filled,
    [timezone, revision, truncated, partialBuckets, [...skippedValues], warnings, devices, series],
  ]);
}
