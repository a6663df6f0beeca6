// Warnings in a successful answer: the header `Warning` with the code 299, one entry each. Source: RFC 7234, section
// 5.5.
import type { RestReply } from "./route.ts";

export const WARNING_HEADER = {
  Warning: 'What of it is kept and has no effect: entries of the form `299 - "text"`, with commas between them.',
};

/** Most characters of an entry, and most entries, because headers must stay small. */
const TEXT_LENGTH_MAX = 300;
const ENTRIES_MAX = 10;

export function warn(reply: RestReply, warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  const entries = warnings.slice(0, ENTRIES_MAX).map((text) => `299 - "${quoted(text)}"`);
  reply.header("warning", entries.join(", "));
}

/** A header may contain only visible ASCII. */
function quoted(text: string): string {
  const cut = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}...` : text;
  return cut.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&");
}
