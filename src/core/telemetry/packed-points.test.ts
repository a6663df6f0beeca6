import fc from "fast-check";
import { expect, test } from "vitest";
import { packPoints, unpackPoints } from "./packed-points.ts";
import { PointBatch } from "./point-batch.ts";
import { TS_ABS_MAX } from "./telemetry.ts";

const rows = fc.array(
  fc.record({
    series: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    ts: fc.oneof(fc.integer({ min: -TS_ABS_MAX, max: TS_ABS_MAX }), fc.integer({ min: 1.7e12, max: 1.7e12 + 1000 })),
    kind: fc.integer({ min: 0, max: 4 }),
    num: fc.double(),
    text: fc.option(fc.string()),
  }),
);

test("a batch is the same after packing and unpacking", () => {
  fc.assert(
    fc.property(rows, fc.boolean(), (given, isExpiring) => {
      const batch = new PointBatch();
      for (const { series, ts, kind, num, text } of given) {
        batch.add(series, ts, kind, num);
        if (text !== null) batch.addText(text);
      }
      if (isExpiring && batch.count > 0) batch.expiring.push({ from: 0, to: batch.count, expiresAt: 1.7e12 });
      const found = unpackPoints(packPoints(batch));

      expect(found.count).toBe(batch.count);
      for (const column of ["series", "ts", "kind", "num"] as const)
        expect([...found[column].subarray(0, found.count)]).toEqual([...batch[column].subarray(0, batch.count)]);
      expect(found.texts).toEqual(batch.texts);
      expect(found.textRows).toEqual(batch.textRows);
      expect(found.expiring).toEqual(batch.expiring);
    }),
  );
});

test("points that a gateway sends every second take a few bytes each", () => {
  const batch = new PointBatch();
  for (let second = 0; second < 100; second++)
    for (let key = 0; key < 30; key++)
      batch.add(1000 + key, 1.7e12 + second * 1000, 0, Math.round(2000 + 10 * Math.sin(second + key)) / 100);

  expect(packPoints(batch).length / batch.count).toBeLessThan(4);
});
