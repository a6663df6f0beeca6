// A JSON.parse that keeps names as written, and their order. V8's own JSON.parse has a bug: it can take a name written
// with an escape for another name that it has seen before, if its raw text starts with the content of that name. After
// {"a\\":1}, it reads {"a\n":2} as {"a\\":2}, for every later text in the process. Source: decision 0041. It also moves
// names that look like indices before all others.
import { endOfScalar, endOfString, nameAt, nextToken } from "./json-text.ts";

/**
 * The last escape of a name and what follows it. A text that matches only in values is parsed correctly too, just more
 * slowly.
 */
const ESCAPE_IN_NAME = /\\.[^"\\]*"[ \t\r\n]*:/;
const INDEX_NAME = /^(?:0|[1-9][0-9]{0,9})$/;

const ORDER = Symbol("names in the order of the text");

/** Like JSON.parse, with the same errors. */
export function parseNamed(text: string): unknown {
  const value = readPlainly(text);
  return text.includes("\\") && ESCAPE_IN_NAME.test(text) ? parseInOrder(text) : value;
}

function readPlainly(json: string): unknown {
  return JSON.parse(json) as unknown;
}

/**
 * The names of an object from `parseInOrder` in the order of the text; only for objects that have, or contain, names
 * like indices.
 */
export function namesInOrder(value: object): ReadonlySet<string> | undefined {
  return Reflect.get(value, ORDER) as ReadonlySet<string> | undefined;
}

interface Container {
  readonly value: unknown[] | Record<string, unknown>;
  /** Set once the object, or something in it, has a name that looks like an index. */
  names: Set<string> | undefined;
}

/** Parses a valid text, reading each name separately. It is not recursive, so the nesting depth does not matter. */
export function parseInOrder(text: string, read: (scalar: string) => unknown = readPlainly): unknown {
  const root: unknown[] = [];
  const parents: Container[] = [];
  let container: Container = { value: root, names: undefined };
  let name: string | undefined;
  for (let at = nextToken(text, 0); at < text.length; at = nextToken(text, at)) {
    const first = text[at];
    if (first === "}" || first === "]") {
      const parent = parents.pop() ?? container;
      if (container.names !== undefined) {
        // Not enumerable, so that loops over members and JSON.stringify do not see it.
        Object.defineProperty(container.value, ORDER, { value: container.names });
        parent.names ??= namesOf(parent);
      }
      container = parent;
      at++;
    } else if (name === undefined && !Array.isArray(container.value)) {
      const end = endOfString(text, at);
      name = nameAt(text, at, end);
      if (INDEX_NAME.test(name)) container.names ??= namesOf(container);
      container.names?.add(name);
      at = end;
    } else if (first === "{" || first === "[") {
      const value = first === "{" ? {} : [];
      addMember(container.value, name, value);
      parents.push(container);
      container = { value, names: undefined };
      name = undefined;
      at++;
    } else {
      const end = endOfScalar(text, at);
      const scalar = text.slice(at, end);
      addMember(container.value, name, scalarOf(scalar, read));
      name = undefined;
      at = end;
    }
  }
  return root[0];
}

const PLAIN_NUMBER = /^-?[0-9.]{1,15}$/;

/** Most scalars need no decoding. */
function scalarOf(text: string, read: (scalar: string) => unknown): unknown {
  if (text.startsWith('"') && !text.includes("\\")) return text.slice(1, -1);
  return PLAIN_NUMBER.test(text) ? Number(text) : read(text);
}

/** Until a name looks like an index, an object's names are in the order of the text. */
function namesOf({ value }: Container): Set<string> {
  return new Set(Array.isArray(value) ? [] : Object.keys(value));
}

/** Adds a member to an object, or an element to the end of a list, where the name has no meaning. */
export function addMember(container: Container["value"], name: string | undefined, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  // Assigning __proto__ would change the object's prototype.
  else if (name === "__proto__")
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  else if (name !== undefined) container[name] = value;
}
