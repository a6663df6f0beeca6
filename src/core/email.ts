// Email addresses, which are also login names.
import { invalid } from "./errors.ts";

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
