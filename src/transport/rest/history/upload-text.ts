// The body of an upload as text in pieces of whole lines. It waits for the next bytes within bounds, and never
// holds more than one line and one chunk.
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";

export interface UploadOptions {
  /** Bytes of one line; a longer one is `too-large`. */
  readonly lineBytesMax: number;
  /** How long nothing may arrive. */
  readonly stallMillis: number;
  /** How long the whole may take. */
  readonly millisMax: number;
}

const NEWLINE = 10;
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Pieces that end with the end of a line, but for the last. Throws `timeout`, `too-large`, or `invalid` for no UTF-8 and for a
 * sender who goes away.
 */
export async function* uploadText(
  body: Readable,
  options: UploadOptions,
  clock: Clock,
): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  let isFirst = true;
  for await (const chunk of timely(body, options, clock)) {
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

/** Takes in and forgets what is left of a body, for a while. */
export async function drained(body: Readable, millis: number, clock: Clock): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = clock.after(millis, resolve);
    const end = (): void => {
      timer.cancel();
      resolve();
    };
    body.once("end", end).once("close", end).once("error", end).resume();
  });
}

/** Also for readers who put lines together. */
export function tooLong(line: number, lineBytesMax: number, why = ""): DomainError {
  return new DomainError("too-large", `line ${String(line)} is longer than ${String(lineBytesMax)} bytes${why}`, {
    limit: { name: "history.import.lineBytesMax", value: lineBytesMax },
  });
}

async function* timely(body: Readable, options: UploadOptions, clock: Clock): AsyncGenerator<Buffer, void, undefined> {
  const { millisMax, stallMillis } = options;
  const whole = new Deadline(clock, millisMax, () => late("history.import.maxSeconds", "took longer than", millisMax));
  try {
    for (;;) {
      const chunk: unknown = body.read();
      if (Buffer.isBuffer(chunk)) yield chunk;
      else if (body.readableEnded) return;
      else if (body.destroyed) throw brokenOff(body.errored);
      else {
        const stall = new Deadline(clock, stallMillis, () =>
          late("history.import.stallSeconds", "sent nothing for", stallMillis),
        );
        try {
          await changeOf(body, [stall.passed, whole.passed]);
        } finally {
          stall.cancel();
        }
      }
    }
  } finally {
    whole.cancel();
  }
}

const CHANGES = ["readable", "end", "error", "close"] as const;

/** Resolves when there may be more to read, or never will be. Leaves no listener behind, so that others can read on. */
async function changeOf(body: Readable, deadlines: readonly Promise<never>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of CHANGES) body.once(event, resolve);
  try {
    await Promise.race([promise, ...deadlines]);
  } finally {
    for (const event of CHANGES) body.off(event, resolve);
  }
}

/** A promise that rejects when its time has come. */
class Deadline {
  readonly passed: Promise<never>;
  readonly cancel: () => void;

  constructor(clock: Clock, millis: number, error: () => DomainError) {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = clock.after(millis, () => {
      reject(error());
    });
    // Nothing may be waiting for it when it rejects.
    promise.catch(() => undefined);
    this.passed = promise;
    this.cancel = () => {
      timer.cancel();
    };
  }
}

/** The caller has gone and reads no answer, but the log and the audit log are read. */
function brokenOff(cause: unknown): DomainError {
  return new DomainError("invalid", "the upload was broken off before its end", { cause });
}

function late(name: string, what: string, millis: number): DomainError {
  const seconds = Math.round(millis / 1000);
  return new DomainError("timeout", `the import ${what} ${String(seconds)} seconds`, {
    limit: { name, value: seconds },
    reason: "slow-request",
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
