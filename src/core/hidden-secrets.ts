// Secrets in what people may see of messages and calls: which members of JSON hold them, and text without their values.

export const MASK = "***";

/** Names of members whose values are or contain secrets. */
export const SECRET_NAME =
  /passw|pwd|passphrase|secret|token|credential|api[-_]?key|private[-_]?key|access[-_]?key|signing[-_]?key|devicekey|authorization|bearer|jwt|claimingdata/i;

/** The rest of a name, the quote that ends it, and the sign before the value. */
const REST_OF_NAME = /[^"'\\{}[\],:=\r\n]{0,100}(?:\\{0,7}["'])?\s{0,20}[:=]\s{0,20}/;
/** With the backslashes that it has in JSON in a text of JSON in a text of JSON. */
const QUOTE = /\\{0,7}["']/;

/**
 * Masks the value behind each name of a secret. The text may be anything, as JSON that is broken or cut off, or JSON inside a
 * text of JSON: whatever cannot be told apart from the value is masked with it.
 */
export function withoutSecrets(text: string): string {
  if (!SECRET_NAME.test(text)) return text;
  const names = new RegExp(SECRET_NAME, "gi");
  const rest = new RegExp(REST_OF_NAME, "y");
  let shown = "";
  let at = 0;
  for (;;) {
    names.lastIndex = at;
    const name = names.exec(text);
    if (name === null) return shown + text.slice(at);
    rest.lastIndex = names.lastIndex;
    const isName = rest.test(text);
    const start = isName ? rest.lastIndex : names.lastIndex;
    shown += text.slice(at, start);
    at = start;
    if (!isName || start === text.length) continue;
    const quote = quoteAt(text, start);
    at = endOfValue(text, start, quote);
    shown += `${quote ?? '"'}${MASK}${quote ?? '"'}`;
  }
}

/** With its backslashes. */
function quoteAt(text: string, at: number): string | undefined {
  const quote = new RegExp(QUOTE, "y");
  quote.lastIndex = at;
  return quote.exec(text)?.[0];
}

function endOfValue(text: string, start: number, quote: string | undefined): number {
  if (quote !== undefined) return endOfText(text, start, quote);
  if (text[start] === "{" || text[start] === "[") return endOfBrackets(text, start);
  const length = text.slice(start).search(/[,}\]\r\n]/);
  return length < 0 ? text.length : start + length;
}

function endOfText(text: string, start: number, quote: string): number {
  for (let at = start + quote.length; at < text.length; at++) {
    const isEscape = quote.length === 1 && text[at] === "\\";
    const found = isEscape ? undefined : quoteAt(text, at);
    if (found === quote) return at + quote.length;
    // Another number of backslashes: a quote inside the value.
    if (isEscape) at++;
    else if (found !== undefined) at += found.length - 1;
  }
  return text.length;
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const quote = quoteAt(text, at);
    if (quote !== undefined) at = endOfText(text, at, quote) - 1;
    else if (text[at] === "{" || text[at] === "[") depth++;
    else if ((text[at] === "}" || text[at] === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}
