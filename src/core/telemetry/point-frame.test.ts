import { expect, test } from "vitest";
import { Random } from "../../../test/fuzz/random.ts";
import { PointBatch } from "./point-batch.ts";
import { damagedPoints, decodePoints, encodePoints } from "./point-frame.ts";
import { ValueKind } from "./telemetry.ts";

const TEXTS = ["", "on", "größer", "\u{feff}mark", "\u{1f3ed}".repeat(300), "a\0b"];

function anyBatch(random: Random): PointBatch {
  const batch = new PointBatch(1 + random.below(4));
  const rows = random.below(3_000);
  for (let row = 0; row < rows; row++) {
    const isText = random.once(5);
    const kind = isText ? ValueKind.STRING : ValueKind.NUMBER;
    batch.add(1 + random.below(2 ** 31 - 1), random.below(2 ** 53) - 2 ** 52, kind, random.below(1_000) / 7);
    if (isText) batch.addText(TEXTS[random.below(TEXTS.length)] ?? "");
  }
  if (rows > 1) batch.expiring.push({ from: 0, to: 1, expiresAt: 1_700_000_000_000.5 });
  return batch;
}

/** What counts of a batch, without the room that it has for more. */
function rowsOf({ count, series, ts, kind, num, textRows, texts, textLength, expiring }: PointBatch): unknown {
  const columns = [series, ts, kind, num].map((column) => [...column.subarray(0, count)]);
  return { count, columns, textRows, texts, textLength, expiring };
}

test("a batch is the same after it has been bytes", () => {
  const random = new Random(1);
  for (let time = 0; time < 50; time++) {
    const batch = anyBatch(random);
    expect(rowsOf(decodePoints(Buffer.concat(encodePoints(batch))))).toEqual(rowsOf(batch));
  }
});

test("half of a character becomes the replacement character, as in the telemetry file", () => {
  const batch = new PointBatch();
  batch.add(1, 2, ValueKind.STRING, 0);
  batch.addText("\ud800");
  expect(decodePoints(Buffer.concat(encodePoints(batch))).texts).toEqual(["\u{fffd}"]);
});

test("bytes that are no batch are refused, whatever they say of their length", () => {
  const random = new Random(2);
  const bytes = Buffer.concat(encodePoints(anyBatch(random)));
  for (let cut = 0; cut < bytes.length; cut += 1 + random.below(200))
    expect(() => decodePoints(bytes.subarray(0, cut)), String(cut)).toThrow(RangeError);
  expect(() => decodePoints(Buffer.alloc(100, 0xff))).toThrow(RangeError);
  expect(() => decodePoints(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow(RangeError);
});

test("damaged bytes are another batch or are refused, and need no more memory than they have", () => {
  const random = new Random(3);
  for (let time = 0; time < 500; time++) {
    const bytes = Buffer.concat(encodePoints(anyBatch(random))).subarray(0, 5_000);
    for (let change = 0; change < 3; change++) bytes[random.below(bytes.length)] = random.below(256);
    try {
      expect(decodePoints(bytes).series.length).toBeLessThan(bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});

test("an empty batch stays empty", () => {
  expect(rowsOf(decodePoints(Buffer.concat(encodePoints(new PointBatch()))))).toEqual(rowsOf(new PointBatch()));
});

test("series and times of a damaged batch are read where they can be", () => {
  const batch = new PointBatch();
  batch.add(7, 1_700_000_000_000, ValueKind.NUMBER, 1);
  batch.add(8, 1_700_000_000_001, ValueKind.NUMBER, 2);
  const bytes = Buffer.concat(encodePoints(batch));
  bytes.fill(0xff, 4, 8);
  expect(damagedPoints(bytes)).toEqual([{ series: 8, ts: 1_700_000_000_001 }]);
  bytes.fill(0xff, 0, 4);
  expect(damagedPoints(bytes)).toEqual([]);
});
