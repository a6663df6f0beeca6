// PostgreSQL has no U+0000 in texts, and SQLite has: a device may send one in an attribute. It is stored as two characters
// U+0001, and U+0001 as U+0001 U+0002, which can be taken back, and keeps the order of texts. `json_each` of our schema does
// the same for texts in lists.

export function toStoredText(text: string): string {
  return ESCAPED.test(text)
    ? text.replaceAll(EACH_ESCAPED, (char) => (char === "\u0000" ? "\u0001\u0001" : "\u0001\u0002"))
    : text;
}

export function fromStoredText(text: string): string {
  return text.includes("\u0001")
    ? text.replaceAll(EACH_STORED, (pair) => (pair === "\u0001\u0001" ? "\u0000" : "\u0001"))
    : text;
}

const ESCAPED = new RegExp("[\\u0000\\u0001]");
const EACH_ESCAPED = new RegExp("[\\u0000\\u0001]", "g");
const EACH_STORED = new RegExp("\\u0001[\\u0001\\u0002]", "g");
