// The text of valid JSON, where what it says is not enough: the places of its members, and their values character for
// character, because reading and writing them again would round numbers beyond a double.

/**
 * The text of the member `name` of the object `text`; undefined where it has none. Of several, the last counts, as in
 * JSON.parse. `text` has to be valid JSON with an object at the top.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  eachMember(text, (place, start, end) => {
    if (nameAt(text, place) === name) found = text.slice(start, end);
  });
  return found;
}

/** Where the members of the object `text` stand, by name: of a name that comes twice, the last one, which counts. */
export function placesOfMembers(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  eachMember(text, (place) => places.set(nameAt(text, place), place));
  return places;
}

/** Visits the members in their order: the place of the name, and where its value starts and ends. */
function eachMember(text: string, visit: (place: number, start: number, end: number) => void): void {
  let at = nextToken(text, nextToken(text, 0) + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const start = nextToken(text, endOfString(text, at));
    const end = endOfValue(text, start);
    visit(at, start, end);
    at = nextToken(text, end);
  }
}

/** What the string from `start` to `end` says. */
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
/** The last code of what JSON takes for white space. */
const BLANK_MAX = 32;

/** The place of what comes next from `from` on, past white space, commas and colons. */
export function nextToken(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > BLANK_MAX && code !== COMMA && code !== COLON) return at;
  }
  return text.length;
}

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

/** How deeply objects and arrays are nested; counts no further than one beyond the bound. */
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
