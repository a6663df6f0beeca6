import fc from "fast-check";
import { expect, test } from "vitest";
import { cutWindows, type PointWindow, type WindowOptions } from "./export-windows.ts";

interface Point {
  readonly ts: number;
  readonly series: number;
  readonly textBytes: number;
}

const inside = ({ ts, series }: Point, window: PointWindow): boolean =>
  ts >= window.startTs && ts < window.endTs && series >= window.seriesStart && series < window.seriesEnd;

async function cut(points: readonly Point[], options: WindowOptions): Promise<PointWindow[]> {
  const whole: PointWindow = {
    startTs: Math.min(...points.map(({ ts }) => ts)),
    endTs: Math.max(...points.map(({ ts }) => ts)) + 1,
    seriesStart: 0,
    seriesEnd: 100,
  };
  const windows: PointWindow[] = [];
  for await (const window of cutWindows(whole, options, (part, axis, width) => {
    const slots = new Map<number, { points: number; textBytes: number }>();
    for (const point of points) {
      if (!inside(point, part)) continue;
      const from = axis === "ts" ? part.startTs : part.seriesStart;
      const index = Math.floor((point[axis] - from) / width);
      const slot = slots.get(index) ?? { points: 0, textBytes: 0 };
      slots.set(index, { points: slot.points + 1, textBytes: slot.textBytes + point.textBytes });
    }
    const found = [...slots].map(([index, slot]) => ({ index, ...slot })).sort((a, b) => a.index - b.index);
    return Promise.resolve(found);
  }))
    windows.push(window);
  return windows;
}

const aPoint = fc.record({
  ts: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -8.64e15, max: 8.64e15 })),
  series: fc.integer({ min: 0, max: 99 }),
  textBytes: fc.integer({ min: 0, max: 40 }),
});

test("every point is in one window, windows are in order of time and then of series, and none holds too much", async () => {
  const points = fc.uniqueArray(aPoint, {
    minLength: 1,
    selector: ({ ts, series }) => `${String(ts)}:${String(series)}`,
  });
  await fc.assert(
    fc.asyncProperty(points, async (all) => {
      const options = { pointsMax: 4, textBytesMax: 60 };
      const windows = await cut(all, options);
      const sorted = [...all].sort((a, b) => a.ts - b.ts || a.series - b.series);
      expect(windows.flatMap((window) => sorted.filter((point) => inside(point, window)))).toEqual(sorted);
      for (const window of windows) {
        const held = all.filter((point) => inside(point, window));
        expect(held.length).toBeLessThanOrEqual(options.pointsMax);
        expect(held.reduce((sum, { textBytes }) => sum + textBytes, 0)).toBeLessThanOrEqual(options.textBytesMax);
      }
    }),
  );
});

test("a point that weighs more than a window may is one by itself", async () => {
  const heavy = { ts: 5, series: 7, textBytes: 1000 };
  const windows = await cut([{ ts: 5, series: 6, textBytes: 1 }, heavy, { ts: 5, series: 8, textBytes: 1 }], {
    pointsMax: 10,
    textBytesMax: 100,
  });
  expect(windows.map(({ seriesStart, seriesEnd }) => [seriesStart, seriesEnd])).toEqual([
    [6, 7],
    [7, 8],
    [8, 9],
  ]);
});
