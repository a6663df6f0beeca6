// Which keys share an axis.
import { expect, test } from "vitest";
import { axisId, planAxes } from "./axes.ts";

const KEYS = [
  { key: "temperature", unit: "", most: 24 },
  { key: "pressure", unit: "", most: 101_400 },
  { key: "humidity", unit: "", most: 60 },
];
/** By key, with its unit. */
const axesOf = (...parameters: Parameters<typeof planAxes>) => {
  const { axisOf } = planAxes(...parameters);
  return Object.fromEntries(
    parameters[0].map(({ key, unit }) => [unit === "" ? key : `${key}, ${unit}`, axisOf.get(axisId({ key, unit }))]),
  );
};

test("numbers of one size share an axis, those of another have the right one", () => {
  expect(axesOf(KEYS, "fitting", 4)).toEqual({ temperature: 0, pressure: 1, humidity: 0 });
  expect(planAxes(KEYS, "fitting", 4).names).toEqual(["temperature, humidity", "pressure"]);
});

test("the first key stays on the left", () => {
  expect(axesOf(KEYS.toSpliced(0, 1), "fitting", 4)).toEqual({ pressure: 0, humidity: 1 });
});

test("a key that is always zero gets no axis by itself", () => {
  expect(axesOf([{ key: "errors", unit: "", most: 0 }, ...KEYS.slice(0, 1)], "fitting", 4)).toEqual({
    errors: 0,
    temperature: 0,
  });
});

test("all share one, or have their own as far as there is room", () => {
  expect(axesOf(KEYS, "one", 4)).toEqual({ temperature: 0, pressure: 0, humidity: 0 });
  expect(axesOf(KEYS, "own", 4)).toEqual({ temperature: 0, pressure: 1, humidity: 2 });
  expect(axesOf(KEYS, "own", 2)).toEqual({ temperature: 0, pressure: 1, humidity: 1 });
});

const MEASURED = [
  { key: "temperature", unit: "°C", most: 24 },
  { key: "humidity", unit: "%", most: 60 },
  { key: "supply", unit: "°C", most: 900 },
];

test("numbers of one unit share an axis, whatever their size, and those of another have the right one", () => {
  expect(axesOf(MEASURED, "fitting", 4)).toEqual({ "temperature, °C": 0, "humidity, %": 1, "supply, °C": 0 });
  expect(planAxes(MEASURED, "fitting", 4).names).toEqual(["°C", "humidity, %"]);
  const third = [...MEASURED, { key: "state", unit: "", most: 1 }];
  expect(axesOf(third, "fitting", 4)).toMatchObject({ "humidity, %": 1, state: 1 });
  expect(planAxes(third, "fitting", 4).names).toEqual(["°C", "humidity, %, state"]);
});

test("a single axis has the unit of its numbers as its name, if they have one", () => {
  expect(planAxes(MEASURED.slice(0, 1), "fitting", 4).names).toEqual(["°C"]);
  expect(planAxes(MEASURED.toSpliced(1, 1), "one", 4).names).toEqual(["°C"]);
  expect(planAxes(MEASURED, "one", 4).names).toEqual([""]);
  expect(planAxes(KEYS, "one", 4).names).toEqual([""]);
});

test("one key in the units of two profiles has two axes", () => {
  const both = [
    { key: "temperature", unit: "°C", most: 24 },
    { key: "temperature", unit: "°F", most: 75 },
  ];
  expect(axesOf(both, "fitting", 4)).toEqual({ "temperature, °C": 0, "temperature, °F": 1 });
  expect(planAxes(both, "own", 4).names).toEqual(["temperature, °C", "temperature, °F"]);
});

test("keys that are written alike have an axis each", () => {
  const both = ["energy", "energyWh"].map((key) => ({ key, unit: "Wh", most: 24 }));
  expect(axesOf(both, "own", 4)).toEqual({ "energy, Wh": 0, "energyWh, Wh": 1 });
});
