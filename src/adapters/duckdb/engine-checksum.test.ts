import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checksumOf, corrected } from "./engine-checksum.ts";

// The same bytes each time: of random ones, four in a hundred leave two places that the sum does not distinguish.
const someBytes = (outputLength: number, name = ""): Buffer =>
  createHash("shake256", { outputLength }).update(name).digest();

describe("the checksum of the engine", () => {
  test("gives back a byte that has changed where the sum tells which one", () => {
    const bytes = someBytes(100_003);
    const checksum = checksumOf(bytes);
    for (const place of [0, 3, 50_000, 99_993, 100_000, 100_002]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ (1 + (place % 255));
      expect(checksumOf(changed)).not.toBe(checksum);
      expect(corrected(changed, checksum)?.equals(bytes), String(place)).toBe(true);
    }
    expect(corrected(bytes, checksum ^ 0x40_00_00n)?.equals(bytes)).toBe(true);
  });

  test.each([1, 10, 1_000, 10_000])("never takes another change of %i words for the one that it was", (words) => {
    const bytes = someBytes(words * 8 + 5);
    const checksum = checksumOf(bytes);
    for (let time = 0; time < 40; time++) {
      const changed = Buffer.from(bytes);
      for (let count = 0; count <= time % 3; count++) {
        const choice = someBytes(5, `${String(time)}-${String(count)}`);
        changed[choice.readUInt32LE() % bytes.length] = choice.readUInt8(4);
      }
      const found = corrected(changed, checksum);
      if (found !== undefined && !changed.equals(bytes)) expect(found.equals(bytes)).toBe(true);
    }
  });

  test("says nothing where more has changed", () => {
    const bytes = someBytes(10_000);
    const checksum = checksumOf(bytes);
    bytes.fill(0, 512, 1024);
    expect(corrected(bytes, checksum)).toBeUndefined();
  });
});
