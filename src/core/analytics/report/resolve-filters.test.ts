import { expect, test } from "vitest";
import { AnalyticsError } from "../analytics-error.ts";
import type { Filter } from "../view/table-view.ts";
import { resolveFilters } from "./filters.ts";

function filter(name: string, fields: Partial<Filter> = {}): Filter {
  return {
    name,
    label: name,
    target: { type: "attribute", scope: "server", key: name, of: "self", path: null },
    apply: "samples",
    operator: "in",
    values: [],
    valueType: "auto",
    caseSensitive: true,
    emptyMeans: "all",
    required: false,
    overridable: true,
    ...fields,
  };
}

const BUILDING = filter("building", { values: ["North"] });
const FLOOR = filter("floor", { values: [2] });

function valuesInForce(filters: readonly Filter[], given: Readonly<Record<string, unknown>> | null) {
  const { active } = resolveFilters(filters, given === null ? null : new Map(Object.entries(given)));
  return Object.fromEntries(active.map(({ name, values }) => [name, values]));
}

function refusal(filters: readonly Filter[], given: ReadonlyMap<string, unknown>): AnalyticsError {
  try {
    resolveFilters(filters, given);
  } catch (error) {
    if (error instanceof AnalyticsError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("AN-26: no filters and an empty object leave the saved values in force", () => {
  expect(valuesInForce([BUILDING, FLOOR], null)).toEqual({ building: ["North"], floor: [2] });
  expect(valuesInForce([BUILDING, FLOOR], {})).toEqual({ building: ["North"], floor: [2] });
});

test("AN-25: the values of a request take the place of the saved ones, each once", () => {
  expect(valuesInForce([BUILDING], { building: ["South", "North", "South"] })).toEqual({
    building: ["South", "North"],
  });
});

test("AN-32: a filter that is overridden leaves the others as they were saved", () => {
  expect(valuesInForce([BUILDING, FLOOR], { floor: [3] })).toEqual({ building: ["North"], floor: [3] });
});

test("AN-27: an unknown name is refused with the valid ones", () => {
  const { code, problems } = refusal([BUILDING, FLOOR], new Map([["buildng", ["North"]]]));
  expect(code).toBe("FILTER_UNKNOWN");
  expect(problems).toEqual([
    {
      pointer: "/filters/buildng",
      code: "FILTER_UNKNOWN",
      message: 'There is no filter "buildng". Did you mean "building"? Filters of this view: "building", "floor".',
    },
  ]);
});

test("AN-27: names such as __proto__ are names as any other", () => {
  expect(refusal([BUILDING], new Map([["__proto__", []]])).code).toBe("FILTER_UNKNOWN");
  expect(resolveFilters([filter("__proto__")], new Map([["__proto__", ["x"]]])).active[0]?.values).toEqual(["x"]);
});

test("AN-28: a name in another case is unknown", () => {
  expect(refusal([BUILDING], new Map([["Building", ["North"]]])).code).toBe("FILTER_UNKNOWN");
});

test.each([["North"], [5], [true], [null], [{ a: 1 }]])("AN-29: %j in place of an array is refused", (value) => {
  const { code, problems } = refusal([BUILDING], new Map([["building", value]]));
  expect(code).toBe("FILTER_VALUES");
  expect(problems[0]?.pointer).toBe("/filters/building");
});

test("AN §3.7: objects and arrays are no values, more than 1,000 values and 1,024 characters are refused", () => {
  const codeOf = (values: unknown) => refusal([BUILDING], new Map([["building", values]])).code;
  expect(codeOf([["North"]])).toBe("FILTER_VALUES");
  expect(codeOf([{}])).toBe("FILTER_VALUES");
  expect(codeOf(Array.from({ length: 1001 }, (_, index) => index))).toBe("FILTER_VALUES");
  expect(codeOf(["x".repeat(1025)])).toBe("FILTER_VALUE");
  expect(resolveFilters([BUILDING], new Map([["building", ["x".repeat(1024), null]]])).active).toHaveLength(1);
});

test("AN §3.7: a wrong count of values and a bound that is no number are refused", () => {
  const between = filter("between", { operator: "between", values: [1, 2] });
  expect(refusal([between], new Map([["between", [1]]])).code).toBe("FILTER_ARITY");
  expect(refusal([between], new Map([["between", [1, "2"]]])).code).toBe("FILTER_VALUE");
});

test("AN-30: an empty array switches a filter off; with emptyMeans none nothing passes; a required one needs values", () => {
  const given = new Map([["building", []]]);
  expect(resolveFilters([BUILDING], given)).toEqual({ active: [], matchesNothing: false });
  const none = filter("building", { values: ["North"], emptyMeans: "none" });
  expect(resolveFilters([none], given)).toEqual({ active: [], matchesNothing: true });
  expect(refusal([filter("building", { values: ["North"], required: true })], given).code).toBe("FILTER_REQUIRED");
  expect(refusal([filter("building", { required: true })], new Map()).code).toBe("FILTER_REQUIRED");
});

test("AN §2.8: operators without values are always on", () => {
  const missing = filter("missing", { operator: "isMissing", emptyMeans: "none" });
  expect(resolveFilters([missing], null)).toEqual({ active: [missing], matchesNothing: false });
});

test("AN-36: a filter that is not overridable is refused in a request, and is not listed among the valid names", () => {
  const fixed = filter("tenant", { values: ["a"], overridable: false });
  expect(refusal([fixed, FLOOR], new Map([["tenant", ["b"]]])).code).toBe("FILTER_LOCKED");
  expect(refusal([fixed, FLOOR], new Map([["x", []]])).message).not.toContain("tenant");
});

test("AN §4.2: everything that is wrong is reported at once", () => {
  const given = new Map<string, unknown>([
    ["nowhere", []],
    ["building", "North"],
    ["floor", [{}]],
  ]);
  expect(refusal([BUILDING, FLOOR], given).problems.map(({ code }) => code)).toEqual([
    "FILTER_UNKNOWN",
    "FILTER_VALUES",
    "FILTER_VALUES",
  ]);
});

test("AN §3.7: duplicates are ignored, but a range may begin and end with the same value", () => {
  const floors = filter("floors", { operator: "between", values: [1, 2] });
  const floor = filter("floor", { operator: "eq", values: [1] });
  expect(valuesInForce([floors, floor], { floors: [5, 5], floor: [3, 3] })).toEqual({ floors: [5, 5], floor: [3] });
});

test("AN §3.7: a long integer keeps its digits for equality and is a number as a bound", () => {
  const long = 9_007_199_254_740_993n;
  const given = { equal: [long], above: [long], text: [long] };
  const filters = [
    filter("equal"),
    filter("above", { operator: "gt" }),
    filter("text", { operator: "gt", valueType: "text" }),
  ];
  const digits = "9007199254740993";
  expect(valuesInForce(filters, given)).toEqual({ equal: [digits], above: [Number(long)], text: [digits] });
  expect(refusal(filters, new Map([["above", [10n ** 400n]]])).code).toBe("FILTER_VALUES");
});
