// Gathers small texts into chunks of some size, so that an answer of any length is written piece by piece.

/** Characters of a chunk, about. */
const CHUNK_CHARS = 65_536;

export function* inChunks(texts: Iterable<string>): Generator<string, void, undefined> {
  let parts: string[] = [];
  let chars = 0;
  for (const text of texts) {
    parts.push(text);
    chars += text.length;
    if (chars < CHUNK_CHARS) continue;
    yield parts.join("");
    parts = [];
    chars = 0;
  }
  if (chars > 0) yield parts.join("");
}
