import { expect, test } from "vitest";
import { JsonText } from "../../values.ts";
import type { FilterOperator, FilterValue } from "../view/table-view.ts";
import type { Cell, SampleFilter } from "./report-engine.ts";
import { cellTest } from "./filters.ts";

const CELLS: readonly Cell[] = [5, "5", "05", "5.0", true, "true", "North", "north", "", null];

function passing(
  operator: FilterOperator,
  values: readonly FilterValue[],
  rest: Partial<SampleFilter> = {},
  cells: readonly Cell[] = CELLS,
): readonly Cell[] {
  const isPattern = ["contains", "startsWith", "endsWith", "matches"].includes(operator);
  return cells.filter(cellTest({ operator, values, valueType: "auto", caseSensitive: !isPattern, ...rest }));
}

test("AN-33: number 5 and text 5 select the same values; 05 does not", () => {
  expect(passing("in", [5])).toEqual([5, "5"]);
  expect(passing("eq", ["5"])).toEqual([5, "5"]);
  expect(passing("in", ["05"])).toEqual(["05"]);
});

test("AN-34: notIn and ne keep a missing value, in and eq do not", () => {
  expect(passing("notIn", ["North", 5, true], {}, [5, "North", "South", null])).toEqual(["South", null]);
  expect(passing("ne", ["North"], {}, ["North", null])).toEqual([null]);
  expect(passing("in", ["North"])).toEqual(["North"]);
});

test("AN §3.7: a listed null stands for a missing value", () => {
  expect(passing("in", [null, "North"])).toEqual(["North", null]);
  expect(passing("notIn", [null], {}, ["a", null])).toEqual(["a"]);
  expect(passing("eq", [null])).toEqual([null]);
});

test("AN §3.7: equality is of shortest numbers, true and false, texts as they are, compact JSON, and digits of long integers", () => {
  expect(passing("in", [1e21, "true"], {}, ["1e+21", 1e21, true, "TRUE"])).toEqual(["1e+21", 1e21, true]);
  expect(passing("in", ["9007199254740993"], {}, [9007199254740993n, 9007199254740992])).toEqual([9007199254740993n]);
  expect(passing("in", ['{"a":1}'], {}, [new JsonText('{"a":1}')])).toHaveLength(1);
  expect(passing("in", [0], {}, [-0, 0, "0"])).toEqual([-0, 0, "0"]);
  expect(passing("in", ["__proto__", "constructor"], {}, ["__proto__", "toString"])).toEqual(["__proto__"]);
});

test("AN §2.8: by default case counts for equality and not for patterns", () => {
  expect(passing("in", ["NORTH"], { caseSensitive: false })).toEqual(["North", "north"]);
  expect(passing("startsWith", ["NO"])).toEqual(["North", "north"]);
  expect(passing("startsWith", ["No"], { caseSensitive: true })).toEqual(["North"]);
});

test("AN §2.8: patterns look at canonical text, any of several values is enough, and missing fits none", () => {
  expect(passing("contains", ["ort", "ru"])).toEqual([true, "true", "North", "north"]);
  expect(passing("endsWith", ["5"])).toEqual([5, "5", "05"]);
  expect(passing("matches", ["?5"])).toEqual(["05"]);
  expect(passing("matches", ["*"])).toEqual(CELLS.filter((cell) => cell !== null));
});

test("AN §3.7: numbers have an order, and texts that spell one; all others and missing have none", () => {
  const cells = [1, 2, 3n, "2", " 02.5 ", "1,5", "0x2", true, null, new JsonText("2")];
  expect(passing("gt", [1], {}, cells)).toEqual([2, 3n, "2", " 02.5 "]);
  expect(passing("gte", [1], {}, cells)).toEqual([1, 2, 3n, "2", " 02.5 "]);
  expect(passing("lt", [2], {}, cells)).toEqual([1]);
  expect(passing("lte", [2], { valueType: "number" }, cells)).toEqual([1, 2, "2"]);
});

test("AN §2.8: between holds both ends for numbers, and leaves out the end for times", () => {
  expect(passing("between", [1, 3], {}, [0, 1, 2, 3, 4])).toEqual([1, 2, 3]);
  expect(passing("between", [1, 3], { valueType: "time" }, [0, 1, 2, 3, 4])).toEqual([1, 2]);
});

test("AN §2.8: texts have an order where the filter says text: that of code points", () => {
  const cells = ["Z", "a", "\u{1f600}", "\uffff", null];
  expect(passing("gt", ["Z"], { valueType: "text" }, cells)).toEqual(["a", "\u{1f600}", "\uffff"]);
  expect(passing("gt", ["\uffff"], { valueType: "text" }, cells)).toEqual(["\u{1f600}"]);
  expect(passing("between", ["A", "Z"], { valueType: "text" }, cells)).toEqual(["Z"]);
});

test("AN §2.8: isMissing and isPresent need no values; an empty text is present", () => {
  expect(passing("isMissing", [])).toEqual([null]);
  expect(passing("isPresent", [], {}, ["", 0, false, null])).toEqual(["", 0, false]);
});

test("AN §2.8: values of a type are compared as that type; what is none equals nothing, and differs from all", () => {
  const cells = ["05", "5.0", 5, true, 1, "x", null];
  expect(passing("in", [5], { valueType: "number" }, cells)).toEqual(["5.0", 5]);
  expect(passing("in", [1], { valueType: "number" }, cells)).toEqual([true, 1]);
  expect(passing("notIn", [5, 1], { valueType: "number" }, cells)).toEqual(["05", "x", null]);
  expect(passing("in", [true], { valueType: "boolean" }, ["TRUE", true, 1, 0, "yes"])).toEqual(["TRUE", true, 1]);
  expect(passing("in", [5], { valueType: "time" }, cells)).toEqual([5]);
});

test("AN §2.8: without regard to case, a letter is the same wherever it stands in a word", () => {
  const streets = ["ΟΔΟΣ", "οδος", "ΟΔΟΣ 5", "ΟΔΟΣΑ"];
  expect(passing("contains", ["ΟΔΟΣ"], { caseSensitive: false }, streets)).toEqual(streets);
  expect(passing("matches", ["οδος*"], { caseSensitive: false }, streets)).toEqual(streets);
  expect(passing("in", ["ΟΔΟΣ"], { caseSensitive: false }, streets)).toEqual(["ΟΔΟΣ", "οδος"]);
  expect(passing("startsWith", ["iz"], { caseSensitive: false }, ["İzmir", "IZMIR", "ızmir"])).toEqual([
    "İzmir",
    "IZMIR",
  ]);
});
