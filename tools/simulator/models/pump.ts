// A pump: stopped, starting, running, fault. It vibrates more the longer it has run since its last reset.
import type { Random } from "../random.ts";
import { serialNumber } from "./boiler.ts";
import {
  approach,
  isWithin,
  numberParameter,
  rounded,
  type DeviceModel,
  type Scalar,
  type Values,
} from "./device-model.ts";

type PumpState = "stopped" | "starting" | "running" | "fault";

const RPM_MIN = 300;
const RPM_MAX = 3_000;
const SPIN_UP_MILLIS = 8_000;
const LITRES_PER_REVOLUTION = 0.021;
const FAULTS_PER_HOUR = 0.05;

export class Pump implements DeviceModel {
  readonly profile = "pump";
  readonly description: Values;
  /** `target` is the speed in revolutions per minute. */
  readonly settings = ["target"];
  readonly #random: Random;
  #state: PumpState = "starting";
  #target = 1_450;
  #rpm = 0;
  #bearing = 25;
  #hours: number;
  #litres: number;
  #hoursAtReset: number;
  #measuredAt: number | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.#hours = random.between(10, 20_000);
    this.#hoursAtReset = this.#hours;
    this.#litres = random.between(1e5, 1e8);
    this.description = { model: "CP-80", firmware: "3.0.2", serialNumber: serialNumber("CP", random) };
  }

  measure(now: number): Values {
    const span = now - (this.#measuredAt ?? now);
    this.#measuredAt = now;
    const turning = this.#state === "starting" || this.#state === "running";
    this.#rpm = approach(this.#rpm, turning ? this.#target : 0, span, SPIN_UP_MILLIS);
    if (this.#state === "starting" && this.#rpm > this.#target * 0.95) this.#state = "running";
    if (this.#state === "running" && this.#random.happens(FAULTS_PER_HOUR, span)) this.#state = "fault";
    const flow = this.#rpm * LITRES_PER_REVOLUTION;
    this.#litres += (flow * span) / 60_000;
    if (turning) this.#hours += span / 3_600_000;
    const load = this.#rpm / RPM_MAX;
    this.#bearing = approach(this.#bearing, 25 + 45 * load, span, 900_000);
    const wear = Math.min(4, (this.#hours - this.#hoursAtReset) / 200);
    const vibration = load * (1.2 + wear) + (this.#state === "fault" ? 3 : 0);
    return {
      state: this.#state,
      rpm: Math.round(Math.max(0, this.#rpm + this.#random.noise(4 * load))),
      flow: rounded(Math.max(0, flow + this.#random.noise(0.2 * load)), 2),
      vibration: rounded(Math.max(0, vibration + this.#random.noise(0.08)), 3),
      bearingTemperature: rounded(this.#bearing + this.#random.noise(0.2), 1),
      volumeLitres: Math.floor(this.#litres),
      hours: rounded(this.#hours, 2),
    };
  }

  command(method: string, params: unknown): Values | undefined {
    switch (method) {
      case "setTarget":
        this.#target = numberParameter(params, RPM_MIN, RPM_MAX);
        return { success: true, target: this.#target };
      case "toggle":
        if (this.#state === "fault") return { success: false, error: "reset the fault first" };
        this.#state = this.#state === "stopped" ? "starting" : "stopped";
        return { success: true, state: this.#state };
      case "reset":
        if (this.#state === "fault") this.#state = "stopped";
        this.#hoursAtReset = this.#hours;
        return { success: true, state: this.#state };
      case "getState":
        return { state: this.#state, rpm: Math.round(this.#rpm), target: this.#target };
      default:
        return undefined;
    }
  }

  apply(setting: string, value: unknown): Scalar | undefined {
    if (setting !== "target" || !isWithin(value, RPM_MIN, RPM_MAX)) return undefined;
    this.#target = value;
    return value;
  }
}
