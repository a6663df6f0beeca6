// The example of changing values with a newcomer's own names, keys and place in it, in the language of each program.
import {
  awkLines,
  EXAMPLE_DEVICES,
  javaScriptLines,
  pythonLines,
  type ChangingDevice,
  type ChangingValue,
} from "../../../src/lib/changing-values.ts";

/** What is left empty, or null, is as in the example. */
export interface OwnValues {
  readonly devices: readonly string[];
  readonly keys: readonly string[];
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const NOTHING_OWN: OwnValues = { devices: [], keys: [], latitude: null, longitude: null };

const LINES: ReadonlyMap<string, (devices: readonly ChangingDevice[]) => readonly string[]> = new Map([
  ["mosquitto", awkLines],
  ["mqttjs", javaScriptLines],
  ["paho", pythonLines],
]);

/** The text of a program, as the platform gives it, with the devices of the example replaced. */
export function filledIn(program: string, text: string, own: OwnValues): string {
  const lines = LINES.get(program);
  if (lines === undefined || isEmpty(own)) return text;
  // By a function: in a text, a dollar sign of a name would mean something.
  return text.replace(lines(EXAMPLE_DEVICES).join("\n"), () => lines(devicesOf(own)).join("\n"));
}

function isEmpty({ devices, keys, latitude, longitude }: OwnValues): boolean {
  return devices.length === 0 && keys.length === 0 && (latitude === null || longitude === null);
}

/** Each device has each key, and moves near the place. Without one, the last device moves as that of the example does. */
function devicesOf({ devices, keys, latitude, longitude }: OwnValues): readonly ChangingDevice[] {
  const names = devices.length === 0 ? EXAMPLE_DEVICES.map(({ name }) => name) : devices;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return [...new Set(names)].map((name, number, { length }) => {
    const own = keys.length === 0 ? exampleValues(number) : keys.map((key, row) => waveOf(key, row, number));
    const isMoving = number === length - 1;
    const values = [...own, ...(place !== null ? coordinatesNear(place, number) : isMoving ? EXAMPLE_PLACE : [])];
    // A key that is there twice has its last value.
    return { name, values: [...new Map(values.map((value) => [value.key, value])).values()] };
  });
}

const COORDINATES = ["latitude", "longitude"];
const EXAMPLE_PLACE = (EXAMPLE_DEVICES.at(-1)?.values ?? []).filter(({ key }) => COORDINATES.includes(key));

function exampleValues(number: number): readonly ChangingValue[] {
  const { values = [] } = EXAMPLE_DEVICES[number % EXAMPLE_DEVICES.length] ?? {};
  return values.filter(({ key }) => !COORDINATES.includes(key));
}

/** No two devices have the same at the same time, nor two keys the same shape: on two axes, one line would cover the other. */
function waveOf(key: string, row: number, number: number): ChangingValue {
  const time = row === 0 ? "t" : `t / ${row + 1}`;
  return { key, formula: `${20 + 10 * row} + 2 * sin(${later(time, number)})`, decimals: 1 };
}

/** About a kilometre around it. */
function coordinatesNear(place: { readonly latitude: number; readonly longitude: number }, number: number) {
  const angle = later("t / 3", 2 * number);
  return [
    { key: "latitude", formula: `${place.latitude} + 0.01 * sin(${angle})`, decimals: 5 },
    { key: "longitude", formula: `${place.longitude} + 0.016 * cos(${angle})`, decimals: 5 },
  ];
}

function later(time: string, amount: number): string {
  return amount === 0 ? time : `${time} + ${amount}`;
}
