// The body of an upload as it arrives, of any size: waits for the next bytes within bounds, and holds one chunk.
import type { Readable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";

export interface UploadPace {
  /** How long nothing may arrive. */
  readonly stallMillis: number;
  /** How long the whole may take. */
  readonly millisMax: number;
}

/** How long the rest of a body that is refused is taken in, so that its sender comes to read the answer. */
const LINGER_MILLIS = 2000;

interface UploadTerms {
  /** What is late, in errors. */
  readonly name: string;
  /** Where its bounds stand: `maxSeconds` and `stallSeconds` of this. */
  readonly limits: string;
  /** Left out, nothing but the body ends the reading. */
  readonly signal?: AbortSignal;
}

/** Throws `timeout`, `invalid` for a sender who goes away, and the reason of the signal. Leaves the body to others then. */
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

/** Resolves when there may be more to read, or never will be. Leaves no listener behind, so that others can read on. */
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

function tooSlow(what: string, name: string, millis: number): DomainError {
  const seconds = Math.round(millis / 1000);
  return new DomainError("timeout", `${what} ${String(seconds)} seconds`, {
    limit: { name, value: seconds },
    reason: "slow-request",
  });
}

/** Takes in and forgets what is left of a body, for a while. */
export async function drained(body: Readable, clock: Clock): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = clock.after(LINGER_MILLIS, resolve);
    const end = (): void => {
      timer.cancel();
      resolve();
    };
    body.once("end", end).once("close", end).once("error", end).resume();
  });
}
