// While a backup copies the telemetry file, no checkpoint may change it. A hold ends by itself when it lasts too long or
// the log has grown too much, and the backup fails.
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { MEBIBYTE } from "../../lib/units.ts";

export interface Hold {
  readonly until: number;
  /** The reason if it ended before its release. */
  ended: string | undefined;
}

export interface CheckpointHoldsDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Bytes of the log that the file does not have yet, and how many a hold allows. */
  readonly logBytes: () => number;
  readonly logBytesMax: number;
}

export class CheckpointHolds {
  readonly #deps: CheckpointHoldsDeps;
  #hold: Hold | undefined;

  constructor(deps: CheckpointHoldsDeps) {
    this.#deps = deps;
  }

  /** Reading it also ends a hold that has reached its limits. */
  get isHeld(): boolean {
    if (this.#hold === undefined) return false;
    const { clock, logBytes, logBytesMax } = this.#deps;
    const bytes = logBytes();
    if (bytes < logBytesMax && clock.now() < this.#hold.until) return true;
    this.end(
      bytes < logBytesMax
        ? "copying what had changed took too long"
        : `its log had grown by ${String(Math.round(bytes / MEBIBYTE))} MiB`,
    );
    return false;
  }

  /** Throws `conflict` if there is already a hold. */
  requireNone(): void {
    if (this.isHeld) throw new DomainError("conflict", "another backup is reading the telemetry file");
  }

  begin(millisMax: number): Hold {
    const hold: Hold = { until: this.#deps.clock.now() + millisMax, ended: undefined };
    this.#hold = hold;
    return hold;
  }

  end(reason: string): void {
    if (this.#hold === undefined) return;
    this.#hold.ended = reason;
    this.#hold = undefined;
    this.#deps.log.warn("checkpoints are no longer put off for a backup", { reason });
  }

  /** Throws `unavailable` if the hold had already ended. */
  release(hold: Hold): void {
    if (this.#hold === hold) this.#hold = undefined;
    if (hold.ended !== undefined)
      throw new DomainError(
        "unavailable",
        `the telemetry file could not be kept as it was for the backup: ${hold.ended}`,
      );
  }
}
