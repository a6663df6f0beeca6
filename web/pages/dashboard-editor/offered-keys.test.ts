// Which keys are offered for what was typed, and in which order.
import { expect, test } from "vitest";
import { isBeginning, offersFor } from "./offered-keys.ts";

const KEYS = ["airtemp", "humidity", "temp", "temperature"];

test("the key that was typed is offered first, then those that begin so, then others that have it within", () => {
  expect(offersFor("temp", KEYS)).toEqual(["temp", "temperature", "airtemp"]);
  expect(offersFor("", KEYS)).toEqual(KEYS);
});

test("what no device sends is offered last, as it was typed", () => {
  expect(offersFor("Hum", KEYS)).toEqual(["humidity", "Hum"]);
  expect(offersFor("speed", KEYS)).toEqual(["speed"]);
});

test("the beginning of a key is none itself, unless a device sends it", () => {
  expect(isBeginning("hum", KEYS)).toBe(true);
  expect(isBeginning("temp", KEYS)).toBe(false);
  expect(isBeginning("speed", KEYS)).toBe(false);
});
