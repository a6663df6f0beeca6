// The fixed header, and counting packets across chunks.
import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameCounter, INCOMPLETE, MALFORMED, readRemainingLength } from "./framing.ts";

function encodeLength(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return bytes;
}

test.each([0, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455])("Remaining Length %i", (value) => {
  const bytes = Buffer.from(encodeLength(value));
  const header = readRemainingLength(bytes, 0, bytes.length);
  expect([header >>> 3, header & 7]).toEqual([value, bytes.length]);
  for (let end = 0; end < bytes.length; end++) expect(readRemainingLength(bytes, 0, end)).toBe(INCOMPLETE);
});

test("five bytes are malformed, four that go on are incomplete only while the fifth is unknown", () => {
  expect(readRemainingLength(Buffer.from([0x80, 0x80, 0x80, 0x80]), 0, 4)).toBe(MALFORMED);
});

test("property: packets are counted as they begin, however the bytes are split", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), (lengths, chunkSize) => {
      const bytes = Buffer.concat(
        lengths.map((length) => Buffer.from([0x30, ...encodeLength(length), ...Buffer.alloc(length, 0x80)])),
      );
      const counter = new FrameCounter();
      for (let at = 0; at < bytes.length; at += chunkSize) counter.push(bytes.subarray(at, at + chunkSize));
      expect(counter.count).toBe(lengths.length);
    }),
  );
});
