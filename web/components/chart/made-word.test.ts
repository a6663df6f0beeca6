// How figures on their own were made.
import { expect, test } from "vitest";
import { madeWord } from "./made-word.ts";

test.each([
  ["avg", "Power", "Average"],
  ["timeWeightedAvg", "Power", "Average"],
  ["max", "Power", "Max"],
  ["avg", "Average power", ""],
  ["latest", "Power", ""],
  ["current", "Power", ""],
  ["increase", "Energy", ""],
  [undefined, "Power", ""],
] as const)("a figure of %s named %s says %j", (fn, label, word) => {
  expect(madeWord({ fn, label })).toBe(word);
});
