// Protects against formula injection in CSV: a text that a spreadsheet would take for a formula is prefixed with an
// apostrophe, which spreadsheets treat as a text marker and an import removes. A text that already looks guarded gets
// one more, so that nothing is lost. Numbers are not texts and stay unchanged.

/** The start of a formula for spreadsheets, also after characters that they skip, and in full-width form. */
export const FORMULA_BEGIN = "^'*\ufeff*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]";

const FORMULA = new RegExp(FORMULA_BEGIN);

export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Restores the text that `guarded` was given. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** A field of a file, in quotes where a separator of any spreadsheet or a line end is in it. */
export function quotedField(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
