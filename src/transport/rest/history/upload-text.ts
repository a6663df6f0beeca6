// The body of an upload as text, in pieces of whole lines. Holds at most one line and one chunk.
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { uploadBytes, type UploadPace } from "../upload-bytes.ts";

export interface UploadOptions extends UploadPace {
  /** Most bytes of one line; a longer one is `too-large`. */
  readonly lineBytesMax: number;
}

const NEWLINE = 10;
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Every piece ends with a line end, except possibly the last. Throws `timeout`, `too-large`, or `invalid` for bytes
 * that are not UTF-8 and for a sender that disconnects, and the reason of the signal.
 */
export async function* uploadText(
  body: Readable,
  options: UploadOptions & { readonly signal?: AbortSignal },
  clock: Clock,
): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  let isFirst = true;
  for await (const chunk of uploadBytes(body, { ...options, name: "import", limits: "history.import" }, clock)) {
    const end = chunk.lastIndexOf(NEWLINE);
    const whole = end < 0 ? undefined : joined(rest, chunk.subarray(0, end + 1));
    rest = whole === undefined ? joined(rest, chunk) : chunk.subarray(end + 1);
    if (whole !== undefined) {
      const text = decode(whole, lines);
      lines += countLines(whole);
      yield isFirst ? withoutMark(text) : text;
      isFirst = false;
    }
    if (rest.length > options.lineBytesMax) throw tooLong(lines + 1, options.lineBytesMax);
  }
  if (rest.length === 0) return;
  const text = decode(rest, lines);
  yield isFirst ? withoutMark(text) : text;
}

/** Also used by readers that join lines. */
export function tooLong(line: number, lineBytesMax: number, why = ""): DomainError {
  return new DomainError("too-large", `line ${String(line)} is longer than ${String(lineBytesMax)} bytes${why}`, {
    limit: { name: "history.import.lineBytesMax", value: lineBytesMax },
  });
}

function joined(first: Buffer, second: Buffer): Buffer {
  return first.length === 0 ? second : Buffer.concat([first, second]);
}

function decode(bytes: Buffer, linesBefore: number): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\ufffd") || isUtf8(bytes)) return text;
  let line = linesBefore + 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(NEWLINE, start);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) break;
    start = next;
  }
  throw invalid(`line ${String(line)} is not UTF-8`);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
