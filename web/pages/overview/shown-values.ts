// Which of a device's newest values stand for it in a line, and what they are called there.
import { NO_FORMATS, type KeyFormats } from "../../components/chart/key-format.ts";
import { isUpdateKey } from "../device/update-keys.ts";
import { kindOfText, type ValueKind } from "../device/value-kind.ts";
import { valueColumnOf } from "../devices/column-words.ts";
import type { ListedDevice, ShownValue } from "../devices/listed-devices.ts";
import { withCapital } from "../../words/format.ts";

/** As many as a phone shows in a line or two. */
const VALUES_SHOWN = 3;
const RANKS: Readonly<Record<ValueKind, number>> = { number: 0, boolean: 1, text: 1, json: 2 };

/**
 * Of a device with many, first those to which its profile gives formats, in that order; then numbers before words, and an object only if
 * there is nothing else.
 */
export function shownValues(
  values: ListedDevice["values"],
  formats: KeyFormats = NO_FORMATS,
): readonly (readonly [word: string, value: ShownValue])[] {
  const keys = [...formats.keys()];
  const placeOf = (word: string): number => {
    const place = keys.indexOf(valueColumnOf(word)?.key ?? "");
    return place === -1 ? keys.length : place;
  };
  const ranked = [...values]
    .filter(([word]) => !isUpdateKey(valueColumnOf(word)?.key ?? ""))
    .map(([word, value]) => ({ word, value, rank: RANKS[kindOfText(value.text, undefined)] }))
    .toSorted((a, b) => placeOf(a.word) - placeOf(b.word) || a.rank - b.rank);
  const readable = ranked.filter(({ rank }) => rank < RANKS.json);
  return (readable.length > 0 ? readable : ranked).slice(0, VALUES_SHOWN).map(({ word, value }) => [word, value]);
}

/** One that a program has made up, of letters and digits: others may mean something by what they have between their words. */
const IDENTIFIER = /^[a-z][a-z0-9_-]*$/i;
const ENDS_OF_WORDS = /[_-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
/** A shorter one may be a unit, as in `energyWh`. */
const WORD = /^[A-Z][a-z]{2,}$/;

/** For those who have not chosen the keys: `supplyTemperature` as "Supply temperature". */
export function readableKey(key: string): string {
  if (!IDENTIFIER.test(key)) return key;
  const parts = key.split(ENDS_OF_WORDS).filter((part) => part !== "");
  const text = parts.map((part) => (WORD.test(part) ? part.toLowerCase() : part)).join(" ");
  return withCapital(text);
}
