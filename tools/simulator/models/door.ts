// A door with a motor and a lock: closed, opening, open, closing; used mostly in working hours.
import type { Random } from "../random.ts";
import { serialNumber } from "./boiler.ts";
import { dailyPeak, isWithin, numberParameter, type DeviceModel, type Scalar, type Values } from "./device-model.ts";

type DoorState = "closed" | "opening" | "open" | "closing";

const MOVING_MILLIS = 3_000;
const OPEN_SECONDS_MIN = 1;
const OPEN_SECONDS_MAX = 3_600;
const VISITORS_PER_HOUR_MAX = 90;

export class Door implements DeviceModel {
  readonly profile = "door";
  readonly description: Values;
  /** `target` is how many seconds it stays open. */
  readonly settings = ["target", "locked"];
  readonly #random: Random;
  #state: DoorState = "closed";
  #stateSince = 0;
  #openSeconds = 15;
  #locked = false;
  #openings: number;
  #battery: number;
  #measuredAt: number | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.#openings = Math.floor(random.between(0, 5_000));
    this.#battery = random.between(60, 100);
    this.description = { model: "DK-1", firmware: "0.9.7", serialNumber: serialNumber("DK", random) };
  }

  measure(now: number): Values {
    const span = now - (this.#measuredAt ?? now);
    this.#measuredAt = now;
    this.#advance(now);
    const visitors = VISITORS_PER_HOUR_MAX * dailyPeak(now, 12, 3.5);
    if (this.#state === "closed" && !this.#locked && this.#random.happens(visitors, span)) this.#open(now);
    this.#battery = Math.max(0, this.#battery - (span / 3_600_000) * 0.01);
    return {
      state: this.#state,
      open: this.#state !== "closed",
      locked: this.#locked,
      openings: this.#openings,
      battery: Math.round(this.#battery),
    };
  }

  command(method: string, params: unknown): Values | undefined {
    switch (method) {
      case "toggle":
        if (this.#state === "open" || this.#state === "opening") this.#enter("closing", this.#measuredAt ?? 0);
        else if (this.#locked) return { success: false, error: "the door is locked" };
        else this.#open(this.#measuredAt ?? 0);
        return { success: true, state: this.#state };
      case "setTarget":
        this.#openSeconds = numberParameter(params, OPEN_SECONDS_MIN, OPEN_SECONDS_MAX);
        return { success: true, target: this.#openSeconds };
      case "lock":
      case "unlock":
        this.#locked = method === "lock";
        return { success: true, locked: this.#locked };
      case "getState":
        return { state: this.#state, locked: this.#locked, openings: this.#openings, target: this.#openSeconds };
      default:
        return undefined;
    }
  }

  apply(setting: string, value: unknown): Scalar | undefined {
    if (setting === "locked" && typeof value === "boolean") this.#locked = value;
    else if (setting === "target" && isWithin(value, OPEN_SECONDS_MIN, OPEN_SECONDS_MAX)) this.#openSeconds = value;
    else return undefined;
    return value;
  }

  #advance(now: number): void {
    const inState = now - this.#stateSince;
    if (this.#state === "opening" && inState >= MOVING_MILLIS) this.#enter("open", now);
    else if (this.#state === "open" && inState >= this.#openSeconds * 1000) this.#enter("closing", now);
    else if (this.#state === "closing" && inState >= MOVING_MILLIS) this.#enter("closed", now);
  }

  #open(now: number): void {
    this.#openings++;
    this.#enter("opening", now);
  }

  #enter(state: DoorState, now: number): void {
    this.#state = state;
    this.#stateSince = now;
  }
}
