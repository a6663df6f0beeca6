// Lines of the last numbers of a key.
import { expect, test } from "vitest";
import { sparkline } from "./sparkline.ts";

const BOX = { width: 104, height: 24, margin: 2 };
const line = (values: readonly number[], timeOf = (place: number) => place * 1_000) =>
  sparkline(
    values.map((value, place) => ({ ts: timeOf(place), value })),
    BOX,
  )
    ?.split(" ")
    .map((point) => point.split(",").map(Number));

test("there is a line from ten numbers on", () => {
  expect(line(Array.from({ length: 9 }, (_, place) => place))).toBeUndefined();
  const ten = line(Array.from({ length: 10 }, (_, place) => place));
  expect([ten?.[0], ten?.at(-1)]).toEqual([
    [2, 22],
    [102, 2],
  ]);
});

test("each number is in its place in time", () => {
  const points = line(
    Array.from({ length: 11 }, () => 1),
    (place) => (place === 10 ? 100_000 : place * 1_000),
  );
  expect(points?.map(([x]) => x).slice(8)).toEqual([10, 11, 102]);
});

test("what hardly changes is flat, and so is what does not change at all", () => {
  const heights = (values: readonly number[]) => line(values)?.map(([, y]) => y ?? 0) ?? [];
  const hertz = heights(Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? 50.002 : 50.003)));
  expect(Math.max(...hertz) - Math.min(...hertz)).toBeLessThan(1);
  expect(new Set(heights(Array.from({ length: 10 }, () => 0)))).toEqual(new Set([12]));
});
