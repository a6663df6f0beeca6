// Words for the kinds of refusals that the platform counts.

const WORDS: ReadonlyMap<string, string> = new Map([
  ["invalid", "malformed messages"],
  ["unsupported", "unknown topics"],
  ["rate-limited", "limits reached"],
  ["limit-exceeded", "too many devices"],
  ["too-large", "messages that are too large"],
  ["forbidden", "actions that are not allowed"],
  ["unauthenticated", "wrong credentials"],
  ["not-found", "things that do not exist"],
  ["conflict", "conflicts with existing data"],
  ["timeout", "late answers"],
  ["unavailable", "storage that was not ready"],
]);

export const REFUSAL_REASONS: readonly string[] = [...WORDS.keys()];

export function refusalInWords(reason: string): string {
  return WORDS.get(reason) ?? reason;
}
