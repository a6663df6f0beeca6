// Looks for a part in a text, in time that grows with the text alone. The language's own search does that for short parts; with
// long ones it can take the product of both lengths, which is seconds for a text of a megabyte.

/** The language looks at the last 250 units of a part to skip ahead. */
const SHORT_PART_MAX = 200;

/** Where `part` begins in `text`, not before `from`; -1 where it does not. */
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

/** How much of the part is matched with one more unit of a text (Knuth, Morris, Pratt): no unit is looked at again. */
function matcherOf(part: string): (matched: number, unit: number) => number {
  /** Of each beginning of the part: the length of the longest shorter beginning that it also ends with. */
  const borders = new Int32Array(part.length);
  const matchedWith = (matched: number, unit: number): number => {
    let length = matched;
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    return part.charCodeAt(length) === unit ? length + 1 : length;
  };
  for (let at = 1; at < part.length; at++) borders[at] = matchedWith(borders[at - 1] ?? 0, part.charCodeAt(at));
  return matchedWith;
}
