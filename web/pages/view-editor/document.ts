// A view while it is edited: its JSON as it is, read and changed by paths. What no form knows stays where it is, and a path
// is the pointer under which the service reports what is wrong there.
import { isRecord } from "../../api/json.ts";

export type Json = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** Undefined where there is nothing. */
export function valueAt(document: unknown, path: Path): unknown {
  let value: unknown = document;
  for (const step of path) {
    if (typeof step === "number") value = listOf(value)[step];
    else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** The document with this value there; undefined takes a member away. Objects on the way are made. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = [...listOf(document)];
    list[step] = withValue(list[step], rest, value);
    return list;
  }
  const members = isRecord(document) ? document : {};
  const inner = withValue(Object.hasOwn(members, step) ? members[step] : undefined, rest, value);
  const others = Object.entries(members).filter(([name]) => name !== step);
  if (inner === undefined) return Object.fromEntries(others);
  return Object.hasOwn(members, step)
    ? Object.fromEntries(Object.entries(members).map(([name, old]) => [name, name === step ? inner : old]))
    : Object.fromEntries([...others, [step, inner]]);
}

/** As the service names the place. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter(isRecord);
}

export function recordAt(document: unknown, path: Path): Json {
  const value = valueAt(document, path);
  return isRecord(value) ? value : {};
}

/** An empty text where there is none. */
export function textAt(document: unknown, path: Path): string {
  const value = valueAt(document, path);
  return typeof value === "string" ? value : "";
}

export function textsAt(document: unknown, path: Path): readonly string[] {
  return listOf(valueAt(document, path)).filter((value) => typeof value === "string");
}

export function numberAt(document: unknown, path: Path): number | null {
  const value = valueAt(document, path);
  return typeof value === "number" ? value : null;
}

/** The list with one of its entries elsewhere. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list.slice(from, from + 1);
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...item);
}

/** What the server adds to a view, and does not accept. */
const SERVER_MEMBERS = ["id", "revision", "owner", "createdTime", "updatedTime", "updatedBy", "links"];

/** What its author decides of a saved view. */
export function definitionOf(view: Json): Json {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !SERVER_MEMBERS.includes(name)));
}
