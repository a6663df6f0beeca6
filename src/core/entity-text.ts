// The rules for what people write into entities: names and titles, plain fields, free JSON and email addresses.
// Source: REST contract 1.4.
import { invalid } from "./errors.ts";
import { writeJson } from "../lib/json.ts";

export const TEXT_LENGTH_MAX = 255;

/** A tag as HTML would read it. Linear: no part of the pattern can match the same characters in two ways. */
const HTML_TAG = /<[/!?]?[a-z][^<>]*>/i;

/** A name or title: present, not blank, at most 255 characters, without U+0000, HTML tags and `{{...}}`. Never trimmed. */
export function parseTitle(text: string | null | undefined, field: string): string {
  if (text === null || text === undefined) throw invalid(`${field} is required`);
  if (text.trim() === "") throw invalid(`${field} must not be blank`);
  return parseLabel(text, field) ?? text;
}

/** Like a title, but may be missing. */
export function parseLabel(text: string | null | undefined, field: string): string | null {
  const label = parseText(text, field);
  if (label === null) return null;
  if (HTML_TAG.test(label)) throw invalid(`${field} must not contain HTML tags`);
  const opened = label.indexOf("{{");
  if (opened >= 0 && label.includes("}}", opened)) throw invalid(`${field} must not contain {{...}}`);
  return label;
}

/** Any other text: at most `lengthMax` characters of well-formed Unicode text and no U+0000; missing is null. */
export function parseText(
  text: string | null | undefined,
  field: string,
  lengthMax: number = TEXT_LENGTH_MAX,
): string | null {
  if (text === null || text === undefined) return null;
  if (text.length > lengthMax)
    throw invalid(`${field} may have ${String(lengthMax)} characters, got ${String(text.length)}`);
  if (text.includes("\0")) throw invalid(`${field} must not contain U+0000`);
  if (!text.isWellFormed()) throw invalid(`${field} must be well-formed Unicode text`);
  return text;
}

/**
 * Characters of the JSON text of `additionalInfo` and its like. Lists show it with each of their rows, so that without a
 * bound a page of a thousand entities could be larger than memory.
 */
export const FREE_JSON_LENGTH_MAX = 65_536;
/** The same for the data of profiles, of which there are few and which hold tables of rules. */
export const PROFILE_DATA_LENGTH_MAX = 262_144;

/** The value itself. Throws `invalid` where its text is longer than `lengthMax` characters. */
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

/** Of email addresses, which are also login names. */
export type LetterCase = "case-sensitive" | "case-insensitive";

const LENGTH_MAX = 255;
const ADDRESS = /^[^\s@<>()",:;\\[\]]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

/** An address that looks like one; in lower case where case does not matter, so that two spellings cannot be two users. */
export function parseEmail(text: string, letterCase: LetterCase): string {
  const email = toLoginName(text, letterCase);
  if (email.length > LENGTH_MAX)
    throw invalid(`email may have ${String(LENGTH_MAX)} characters, got ${String(email.length)}`);
  if (!ADDRESS.test(email)) throw invalid(`email must look like name@example.com, got "${email.slice(0, 64)}"`);
  return email;
}

/** The form under which a user is looked up: whatever was typed, without a verdict on it. */
export function toLoginName(text: string, letterCase: LetterCase): string {
  const trimmed = text.trim();
  return letterCase === "case-insensitive" ? trimmed.toLowerCase() : trimmed;
}
