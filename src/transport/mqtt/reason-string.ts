// The Reason String of a refusal: what a v5 client gets in words.

const LENGTH_MAX = 512;

/** Undefined when the client does not want it. MQTT text holds neither U+0000 nor halves of surrogate pairs. */
export function reasonString(message: string, isWanted: boolean): string | undefined {
  if (!isWanted || message === "") return undefined;
  return message.slice(0, LENGTH_MAX).toWellFormed().replaceAll("\0", "\ufffd");
}
