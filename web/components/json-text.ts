// Lays out JSON text over lines without parsing its numbers, so that none loses digits.
import { words } from "../words/words.ts";

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const STEP = "  ";

/** The same text with one member per line; unchanged if it is not JSON. */
export function layOutJson(text: string): string {
  if (!isJsonText(text)) return text;
  let out = "";
  let depth = 0;
  let before = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const isOpening = token === "{" || token === "[";
    const isClosing = token === "}" || token === "]";
    if (isClosing) depth--;
    const isEmpty = isClosing && (before === "{" || before === "[");
    const startsLine = (isClosing && !isEmpty) || before === "," || (isEntry(before) && !isClosing);
    if (startsLine) out += `\n${STEP.repeat(depth)}`;
    out += token === ":" ? ": " : token;
    if (isOpening) depth++;
    before = token;
  }
  return out;
}

/** Why a text is not valid JSON, or null. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : words.components.form.invalidJson;
  }
}

function isJsonText(text: string): boolean {
  return jsonProblem(text) === null;
}

function isEntry(token: string): boolean {
  return token === "{" || token === "[";
}
