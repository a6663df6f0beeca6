// Words for the kinds of refusals that the platform counts.
import { words } from "../words/words.ts";

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(words.components.refusals.reasons));

export const REFUSAL_REASONS: readonly string[] = [...WORDS.keys()];

export function refusalInWords(reason: string): string {
  return WORDS.get(reason) ?? reason;
}
