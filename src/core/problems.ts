// The problems of a document sent by a client: all of them, each with its place, a code and a sentence.
import type { ProblemData } from "./problem-words.ts";

export interface Problem<Code extends string> {
  /** JSON pointer into the document; "/" is all of it. */
  readonly pointer: string;
  readonly code: Code;
  readonly message: string;
  /** The same as data; absent for rare problems. */
  readonly problem?: ProblemData;
}

/** Problems listed per document; with more of them, further ones tell nothing new. */
const PROBLEMS_MAX = 100;
export const UNKNOWN_PROPERTY = "UNKNOWN_PROPERTY";
const QUOTED_MAX = 100;

export class Problems<Code extends string> {
  readonly #found: Problem<Code>[] = [];
  readonly #codeOfRest: Code;
  #more = 0;

  /** `codeOfRest` is the code of the entry that counts the problems beyond the limit. */
  constructor(codeOfRest: Code) {
    this.#codeOfRest = codeOfRest;
  }

  add(pointer: string, code: Code, message: string, problem?: ProblemData): void {
    if (this.isFull) this.#more++;
    else this.#found.push({ pointer: pointer || "/", code, message, ...(problem && { problem }) });
  }

  get isFull(): boolean {
    return this.#found.length >= PROBLEMS_MAX;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Whether there is a problem at this place or below it. */
  has(pointer: string): boolean {
    return this.#found.some(({ pointer: each }) => each === pointer || each.startsWith(`${pointer}/`));
  }

  /** In the order found, with unknown members last; the final entry counts the problems not listed. */
  get list(): readonly Problem<Code>[] {
    const isUnknown = ({ code }: Problem<Code>): boolean => code === UNKNOWN_PROPERTY;
    const found = [...this.#found.filter((each) => !isUnknown(each)), ...this.#found.filter(isUnknown)];
    if (this.#more === 0) return found;
    const message = `${String(this.#more)} more problems are not listed.`;
    return [...found, { pointer: "/", code: this.#codeOfRest, message }];
  }
}

/** The name of the member at a JSON pointer, as errors name it: with dots. */
export function fieldOf(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}

/** A value as shown in messages: in quotes, truncated at 100 characters. */
export function quote(json: unknown): string {
  switch (typeof json) {
    case "string":
      return `"${json.length > QUOTED_MAX ? `${json.slice(0, QUOTED_MAX).toWellFormed()}…` : json}"`;
    case "number":
    case "bigint":
    case "boolean":
      return String(json).slice(0, QUOTED_MAX);
    case "undefined":
      return "nothing";
    default:
      return json === null ? "null" : Array.isArray(json) ? "a list" : "an object";
  }
}
