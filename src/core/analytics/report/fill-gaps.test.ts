// Gaps of one measure along its buckets. Source: analytics contract 3.8.
import { expect, test } from "vitest";
import type { GapFill } from "../view/table-view.ts";
import { fillGaps, type PartitionCells } from "./fill-gaps.ts";

const GAP = undefined;
const STARTS = [0, 10, 20, 50, 60];

function filled(
  partition: PartitionCells,
  value: GapFill["value"],
  more: Partial<GapFill> = {},
  counts = false,
): unknown {
  return fillGaps(partition, STARTS, { value, constant: null, maxBuckets: null, ...more, counts });
}

test("AN §3.8 missing leaves gaps, zero and constants fill them", () => {
  expect(filled([1, GAP], "missing")).toEqual({ cells: [1, null], filled: [] });
  expect(filled([1, GAP], "zero")).toEqual({ cells: [1, 0], filled: [1] });
  expect(filled([GAP, 2], "constant", { constant: "none" })).toEqual({ cells: ["none", 2], filled: [0] });
});

test("AN §3.8 previous and next take the nearest known cell, never a filled one, within maxBuckets", () => {
  expect(filled([GAP, 1, GAP, GAP, 5], "previous")).toEqual({ cells: [null, 1, 1, 1, 5], filled: [2, 3] });
  expect(filled([GAP, 1, GAP, GAP, 5], "next")).toEqual({ cells: [1, 1, 5, 5, 5], filled: [0, 2, 3] });
  expect(filled([GAP, 1, GAP, GAP, 5], "previous", { maxBuckets: 1 })).toEqual({
    cells: [null, 1, 1, null, 5],
    filled: [2],
  });
});

test("AN §3.8 linear goes by the starts of buckets, between numbers only", () => {
  expect(filled([0, GAP, GAP, 100, GAP], "linear")).toEqual({ cells: [0, 20, 40, 100, null], filled: [1, 2] });
  expect(filled([0, GAP, GAP, 100, GAP], "linear", { maxBuckets: 1 })).toEqual({
    cells: [0, null, null, 100, null],
    filled: [],
  });
  expect(filled(["a", GAP, 1], "linear")).toEqual({ cells: ["a", null, 1], filled: [] });
  expect(filled([-1.5e308, GAP, 1.5e308], "linear")).toEqual({ cells: [-1.5e308, null, 1.5e308], filled: [] });
});

test("AN §3.8 a cell that is missing although samples contributed is no gap", () => {
  expect(filled([1, null, GAP], "previous")).toEqual({ cells: [1, null, 1], filled: [2] });
});

test("AN §3.8 counts are 0 in a gap, unless another rule is given", () => {
  expect(filled([1, GAP], "missing", {}, true)).toEqual({ cells: [1, 0], filled: [] });
  expect(filled([1, GAP], "zero", {}, true)).toEqual({ cells: [1, 0], filled: [] });
  expect(filled([GAP, 1, GAP], "previous", {}, true)).toEqual({ cells: [0, 1, 1], filled: [2] });
});
