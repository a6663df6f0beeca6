// A hint in the error for a payload that is not JSON. Most of them have copied a command into a shell, which
// took the inner quotes away. Source: REST contract 14, "Strict JSON everywhere".

const HINT =
  "names and texts stand in double quotes, which a shell leaves alone in " +
  String.raw`'{"temperature": 25, "mode": "eco"}' or "{\"temperature\": 25, \"mode\": \"eco\"}"`;

/** The message of a JSON error with the quoting that works. */
export function withQuotingHint(message: string): string {
  return `${message}; ${HINT}`;
}
