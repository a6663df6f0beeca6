// Saved ranges in words.
import { expect, test } from "vitest";
import { chosenRangeWords, chosenWords, savedRangeWords } from "./range-words.ts";

test.each([
  [{ type: "preset", preset: "last7Days" }, "last 7 days"],
  [{ type: "preset", preset: "monthToDate" }, "month to date"],
  [{ type: "preset", preset: "today" }, "today"],
  [{ type: "rolling", amount: 1, unit: "M" }, "last month"],
  [{ type: "rolling", amount: 3, unit: "w" }, "last 3 weeks"],
  [{ type: "expression", from: "now-2d/d", to: "now" }, "now-2d/d to now"],
  [{ type: "absolute", startTs: 1, endTs: 2 }, "a fixed range"],
] as const)("%j is %s", (range, words) => {
  expect(savedRangeWords(range)).toBe(words);
});

test.each([
  [{ kind: "saved" }, "Month to date"],
  [{ kind: "last", text: "24h", millis: 86_400_000 }, "Last 24 hours"],
  [{ kind: "last", text: "3w", millis: 1_814_400_000 }, "Last 3 weeks"],
  [{ kind: "between", from: 1_700_000_000_000, to: null }, "Custom range"],
] as const)("the chosen range %j is %s", (range, words) => {
  expect(chosenRangeWords(range, "month to date")).toBe(words);
});

test("filters are counted if they have values", () => {
  const range = { kind: "last", text: "1h", millis: 3_600_000 } as const;
  expect(chosenWords(range, "", [[], ["Hall 1", "Hall 2"], [false]])).toEqual(["Last hour", "2 filters"]);
  expect(chosenWords(range, "", [["Hall 1"], []])).toEqual(["Last hour", "1 filter"]);
  expect(chosenWords(range, "", [[]])).toEqual(["Last hour"]);
});
