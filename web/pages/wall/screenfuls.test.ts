// How dashboards fit a wall screen.
import { expect, test } from "vitest";
import { configurationOf, EMPTY_CONFIGURATION, type Configuration } from "../dashboard/configuration.ts";
import { screenfulsOf, textScaleOf } from "./screenfuls.ts";

/** Panels that begin at a row and are so many rows high; rows of 40 pixels, 12 between them. */
function dashboard(...places: readonly (readonly [y: number, height: number])[]): Configuration {
  const panels = places.map(([y, height], x) => ({ id: `p${x}`, kind: "text", place: { x, y, width: 1, height } }));
  return configurationOf({ bridgehead: 1, panels }) ?? EMPTY_CONFIGURATION;
}

const TEN_ROWS = dashboard([0, 4], [4, 6]);

test("rows fill the height of the screen, with the gaps between them", () => {
  expect(screenfulsOf(TEN_ROWS, 10 * 90 + 9 * 12)).toEqual({ rowHeight: 90, tops: [0] });
});

test("panels become lower than they were saved, down to three quarters of their height, so that all are seen", () => {
  expect(screenfulsOf(TEN_ROWS, 10 * 27 + 9 * 12)).toEqual({ rowHeight: 27, tops: [0] });
});

test("panels that would be lower come in screenfuls, of which the last ends with the last panel", () => {
  expect(screenfulsOf(TEN_ROWS, 10 * 27 + 9 * 12 - 1)).toEqual({ rowHeight: 40, tops: [0, 10 * 52 - 12 - 377] });
});

test("a panel that a screen cuts off begins the next one, so that each is seen whole", () => {
  const height = 12 * 52 - 12;
  const { tops, rowHeight } = screenfulsOf(dashboard([0, 5], [5, 7], [12, 7], [19, 7], [26, 11]), height);
  expect(rowHeight).toBe(40);
  expect(tops).toEqual([0, 12 * 52, 19 * 52, 25 * 52]);
});

test("rows are a little lower where that saves a screenful", () => {
  const height = 660;
  const places = [
    [0, 5],
    [5, 7],
    [12, 6],
    [12, 9],
    [18, 8],
    [21, 5],
    [26, 6],
  ] as const;
  const { tops, rowHeight } = screenfulsOf(dashboard(...places), height);
  expect({ tops, rowHeight }).toEqual({ rowHeight: 36, tops: [0, 12 * 48, 32 * 48 - 12 - height] });
});

test("a panel that is higher than the screen goes on where it was cut", () => {
  expect(screenfulsOf(dashboard([0, 30], [0, 2]), 500).tops).toEqual([0, 500, 1_000, 30 * 52 - 12 - 500]);
});

test("a screen that has no height yet ends", () => {
  expect(screenfulsOf(TEN_ROWS, 1).tops.at(-1)).toBe(10 * 52 - 12 - 1);
});

test("text is as much larger as the panels are, with the bar above them, and never smaller than on a desk", () => {
  const scaleAt = (width: number, height: number): number => textScaleOf(TEN_ROWS, { width, height }, 60);
  const gaps = 9 * 12;
  expect(scaleAt(1_920, 400 + 60 + gaps)).toBe(1);
  expect(scaleAt(1_920, 1.5 * (400 + 60) + gaps)).toBe(1.5);
  expect(screenfulsOf(TEN_ROWS, 1.5 * 400 + gaps)).toEqual({ rowHeight: 60, tops: [0] });
  expect(scaleAt(1_920, 300)).toBe(1);
  expect(scaleAt(1_440, 2_000)).toBe(1.2);
  expect(scaleAt(800, 2_000)).toBe(1);
});
