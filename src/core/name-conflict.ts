// What happens if the name of a new entity is taken: it is refused, or made unique by a suffix. Source: REST contract
// 1.4.
import { randomInt } from "node:crypto";
import { parseLabel, TEXT_LENGTH_MAX } from "./entity-text.ts";
import { invalid, wrong } from "./errors.ts";

/** Plain data, so that it can be passed to the store that checks the name. */
export type NameConflict =
  | { readonly policy: "fail" }
  | { readonly policy: "uniquify"; readonly separator: string; readonly strategy: "random" | "incremental" };

export const FAIL_ON_CONFLICT: NameConflict = { policy: "fail" };

const RANDOM_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const RANDOM_LENGTH = 6;

/** Suffixes to try before the name is refused; a thousand copies of one name are a mistake. */
export const UNIQUIFY_ATTEMPTS_MAX = 1_000;

/**
 * `name` itself if it is free, otherwise the first free one with a suffix. Throws `invalid` if the policy is to fail,
 * if all attempts are taken, or if the suffix would make the name invalid: too long, or HTML together with the
 * separator.
 */
export async function freeName(
  name: string,
  field: string,
  conflict: NameConflict,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  if (!(await isTaken(name))) return name;
  if (conflict.policy === "fail") throw wrong("taken", { field, found: name.slice(0, 64) });
  for (let attempt = 1; attempt <= UNIQUIFY_ATTEMPTS_MAX; attempt++) {
    const suffix = conflict.strategy === "incremental" ? String(attempt) : randomSuffix();
    const candidate = `${name}${conflict.separator}${suffix}`;
    if (candidate.length > TEXT_LENGTH_MAX)
      throw invalid(
        `${field} with the suffix that makes it unique may have ${String(TEXT_LENGTH_MAX)} characters, got ${String(candidate.length)}`,
      );
    parseLabel(candidate, field);
    if (!(await isTaken(candidate))) return candidate;
  }
  throw invalid(
    `${field} "${name.slice(0, 64)}" is taken already, and so are ${String(UNIQUIFY_ATTEMPTS_MAX)} names with a suffix`,
  );
}

function randomSuffix(): string {
  let suffix = "";
  for (let length = 0; length < RANDOM_LENGTH; length++)
    suffix += RANDOM_LETTERS.charAt(randomInt(RANDOM_LETTERS.length));
  return suffix;
}
