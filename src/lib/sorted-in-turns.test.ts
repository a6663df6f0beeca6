// Sorting in pieces gives what sorting at once gives, equal things in their order.
import { expect, test } from "vitest";
import { sortedInTurns } from "./sorted-in-turns.ts";

test.each([0, 1, 8_192, 8_193, 50_000])("%i things are sorted, equal ones as they came", async (length) => {
  const keys = Array.from({ length }, (_, index) => (index * 7_919) % 1_000);
  const compare = (left: number, right: number): number => (keys[left] ?? 0) - (keys[right] ?? 0);
  const atOnce = Array.from({ length }, (_, index) => index).sort(compare);
  expect(await sortedInTurns(length, compare)).toEqual(atOnce);
});

test("others have their turn meanwhile", async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await sortedInTurns(100_000, (left, right) => left - right);
  isDone = true;
  expect(turns).toBeGreaterThan(10);
});
