// Words for the kinds of refusals that the platform counts.

const WORDS: ReadonlyMap<string, string> = new Map([
  ["invalid", "malformed messages"],
  ["unauthenticated", "wrong credentials"],
  ["forbidden", "actions that are not allowed"],
  ["not-found", "things that do not exist"],
  ["conflict", "conflicts with existing data"],
  ["too-large", "messages that are too large"],
  ["rate-limited", "limits reached"],
  ["timeout", "late answers"],
  ["unavailable", "storage that was not ready"],
]);

export function refusalInWords(reason: string): string {
  return WORDS.get(reason) ?? reason;
}
