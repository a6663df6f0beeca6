// Cuts one member out of the text of a JSON object, so that it can be passed on character for character: reading and
// writing it again would round numbers beyond a double and reorder names that look like numbers.

/**
 * The text of the member `name` of the object `text`; undefined where it has none. Of several, the last counts, as in
 * JSON.parse. `text` has to be valid JSON with an object at the top.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipBlanks(text, text.indexOf("{") + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const valueStart = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    if (nameOf(text.slice(at, nameEnd)) === name) found = text.slice(valueStart, valueEnd);
    // Past the comma, or to the closing brace.
    at = skipBlanks(text, skipBlanks(text, valueEnd) + 1);
  }
  return found;
}

/** What a member's name says; `text` has its quotes. */
export function nameOf(text: string): string {
  return text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
}

/** The place of the first character from `from` on that is no white space. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return at;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;
/** The last code of what JSON takes for white space. */
const BLANK_MAX = 32;

/** The place behind the string that begins at `from`. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    // A quote with an odd number of backslashes before it belongs to the string.
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The place behind the string, number or word that begins at `from`. */
export function endOfScalar(text: string, from: number): number {
  if (text.charCodeAt(from) === QUOTE) return endOfString(text, from);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || code <= BLANK_MAX) break;
  }
  return at;
}

function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && depth > 0) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (char === "," || char === "}")) return text.slice(from, at).trimEnd().length + from;
  }
  return text.length;
}
