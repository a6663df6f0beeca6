// The outline of the world.
import { expect, test } from "vitest";
import { worldLand } from "./world-land.ts";

test("land is closed rings within the world, and one of them has a sea", () => {
  const pieces = worldLand();
  expect(pieces.length).toBeGreaterThan(100);
  const rings = pieces.flat();
  expect(rings.filter((ring) => ring.length < 4 || String(ring.at(-1)) !== String(ring[0]))).toEqual([]);
  const isOutside = ([longitude, latitude]: readonly [number, number]): boolean =>
    !(Math.abs(longitude) <= 200 && Math.abs(latitude) <= 90);
  expect(rings.flat().filter(isOutside)).toEqual([]);
  const isAcross = (ring: (typeof rings)[number]): boolean =>
    ring.some(([longitude, latitude], place) => {
      const [before, level] = ring[place - 1] ?? [longitude, latitude];
      return Math.abs(longitude - before) > 180 && Math.max(latitude, level) > -90;
    });
  expect(rings.filter(isAcross), "no line across the whole map").toEqual([]);
  expect(pieces.filter(({ length }) => length === 2)).toHaveLength(1);
});
