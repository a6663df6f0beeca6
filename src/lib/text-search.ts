// Substring search in time proportional to the text. The language's own search does that only for short parts; for long
// parts it can take the product of both lengths, which is seconds for a megabyte of text.

/** The language uses the last 250 units of a part to skip ahead. */
const SHORT_PART_MAX = 200;

/** The index of `part` in `text` at or after `from`; -1 if there is none. */
export function indexOfPart(text: string, part: string, from = 0): number {
  if (part.length <= SHORT_PART_MAX) return text.indexOf(part, from);
  const matchedWith = matcherOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    matched = matchedWith(matched, text.charCodeAt(at));
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/**
 * Returns a function that gives the length of the part matched after one more unit (Knuth, Morris, Pratt), so no unit
 * is examined twice.
 */
function matcherOf(part: string): (matched: number, unit: number) => number {
  /** For each prefix of the part: the length of the longest shorter prefix that is also its suffix. */
  const borders = new Int32Array(part.length);
  const matchedWith = (matched: number, unit: number): number => {
    let length = matched;
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    return part.charCodeAt(length) === unit ? length + 1 : length;
  };
  for (let at = 1; at < part.length; at++) borders[at] = matchedWith(borders[at - 1] ?? 0, part.charCodeAt(at));
  return matchedWith;
}
