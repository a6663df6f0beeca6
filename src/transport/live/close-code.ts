// Why connections of the live edge end, as clients see it. Source: REST contract 15.

export const CloseCode = {
  /** The platform stops. */
  GOING_AWAY: 1001,
  /** Bad credentials. */
  INVALID_PAYLOAD: 1007,
  /** No credentials in time, credentials revoked, a limit reached, or a client that does not read. */
  POLICY_VIOLATION: 1008,
  /** A fault of ours. */
  INTERNAL_ERROR: 1011,
  /** The client has not answered pings. */
  NO_PONG: 4500,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** A close frame has room for this many bytes of text. */
const REASON_BYTES_MAX = 123;

/** The text cut to what fits, between characters. */
export function closeReason(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > REASON_BYTES_MAX) break;
    end += character.length;
  }
  return text.slice(0, end);
}
