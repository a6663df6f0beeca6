// Works on the text of valid JSON when its parsed value is not enough: the positions of members and their raw values,
// because parsing and writing them again would round numbers beyond a double's precision.

/**
 * The text of the member `name` of the object `text`; undefined if it has none. If there are several, the last counts,
 * as in JSON.parse. `text` must be valid JSON with an object at the top.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  eachMember(text, (place, start, end) => {
    if (nameAt(text, place) === name) found = text.slice(start, end);
  });
  return found;
}

/**
 * The positions of the members of the object `text`, by name; if a name occurs twice, that of the last one, which
 * counts.
 */
export function placesOfMembers(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  eachMember(text, (place) => places.set(nameAt(text, place), place));
  return places;
}

/** Visits the members in order, with the position of the name, and the start and end of its value. */
function eachMember(text: string, visit: (place: number, start: number, end: number) => void): void {
  let at = nextToken(text, nextToken(text, 0) + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const start = nextToken(text, endOfString(text, at));
    const end = endOfValue(text, start);
    visit(at, start, end);
    at = nextToken(text, end);
  }
}

/** The decoded content of the string from `start` to `end`. */
export function nameAt(text: string, start: number, end = endOfString(text, start)): string {
  const name = text.slice(start, end);
  return name.includes("\\") ? String(JSON.parse(name)) : name.slice(1, -1);
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** The highest code of JSON white space. */
const BLANK_MAX = 32;

/** The position of the next token from `from` on, skipping white space, commas and colons. */
export function nextToken(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > BLANK_MAX && code !== COMMA && code !== COLON) return at;
  }
  return text.length;
}

/** The position after the string that begins at `from`. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    // A quote preceded by an odd number of backslashes is escaped.
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The position after the string, number or keyword that begins at `from`. */
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
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    else if (depth === 0) return endOfScalar(text, at);
    else if (code === QUOTE) at = endOfString(text, at) - 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The nesting depth of objects and arrays; stops counting at `depthMax` + 1. */
export function depthOf(text: string, depthMax: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= depthMax; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return deepest;
}
