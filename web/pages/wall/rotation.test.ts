// The order of the dashboards of a wall screen.
import { expect, test } from "vitest";
import { partOf, placeAfter } from "./rotation.ts";
import type { Turn } from "./wall-address.ts";

const TURNS: readonly Turn[] = ["a", "b", "c"].map((dashboardId) => ({ dashboardId, seconds: 30 }));
const but =
  (...gone: readonly string[]) =>
  ({ dashboardId }: Turn): boolean =>
    !gone.includes(dashboardId);

test.each([
  ["the last is followed by the first", 2, 1, 0],
  ["the first comes after the last", 0, -1, 2],
] as const)("%s", (_, here, step, place) => {
  expect(placeAfter(TURNS, but(), here, step)).toBe(place);
});

test("a dashboard that cannot be read is skipped in both directions", () => {
  expect(placeAfter(TURNS, but("b"), 0, 1)).toBe(2);
  expect(placeAfter(TURNS, but("b"), 2, -1)).toBe(0);
});

test("the only dashboard that can be read stays", () => {
  expect(placeAfter(TURNS, but("a", "c"), 1, 1)).toBe(1);
});

test("there is no place if none can be read", () => {
  expect(placeAfter(TURNS, but("a", "b", "c"), 0, 1)).toBe(null);
  expect(placeAfter([], but(), 0, 1)).toBe(null);
});

test("the dashboard that is shown in place of one that has gone begins with its first part", () => {
  const kept = { kept: 1, keptPart: 2 };
  expect(partOf(1, kept, 4)).toBe(2);
  expect(partOf(1, kept, 2)).toBe(1);
  expect(partOf(2, kept, 4)).toBe(0);
});
