// JSON.parse with the names that stand in the text. V8's own reads a name that is written with an escape as another name
// that it has seen before, wherever the one begins as it is written with what the other says: after {"a\\":1}, it takes
// {"a\n":2} for {"a\\":2}, for every text that the process reads from then on. Source: decision 0041.
import { endOfScalar, endOfString, nameOf } from "./json-member.ts";

/** The last escape of a name, and what follows it. A text of values alone may look like this too, and only takes longer. */
const ESCAPE_IN_NAME = /\\.[^"\\]*"[ \t\r\n]*:/;

/** As JSON.parse, with its errors. `read` is JSON.parse, or one that makes something else of scalars. */
export function parseNamed(text: string, read: (json: string) => unknown = readPlainly): unknown {
  const value = read(text);
  return text.includes("\\") && ESCAPE_IN_NAME.test(text) ? rebuilt(text, read) : value;
}

function readPlainly(json: string): unknown {
  return JSON.parse(json) as unknown;
}

type Container = unknown[] | Record<string, unknown>;

/** The value of a valid text, with names that are read one by one. It needs no stack, however deep the text is nested. */
function rebuilt(text: string, read: (scalar: string) => unknown): unknown {
  const root: unknown[] = [];
  const parents: Container[] = [];
  let container: Container = root;
  let name: string | undefined;
  for (let at = nextToken(text, 0); at < text.length; at = nextToken(text, at)) {
    const first = text[at];
    if (first === "}" || first === "]") {
      container = parents.pop() ?? root;
      at++;
    } else if (name === undefined && !Array.isArray(container)) {
      const end = endOfString(text, at);
      name = nameOf(text.slice(at, end));
      at = end;
    } else if (first === "{" || first === "[") {
      const child: Container = first === "{" ? {} : [];
      add(container, name, child);
      parents.push(container);
      container = child;
      name = undefined;
      at++;
    } else {
      const end = endOfScalar(text, at);
      add(container, name, read(text.slice(at, end)));
      name = undefined;
      at = end;
    }
  }
  return root[0];
}

function add(container: Container, name: string | undefined, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  // An assignment of __proto__ would change what the object inherits.
  else if (name === "__proto__")
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  else if (name !== undefined) container[name] = value;
}

/** Past white space, commas and colons. */
function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n,:".includes(text.charAt(at))) at++;
  return at;
}
