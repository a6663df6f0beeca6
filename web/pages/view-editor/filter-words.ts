// The operators of filters in words. Source: analytics contract 2.8.
import { choices } from "../../components/choices.ts";

export const OPERATORS = choices(
  {
    in: "is one of",
    notIn: "is none of",
    eq: "is",
    ne: "is not",
    gt: "is more than",
    gte: "is at least",
    lt: "is less than",
    lte: "is at most",
    between: "is between",
    contains: "contains",
    startsWith: "starts with",
    endsWith: "ends with",
    matches: "matches",
    isMissing: "is missing",
    isPresent: "is there",
  },
  {
    between: "Two values. For times, the second is excluded.",
    matches: "Use * for any characters and ? for one.",
  },
);

export function takesValues(operator: string): boolean {
  return operator !== "isMissing" && operator !== "isPresent";
}

export const APPLIES = choices(
  { samples: "Values of this key", aligned: "All values at such times", latest: "Devices by their latest value" },
  {
    samples: "Keeps the values that match.",
    aligned: "Keeps values of every key, taken while this one matched.",
    latest: "Keeps devices whose latest value matches.",
  },
);
export const VALUE_TYPES = choices({
  auto: "By their form",
  number: "Numbers",
  text: "Texts",
  boolean: "Yes or no",
  time: "Times",
});
export const EMPTY_MEANS = choices({ all: "Everything matches", none: "Nothing matches" });

/**
 * A number if the text is a JSON number that a double can hold; otherwise the text, or a boolean for types other than
 * text.
 */
export function valueOfText(text: string, valueType: string): string | number | boolean {
  if (valueType === "text") return text;
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && String(number) === text && Number.isFinite(number) ? number : text;
}
