// JSON whose objects know the order in which their members were written. JavaScript puts names that look like indexes
// before all others, so objects and arrays read here carry their compact text along. For the few texts with such names.
import { endOfString, skipBlanks } from "./json-member.ts";

const SOURCE = Symbol("compact JSON text");

/** The compact text of an object or array that `parseInOrder` has read; undefined for any other. */
export function orderedText(value: object): string | undefined {
  const text: unknown = Reflect.get(value, SOURCE);
  return typeof text === "string" ? text : undefined;
}

/** How a text that is neither object nor array is read and written. */
export type ParseScalar = (text: string) => unknown;
export type WriteScalar = (value: unknown) => string;

/** `text` has to be valid JSON, nested no deeper than the stack allows. Of members with one name the last counts. */
export function parseInOrder(text: string, parseScalar: ParseScalar, writeScalar: WriteScalar): unknown {
  return new OrderedReader(text, parseScalar, writeScalar).read().value;
}

interface Part {
  readonly value: unknown;
  readonly text: string;
}

class OrderedReader {
  readonly #text: string;
  readonly #parseScalar: ParseScalar;
  readonly #writeScalar: WriteScalar;
  #at = 0;

  constructor(text: string, parseScalar: ParseScalar, writeScalar: WriteScalar) {
    this.#text = text;
    this.#parseScalar = parseScalar;
    this.#writeScalar = writeScalar;
  }

  read(): Part {
    switch (this.#peek()) {
      case "{":
        return this.#readObject();
      case "[":
        return this.#readArray();
      default:
        return this.#readScalar();
    }
  }

  #readObject(): Part {
    const values = new Map<string, unknown>();
    const texts = new Map<string, string>();
    this.#at++;
    while (this.#peek() !== "}") {
      if (this.#peek() === ",") this.#at++;
      const name = this.#readName();
      const { value, text } = this.read();
      values.set(name, value);
      texts.set(name, text);
    }
    this.#at++;
    const members = Array.from(texts, ([name, text]) => `${JSON.stringify(name)}:${text}`);
    return withText(Object.fromEntries(values), `{${members.join(",")}}`);
  }

  #readArray(): Part {
    const values: unknown[] = [];
    const texts: string[] = [];
    this.#at++;
    while (this.#peek() !== "]") {
      if (this.#peek() === ",") this.#at++;
      const { value, text } = this.read();
      values.push(value);
      texts.push(text);
    }
    this.#at++;
    return withText(values, `[${texts.join(",")}]`);
  }

  /** A member's name and the colon after it. */
  #readName(): string {
    this.#peek();
    const end = endOfString(this.#text, this.#at);
    const name = this.#scalar(this.#text.slice(this.#at, end)).value;
    this.#at = skipBlanks(this.#text, end) + 1;
    return String(name);
  }

  #readScalar(): Part {
    const start = this.#at;
    this.#at = this.#text[start] === '"' ? endOfString(this.#text, start) : this.#endOfWord(start);
    return this.#scalar(this.#text.slice(start, this.#at));
  }

  /** Most strings say themselves and most numbers fit a double; the others take the slow way. */
  #scalar(text: string): Part {
    if (text.startsWith('"')) {
      if (!text.includes("\\")) return { value: text.slice(1, -1), text };
    } else {
      const number = Number(text);
      if (Number.isSafeInteger(number) || (!Number.isInteger(number) && Number.isFinite(number)))
        return { value: number, text: JSON.stringify(number) };
    }
    const value = this.#parseScalar(text);
    return { value, text: this.#writeScalar(value) };
  }

  #endOfWord(from: number): number {
    let at = from;
    while (at < this.#text.length && !",]} \n\r\t".includes(this.#text.charAt(at))) at++;
    return at;
  }

  /** The next character that is no white space. */
  #peek(): string | undefined {
    this.#at = skipBlanks(this.#text, this.#at);
    return this.#text[this.#at];
  }
}

/** Invisible to loops over members, and to JSON.stringify. */
function withText(value: object, text: string): Part {
  Object.defineProperty(value, SOURCE, { value: text });
  return { value, text };
}
