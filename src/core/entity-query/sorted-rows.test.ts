import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonText, type Value } from "../values.ts";
import { SortedRows } from "./sorted-rows.ts";

describe("sorted rows", () => {
  test("are those of a full sort, however many came and in whatever order", () => {
    const value = fc.option(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.boolean(), fc.string({ maxLength: 2 })), {
      nil: null,
    });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 4000, size: "max" }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom("ASC" as const, "DESC" as const),
        (values, kept, order) => {
          const rows = new SortedRows(order, kept, 1_000_000);
          values.forEach((each, index) => {
            rows.add(idOf(index), each === null ? null : { ts: 0, value: each });
          });
          const all = new SortedRows(order, values.length + 1, 1_000_000);
          values.forEach((each, index) => {
            all.add(idOf(index), each === null ? null : { ts: 0, value: each });
          });
          expect(rows.ids(0, kept)).toEqual(all.ids(0, kept));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("long texts are held as far as they belong to the page, and refused where the page has too many", () => {
    const rows = new SortedRows("ASC", 10, 1000);
    for (let index = 0; index < 5000; index++) {
      rows.add(idOf(index), { ts: 0, value: `${idOf(9999 - index)}${"x".repeat(80)}` });
    }
    expect(rows.ids(0, 10)).toEqual(Array.from({ length: 10 }, (_none, index) => idOf(4999 - index)));
    const long = new SortedRows("ASC", 10, 500);
    expect(() => {
      for (let index = 0; index < 100; index++) long.add(idOf(index), { ts: 0, value: new JsonText("x".repeat(80)) });
    }).toThrow(/may have 500 characters .*entityQuery\.maxHeldMebibytes.* got \d+/);
  });

  test("booleans come before numbers before texts, nothing comes last, and ids break ties upwards", () => {
    const values: (Value | null)[] = ["b", null, 2, true, new JsonText("a"), 9007199254740993n, false, null, 2];
    expect(sorted(values, "ASC")).toEqual([6, 3, 2, 8, 5, 4, 0, 1, 7]);
    expect(sorted(values, "DESC")).toEqual([0, 4, 5, 2, 8, 3, 6, 1, 7]);
  });
});

function sorted(values: readonly (Value | null)[], order: "ASC" | "DESC"): number[] {
  const rows = new SortedRows(order, 100, 1_000_000);
  values.forEach((value, index) => {
    rows.add(idOf(index), value === null ? null : { ts: 0, value });
  });
  return rows.ids(0, 100).map(Number);
}

function idOf(index: number): string {
  return String(index).padStart(6, "0");
}
