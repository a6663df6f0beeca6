import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvRecords } from "./csv-records.ts";

function read(...pieces: string[]) {
  const records: (readonly [line: number, ...fields: string[]])[] = [];
  const broken: number[] = [];
  const csv = new CsvRecords({
    record: (fields, line) => records.push([line, ...fields]),
    broken: (line) => broken.push(line),
  });
  for (const piece of pieces) csv.push(piece);
  csv.end();
  return { records, broken };
}

describe("CSV records", () => {
  test("fields may be quoted, and hold quotes, commas and line ends then", () => {
    expect(read('a,"b,""c""",d\r\n"x\ny",,z\n\nlast,"",').records).toEqual([
      [1, "a", 'b,"c"', "d"],
      [2, "x\ny", "", "z"],
      [5, "last", "", ""],
    ]);
  });

  test("a record with text behind a quote is broken, and those around it are not", () => {
    expect(read('a,1\n"b"x,2\nc,3\n')).toEqual({
      records: [
        [1, "a", "1"],
        [3, "c", "3"],
      ],
      broken: [2],
    });
  });

  test("a quote that never closes is reported at the end", () => {
    expect(read('a,1\n"b,2\nc,3\n')).toEqual({ records: [[1, "a", "1"]], broken: [2] });
  });

  test("a broken record of several lines says which was the last", () => {
    const problems = (text: string): readonly (readonly [number, string])[] => {
      const broken: (readonly [number, string])[] = [];
      const csv = new CsvRecords({ record: () => undefined, broken: (...each) => broken.push(each) });
      csv.push(text);
      csv.end();
      return broken;
    };
    expect(problems('a,1\n"b,2\nc,3\n"d",4\ne,5\n')).toEqual([[2, expect.stringMatching(/up to line 4$/)]]);
    expect(problems('a,1\n"b,2\nc,3\nd,4')).toEqual([[2, expect.stringMatching(/does not end; .* up to line 4$/)]]);
    expect(problems('a,1\n"b,2\n')).toEqual([[2, "a quoted field does not end"]]);
    expect(problems('a,1\n"b"x,2\n')).toEqual([[2, expect.stringMatching(/the end of the line$/)]]);
  });

  test("whatever is written comes back, however it is cut", () => {
    const field = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ü") });
    const records = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(records, fc.array(fc.nat(40)), fc.constantFrom("\n", "\r\n"), (rows, cuts, lineEnd) => {
        const text = rows
          .map(
            (row) =>
              row.map((each) => (/[",\r\n]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join(",") + lineEnd,
          )
          .join("");
        const pieces: string[] = [];
        let from = 0;
        for (const cut of cuts) pieces.push(text.slice(from, (from += cut)));
        pieces.push(text.slice(from));
        const { records: found, broken } = read(...pieces);
        expect(found.map(([, ...fields]) => fields)).toEqual(rows);
        expect(broken).toEqual([]);
      }),
    );
  });
});
