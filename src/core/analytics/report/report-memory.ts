// What the reports that run at the same time may hold together as rows, on top of what the engine holds for them: counted while rows
// are made, so that many reports, each of a size that may be, do not take all memory of the platform together.
import { AnalyticsError } from "../analytics-error.ts";

/** A row of a table with its key, its places in maps and some cells; measured on tables of two to five columns. */
export const TABLE_ROW_BYTES = 1024;
/** A row of an answer of the engine, in columns, until the run that asked ends. */
export const ANSWER_ROW_BYTES = 256;

/** What one run holds. */
export interface MemoryShare {
  /** Throws REPORT_TOO_LARGE, or ENGINE_UNAVAILABLE where there would be room but for other reports. */
  take(bytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

export class ReportMemory {
  readonly #bytesMax: number;
  #held = 0;

  /** What the setting REPORT_MEMORY_LIMIT leaves besides the engine. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get held(): number {
    return this.#held;
  }

  share(): MemoryShare {
    let own = 0;
    return {
      take: (bytes) => {
        if (own + bytes > this.#bytesMax) throw tooLarge(this.#bytesMax);
        if (this.#held + bytes > this.#bytesMax) throw noRoom(this.#bytesMax);
        own += bytes;
        this.#held += bytes;
      },
      release: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}

function tooLarge(bytesMax: number): AnalyticsError {
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The report needs more memory for its rows than the ${mebibytes(bytesMax)} MiB that reports may have for them (REPORT_MEMORY_LIMIT); take a larger bucket, a shorter range, or fewer devices.`,
  );
}

function noRoom(bytesMax: number): AnalyticsError {
  return new AnalyticsError(
    "ENGINE_UNAVAILABLE",
    `The reports that run now hold nearly all of the ${mebibytes(bytesMax)} MiB that they may have together for their rows (REPORT_MEMORY_LIMIT); try again when they have ended.`,
  );
}

function mebibytes(bytes: number): string {
  return String(Math.floor(bytes / 1_048_576));
}
