// What is known of a key, in words.
import { choices, labelOfChoice } from "../../components/choices.ts";
import type { KnownKey } from "./known-keys.ts";
import { numberFormat, withCapital } from "../../words/format.ts";
import { words } from "../../words/words.ts";

const TYPES = choices(words.viewEditor.keys.types);

/** The types of its newest values, the most frequent first, and the number of devices. */
export function typesText(key: KnownKey): string {
  return `${withCapital(typeNames(key))} · ${words.viewEditor.keys.devices(key.devices)}`;
}

export function typeNames({ types }: Pick<KnownKey, "types">): string {
  return Object.entries(types)
    .sort(([, left], [, right]) => right - left)
    .map(([type]) => labelOfChoice(TYPES, type))
    .join(", ");
}

const SAMPLE_CHARS_MAX = 24;
const SAMPLES_MAX = 3;
const NUMBER = numberFormat({ maximumFractionDigits: 6 });

export function samplesText({ samples }: KnownKey): string {
  return samples
    .slice(0, SAMPLES_MAX)
    .map((sample) => {
      const text = typeof sample === "number" ? NUMBER.format(sample) : String(sample);
      return text.length > SAMPLE_CHARS_MAX ? `${text.slice(0, SAMPLE_CHARS_MAX)}…` : text;
    })
    .join("; ");
}

export function isNumeric({ types }: KnownKey): boolean {
  return (types["number"] ?? 0) > 0;
}
