// Saved ranges in words.
import { expect, test } from "vitest";
import { savedRangeWords } from "./range-words.ts";

test.each([
  [{ type: "preset", preset: "last7Days" }, "last 7 days"],
  [{ type: "preset", preset: "monthToDate" }, "month to date"],
  [{ type: "preset", preset: "today" }, "today"],
  [{ type: "rolling", amount: 1, unit: "M" }, "last month"],
  [{ type: "rolling", amount: 3, unit: "w" }, "last 3 weeks"],
  [{ type: "expression", from: "now-2d/d", to: "now" }, "now-2d/d to now"],
  [{ type: "absolute", startTs: 1, endTs: 2 }, "a fixed time"],
] as const)("%j is %s", (range, words) => {
  expect(savedRangeWords(range)).toBe(words);
});
