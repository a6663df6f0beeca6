// The small pieces of formulas by themselves: order of texts, numbers in texts, rounding, units, date patterns.
import { expect, test } from "vitest";
import { dateText, parseDatePattern, TOKENS } from "./date-pattern.ts";
import { roundHalfAway } from "./rounding.ts";
import { BLANKS } from "../../../lib/spelled-number.ts";
import { compareTexts, numberOfText } from "./text-values.ts";
import { conversionOf, UNIT_NAMES } from "./units.ts";

test("AN-45: texts are ordered by code point", () => {
  const texts = ["", "A", "Z", "a", "aa", "ab", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "🦆", "🦆a"];
  const byBytes = [...texts].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

  expect(texts).toEqual(byBytes);
  for (const [index, left] of texts.entries())
    for (const [other, right] of texts.entries())
      expect(Math.sign(compareTexts(left, right))).toBe(Math.sign(index - other));
});

test("AN §2.7 a text is a number if it is one of JSON, blanks around it aside", () => {
  expect(numberOfText(`${BLANKS}-1.5e2`)).toBe(-150);
  for (const text of ["", "-", "1.", ".5", "01", "+1", "1e", "0x1", "Infinity", "1 2", "1,5", "1".repeat(401)])
    expect(numberOfText(text)).toBeNull();
  expect(numberOfText(" ".repeat(100_000))).toBeNull();
});

test("AN §2.4 halves are rounded away from zero", () => {
  expect([0.5, 1.5, 2.5, -0.5, -1.5].map((x) => roundHalfAway(x, 0))).toEqual([1, 2, 3, -1, -2]);
  expect(roundHalfAway(2.345, 2)).toBe(2.35);
  expect(roundHalfAway(1.7976931348623157e308, 15)).toBe(1.7976931348623157e308);
  expect(roundHalfAway(9007199254740991, 0)).toBe(9007199254740991);
});

test("every unit converts to each of its quantity and back", () => {
  const convert = (x: number, from: string, to: string): number | undefined => {
    const conversion = conversionOf(from, to);
    if (typeof conversion === "string") return undefined;
    return ((x + conversion.before) * conversion.multiply) / conversion.divide + conversion.after;
  };
  for (const from of UNIT_NAMES)
    for (const to of UNIT_NAMES) {
      const there = convert(12.5, from, to);
      if (there !== undefined) expect(convert(there, to, from)).toBeCloseTo(12.5, 9);
    }
  expect(convert(1, "mi", "km")).toBe(1.609344);
  expect(convert(100, "C", "F")).toBe(212);
  expect(convert(0, "K", "C")).toBe(-273.15);
  expect(convert(1, "kWh", "Wh")).toBe(1000);
  expect(conversionOf("__proto__", "C")).toContain("unknown unit");
});

test("AN §2.11 each part of a date pattern shows what it names", () => {
  const shown = (pattern: string): string | null => {
    const parts = parseDatePattern(pattern);
    return typeof parts === "string" ? parts : dateText(Date.UTC(2026, 8, 5, 0, 7, 9, 4), parts);
  };
  expect(TOKENS.map(shown)).toEqual([
    ...["2026", "September", "Saturday", "Sep", "Sat", "004", "26", "09", "05", "00", "12", "07", "09"],
    ...["9", "5", "0", "12", "7", "9", "AM", "3"],
  ]);
  expect(shown("'it''s' d")).toBe("it's 5");
  expect(shown("'' d")).toBe("' 5");
  expect(shown("'open")).toContain("not closed");
  expect(shown("yyyy".repeat(17))).toContain("64 characters");
  expect(shown("Ж/")).toBe("Ж/");
});
