import { describe, expect, test } from "vitest";
import { Random } from "../random.ts";
import { approach, dailyCurve, dailyPeak, type DeviceModel, type Values } from "./device-model.ts";
import { DEVICE_KINDS, type DeviceKind } from "./kinds.ts";

const MIDNIGHT = 1_700_006_400_000;
const HOUR = 3_600_000;
const kinds = Object.keys(DEVICE_KINDS) as DeviceKind[];

function make(kind: DeviceKind, seed = "seed"): DeviceModel {
  return DEVICE_KINDS[kind](new Random(seed));
}

/** Readings every 10 seconds over `hours`. */
function run(model: DeviceModel, hours: number): Values[] {
  return Array.from({ length: hours * 360 }, (_, index) => model.measure(MIDNIGHT + index * 10_000));
}

describe.each(kinds)("a %s", (kind) => {
  test("gives the same readings for the same seed, and others for another", () => {
    expect(run(make(kind), 1)).toEqual(run(make(kind), 1));
    expect(run(make(kind, "other"), 1)).not.toEqual(run(make(kind), 1));
  });

  test("measures finite numbers, under the same keys each time", () => {
    const readings = run(make(kind), 24);
    const endless = readings
      .flatMap((reading) => Object.values(reading))
      .filter((value) => typeof value === "number" && !Number.isFinite(value));
    expect(endless).toEqual([]);
    expect(new Set(readings.map((reading) => Object.keys(reading).join()))).toHaveLength(1);
  });

  test("answers getState and setTarget, and knows no other method", () => {
    const model = make(kind);
    model.measure(MIDNIGHT);
    const target = { boiler: 60, meter: 900, door: 20, pump: 900 }[kind];
    expect(model.command("setTarget", { value: target })).toEqual({ success: true, target });
    expect(model.command("getState", {})).toMatchObject({ target });
    expect(model.command("fly", {})).toBeUndefined();
    expect(() => model.command("setTarget", { value: "high" })).toThrow("value must be a number from");
  });

  test("takes over a sensible target and leaves a senseless one", () => {
    const model = make(kind);
    const target = { boiler: 61, meter: 901, door: 21, pump: 901 }[kind];
    expect(model.apply("target", target)).toBe(target);
    expect(model.command("getState", {})).toMatchObject({ target });
    expect(model.apply("target", -1)).toBeUndefined();
    expect(model.apply("target", "61")).toBeUndefined();
    expect(model.apply("colour", 1)).toBeUndefined();
  });
});

test("a boiler follows its target", () => {
  const model = make("boiler");
  model.apply("target", 80);
  expect(run(model, 3).at(-1)?.["temperature"]).toSatisfy((value) => Math.abs(Number(value) - 80) < 5);
});

test("counters of a meter only rise, and its limit holds", () => {
  const model = make("meter");
  model.apply("target", 300);
  const readings = run(model, 24);
  const energy = readings.map(({ energyWh }) => Number(energyWh));
  expect(energy).toEqual(energy.toSorted((one, other) => one - other));
  expect(Math.max(...readings.map(({ power }) => Number(power)))).toBeLessThanOrEqual(300);
});

test("a door goes through opening, open and closing, and a locked one stays shut", () => {
  const model = make("door");
  const states = new Set(run(model, 24).map(({ state }) => state));
  expect(states).toEqual(new Set(["closed", "opening", "open", "closing"]));
  const locked = make("door");
  locked.apply("locked", true);
  expect(new Set(run(locked, 24).map(({ state }) => state))).toEqual(new Set(["closed"]));
  expect(locked.command("toggle", undefined)).toEqual({ success: false, error: "the door is locked" });
});

test("a pump starts, runs and stops", () => {
  const model = make("pump");
  const states = new Set(run(model, 1).map(({ state }) => state));
  expect([...states].slice(0, 2)).toEqual(["starting", "running"]);
  model.command("reset", undefined);
  const { state } = model.command("getState", undefined) ?? {};
  if (state === "running") model.command("toggle", undefined);
  expect(model.command("getState", undefined)).toMatchObject({ state: "stopped" });
});

test("the daily curve is lowest at four in the morning and highest at four in the afternoon", () => {
  expect(dailyCurve(MIDNIGHT + 4 * HOUR, 10, 20)).toBeCloseTo(10);
  expect(dailyCurve(MIDNIGHT + 16 * HOUR, 10, 20)).toBeCloseTo(20);
});

test("a daily peak reaches over midnight", () => {
  expect(dailyPeak(MIDNIGHT + 23.5 * HOUR, 0.5, 1)).toBeCloseTo(dailyPeak(MIDNIGHT + 1.5 * HOUR, 0.5, 1));
});

test("an approach covers 63 % of the way in its lag", () => {
  expect(approach(0, 100, 1000, 1000)).toBeCloseTo(63.2, 1);
  expect(approach(5, 100, 0, 1000)).toBe(5);
});
