// Words for the kinds of refusals that the platform counts.

const WORDS: ReadonlyMap<string, string> = new Map([
  ["invalid", "malformed messages"],
  ["unauthenticated", "wrong credentials"],
  ["forbidden", "what is not allowed"],
  ["not-found", "what does not exist"],
  ["conflict", "conflicts with what is there"],
  ["too-large", "messages that are too large"],
  ["rate-limited", "limits that were reached"],
  ["timeout", "answers that came too late"],
  ["unavailable", "a store that was not ready"],
]);

export function refusalInWords(reason: string): string {
  return WORDS.get(reason) ?? reason;
}
