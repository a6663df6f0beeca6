// Guesses at what the keys of devices stand for, so that a template has only to be confirmed.
import { isNumeric } from "../view-editor/key-words.ts";
import type { KnownKey } from "../view-editor/known-keys.ts";
import type { AskedValue } from "./templates.ts";

export function fitsFor({ isNumeric: isFigure }: Pick<AskedValue, "isNumeric">): (key: KnownKey) => boolean {
  return isFigure ? isNumeric : () => true;
}

/** Of the keys with a usual name the shortest: `power` rather than `powerFactor`. Empty without one. */
export function guessKey(asked: Pick<AskedValue, "usual" | "isNumeric">, known: readonly KnownKey[]): string {
  const names = known.filter(fitsFor(asked)).map(({ key }) => key);
  const [shortest = ""] = names
    .filter((key) => asked.usual.test(key))
    .toSorted((one, other) => one.length - other.length);
  return shortest;
}

/** At the end of a key. */
const UNITS: readonly (readonly [name: RegExp, unit: string])[] = [
  [/kwh$/i, "kWh"],
  [/mwh$/i, "MWh"],
  [/wh$/i, "Wh"],
  [/kw$/i, "kW"],
  [/m3$/i, "m³"],
  [/litres$|liters$/i, "l"],
  [/rpm$/i, "rpm"],
  [/hours$/i, "h"],
];

/** The unit that the name of the key ends with, else the usual one. */
export function guessUnit(key: string, usual: string): string {
  return UNITS.find(([name]) => name.test(key))?.[1] ?? usual;
}
