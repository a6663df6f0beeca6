// What formulas do with texts. Characters are code points everywhere, as a person counts them, and texts are ordered by
// them; no language's own rules apply. Source: analytics contract 2.7, 2.11, 3.10.
import { indexOfPart } from "../../../lib/text-search.ts";
import { spelledNumber } from "../../../lib/spelled-number.ts";

/** JSON writes none before other digits. */
const LEADING_ZERO = /^-?0[0-9]/;

/** Negative, zero or positive, as `left` comes before, is, or comes after `right`. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    // Halves of pairs lie below U+E000 to U+FFFF, although the characters they spell lie above.
    const [isHalf, isOtherHalf] = [isSurrogate(one), isSurrogate(other)];
    return isHalf === isOtherHalf ? one - other : isHalf ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Null where the trimmed text is no number of JSON, or one beyond a double. */
export function numberOfText(text: string): number | null {
  const number = spelledNumber(text);
  return number === null || LEADING_ZERO.test(text.trim()) ? null : number;
}

/**
 * The form in which texts are compared without regard to case: what stands around a letter does not matter to it, so that a
 * part folds as it does inside the whole. The engine says the same in SQL (`foldedSql`).
 */
export function foldedText(text: string): string {
  // JavaScript lowers a capital sigma by its place in the word, and makes two characters of a capital dotted i.
  return text.replaceAll("\u0130", "i").toLowerCase().replaceAll("\u03c2", "\u03c3");
}

/** Each letter as its small one, wherever it stands: as many characters as before, as the engine has it. */
export function lowered(text: string): string {
  return text.replaceAll("\u0130", "i").replaceAll("\u03a3", "\u03c3").toLowerCase();
}

/** Each letter as its capital one; a letter whose capital is spelt with several characters stays, or has one of its own. */
export function capitalized(text: string): string {
  const whole = text.toUpperCase();
  if (whole.length === text.length && !IOTA_SUBSCRIPT.test(text)) return whole;
  return Array.from(text, capitalOf).join("");
}

/** Greek letters with an iota below, whose capitals are spelt with two. */
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

/** Characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** `length` characters from the `start`th, which counts from 1. Null for a start below 1, a negative length, or a fraction. */
export function substring(text: string, start: number, length: number | null): string | null {
  if (!Number.isInteger(start) || start < 1) return null;
  if (length !== null && (!Number.isInteger(length) || length < 0)) return null;
  const characters = Array.from(text);
  return characters.slice(start - 1, length === null ? undefined : start - 1 + length).join("");
}

/** Every `part` by `by`; null where the result would be longer than `lengthMax` units. */
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
