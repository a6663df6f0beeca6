// Which values stand for a device.
import { expect, test } from "vitest";
import { readableKey, shownValues } from "./shown-values.ts";

const shown = (values: Readonly<Record<string, string>>, formatted: readonly string[] = []): readonly string[] =>
  shownValues(
    new Map(Object.entries(values).map(([key, text]) => [`telemetry:${key}`, { text, ts: 1 }] as const)),
    new Map(formatted.map((key) => [key, { unit: "W", decimals: null }])),
  ).map(([word]) => word.replace("telemetry:", ""));

test("numbers come before words, and neither objects nor what tells of updates is shown", () => {
  const values = { quality: '{"pm25":4}', fw_state: "INITIATED", rain: "true", target_fw_ts: "1796023223416" };
  expect(shown({ ...values, weather: "light rain", windSpeed: "7.4" })).toEqual(["windSpeed", "rain", "weather"]);
});

test("three at most, and an object if a device sends nothing else", () => {
  expect(shown({ a: "1", b: "2", c: "3", d: "4" })).toEqual(["a", "b", "c"]);
  expect(shown({ quality: '{"pm25":4}', target_fw_ts: "1796023223416" })).toEqual(["quality"]);
});

test("those that the profile gives formats come first, in its order", () => {
  const values = { current: "1.2", energyWh: "5366120", frequency: "50", power: "238", state: "on" };
  expect(shown(values, ["power", "energyWh", "voltage"])).toEqual(["power", "energyWh", "current"]);
  expect(shown({ ...values, quality: '{"pm25":4}' }, ["quality", "power"])).toEqual(["power", "current", "energyWh"]);
});

test.each([
  ["supplyTemperature", "Supply temperature"],
  ["supply_temperature", "Supply temperature"],
  ["Supply-Temperature", "Supply temperature"],
  ["temperature", "Temperature"],
  ["energyWh", "Energy Wh"],
  ["CO2", "CO2"],
  ["meanPM25", "Mean PM25"],
  ["HTTPErrors", "HTTP errors"],
  // Not made of words, or named by somebody already.
  ["3phase", "3phase"],
  ["pm2.5", "pm2.5"],
  ["Boiler temp. (°C)", "Boiler temp. (°C)"],
  ["außenTemperatur", "außenTemperatur"],
  ["__", "__"],
])("the key %s reads %s", (key, text) => {
  expect(readableKey(key)).toBe(text);
});
