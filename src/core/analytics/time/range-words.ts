// The vocabulary of typed time ranges, and the normal form of a text: lower case, digits for numbers, no filler words.
// Source: analytics contract 7 no. 4.
import { nearestOf } from "../../did-you-mean.ts";
import type { RollingUnit } from "../view/table-view.ts";

const UNITS: readonly (readonly [RollingUnit, string])[] = [
  ["s", "second seconds sec secs s"],
  // `m` alone is ambiguous: minutes or months.
  ["m", "minute minutes min mins"],
  ["h", "hour hours hr hrs h"],
  ["d", "day days d"],
  ["w", "week weeks wk wks w"],
  ["M", "month months mo mos"],
  ["Q", "quarter quarters q"],
  ["y", "year years yr yrs y"],
];
export const UNIT_OF_WORD: ReadonlyMap<string, RollingUnit> = new Map(
  UNITS.flatMap(([unit, words]) => words.split(" ").map((word) => [word, unit] as const)),
);
const NAME_OF_UNIT: ReadonlyMap<RollingUnit, string> = new Map(
  UNITS.map(([unit, words]) => [unit, words.split(" ")[0] ?? ""]),
);

const NUMBERS: readonly (readonly [string, string])[] =
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, String(value)] as const);
const DIGITS_OF_WORD: ReadonlyMap<string, string> = new Map([...NUMBERS, ["a", "1"], ["an", "1"]]);
const FILLING = new Set(["the", "of", "please"]);
const LEADING = /^(?:in|during|over|for|within|on|at) /;

export const MONTH_NAMES =
  "january february march april may june july august september october november december".split(" ");
/** Words that a misspelt word can be corrected to. */
const VOCABULARY: readonly string[] = [
  ...[...UNIT_OF_WORD.keys(), ...NUMBERS.map(([word]) => word)].filter((word) => word.length > 2),
  ...MONTH_NAMES,
  ..."last past previous this current next today yesterday tomorrow full whole complete calendar since ago from".split(
    " ",
  ),
  ..."until through between before after everything".split(" "),
];
const KNOWN = new Set([...VOCABULARY, ..."to and all ever far so date".split(" ")]);

/** For example `3 weeks`, `1 hour`. */
export function countedUnit(count: number, unit: RollingUnit): string {
  return `${String(count)} ${unitName(unit)}${count === 1 ? "" : "s"}`;
}

export function unitName(unit: RollingUnit): string {
  return NAME_OF_UNIT.get(unit) ?? "";
}

/** ` The last three  WEEKS. ` becomes `last 3 weeks`, `24h` becomes `24 h`. */
export function plainWords(text: string): string {
  const spaced = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[,;]+/g, " ")
    .replaceAll(/[.!?\s]+$/g, "")
    .replaceAll(/\bhalf (?:an|a) hour\b|\bhalf hour\b/g, "30 minutes")
    .replaceAll(/\b([0-9]+)(?:st|nd|rd|th)\b/g, "$1")
    .replaceAll(/\b([0-9]+)([a-z])/g, "$1 $2");
  const words = spaced.split(/\s+/).filter((word) => word !== "" && !FILLING.has(word));
  const plain = words.map((word) => DIGITS_OF_WORD.get(word) ?? word).join(" ");
  return plain.replace(LEADING, "");
}

/** Replaces each unknown word with the closest known one; undefined if a word is not close to any. */
export function spelledRight(plain: string): string | undefined {
  const words: string[] = [];
  for (const word of plain.split(" ")) {
    const isWord = /^[a-z]{3,}$/.test(word) && !KNOWN.has(word) && !MONTH_NAMES.some((name) => name.startsWith(word));
    const right = isWord ? nearestOf(word, VOCABULARY) : word;
    if (right === undefined) return undefined;
    words.push(right);
  }
  return words.join(" ");
}
