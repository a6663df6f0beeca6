// An electricity meter: consumption with a morning and an evening peak, mains voltage, and a counter that only rises.
import type { Random } from "../random.ts";
import { serialNumber } from "./boiler.ts";
import {
  dailyPeak,
  isWithin,
  numberParameter,
  rounded,
  type DeviceModel,
  type Scalar,
  type Values,
} from "./device-model.ts";

const MAINS_VOLT = 230;
const LIMIT_WATT_MIN = 100;
const LIMIT_WATT_MAX = 20_000;

export class Meter implements DeviceModel {
  readonly profile = "meter";
  readonly description: Values;
  readonly settings = ["target"];
  readonly #random: Random;
  readonly #baseWatt: number;
  readonly #peakWatt: number;
  #wattMax: number = LIMIT_WATT_MAX;
  #closed = true;
  #wattHours: number;
  #watt = 0;
  #measuredAt: number | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.#baseWatt = random.between(120, 400);
    this.#peakWatt = random.between(1_500, 4_500);
    this.#wattHours = random.between(1e5, 1e7);
    this.description = { model: "EM-3P", firmware: "1.12.0", serialNumber: serialNumber("EM", random), phases: 3 };
  }

  measure(now: number): Values {
    const span = now - (this.#measuredAt ?? now);
    this.#measuredAt = now;
    const habit = 0.7 * dailyPeak(now, 7.5, 1.2) + dailyPeak(now, 19, 2.2);
    const wanted = (this.#baseWatt + this.#peakWatt * habit) * (1 + this.#random.noise(0.06));
    this.#watt = this.#closed ? Math.min(Math.max(0, wanted), this.#wattMax) : 0;
    this.#wattHours += (this.#watt * span) / 3_600_000;
    const voltage = MAINS_VOLT - this.#watt / 2_000 + this.#random.noise(0.8);
    return {
      power: rounded(this.#watt, 1),
      voltage: rounded(voltage, 1),
      current: rounded(this.#watt / voltage, 3),
      energyWh: Math.floor(this.#wattHours),
      frequency: rounded(50 + this.#random.noise(0.012), 3),
    };
  }

  command(method: string, params: unknown): Values | undefined {
    switch (method) {
      case "setTarget":
        this.#wattMax = numberParameter(params, LIMIT_WATT_MIN, LIMIT_WATT_MAX);
        return { success: true, target: this.#wattMax };
      case "toggle":
        this.#closed = !this.#closed;
        return { success: true, closed: this.#closed };
      case "getState":
        return { closed: this.#closed, power: rounded(this.#watt, 1), target: this.#wattMax };
      default:
        return undefined;
    }
  }

  apply(setting: string, value: unknown): Scalar | undefined {
    if (setting !== "target" || !isWithin(value, LIMIT_WATT_MIN, LIMIT_WATT_MAX)) return undefined;
    this.#wattMax = value;
    return value;
  }
}
