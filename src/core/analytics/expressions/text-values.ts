// Text operations of formulas. Characters are code points, and texts are compared by code points; no language-specific
// rules apply. Source: analytics contract 2.7, 2.11, 3.10.
import { indexOfPart } from "../../../lib/text-search.ts";
import { spelledNumber } from "../../../lib/spelled-number.ts";

/** JSON does not allow a leading zero. */
const LEADING_ZERO = /^-?0[0-9]/;

/** Negative, zero or positive if `left` sorts before, equal to, or after `right`. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    // Surrogates are less than U+E000 to U+FFFF, although the characters they encode are greater.
    const [isHalf, isOtherHalf] = [isSurrogate(one), isSurrogate(other)];
    return isHalf === isOtherHalf ? one - other : isHalf ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Null if the trimmed text is not a JSON number, or exceeds the range of a double. */
export function numberOfText(text: string): number | null {
  const number = spelledNumber(text);
  return number === null || LEADING_ZERO.test(text.trim()) ? null : number;
}

/**
 * The folded form for case-insensitive comparison. Each letter is folded independently of its neighbours, so a
 * substring folds as it does within the whole. The engine implements the same in SQL (`foldedSql`).
 */
export function foldedText(text: string): string {
  // JavaScript lower-cases a capital sigma depending on its position in the word, and maps a capital dotted I to two
  // characters.
  return text.replaceAll("\u0130", "i").toLowerCase().replaceAll("\u03c2", "\u03c3");
}

/** Lower-cases each letter independently of its position, keeping the number of characters, as the engine does. */
export function lowered(text: string): string {
  return text.replaceAll("\u0130", "i").replaceAll("\u03a3", "\u03c3").toLowerCase();
}

/**
 * Upper-cases each letter; a letter whose capital has several characters is unchanged, or gets a single-character
 * capital if there is one.
 */
export function capitalized(text: string): string {
  const whole = text.toUpperCase();
  if (whole.length === text.length && !IOTA_SUBSCRIPT.test(text)) return whole;
  return Array.from(text, capitalOf).join("");
}

/** Greek letters with iota subscript, whose capitals have two characters. */
const IOTA_SUBSCRIPT = /[\u1f80-\u1faf\u1fb3\u1fbc\u1fc3\u1fcc\u1ff3\u1ffc]/;

function capitalOf(letter: string): string {
  if (letter === "\u00df") return "\u1e9e";
  if (!IOTA_SUBSCRIPT.test(letter)) return oneLetter(letter.toUpperCase()) ?? letter;
  const code = letter.charCodeAt(0);
  return String.fromCharCode(code < 0x1fb0 ? code | 8 : (code & 0xf) === 3 ? code + 9 : code);
}

function oneLetter(text: string): string | undefined {
  return String.fromCodePoint(text.codePointAt(0) ?? 0) === text ? text : undefined;
}

/** Number of characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/**
 * `length` characters from position `start`, which counts from 1. Null for a start below 1, a negative length, or a
 * fraction.
 */
export function substring(text: string, start: number, length: number | null): string | null {
  if (!Number.isInteger(start) || start < 1) return null;
  if (length !== null && (!Number.isInteger(length) || length < 0)) return null;
  const characters = Array.from(text);
  return characters.slice(start - 1, length === null ? undefined : start - 1 + length).join("");
}

/** Replaces every `part` with `by`; null if the result would be longer than `lengthMax` units. */
export function replaceAll(text: string, part: string, by: string, lengthMax: number): string | null {
  if (part === "") return text;
  const pieces: string[] = [];
  let from = 0;
  for (let at = indexOfPart(text, part); at >= 0; at = indexOfPart(text, part, from)) {
    pieces.push(text.slice(from, at));
    from = at + part.length;
  }
  pieces.push(text.slice(from));
  const length = text.length + (pieces.length - 1) * (by.length - part.length);
  return length > lengthMax ? null : pieces.join(by);
}
