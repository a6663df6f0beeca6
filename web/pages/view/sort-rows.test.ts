// The order of rows.
import { expect, test } from "vitest";
import { sortedRows } from "./sort-rows.ts";

const ROWS = [[10], [null], [9], [100], [9]].map((cells, place) => ({ place, cells }));
const places = (order: "ASC" | "DESC") => sortedRows(ROWS, 0, order).map(({ place }) => place);

test("numbers are sorted by size, equal rows keep their order, and what is missing comes last in both directions", () => {
  expect(places("ASC")).toEqual([2, 4, 0, 3, 1]);
  expect(places("DESC")).toEqual([3, 0, 2, 4, 1]);
});

test("texts are sorted by code point", () => {
  const rows = [["b"], ["B"], ["a"], ["ä"]].map((cells, place) => ({ place, cells }));
  expect(sortedRows(rows, 0, "ASC").map(({ cells }) => cells[0])).toEqual(["B", "a", "b", "ä"]);
});
