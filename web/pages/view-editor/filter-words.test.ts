// What somebody types as a value of a filter is a number only where nothing of it is lost.
import { expect, test } from "vitest";
import { valueOfText } from "./filter-words.ts";

test.each([
  ["5", "auto", 5],
  ["-1.5", "number", -1.5],
  ["05", "auto", "05"],
  ["5", "text", "5"],
  ["12345678901234567890", "auto", "12345678901234567890"],
  ["true", "auto", true],
  ["", "auto", ""],
  ["Infinity", "auto", "Infinity"],
])("%s as %s", (typed, type, value) => {
  expect(valueOfText(typed, type)).toBe(value);
});
