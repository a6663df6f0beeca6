// Which key a value is guessed to have, by what keys are called and what their values are.
import { expect, test } from "vitest";
import type { KnownKey } from "../view-editor/known-keys.ts";
import { guessKey, guessUnit } from "./guesses.ts";

const known = (key: string, type = "number"): KnownKey => ({
  ...{ key, kind: "telemetry", scope: null, types: { [type]: 3 }, devices: 3, lastTs: 1, samples: [] },
});

test("of the keys with a usual name the shortest is guessed, and none where no name is usual", () => {
  const keys = [known("powerFactor"), known("power"), known("p")];
  expect(guessKey({ usual: /power/i, isNumeric: true }, keys)).toBe("power");
  expect(guessKey({ usual: /energy/i, isNumeric: true }, keys)).toBe("");
});

test("a figure is not guessed to be a key whose values are texts, a state is", () => {
  const keys = [known("state", "text")];
  expect(guessKey({ usual: /state/i, isNumeric: true }, keys)).toBe("");
  expect(guessKey({ usual: /state/i, isNumeric: false }, keys)).toBe("state");
});

test("the unit is the one that the key ends with, else the usual one", () => {
  expect(guessUnit("energyWh", "kWh")).toBe("Wh");
  expect(guessUnit("energy_kwh", "W")).toBe("kWh");
  expect(guessUnit("temperature", "°C")).toBe("°C");
});
