// Texts in a CSV that a spreadsheet would take for a formula get an apostrophe before them, which spreadsheets take for "this is a
// text" and an import takes away again. A text that looks guarded by itself gets one more, so that nothing is lost. Numbers
// are no texts and stay as they are.

/** What spreadsheets take for the beginning of a formula, also behind what they skip, and in the width of CJK characters. */
export const FORMULA_BEGIN = "^'*\ufeff*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]";

const FORMULA = new RegExp(FORMULA_BEGIN);

export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What `guarded` was given. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
