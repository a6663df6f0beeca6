// What every kind of simulated device can do. A model knows neither MQTT nor the real clock: it is given the time and
// answers with values, so the same seed and times give the same readings.

export type Scalar = number | string | boolean;
export type Values = Readonly<Record<string, Scalar>>;

export interface DeviceModel {
  /** The name of the device profile. */
  readonly profile: string;
  /** Client-side attributes it reports when it starts. */
  readonly description: Values;
  /** Names of the shared attributes that change its behaviour. */
  readonly settings: readonly string[];
  /** The readings at `now`, in ms since 1970; never earlier than at the call before. */
  measure(now: number): Values;
  /** Executes a command; undefined where it has no such method. Throws an Error whose message explains bad parameters. */
  command(method: string, params: unknown): Values | undefined;
  /** Takes over a setting and returns what is now in force, to be reported back; undefined where it makes no sense. */
  apply(setting: string, value: unknown): Scalar | undefined;
}

/** `low` at 04:00 UTC and `high` at 16:00 UTC, moving smoothly between them. */
export function dailyCurve(now: number, low: number, high: number): number {
  return low + ((high - low) * (1 - Math.cos(2 * Math.PI * (hourOfDay(now) / 24 - 1 / 6)))) / 2;
}

/** A peak of height 1 at `peakHour` that has fallen to 0.6 after `widthHours`. */
export function dailyPeak(now: number, peakHour: number, widthHours: number): number {
  const away = Math.abs(hourOfDay(now) - peakHour);
  const distance = Math.min(away, 24 - away) / widthHours;
  return Math.exp((-distance * distance) / 2);
}

export function hourOfDay(now: number): number {
  return (now % 86_400_000) / 3_600_000;
}

/** How far something that moves towards a goal gets: after `lagMillis` it has covered 63 % of the way. */
export function approach(value: number, goal: number, spanMillis: number, lagMillis: number): number {
  return goal + (value - goal) * Math.exp(-spanMillis / lagMillis);
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** A number from the parameters of a command: the number itself, or the member `value` of an object. */
export function numberParameter(params: unknown, min: number, max: number): number {
  const value = typeof params === "object" && params !== null && "value" in params ? params.value : params;
  if (typeof value !== "number" || value < min || value > max)
    throw new Error(`value must be a number from ${String(min)} to ${String(max)}, got ${JSON.stringify(value)}`);
  return value;
}

export function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}
