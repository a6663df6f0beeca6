// JSON whose objects know the order in which their members were written. JavaScript puts names that look like indexes
// before all others, so containers with such names keep the place of their text, and give it out when somebody asks.
import { endOfScalar, endOfString, nameOf, skipBlanks } from "./json-member.ts";

const PLACE = Symbol("place in the text");

/** How a number or a string with escapes is written, as JSON.stringify would write what it says. */
export type WriteScalar = (text: string) => string;

interface Place {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly writeScalar: WriteScalar;
}

/** The compact text of an object or array that holds names which look like indexes; undefined for any other. */
export function orderedText(value: object): string | undefined {
  const place: unknown = Reflect.get(value, PLACE);
  return isPlace(place) ? new CompactText(place).text() : undefined;
}

/**
 * Gives the objects and arrays of `value`, which JSON.parse has made of `source`, the places of their texts where they need
 * them. `source` is nested no deeper than the stack allows. Of members with one name the last counts.
 */
export function keepOrder(value: unknown, source: string, writeScalar: WriteScalar): void {
  new OrderWalk(source, writeScalar).walk(value);
}

function isPlace(place: unknown): place is Place {
  return typeof place === "object" && place !== null && "writeScalar" in place;
}

const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** The last code of what JSON takes for white space. */
const BLANK_MAX = 32;
const [DIGIT_FIRST, DIGIT_LAST] = [48, 57];
/** Longer ones are no indexes. */
const INDEX_DIGITS_MAX = 10;

/** Goes through a text and the value that was made of it side by side. */
class OrderWalk {
  readonly #source: string;
  readonly #writeScalar: WriteScalar;
  #at = 0;

  constructor(source: string, writeScalar: WriteScalar) {
    this.#source = source;
    this.#writeScalar = writeScalar;
  }

  /** Whether there are names that look like indexes inside. */
  walk(value: unknown): boolean {
    const first = this.#peek();
    if (first === OPEN_BRACE || first === OPEN_BRACKET) return this.#walkContainer(value, first === OPEN_BRACE);
    this.#at = endOfScalar(this.#source, this.#at);
    return false;
  }

  #walkContainer(value: unknown, isObject: boolean): boolean {
    const start = this.#at++;
    const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
    // Of a name that comes twice the earlier text has no value of its own: what it is walked with, the later one overwrites.
    const container = typeof value === "object" && value !== null ? value : undefined;
    let hasIndexName = false;
    let index = 0;
    for (let next = this.#peek(); next !== close; next = this.#peek()) {
      if (next === COMMA) {
        this.#at++;
        next = this.#peek();
      }
      let name: string | number = index++;
      if (isObject) {
        const end = endOfString(this.#source, this.#at);
        if (isIndexName(this.#source, this.#at + 1, end - 1)) hasIndexName = true;
        name = this.#source.slice(this.#at, end);
        this.#at = end;
        if (this.#peek() === COLON) this.#at++;
        next = this.#peek();
      }
      if (next !== OPEN_BRACE && next !== OPEN_BRACKET) this.#at = endOfScalar(this.#source, this.#at);
      else if (this.#walkContainer(memberOf(container, name), next === OPEN_BRACE)) hasIndexName = true;
    }
    this.#at++;
    if (hasIndexName && container !== undefined) this.#keep(container, start);
    return hasIndexName;
  }

  /** Invisible to loops over members, and to JSON.stringify. */
  #keep(container: object, start: number): void {
    const place: Place = { source: this.#source, start, end: this.#at, writeScalar: this.#writeScalar };
    Object.defineProperty(container, PLACE, { value: place, configurable: true });
  }

  #peek(): number {
    const { length } = this.#source;
    while (this.#at < length && this.#source.charCodeAt(this.#at) <= BLANK_MAX) this.#at++;
    return this.#source.charCodeAt(this.#at);
  }
}

/** `name` is a position, or a name as it stands in the text. */
function memberOf(container: object | undefined, name: string | number): unknown {
  if (container === undefined) return undefined;
  const key = typeof name === "string" ? nameOf(name) : name;
  return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined;
}

function isIndexName(source: string, start: number, end: number): boolean {
  if (end === start || end - start > INDEX_DIGITS_MAX) return false;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    // An escape could spell a digit; taking such a name for an index does no harm.
    if ((code < DIGIT_FIRST || code > DIGIT_LAST) && code !== BACKSLASH && code !== 117) return false;
  }
  return true;
}

const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/** Rewrites the text of one container: without white space, and with each scalar as it would be written. */
class CompactText {
  readonly #source: string;
  readonly #writeScalar: WriteScalar;
  #at: number;

  constructor({ source, start, writeScalar }: Place) {
    this.#source = source;
    this.#writeScalar = writeScalar;
    this.#at = start;
  }

  text(): string {
    switch (this.#peek()) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      default:
        return this.#scalar();
    }
  }

  #object(): string {
    const members = new Map<string, string>();
    this.#at++;
    while (this.#peek() !== "}") {
      if (this.#peek() === ",") this.#at++;
      this.#peek();
      const name = this.#scalar();
      if (this.#peek() === ":") this.#at++;
      members.set(name, `${name}:${this.text()}`);
    }
    this.#at++;
    return `{${[...members.values()].join(",")}}`;
  }

  #array(): string {
    const items: string[] = [];
    this.#at++;
    while (this.#peek() !== "]") {
      if (this.#peek() === ",") this.#at++;
      items.push(this.text());
    }
    this.#at++;
    return `[${items.join(",")}]`;
  }

  /** Most strings say themselves, and so do most integers. */
  #scalar(): string {
    const start = this.#at;
    this.#at = endOfScalar(this.#source, start);
    const text = this.#source.slice(start, this.#at);
    const isPlain = text.startsWith('"') ? !text.includes("\\") : PLAIN_INTEGER.test(text);
    return isPlain ? text : this.#writeScalar(text);
  }

  #peek(): string | undefined {
    this.#at = skipBlanks(this.#source, this.#at);
    return this.#source[this.#at];
  }
}
