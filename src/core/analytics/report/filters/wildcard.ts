// Patterns as people write them: `*` stands for any run of characters, `?` for one. Whatever the pattern, the work is at
// most the product of both lengths, so that nobody can make it run away. Source: analytics contract 2.3, 2.8.

/** Whether the whole text fits the pattern. A character is a code point. */
export function isLike(text: string, pattern: string): boolean {
  let [at, wanted] = [0, 0];
  /** Where the last `*` stands, and up to where it has taken text. */
  let [star, taken] = [-1, 0];
  while (at < text.length) {
    const sign = pattern[wanted];
    if (sign === "*") {
      [star, taken] = [wanted, at];
      wanted++;
    } else if (sign === "?") {
      at += widthAt(text, at);
      wanted++;
    } else if (sign !== undefined && sign === text[at]) {
      at++;
      wanted++;
    } else if (star >= 0) {
      taken += widthAt(text, taken);
      [at, wanted] = [taken, star + 1];
    } else return false;
  }
  while (pattern[wanted] === "*") wanted++;
  return wanted === pattern.length;
}

/** UTF-16 units of the character that begins here. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
