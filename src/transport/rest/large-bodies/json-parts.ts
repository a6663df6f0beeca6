// JSON in parts, so that handing it from one thread to another takes the receiver only short turns: one side cuts, the
// other joins.
import { addMember } from "../../../lib/json-names.ts";

/**
 * Containers are numbered as they are opened; 0 is a list around the whole value. A large one is opened first and filled
 * part by part, small ones are in a part as they are.
 */
export type JsonPart =
  | { readonly kind: "opened"; readonly into: number; readonly name: string; readonly isList: boolean }
  | { readonly kind: "filled"; readonly into: number; readonly members: JsonContainer };

type JsonContainer = unknown[] | Record<string, unknown>;

/** Values that are handed over in one turn: two milliseconds if each has a name that no other has. */
const VALUES_MAX = 1_000;
/** A text counts as one more value for each of these. */
const CHARS_OF_VALUE = 256;

/** What is handed over in one turn, in order. */
export function* cutJson(value: unknown, valuesMax = VALUES_MAX): Generator<readonly JsonPart[], undefined> {
  const cut = new Cut(valuesMax);
  let bundle: JsonPart[] = [];
  let values = 0;
  for (const part of cut.partsOf([value])) {
    bundle.push(part);
    values += part.kind === "opened" ? 1 : cut.sizeOf(part.members);
    if (values < valuesMax) continue;
    yield bundle;
    bundle = [];
    values = 0;
  }
  if (bundle.length > 0) yield bundle;
  return undefined;
}

class Cut {
  readonly #valuesMax: number;
  /** Of containers, as their contents are counted again at each level above. */
  readonly #sizes = new Map<object, number>();
  #opened = 0;

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax;
  }

  *partsOf(container: JsonContainer): Generator<JsonPart> {
    const into = this.#opened++;
    const isList = Array.isArray(container);
    let members: JsonContainer = isList ? [] : {};
    let size = 0;
    const filled = (): JsonPart => {
      const part: JsonPart = { kind: "filled", into, members };
      members = isList ? [] : {};
      size = 0;
      return part;
    };
    for (const [name, member] of Object.entries(container)) {
      const own = this.sizeOf(member) + charsOf(name);
      if (size > 0 && size + own > this.#valuesMax) yield filled();
      if (own > this.#valuesMax && isContainer(member)) {
        yield { kind: "opened", into, name, isList: Array.isArray(member) };
        yield* this.partsOf(member);
      } else {
        addMember(members, name, member);
        size += own;
      }
    }
    if (size > 0) yield filled();
  }

  /** The value itself and all that are in it. */
  sizeOf(value: unknown): number {
    if (typeof value === "string") return 1 + charsOf(value);
    if (!isContainer(value)) return 1;
    let size = this.#sizes.get(value);
    if (size === undefined) {
      size = 1;
      for (const [name, member] of Object.entries(value)) size += this.sizeOf(member) + charsOf(name);
      this.#sizes.set(value, size);
    }
    return size;
  }
}

function charsOf(text: string): number {
  return Math.floor(text.length / CHARS_OF_VALUE);
}

function isContainer(value: unknown): value is JsonContainer {
  return typeof value === "object" && value !== null;
}

/** Joins the parts of one value. */
export class JoinedJson {
  readonly #root: unknown[] = [];
  readonly #containers: JsonContainer[] = [this.#root];

  get value(): unknown {
    return this.#root[0];
  }

  add(parts: readonly JsonPart[]): void {
    for (const part of parts) {
      const into = this.#containers[part.into] ?? this.#root;
      if (part.kind === "opened") {
        const opened: JsonContainer = part.isList ? [] : {};
        addMember(into, part.name, opened);
        this.#containers.push(opened);
      } else for (const [name, member] of Object.entries(part.members)) addMember(into, name, member);
    }
  }
}
