// Payloads as people may see them, in the message log and in kept refusals: the beginning as text, without secrets.
import { SECRET_NAME, withoutSecrets } from "./hidden-secrets.ts";

/** The beginning of a payload. */
export interface Excerpt {
  /** Size of the whole payload. */
  readonly bytes: number;
  readonly beginning: Buffer;
}

/** More of a payload is not kept with a refusal. */
const KEPT_BYTES_MAX = 2_048;

/** A copy, because buffers of payloads are used again. */
export function excerptOf(payload: Uint8Array): Excerpt {
  return { bytes: payload.length, beginning: Buffer.from(payload.subarray(0, KEPT_BYTES_MAX)) };
}

/** A message to such a topic is a secret as a whole. */
const SECRET_TOPIC_END = /\/claim$|^v2\/c$/;
const HIDDEN = "(not shown)";

export interface ShownPayload {
  readonly text: string;
  /** Whether the payload is longer than the text. */
  readonly cut: boolean;
}

export function shownPayload(topic: string, { bytes, beginning }: Excerpt): ShownPayload {
  if (SECRET_TOPIC_END.test(topic)) return { text: HIDDEN, cut: false };
  const cut = bytes > beginning.length;
  // A character split by the cut is left out.
  const text = cut ? beginning.toString().replace(/\uFFFD+$/, "") : beginning.toString();
  return { text: withoutSecrets(text), cut };
}

/** Errors about JSON quote a part of the payload, in which a secret could not be recognised. */
const QUOTED = / has [^]*, near [^]*$|, (?:\.\.\.)?"[^]*"(?:\.\.\.)? is not valid JSON[^]*$/;

/** The words of a refusal. Without an excerpt the payload was not to blame. */
export function shownReason(message: string, topic: string, excerpt: Excerpt | undefined): string {
  return excerpt !== undefined && mayHaveSecrets(topic, excerpt) ? message.replace(QUOTED, "") : message;
}

function mayHaveSecrets(topic: string, { bytes, beginning }: Excerpt): boolean {
  return SECRET_TOPIC_END.test(topic) || bytes > beginning.length || SECRET_NAME.test(beginning.toString());
}
