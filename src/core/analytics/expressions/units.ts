// Converts between units of the same quantity, for the formula function `convert`. The table lists units, not pairs of
// units.

/**
 * `(x + before) * multiply / divide + after`. Both back ends compute it in this order, so that round values stay round.
 */
export interface Conversion {
  readonly before: number;
  readonly multiply: number;
  readonly divide: number;
  readonly after: number;
}

/** The value in base units is `(x + offset) * up / down`. */
interface Unit {
  readonly quantity: string;
  readonly up: number;
  readonly down: number;
  readonly offset: number;
}

const LINEAR: Readonly<Record<string, Readonly<Record<string, number | readonly [up: number, down: number]>>>> = {
  length: {
    m: 1,
    mm: [1, 1e3],
    cm: [1, 100],
    km: 1e3,
    in: [254, 1e4],
    ft: [3048, 1e4],
    yd: [9144, 1e4],
    mi: [1609344, 1e3],
  },
  area: { m2: 1, cm2: [1, 1e4], km2: 1e6, ha: 1e4, ft2: [9290304, 1e8], acre: [40468564224, 1e7] },
  volume: { m3: 1, L: [1, 1e3], mL: [1, 1e6], ft3: [28316846592, 1e12], gal: [3785411784, 1e12] },
  mass: { kg: 1, g: [1, 1e3], mg: [1, 1e6], t: 1e3, lb: [45359237, 1e8], oz: [28349523125, 1e12] },
  time: { s: 1, ms: [1, 1e3], min: 60, h: 3600, d: 86400 },
  speed: { "m/s": 1, "km/h": [10, 36], mph: [44704, 1e5], kn: [1852, 3600] },
  flow: { "m3/s": 1, "m3/h": [1, 3600], "L/s": [1, 1e3], "L/min": [1, 6e4], "L/h": [1, 3.6e6] },
  pressure: { Pa: 1, hPa: 100, kPa: 1e3, MPa: 1e6, mbar: 100, bar: 1e5, psi: [6894757293168, 1e9], atm: 101325 },
  energy: { J: 1, kJ: 1e3, MJ: 1e6, GJ: 1e9, Wh: 3600, kWh: 3.6e6, MWh: 3.6e9, kcal: 4184, BTU: [105505585262, 1e8] },
  power: { W: 1, mW: [1, 1e3], kW: 1e3, MW: 1e6, hp: [745699871582, 1e9] },
  voltage: { V: 1, mV: [1, 1e3], kV: 1e3 },
  current: { A: 1, mA: [1, 1e3], kA: 1e3 },
  frequency: { Hz: 1, kHz: 1e3, MHz: 1e6, rpm: [1, 60] },
  data: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
  ratio: { ratio: 1, "%": [1, 100], ppm: [1, 1e6] },
  angle: { deg: 1, rad: [180, Math.PI], turn: 360 },
};

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ["C", { quantity: "temperature", up: 1, down: 1, offset: 0 }],
  ["K", { quantity: "temperature", up: 1, down: 1, offset: -273.15 }],
  ["F", { quantity: "temperature", up: 5, down: 9, offset: -32 }],
  ...Object.entries(LINEAR).flatMap(([quantity, units]) =>
    Object.entries(units).map(([name, factor]): [string, Unit] => {
      const [up, down] = typeof factor === "number" ? [factor, 1] : factor;
      return [name, { quantity, up, down, offset: 0 }];
    }),
  ),
]);

export const UNIT_NAMES: readonly string[] = [...UNITS.keys()];

/** Returns a text that says what is wrong if the units cannot be converted. */
export function conversionOf(from: string, to: string): Conversion | string {
  const [source, target] = [UNITS.get(from), UNITS.get(to)];
  if (source === undefined) return `unknown unit "${from.slice(0, 32)}"; units are ${UNIT_NAMES.join(", ")}`;
  if (target === undefined) return `unknown unit "${to.slice(0, 32)}"; units are ${UNIT_NAMES.join(", ")}`;
  if (source.quantity !== target.quantity)
    return `"${from}" is a ${source.quantity} and "${to}" a ${target.quantity}; they do not convert`;
  return {
    before: source.offset,
    multiply: source.up * target.down,
    divide: source.down * target.up,
    after: 0 - target.offset,
  };
}
