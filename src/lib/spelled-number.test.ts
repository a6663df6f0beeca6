import { expect, test } from "vitest";
import { BLANKS, spelledNumber } from "./spelled-number.ts";

test("a text of digits, with a point and a power of ten or without, is a number, also with blanks around it", () => {
  const spelled = ["12.5", " 7 ", "007", "-1e2", "1E+2", "5e-1", "0", "-0", "-007.50", `${BLANKS}3\u2003`, "1e-400"];

  expect(spelled.map(spelledNumber)).toEqual([12.5, 7, 7, -100, 100, 0.5, 0, 0, -7.5, 3, 0]);
});

test("other notations, words, units and what no double holds are none", () => {
  const others = [
    "0x10",
    "1,5",
    "12.5 °C",
    "+1",
    ".5",
    "1.",
    "",
    " ",
    "-",
    "- 1",
    "1 2",
    "1_000",
    "1e",
    "1e1.5",
    "1e400",
  ];
  const words = ["true", "false", "NaN", "Infinity", "inf", "null", "n/a", "٣", "1\u20e3", "\u200b1"];

  for (const text of [...others, ...words]) expect([text, spelledNumber(text)]).toEqual([text, null]);
});

test("a text of 800 characters is looked at, a longer one is not", () => {
  expect(spelledNumber(`0.${"0".repeat(797)}1`)).toBe(0);
  expect(spelledNumber(`0.${"0".repeat(798)}1`)).toBeNull();
  expect(spelledNumber(`7${" ".repeat(799)}`)).toBe(7);
  expect(spelledNumber(`7${" ".repeat(800)}`)).toBeNull();
});
