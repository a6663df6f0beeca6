// Which keys share an axis.
import { expect, test } from "vitest";
import { planAxes } from "./axes.ts";

const KEYS = [
  { key: "temperature", most: 24 },
  { key: "pressure", most: 101_400 },
  { key: "humidity", most: 60 },
];
const axesOf = (...parameters: Parameters<typeof planAxes>) => Object.fromEntries(planAxes(...parameters).axisOf);

test("numbers of one size share an axis, those of another have the right one", () => {
  expect(axesOf(KEYS, "fitting", 4)).toEqual({ temperature: 0, pressure: 1, humidity: 0 });
  expect(planAxes(KEYS, "fitting", 4).names).toEqual(["temperature, humidity", "pressure"]);
});

test("the first key stays on the left", () => {
  expect(axesOf(KEYS.toSpliced(0, 1), "fitting", 4)).toEqual({ pressure: 0, humidity: 1 });
});

test("a key that is always zero gets no axis by itself", () => {
  expect(axesOf([{ key: "errors", most: 0 }, ...KEYS.slice(0, 1)], "fitting", 4)).toEqual({
    errors: 0,
    temperature: 0,
  });
});

test("all share one, or have their own as far as there is room", () => {
  expect(axesOf(KEYS, "one", 4)).toEqual({ temperature: 0, pressure: 0, humidity: 0 });
  expect(axesOf(KEYS, "own", 4)).toEqual({ temperature: 0, pressure: 1, humidity: 2 });
  expect(axesOf(KEYS, "own", 2)).toEqual({ temperature: 0, pressure: 1, humidity: 1 });
});
