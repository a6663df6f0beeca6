// The rules for texts that people write into entities: names and titles, and their plain fields.
// Source: REST contract 1.4.
import { invalid } from "./errors.ts";

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
