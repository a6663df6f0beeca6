// JSON.parse with the names that stand in the text, and in their order. V8's own reads a name that is written with an escape
// as another name that it has seen before, wherever the one begins as it is written with what the other says: after
// {"a\\":1}, it takes {"a\n":2} for {"a\\":2}, for every text that the process reads from then on. Source: decision 0041.
// And it puts names that look like indexes before all others.
import { endOfScalar, endOfString, nameAt, nextToken } from "./json-text.ts";

/** The last escape of a name, and what follows it. A text of values alone may look like this too, and only takes longer. */
const ESCAPE_IN_NAME = /\\.[^"\\]*"[ \t\r\n]*:/;
const INDEX_NAME = /^(?:0|[1-9][0-9]{0,9})$/;

const ORDER = Symbol("names in the order of the text");

/** As JSON.parse, with its errors. */
export function parseNamed(text: string): unknown {
  const value = readPlainly(text);
  return text.includes("\\") && ESCAPE_IN_NAME.test(text) ? parseInOrder(text) : value;
}

function readPlainly(json: string): unknown {
  return JSON.parse(json) as unknown;
}

/** The names of an object of `parseInOrder` in the order of the text, where it or what it holds has names like indexes. */
export function namesInOrder(value: object): ReadonlySet<string> | undefined {
  return Reflect.get(value, ORDER) as ReadonlySet<string> | undefined;
}

interface Container {
  readonly value: unknown[] | Record<string, unknown>;
  /** Known from the first name on that looks like an index, in the object itself or in what it holds. */
  names: Set<string> | undefined;
}

/** The value of a valid text, with names that are read one by one. It needs no stack, however deep the text is nested. */
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
        // Invisible to loops over members, and to JSON.stringify.
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
      add(container.value, name, value);
      parents.push(container);
      container = { value, names: undefined };
      name = undefined;
      at++;
    } else {
      const end = endOfScalar(text, at);
      const scalar = text.slice(at, end);
      add(container.value, name, scalarOf(scalar, read));
      name = undefined;
      at = end;
    }
  }
  return root[0];
}

const PLAIN_NUMBER = /^-?[0-9.]{1,15}$/;

/** Most scalars say themselves. */
function scalarOf(text: string, read: (scalar: string) => unknown): unknown {
  if (text.startsWith('"') && !text.includes("\\")) return text.slice(1, -1);
  return PLAIN_NUMBER.test(text) ? Number(text) : read(text);
}

/** Until a name looks like an index, the names of an object are in the order of the text. */
function namesOf({ value }: Container): Set<string> {
  return new Set(Array.isArray(value) ? [] : Object.keys(value));
}

function add(container: Container["value"], name: string | undefined, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  // An assignment of __proto__ would change what the object inherits.
  else if (name === "__proto__")
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  else if (name !== undefined) container[name] = value;
}
