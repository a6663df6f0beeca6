// A heating boiler: a thermostat with hysteresis, water that warms and cools with a lag, a gas counter.
import type { Random } from "../random.ts";
import {
  approach,
  dailyCurve,
  isWithin,
  numberParameter,
  rounded,
  type DeviceModel,
  type Scalar,
  type Values,
} from "./device-model.ts";

const TARGET_MIN = 20;
const TARGET_MAX = 90;
const HYSTERESIS = 2;
const HEATING_LAG_MILLIS = 600_000;
const COOLING_LAG_MILLIS = 3_600_000;
const GAS_M3_PER_HOUR = 2.4;
const DAY_TARGET = 65;
const NIGHT_TARGET = 45;

export class Boiler implements DeviceModel {
  readonly profile = "boiler";
  readonly description: Values;
  readonly settings = ["target"];
  readonly #random: Random;
  #target: number | undefined;
  #enabled = true;
  #burning = false;
  #water: number;
  #gas: number;
  #measuredAt: number | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.#water = random.between(45, 60);
    this.#gas = random.between(100, 9_000);
    this.description = { model: "HB-24", firmware: "2.4.1", serialNumber: serialNumber("HB", random) };
  }

  measure(now: number): Values {
    const span = now - (this.#measuredAt ?? now);
    this.#measuredAt = now;
    const target = this.#target ?? dailyCurve(now, NIGHT_TARGET, DAY_TARGET);
    if (!this.#enabled || this.#water > target + HYSTERESIS) this.#burning = false;
    else if (this.#water < target - HYSTERESIS) this.#burning = true;
    const outside = dailyCurve(now, 4, 14);
    this.#water = this.#burning
      ? approach(this.#water, TARGET_MAX + 5, span, HEATING_LAG_MILLIS)
      : approach(this.#water, outside, span, COOLING_LAG_MILLIS);
    if (this.#burning) this.#gas += (GAS_M3_PER_HOUR * span) / 3_600_000;
    return {
      temperature: rounded(this.#water + this.#random.noise(0.15), 2),
      returnTemperature: rounded(this.#water * 0.82 + this.#random.noise(0.2), 2),
      pressure: rounded(1.3 + this.#water / 150 + this.#random.noise(0.01), 3),
      outsideTemperature: rounded(outside + this.#random.noise(0.3), 1),
      burning: this.#burning,
      gasM3: rounded(this.#gas, 3),
    };
  }

  command(method: string, params: unknown): Values | undefined {
    switch (method) {
      case "setTarget":
        this.#target = numberParameter(params, TARGET_MIN, TARGET_MAX);
        return { success: true, target: this.#target };
      case "toggle":
        this.#enabled = !this.#enabled;
        return { success: true, enabled: this.#enabled };
      case "getState":
        return {
          enabled: this.#enabled,
          burning: this.#burning,
          temperature: rounded(this.#water, 2),
          target: this.#target ?? "schedule",
        };
      default:
        return undefined;
    }
  }

  apply(setting: string, value: unknown): Scalar | undefined {
    if (setting !== "target" || !isWithin(value, TARGET_MIN, TARGET_MAX)) return undefined;
    this.#target = value;
    return value;
  }
}

export function serialNumber(prefix: string, random: Random): string {
  return `${prefix}${String(Math.floor(random.next() * 1e8)).padStart(8, "0")}`;
}
