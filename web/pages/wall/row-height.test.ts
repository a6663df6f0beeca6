// How high rows are on a wall screen.
import { expect, test } from "vitest";
import { configurationOf, EMPTY_CONFIGURATION } from "../dashboard/configuration.ts";
import { filledRowHeight } from "./row-height.ts";

/** Two rows of panels, ten grid rows together; rows of 40 pixels, 12 between them. */
const TEN_ROWS =
  configurationOf({
    bridgehead: 1,
    panels: [
      { id: "above", kind: "text", place: { x: 0, y: 0, width: 6, height: 4 } },
      { id: "below", kind: "text", place: { x: 0, y: 4, width: 6, height: 6 } },
    ],
  }) ?? EMPTY_CONFIGURATION;

test("rows fill the height of the screen, with the gaps between them", () => {
  expect(filledRowHeight(TEN_ROWS, 10 * 90 + 9 * 12)).toBe(90);
});

test("rows become lower than they were saved, so that all are seen", () => {
  expect(filledRowHeight(TEN_ROWS, 10 * 24 + 9 * 12)).toBe(24);
});

test("rows that would be lower than 0.6 of their saved height stay as saved, and are scrolled", () => {
  expect(filledRowHeight(TEN_ROWS, 10 * 24 + 9 * 12 - 1)).toBeUndefined();
});
