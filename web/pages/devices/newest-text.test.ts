// Newest values in lines and lists.
import { expect, test } from "vitest";
import { newestText } from "./newest-text.ts";

const WH = { unit: "Wh", decimals: 0 };

test("a number has the unit and the decimals of its key, or a unit that fits it", () => {
  expect(newestText("5366120", WH)).toBe("5,366,120 Wh");
  expect(newestText("5366120", WH, 1)).toBe("5,366 kWh");
  expect(newestText("12000", WH, 1)).toBe("12 kWh");
});

test("true and false are words, and other texts stay", () => {
  expect(["true", "false", "light rain"].map((text) => newestText(text, WH))).toEqual(["yes", "no", "light rain"]);
});
