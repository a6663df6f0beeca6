// Units of a chart of devices: those that fit its values, while the table keeps those of the keys.
import { expect, test } from "vitest";
import { stepsFor } from "../../../components/chart/readable-units.ts";
import { inReadableUnits, largestByUnit, withShortName } from "./readable-series.ts";
import type { ShownSeries } from "./shown-series.ts";

const series = (
  key: string,
  unit: string,
  values: readonly number[],
  more: Partial<ShownSeries> = {},
): ShownSeries => ({
  ...{ id: `d ${key}`, deviceId: "d", key, name: key, styleIndex: 0, kind: "numbers", states: [], intervalMillis: 0 },
  ...{ format: { unit, decimals: 0 }, numbers: values.map((value, ts) => ({ ts, value })) },
  ...more,
});
const readable = (...all: readonly ShownSeries[]) => inReadableUnits(all, stepsFor(largestByUnit(all)));

test("all series of a unit are in the one that fits the largest of their values, and others stay", () => {
  const [used, made, heat] = readable(
    series("used", "Wh", [800]),
    series("made", "Wh", [24_000, -25_000]),
    series("heat", "°C", [25_000]),
  );
  expect([used, made, heat].map((one) => [one?.format.unit, one?.numbers.map(({ value }) => value)])).toEqual([
    ["kWh", [0.8]],
    ["kWh", [24, -25]],
    ["°C", [25_000]],
  ]);
});

test("the ends of an average go with it, and decimals that were chosen for the other unit are a bound", () => {
  const [average] = readable(series("p", "W", [], { numbers: [{ ts: 1, value: 25_000, low: 0, high: 50_000 }] }));
  expect(average).toMatchObject({ numbers: [{ ts: 1, value: 25, low: 0, high: 50 }], decimalsMax: 3 });
  expect(average?.format).toEqual({ unit: "kW", decimals: null });
});

test("values below ten thousand, and a unit that is named in a key, stay as they are", () => {
  const small = [series("used", "Wh", [9_999])];
  expect(readable(...small)).toEqual(small);
  const named = [series("Wh since noon", "Wh", [25_000])];
  expect(readable(...named)).toEqual(named);
});

test("a key does not repeat its unit, unless another one is called so, or its values have none", () => {
  const energy = series("energyWh", "Wh", [1], { name: "energyWh · Meter" });
  expect(withShortName(energy, [energy])).toMatchObject({ key: "energy", name: "energy · Meter" });
  expect(withShortName(energy, [energy, series("energy", "kWh", [1])])).toBe(energy);
  const states = series("energyWh", "Wh", [], { kind: "states" });
  expect(withShortName(states, [states])).toBe(states);
});

test("thresholds go with the unit", () => {
  const colors = [{ from: 20_000, to: null, color: "red" as const }];
  const style = { prefix: "", labels: [], firstLabelled: 0, colors };
  const [limited] = readable(series("p", "W", [25_000], { style }));
  expect(limited?.style?.colors).toEqual([{ from: 20, to: null, color: "red" }]);
});
