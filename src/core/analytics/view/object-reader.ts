// Reading one object of a view member by member. A member that does not fit is a problem and counts as left out, so that
// reading goes on; a member that nobody asked for is unknown. Null counts as left out, as clients write unset members.
import { didYouMean } from "../did-you-mean.ts";
import type { ViewCode, ViewProblems } from "./view-problems.ts";
import { quote } from "./view-problems.ts";

export class ObjectReader {
  readonly pointer: string;
  readonly problems: ViewProblems;
  /** Of members that do not fit, unless a call names another. */
  readonly #code: ViewCode;
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #asked = new Set<string>();

  constructor(json: object, pointer: string, problems: ViewProblems, code: ViewCode) {
    this.#members = new Map(Object.entries(json));
    this.pointer = pointer;
    this.problems = problems;
    this.#code = code;
  }

  /** Undefined, and a problem, where `json` is no object. */
  static of(json: unknown, pointer: string, problems: ViewProblems, code: ViewCode): ObjectReader | undefined {
    if (typeof json === "object" && json !== null && !Array.isArray(json))
      return new ObjectReader(json, pointer, problems, code);
    problems.add(pointer, code, `An object is needed here, not ${quote(json)}.`);
    return undefined;
  }

  has(name: string): boolean {
    return !isNothing(this.#members.get(name));
  }

  /** Of all members, in their order. */
  names(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** The member as it is; undefined where it is left out. */
  any(name: string): unknown {
    this.#asked.add(name);
    return this.#members.get(name) ?? undefined;
  }

  text(name: string, lengthMax: number, code = this.#code): string | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    if (typeof json !== "string") return this.#misfit(name, code, `must be a text, not ${quote(json)}`);
    if (!json.isWellFormed()) return this.#misfit(name, code, "must be well-formed Unicode text");
    if (json.length > lengthMax)
      return this.#misfit(
        name,
        code,
        `may have ${String(lengthMax)} characters, got ${String(json.length)}: ${quote(json)}`,
      );
    return json;
  }

  flag(name: string, otherwise: boolean): boolean {
    const json = this.any(name);
    if (json === undefined || typeof json === "boolean") return json ?? otherwise;
    this.#misfit(name, this.#code, `must be true or false, not ${quote(json)}`);
    return otherwise;
  }

  word<const Word extends string>(name: string, words: readonly Word[], code = this.#code): Word | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    const found = words.find((word) => word === json);
    if (found !== undefined) return found;
    const hint = typeof json === "string" ? didYouMean(json, words) : "";
    return this.#misfit(name, code, `must be one of ${words.join(", ")}, not ${quote(json)}`, hint);
  }

  integer(name: string, least: number, most: number, code = this.#code): number | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    // A long integer comes as a bigint, which none of the bounds allows.
    if (typeof json === "number" && Number.isInteger(json) && json >= least && json <= most) return json;
    return this.#misfit(
      name,
      code,
      `must be a whole number from ${String(least)} to ${String(most)}, not ${quote(json)}`,
    );
  }

  object(name: string, code = this.#code): ObjectReader | undefined {
    const json = this.any(name);
    return json === undefined ? undefined : ObjectReader.of(json, this.at(name), this.problems, code);
  }

  /** Undefined where it is left out or no list; at most `countMax` items. */
  list(name: string, countMax: number, code = this.#code): readonly unknown[] | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    if (!Array.isArray(json)) return this.#misfit(name, code, `must be a list, not ${quote(json)}`);
    if (json.length > countMax)
      return this.#misfit(name, code, `may have ${String(countMax)} entries, got ${String(json.length)}`);
    return json as unknown[];
  }

  at(name: string): string {
    return `${this.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }

  problem(name: string, message: string, code = this.#code): void {
    this.problems.add(this.at(name), code, message);
  }

  /** Members that nobody asked for are unknown. `others` are those that other forms of the object have. */
  finish(others: readonly string[] = []): void {
    const known = [...this.#asked];
    for (const name of this.#members.keys()) {
      if (this.#asked.has(name)) continue;
      const hint = this.problems.isFull ? "" : didYouMean(name, known);
      const message = others.includes(name)
        ? `Property "${name}" has no meaning beside the others here.`
        : `Unknown property ${quote(name)}.${hint}`;
      this.problems.add(this.at(name.slice(0, 100)), "UNKNOWN_PROPERTY", message);
    }
  }

  #misfit<Wanted>(name: string, code: ViewCode, message: string, hint = ""): Wanted | undefined {
    this.problems.add(this.at(name), code, `"${name}" ${message}.${hint}`);
    return undefined;
  }
}

export function isNothing(json: unknown): json is null | undefined {
  return json === null || json === undefined;
}
