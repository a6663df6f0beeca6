// What is known of a key, in words.
import type { KnownKey } from "./known-keys.ts";

/** The types of its newest values, and the number of devices for each. */
export function typesText({ types, devices }: KnownKey): string {
  const words = Object.entries(types)
    .sort(([, left], [, right]) => right - left)
    .map(([type]) => (type === "boolean" ? "yes or no" : type));
  return `${words.join(", ")} · ${devices.toLocaleString()} ${devices === 1 ? "device" : "devices"}`;
}

const SAMPLE_CHARS_MAX = 24;
const SAMPLES_MAX = 3;

export function samplesText({ samples }: KnownKey): string {
  return samples
    .slice(0, SAMPLES_MAX)
    .map((sample) => {
      const text = String(sample);
      return text.length > SAMPLE_CHARS_MAX ? `${text.slice(0, SAMPLE_CHARS_MAX)}…` : text;
    })
    .join(", ");
}

export function isNumeric({ types }: KnownKey): boolean {
  return (types["number"] ?? 0) > 0;
}
