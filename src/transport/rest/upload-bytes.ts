// The body of an upload as it arrives, of any size: limits the wait for further bytes, and holds one chunk.
import type { Readable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";

export interface UploadPace {
  /** Longest time without new bytes. */
  readonly stallMillis: number;
  /** Longest time for the whole upload. */
  readonly millisMax: number;
}

interface UploadTerms {
  /** Names the upload in errors. */
  readonly name: string;
  /** The settings with its limits: `maxSeconds` and `stallSeconds` below this name. */
  readonly limits: string;
  /** If absent, only the body itself and its limits end the reading. */
  readonly signal?: AbortSignal;
}

/**
 * Throws `timeout`, `invalid` if the sender disconnects, and the reason of the signal. The body can then be read
 * further by others.
 */
export async function* uploadBytes(
  body: Readable,
  { name, limits, millisMax, stallMillis, signal }: UploadPace & UploadTerms,
  clock: Clock,
): AsyncGenerator<Buffer, void, undefined> {
  const late = (setting: string, what: string, millis: number): DomainError =>
    tooSlow(`the ${name} ${what}`, `${limits}.${setting}`, millis);
  const whole = new Deadline(clock, millisMax, () => late("maxSeconds", "took longer than", millisMax));
  try {
    for (;;) {
      signal?.throwIfAborted();
      const chunk: unknown = body.read();
      if (Buffer.isBuffer(chunk)) yield chunk;
      else if (body.readableEnded) return;
      else if (body.destroyed) throw brokenOff(body.errored);
      else {
        const stall = new Deadline(clock, stallMillis, () => late("stallSeconds", "sent nothing for", stallMillis));
        try {
          await changeOf(body, [stall.passed, whole.passed], signal);
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

/**
 * Resolves when there may be more to read, or when nothing more will come. Leaves no listeners behind, so that others
 * can read on.
 */
async function changeOf(
  body: Readable,
  deadlines: readonly Promise<never>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of CHANGES) body.once(event, resolve);
  const aborted = (): void => {
    resolve();
  };
  signal?.addEventListener("abort", aborted);
  try {
    await Promise.race([promise, ...deadlines]);
    signal?.throwIfAborted();
  } finally {
    for (const event of CHANGES) body.off(event, resolve);
    signal?.removeEventListener("abort", aborted);
  }
}

/** A promise that rejects when the time has passed. */
class Deadline {
  readonly passed: Promise<never>;
  readonly cancel: () => void;

  constructor(clock: Clock, millis: number, error: () => DomainError) {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = clock.after(millis, () => {
      reject(error());
    });
    // It may reject while nothing is waiting for it.
    promise.catch(() => undefined);
    this.passed = promise;
    this.cancel = () => {
      timer.cancel();
    };
  }
}

/** The caller has disconnected and gets no answer, but the log and the audit log show the error. */
function brokenOff(cause: unknown): DomainError {
  return new DomainError("invalid", "the upload was broken off before its end", { cause });
}

function tooSlow(what: string, name: string, millis: number): DomainError {
  const seconds = Math.round(millis / 1000);
  return new DomainError("timeout", `${what} ${String(seconds)} seconds`, {
    limit: { name, value: seconds },
    reason: "slow-request",
  });
}
