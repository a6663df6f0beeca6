// Figures in the room of a panel.
import { expect, test } from "vitest";
import { figureGrid } from "./figure-room.ts";

const FIGURES = { nameChars: 6, valueChars: 6, moreHeight: 0 };
const gridOf = (count: number, width: number, height: number, more: Partial<typeof FIGURES> = {}) => {
  const { columns, size, shown } = figureGrid(count, { width, height }, { ...FIGURES, ...more });
  return [columns, size, shown];
};

test("figures with enough room have the usual size, as many beside each other as fit", () => {
  expect(gridOf(1, 300, 100)).toEqual([1, 32, 1]);
  expect(gridOf(3, 480, 100)).toEqual([3, 32, 3]);
  expect(gridOf(4, 300, 140)).toEqual([2, 32, 4]);
});

test("figures of several rows shrink before they are cut off, and more stand beside each other", () => {
  const [columns, size = 0, shown] = gridOf(4, 300, 100);
  expect([columns, shown]).toEqual([2, 4]);
  expect(size).toBeLessThan(32);
  expect(size).toBeGreaterThan(16);
  expect(gridOf(4, 460, 60, { valueChars: 4 })).toEqual([4, 32, 4]);
});

test("figures that would be too small to be read are fewer", () => {
  expect(gridOf(12, 200, 100)).toEqual([2, 16, 4]);
  expect(gridOf(12, 200, 10)).toEqual([2, 16, 2]);
});

test("a figure grows where there is much room, as far as its text has the width", () => {
  const [, size = 0] = gridOf(1, 900, 400);
  expect(size).toBeGreaterThan(60);
  expect(gridOf(1, 230, 400)).toEqual([1, 66, 1]);
  expect(gridOf(1, 100, 400)).toEqual([1, 32, 1]);
});

test("two lines of a long name, and what is below a figure, take of its room", () => {
  const room = [1, 200, 60] as const;
  expect(gridOf(...room)[1]).toBe(32);
  expect(gridOf(...room, { moreHeight: 12 })[1]).toBeLessThan(28);
  expect(figureGrid(1, { width: 200, height: 100 }, { ...FIGURES, nameChars: 40 }).nameLines).toBe(2);
});

test("a value with its unit is in one line, where two are too high", () => {
  expect(gridOf(1, 140, 120, { valueChars: 10 })).toEqual([1, 32, 1]);
  expect(gridOf(1, 140, 70, { valueChars: 10 })).toEqual([1, 24, 1]);
});
