// Words for the kinds of refusals that the platform counts.
import { withCapital } from "../words/format.ts";
import { words } from "../words/words.ts";

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(words.components.refusals.reasons));

export const REFUSAL_REASONS: readonly string[] = [...WORDS.keys()];

/** Within a sentence. */
export function refusalInWords(reason: string): string {
  return WORDS.get(reason) ?? reason;
}

export function refusalLabel(reason: string): string {
  return withCapital(refusalInWords(reason));
}
