// How filters compare, in words. Source: analytics contract 2.8.
import type { Choice } from "./bound-fields.tsx";

export const OPERATORS: readonly Choice[] = [
  { value: "in", label: "is one of" },
  { value: "notIn", label: "is none of" },
  { value: "eq", label: "is" },
  { value: "ne", label: "is not" },
  { value: "gt", label: "is more than" },
  { value: "gte", label: "is at least" },
  { value: "lt", label: "is less than" },
  { value: "lte", label: "is at most" },
  { value: "between", label: "is between", says: "Two values; of times, the second is outside." },
  { value: "contains", label: "contains" },
  { value: "startsWith", label: "starts with" },
  { value: "endsWith", label: "ends with" },
  { value: "matches", label: "matches", says: "* stands for any letters, ? for one." },
  { value: "isMissing", label: "is missing" },
  { value: "isPresent", label: "is there" },
];

const WITHOUT_VALUES = ["isMissing", "isPresent"];

export function takesValues(operator: string): boolean {
  return !WITHOUT_VALUES.includes(operator);
}

export const APPLIES: readonly Choice[] = [
  { value: "samples", label: "Values of this key", says: "Keeps the values that fit." },
  {
    value: "aligned",
    label: "All values at such times",
    says: "Keeps values of every key, taken while this one fitted.",
  },
  { value: "latest", label: "Devices by their newest value", says: "Keeps devices whose present value fits." },
];
export const VALUE_TYPES: readonly Choice[] = [
  { value: "auto", label: "As they look" },
  { value: "number", label: "Numbers" },
  { value: "text", label: "Texts" },
  { value: "boolean", label: "Yes or no" },
  { value: "time", label: "Times" },
];
export const EMPTY_MEANS: readonly Choice[] = [
  { value: "all", label: "Everything fits" },
  { value: "none", label: "Nothing fits" },
];

/** A number where the text is one as JSON writes it and a double holds it; else the text, or yes and no for those types. */
export function valueOfText(text: string, valueType: string): string | number | boolean {
  if (valueType === "text") return text;
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && String(number) === text && Number.isFinite(number) ? number : text;
}

/** Not the null that stands for a missing one. */
export function isValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
