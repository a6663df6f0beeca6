// Converts nearly valid JSON to strict JSON: `sprintf` and microcontrollers write superfluous zeros and points, editors
// add a byte order mark, texts contain raw control characters, and Python writes NaN. Anything else that is not JSON is
// an error that says what is wrong and where. Runs only for texts that JSON.parse has rejected. Source: MQTT contract
// 5.1.
import { JsonError, NAN_LITERAL } from "./json.ts";

const BYTE_ORDER_MARK = "\ufeff";
const BLANK = " \t\r\n";
const MARKS = "{[}],:";
const NUMBER_START = /[-+.0-9]/;
const WORD_START = /[\p{L}_$]/u;
/** Most numbers are already strict. */
const STRICT_NUMBER = /-?(?:0|[1-9][0-9]{0,20})(?:\.[0-9]{1,20})?(?=[,\]} \t\r\n])/y;
const NUMBER_RUN = /[-+.\p{L}0-9_]+/uy;
const WORD_RUN = /[\p{L}\p{N}_$]+/uy;
/** Distinguishes a name from a value. */
const COLON_AHEAD = /[ \t\r\n]*:/y;
/** Unambiguous, so that it cannot backtrack: otherwise a long text would take minutes. */
const NUMBER = /^([-+]?)([0-9]*)(?:\.([0-9]*))?([eE][-+]?[0-9]+)?$/;
const LEADING_ZEROS = /^0+(?=[0-9])/;
const NOT_FINITE = /^(?:NaN|[-+]?Infinity)$/;
const CONTROL = /[\u0000-\u001f]/g;
const ESCAPED = Array.from({ length: 32 }, (_, code) => `\\u${code.toString(16).padStart(4, "0")}`);
const NAMED_FAULTS: Readonly<Record<string, string>> = {
  "'": "single quotes, where JSON has double ones",
  "/": "a comment, which JSON does not have",
  "#": "a comment, which JSON does not have",
  "\0": "U+0000 behind the document",
};
const PYTHON: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);
const EXCERPT_LENGTH = 20;

/**
 * The strict form of `text`, with `NAN_LITERAL` for NaN and the infinities. Throws a JsonError that says what is wrong
 * and where.
 */
export function asStrictJson(text: string): string {
  const scanner = new Scanner(text);
  return scanner.strict();
}

/** The result of `parse` for the text or its strict form, with the text that was parsed. Throws JsonError. */
export function readLeniently(
  text: string,
  parse: (text: string) => unknown,
): { readonly json: unknown; readonly text: string; readonly wasMended: boolean } {
  try {
    return { json: parse(text), text, wasMended: false };
  } catch {
    const strict = asStrictJson(text);
    return { json: parse(strict), text: strict, wasMended: true };
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;
  /** Text before this index is in `#strict`; text from here to `#at` is already strict. */
  #copiedTo = 0;
  #strict = "";
  #depth = 0;
  /** The last character before the current position, ignoring blanks. */
  #last = "";
  #isComplete = false;

  constructor(text: string) {
    this.#text = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }

  strict(): string {
    if (this.#text === "") throw new JsonError("the payload is empty; it must be JSON");
    while (this.#at < this.#text.length) this.#token(this.#text[this.#at] ?? "");
    if (this.#depth > 0 || this.#last === "") throw this.#fault("the end of the text, before the document is complete");
    return this.#strict + this.#text.slice(this.#copiedTo);
  }

  #token(first: string): void {
    if (BLANK.includes(first)) {
      this.#at++;
      return;
    }
    if (this.#isComplete && first !== "\0") throw this.#fault("text behind the end of the document");
    if (MARKS.includes(first)) this.#punctuation(first);
    else if (first === '"') this.#string();
    else if (NUMBER_START.test(first)) this.#number();
    else if (WORD_START.test(first)) this.#word();
    else throw this.#fault(NAMED_FAULTS[first] ?? `"${first}" in a place where JSON has none`);
    this.#last = first;
    this.#isComplete = this.#depth === 0;
  }

  #string(): void {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    if (end >= this.#text.length) throw this.#fault("a text that is not closed");
    const string = this.#text.slice(this.#at, end + 1);
    this.#take(string, string.replace(CONTROL, escaped));
  }

  #number(): void {
    STRICT_NUMBER.lastIndex = this.#at;
    if (STRICT_NUMBER.test(this.#text)) {
      this.#at = STRICT_NUMBER.lastIndex;
      return;
    }
    const written = this.#run(NUMBER_RUN);
    if (NOT_FINITE.test(written)) {
      this.#take(written, NAN_LITERAL);
      return;
    }
    const [, sign = "", whole = "", fraction = "", exponent = ""] = NUMBER.exec(written) ?? [];
    if (whole === "" && fraction === "") throw this.#fault(`${cut(written)}, which is not a number of JSON`);
    const digits = `${whole === "" ? "0" : whole.replace(LEADING_ZEROS, "")}${fraction === "" ? "" : `.${fraction}`}`;
    this.#take(written, `${sign === "-" ? "-" : ""}${digits}${exponent}`);
  }

  #word(): void {
    const word = this.#run(WORD_RUN);
    if (NOT_FINITE.test(word) && !this.#isName(word)) {
      this.#take(word, NAN_LITERAL);
      return;
    }
    const meant = PYTHON.get(word);
    if (meant !== undefined) throw this.#fault(`${word}, which is ${meant} in JSON`);
    if (!["true", "false", "null"].includes(word))
      throw this.#fault(`the word ${cut(word)}, which needs double quotes`);
    this.#take(word, word);
  }

  #isName(word: string): boolean {
    COLON_AHEAD.lastIndex = this.#at + word.length;
    return COLON_AHEAD.test(this.#text);
  }

  #punctuation(mark: string): void {
    if (mark === "{" || mark === "[") this.#depth++;
    else if (mark === "}" || mark === "]") {
      this.#depth--;
      if (this.#last === ",") throw this.#fault(`a comma before ${mark}`);
    }
    this.#at++;
  }

  #run(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }

  #take(written: string, strict: string): void {
    const at = this.#at;
    this.#at += written.length;
    if (written === strict) return;
    this.#strict += this.#text.slice(this.#copiedTo, at) + strict;
    this.#copiedTo = this.#at;
  }

  #fault(what: string): JsonError {
    const before = this.#text.slice(0, this.#at);
    const line = before.split("\n").length;
    const column = this.#at - before.lastIndexOf("\n");
    const excerpt = this.#text.slice(Math.max(0, this.#at - EXCERPT_LENGTH), this.#at + EXCERPT_LENGTH).trim();
    return new JsonError(
      `the payload is not JSON: line ${String(line)}, column ${String(column)} has ${what}, near ${excerpt.toWellFormed()}`,
    );
  }
}

function cut(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}

function escaped(control: string): string {
  return ESCAPED[control.charCodeAt(0)] ?? control;
}
