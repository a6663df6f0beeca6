// A streaming RFC 4180 CSV parser: records of fields with the number of the line on which each begins. Lines without a
// quote, which is nearly all of them, need only one split.

export interface CsvHandler {
  record(fields: readonly string[], line: number): void;
  /**
   * A record has a misplaced quote; parsing continues on the line after the record. If the record spans several lines,
   * the reason names the last one, because those lines were not parsed as records of their own.
   */
  broken(line: number, reason: string): void;
}

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** What may stand between fields: RFC 4180 has the comma, spreadsheets of many countries the semicolon. */
export const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];
const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = { ",": "a comma", ";": "a semicolon", "\t": "a tab" };

export class CsvRecords {
  readonly #handler: CsvHandler;
  readonly #separator: Separator;
  readonly #separatorCode: number;
  /** The start of a record whose end has not arrived yet. */
  #rest = "";
  #line = 1;

  constructor(handler: CsvHandler, separator: Separator = ",") {
    this.#handler = handler;
    this.#separator = separator;
    this.#separatorCode = separator.charCodeAt(0);
  }

  /** Number of buffered characters of an incomplete record. */
  get waiting(): number {
    return this.#rest.length;
  }

  /** The line on which the next record begins. */
  get line(): number {
    return this.#line;
  }

  push(text: string): void {
    const whole = this.#rest === "" ? text : this.#rest + text;
    let at = 0;
    let quote = whole.indexOf('"');
    while (at < whole.length) {
      const end = whole.indexOf("\n", at);
      if (end < 0) break;
      if (quote >= 0 && quote < at) quote = whole.indexOf('"', at);
      if (quote < 0 || quote > end) {
        this.#plain(whole.slice(at, whole.charCodeAt(end - 1) === RETURN && end > at ? end - 1 : end));
        at = end + 1;
      } else {
        const next = this.#quoted(whole, at, false);
        if (next < 0) break;
        at = next;
      }
    }
    this.#rest = at === 0 ? whole : whole.slice(at);
  }

  /** Ends the input; the last record may lack its line end. */
  end(): void {
    const rest = this.#rest;
    this.#rest = "";
    if (rest === "") return;
    if (!rest.includes('"')) {
      this.#plain(rest.endsWith("\r") ? rest.slice(0, -1) : rest);
      return;
    }
    if (this.#quoted(rest, 0, true) < 0) {
      const lines = linesIn(rest, 0, rest.length) + (rest.endsWith("\n") ? 0 : 1);
      this.#handler.broken(this.#line, `a quoted field does not end${through(this.#line, lines)}`);
    }
  }

  #plain(text: string): void {
    const line = this.#line++;
    if (text !== "") this.#handler.record(text.split(this.#separator), line);
  }

  /** Parses one record at `from` and returns where the next begins; -1 if its end has not arrived yet. */
  #quoted(text: string, from: number, isEnd: boolean): number {
    const fields: string[] = [];
    let at = from;
    for (;;) {
      let field: string;
      if (text.charCodeAt(at) === QUOTE) {
        const close = closingQuote(text, at + 1);
        if (close < 0) return -1;
        field = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      } else {
        const start = at;
        while (at < text.length && !this.#endsField(text.charCodeAt(at))) at++;
        field = text.slice(start, at);
      }
      fields.push(field);
      if (text.charCodeAt(at) === this.#separatorCode) {
        at++;
        continue;
      }
      if (text.charCodeAt(at) === RETURN && (at + 1 === text.length || text.charCodeAt(at + 1) === NEWLINE)) at++;
      if (at >= text.length) return isEnd ? this.#ended(fields, text, from, at) : -1;
      if (text.charCodeAt(at) === NEWLINE) return this.#ended(fields, text, from, at + 1);
      return this.#broken(text, from, at);
    }
  }

  #endsField(char: number): boolean {
    return char === this.#separatorCode || char === NEWLINE || char === RETURN;
  }

  #ended(fields: readonly string[], text: string, from: number, next: number): number {
    const line = this.#line;
    this.#line += Math.max(1, linesIn(text, from, next));
    this.#handler.record(fields, line);
    return next;
  }

  #broken(text: string, from: number, at: number): number {
    const line = this.#line;
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const lines = Math.max(1, linesIn(text, from, next));
    this.#line += lines;
    const reason = `a quoted field must be followed by ${SEPARATOR_NAMES[this.#separator]} or the end of the line`;
    this.#handler.broken(line, reason + through(line, lines));
    return next;
  }
}

/** The index of the quote that ends a field; doubled quotes are part of the field. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

/** Names the last line of a record that spans several lines. */
function through(first: number, lines: number): string {
  return lines === 1 ? "" : `; it takes in all up to line ${String(first + lines - 1)}`;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
