// Answers that are saved as files.
import type { Clock } from "../../lib/clock.ts";
import { cutOffBy } from "./lasting-calls.ts";
import type { RestReply } from "./route.ts";

/** The value of Content-Disposition: an ASCII name for all clients, and the real name for those that support it. */
export function disposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return ascii === name
    ? `attachment; filename="${ascii}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes of the whole answer. */
  readonly bytes: number;
}

/**
 * Writes the headers of a file that follows as a stream. Cuts off a caller that takes longer than `millisMax` to
 * receive it, or is locked out.
 */
export function sendsAttachment(
  reply: RestReply,
  { fileName, contentType, bytes }: Attachment,
  { clock, millisMax, caller }: { readonly clock: Clock; readonly millisMax: number; readonly caller?: AbortSignal },
): void {
  if (caller !== undefined) cutOffBy(caller, reply);
  const { raw } = reply;
  const deadline = clock.after(millisMax, () => raw.destroy());
  raw.once("close", () => {
    deadline.cancel();
  });
  void reply
    .header("content-type", contentType)
    .header("content-length", String(bytes))
    .header("content-disposition", disposition(fileName));
}
