// How numbers of devices are written.
import { expect, test } from "vitest";
import { numberOfText } from "./number-of-text.ts";

test("numbers are grouped and keep each digit", () => {
  expect(
    ["5366219", "-1234.5", "0.1234567891", "9007199254740993", "21.50", "7"].map((text) => numberOfText(text)),
  ).toEqual([...["5,366,219", "-1,234.5", "0.1234567891", "9,007,199,254,740,993", "21.5", "7"]]);
});

test("what is spelled with an exponent, or is no number, stays as it is", () => {
  expect(["1e300", "-1.5E-7", "NaN", ""].map((text) => numberOfText(text))).toEqual(["1e300", "-1.5E-7", "NaN", ""]);
});

test("a number has the unit and the decimals of its key", () => {
  const format = { unit: "°C", decimals: 1 };
  expect(["21.4321", "-7", "1e3"].map((text) => numberOfText(text, format))).toEqual([
    "21.4 °C",
    "-7.0 °C",
    "1,000.0 °C",
  ]);
  expect(numberOfText("21.4321", { unit: "kWh", decimals: null })).toBe("21.4321 kWh");
  expect(numberOfText("NaN", format)).toBe("NaN °C");
});
