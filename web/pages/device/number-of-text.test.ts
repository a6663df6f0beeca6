// How numbers of devices are written.
import { expect, test } from "vitest";
import { numberOfText } from "./number-of-text.ts";

test("numbers are grouped and keep each digit", () => {
  expect(["5366219", "-1234.5", "0.1234567891", "9007199254740993", "21.50", "7"].map(numberOfText)).toEqual([
    ...["5,366,219", "-1,234.5", "0.1234567891", "9,007,199,254,740,993", "21.5", "7"],
  ]);
});

test("what is spelled with an exponent, or is no number, stays as it is", () => {
  expect(["1e300", "-1.5E-7", "NaN", ""].map(numberOfText)).toEqual(["1e300", "-1.5E-7", "NaN", ""]);
});
