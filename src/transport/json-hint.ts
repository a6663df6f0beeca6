// A hint for errors about payloads that are not JSON. Most of those come from a command copied into a shell, which
// removed the inner quotes. Source: REST contract 14, "Strict JSON everywhere".

const HINT =
  "names and texts stand in double quotes, which a shell leaves alone in " +
  String.raw`'{"temperature": 25, "mode": "eco"}' or "{\"temperature\": 25, \"mode\": \"eco\"}"`;

/** The message of a JSON error, followed by quoting that works in shells. */
export function withQuotingHint(message: string): string {
  return `${message}; ${HINT}`;
}
