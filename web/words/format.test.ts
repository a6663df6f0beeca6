// How numbers are written, in the form of the viewer.
import { expect, test } from "vitest";
import { countText, GROUP_SEPARATOR, PERCENT_SUFFIX, percentText, shareText } from "./format.ts";

test("percentages have their sign as the viewer writes it, with decimals only where there are some", () => {
  expect([10, 100, 7, 29, 12.5].map(percentText)).toEqual(["10%", "100%", "7%", "29%", "12.5%"]);
  expect(`80${PERCENT_SUFFIX}`).toBe(percentText(80));
});

test("shares have the sign of other percentages, and all of them one decimal", () => {
  expect([50, 45.34, 100].map(shareText)).toEqual(["50.0%", "45.3%", "100.0%"]);
});

test("thousands are separated in fields as they are in texts", () => {
  expect(`12${GROUP_SEPARATOR}345`).toBe(countText(12_345));
});
