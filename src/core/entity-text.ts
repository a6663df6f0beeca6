// Rules for text that users enter into entities: names and titles, plain fields, free JSON and email addresses. Source:
// REST contract 1.4.
import { invalid, wrong } from "./errors.ts";
import { writeJson } from "../lib/json.ts";

export const TEXT_LENGTH_MAX = 255;

/**
 * Anything that HTML would read as a tag. Runs in linear time: no part of the pattern can match the same characters in
 * two ways.
 */
const HTML_TAG = /<[/!?]?[a-z][^<>]*>/i;

/**
 * A name or title: required, not blank, at most 255 characters, without U+0000, HTML tags and `{{...}}`. Never trimmed.
 */
export function parseTitle(text: string | null | undefined, field: string): string {
  if (text === null || text === undefined) throw wrong("required", { field });
  if (text.trim() === "") throw wrong("blank", { field });
  return parseLabel(text, field) ?? text;
}

/** Like a title, but optional. */
export function parseLabel(text: string | null | undefined, field: string): string | null {
  const label = parseText(text, field);
  if (label === null) return null;
  if (HTML_TAG.test(label)) throw wrong("contains", { field, part: "HTML tags" });
  const opened = label.indexOf("{{");
  if (opened >= 0 && label.includes("}}", opened)) throw wrong("contains", { field, part: "{{...}}" });
  return label;
}

/** Any other text: at most `lengthMax` characters of well-formed Unicode text without U+0000; null if missing. */
export function parseText(
  text: string | null | undefined,
  field: string,
  lengthMax: number = TEXT_LENGTH_MAX,
): string | null {
  if (text === null || text === undefined) return null;
  if (text.length > lengthMax) throw wrong("too-long", { field, max: lengthMax, found: text.length });
  if (text.includes("\0")) throw wrong("contains", { field, part: "U+0000" });
  if (!text.isWellFormed()) throw wrong("not-unicode", { field });
  return text;
}

/**
 * Characters of the JSON text of `additionalInfo` and similar members. Lists include it in every row, so without a
 * limit a page of a thousand entities could exceed memory.
 */
export const FREE_JSON_LENGTH_MAX = 65_536;
/** The same for profile data: there are few profiles, and they contain tables of rules. */
export const PROFILE_DATA_LENGTH_MAX = 262_144;

/** Returns the value. Throws `invalid` if its text is longer than `lengthMax` characters. */
export function parseFreeJson<Json extends object | null>(
  value: Json,
  field: string,
  lengthMax: number = FREE_JSON_LENGTH_MAX,
): Json {
  if (value === null) return value;
  const { length } = writeJson(value);
  if (length > lengthMax)
    throw invalid(`${field} may have ${String(lengthMax)} characters as JSON, got ${String(length)}`);
  return value;
}

/** Case rule of email addresses, which are also login names. */
export type LetterCase = "case-sensitive" | "case-insensitive";

const LENGTH_MAX = 255;
const ADDRESS = /^[^\s\p{Cc}\p{Cs}@<>()",:;\\[\]]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/**
 * Something that looks like an email address; in lower case if case does not matter, so that two spellings cannot be
 * two users.
 */
export function parseEmail(text: string, letterCase: LetterCase): string {
  const email = toLoginName(text, letterCase);
  if (email.length > LENGTH_MAX) throw wrong("too-long", { field: "email", max: LENGTH_MAX, found: email.length });
  if (!ADDRESS.test(email)) throw wrong("not-an-email", { field: "email", found: email.slice(0, 64) });
  return email;
}

/** The form by which a user is looked up, for any typed text, without validating it. */
export function toLoginName(text: string, letterCase: LetterCase): string {
  const trimmed = text.trim();
  return letterCase === "case-insensitive" ? trimmed.toLowerCase() : trimmed;
}
