// Reads the members of a request's body one by one and gathers what is wrong, so that one answer names all of it. Members
// that nobody asked for are refused: a misspelt name must not silently change what is computed. Null counts as left out.
// Source: analytics contract 4.1.
import { AnalyticsError, type AnalyticsProblem } from "../../../core/analytics/analytics-error.ts";
import { didYouMean } from "../../../core/did-you-mean.ts";
import { quote } from "../../../core/schema-reader.ts";
import { nameOf } from "../json-body.ts";

type ProblemCode = AnalyticsProblem["code"];

/** What has been found so far, by all readers of one body. */
type Found = { readonly pointer: string; readonly code: ProblemCode; readonly message: string }[];

const PROBLEMS_MAX = 100;

export class BodyReader {
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #pointer: string;
  readonly #problems: Found;
  readonly #asked = new Set<string>();

  private constructor(members: ReadonlyMap<string, unknown>, pointer: string, problems: Found) {
    this.#members = members;
    this.#pointer = pointer;
    this.#problems = problems;
  }

  /** Throws `BODY_INVALID` for anything but an object. */
  static of(json: unknown): BodyReader {
    const members = membersOf(json);
    if (members === undefined)
      throw new AnalyticsError(
        "BODY_INVALID",
        `the body must be a JSON object, got ${json === undefined ? "nothing" : nameOf(json)}`,
      );
    return new BodyReader(members, "", []);
  }

  /** As it is; undefined where it is left out. */
  any(name: string): unknown {
    this.#asked.add(name);
    return this.#members.get(name) ?? undefined;
  }

  /** As `any`, where an empty text counts as left out, too. */
  unlessBlank(name: string): unknown {
    const json = this.any(name);
    return json === "" ? undefined : json;
  }

  text(name: string, code: ProblemCode): string | undefined {
    const json = this.unlessBlank(name);
    if (json === undefined || typeof json === "string") return json;
    return this.#misfit(name, code, `"${name}" must be a text, got ${quote(json)}`);
  }

  integer(name: string, least: number, most: number, code: ProblemCode): number | undefined {
    const json = this.unlessBlank(name);
    if (json === undefined) return undefined;
    if (typeof json === "number" && Number.isInteger(json) && json >= least && json <= most) return json;
    const found = typeof json === "string" ? `the text ${quote(json)}` : quote(json);
    return this.#misfit(
      name,
      code,
      `"${name}" must be an integer from ${String(least)} to ${String(most)}, got ${found}`,
    );
  }

  word<const Word extends string>(name: string, words: readonly Word[], code: ProblemCode): Word | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    const found = words.find((word) => word === json);
    if (found !== undefined) return found;
    return this.#misfit(name, code, `"${name}" must be one of ${words.join(", ")}, got ${quote(json)}`);
  }

  /** The members of an object, by names that users have chosen. */
  members(name: string, code: ProblemCode): ReadonlyMap<string, unknown> | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    return membersOf(json) ?? this.#misfit(name, code, `"${name}" must be an object, got ${quote(json)}`);
  }

  object(name: string, code: ProblemCode): BodyReader | undefined {
    const members = this.members(name, code);
    return members === undefined ? undefined : new BodyReader(members, this.#at(name), this.#problems);
  }

  objects(name: string, countMax: number, code: ProblemCode): readonly BodyReader[] | undefined {
    const json = this.any(name);
    if (json === undefined) return undefined;
    if (!Array.isArray(json)) return this.#misfit(name, code, `"${name}" must be a list, got ${quote(json)}`);
    if (json.length > countMax)
      return this.#misfit(name, code, `"${name}" may have ${String(countMax)} entries, got ${String(json.length)}`);
    const items: readonly unknown[] = json;
    return items.flatMap((item, index) => {
      const members = membersOf(item);
      if (members !== undefined) return [new BodyReader(members, `${this.#at(name)}/${String(index)}`, this.#problems)];
      this.refuse(name, code, `entry ${String(index)} of "${name}" must be an object, got ${quote(item)}`);
      return [];
    });
  }

  /** Takes note of what is wrong with a member. */
  refuse(name: string, code: ProblemCode, message: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ pointer: this.#at(name), code, message });
  }

  /** Takes note of members that nobody asked for; to be called when all have been read. */
  finish(): void {
    const known = [...this.#asked];
    for (const name of this.#members.keys())
      if (!this.#asked.has(name))
        this.refuse(
          name.slice(0, 100),
          "UNKNOWN_PROPERTY",
          `unknown property ${quote(name)}.${didYouMean(name, known)} Known are ${known.join(", ")}`,
        );
  }

  /** Throws what is wrong, if anything: the first problem gives code and message. */
  requireGood(): void {
    const [first] = this.#problems;
    if (first !== undefined) throw new AnalyticsError(first.code, first.message, this.#problems);
  }

  #misfit<Wanted>(name: string, code: ProblemCode, message: string): Wanted | undefined {
    this.refuse(name, code, message);
    return undefined;
  }

  #at(name: string): string {
    return `${this.#pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
}

function membersOf(json: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  return new Map(Object.entries(json));
}
