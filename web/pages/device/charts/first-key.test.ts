// Which key a chart opens on.
import { expect, test } from "vitest";
import { firstKey, type KnownKey } from "./first-key.ts";

const number = (key: string, isChanging = true): KnownKey => ({ key, isNumber: true, isChanging });
const state = (key: string): KnownKey => ({ key, isNumber: false, isChanging: true });

test("the first number that changes and is no coordinate", () => {
  const keys = [state("door"), number("Lat"), number("latitude"), number("lng"), number("serial", false)];
  expect(firstKey([...keys, number("speed"), number("temperature")])).toBe("speed");
});

test("without one, a number that stays the same; then a coordinate, then anything", () => {
  expect(firstKey([state("door"), number("latitude"), number("serial", false)])).toBe("serial");
  expect(firstKey([state("door"), number("latitude", false)])).toBe("latitude");
  expect(firstKey([state("door"), state("window")])).toBe("door");
  expect(firstKey([])).toBeUndefined();
});

test("what tells of updates comes last, even if it is the only number that changes", () => {
  const updates = [number("target_fw_ts"), number("fw_progress")];
  expect(firstKey([...updates, number("windSpeed", false)])).toBe("windSpeed");
  expect(firstKey([...updates, state("door")])).toBe("door");
  expect(firstKey(updates)).toBe("target_fw_ts");
});
