// The result of an import: complete counts, and as many examples of refused values as requested.

/** What was wrong with a row or value, as a closed set, by which refusals are counted. */
export type RefusalReason = "malformed" | "missing" | "invalid" | "unknown-device" | "forbidden" | "limit";

/** The wrong field of a row; "row" if it is not a single field. */
export type RefusedField = "row" | "device" | "ts" | "key" | "value" | "type";

export interface RefusedValue {
  readonly line: number;
  readonly field: RefusedField;
  readonly reason: RefusalReason;
  readonly message: string;
}

export interface RefusalCount {
  readonly field: RefusedField;
  readonly reason: RefusalReason;
  readonly count: number;
}

export interface ImportReport {
  readonly dryRun: boolean;
  /** Non-empty rows, without the header of a CSV. */
  readonly rows: number;
  /** Points stored and synced or, in a dry run, those that would be. */
  readonly accepted: number;
  /** Refused rows and, in rows with several values, refused values. */
  readonly refused: number;
  /** Times of the oldest and newest accepted point; null if there is none. */
  readonly startTs: number | null;
  readonly endTs: number | null;
  readonly devices: {
    /** Devices with accepted points. */
    readonly written: number;
    readonly created: number;
    readonly unknown: number;
    /** Names of unknown devices, up to the number of requested examples. */
    readonly unknownNames: readonly string[];
  };
  readonly refusals: readonly RefusalCount[];
  /** In line order. */
  readonly examples: readonly RefusedValue[];
}

export class ImportTally {
  rows = 0;
  accepted = 0;
  refused = 0;
  startTs = Infinity;
  endTs = -Infinity;
  created = 0;
  readonly #examplesMax: number;
  readonly #counts = new Map<string, { field: RefusedField; reason: RefusalReason; count: number }>();
  readonly #examples: RefusedValue[] = [];

  constructor(examplesMax: number) {
    this.#examplesMax = examplesMax;
  }

  accept(ts: number): void {
    this.accepted++;
    if (ts < this.startTs) this.startTs = ts;
    if (ts > this.endTs) this.endTs = ts;
  }

  refuse(line: number, field: RefusedField, reason: RefusalReason, message: string): void {
    this.refused++;
    const id = `${field} ${reason}`;
    const known = this.#counts.get(id);
    if (known === undefined) this.#counts.set(id, { field, reason, count: 1 });
    else known.count++;
    this.#exemplify({ line, field, reason, message });
  }

  /** Keeps the examples with the lowest line numbers: an unknown device is noticed later than a bad value after it. */
  #exemplify(example: RefusedValue): void {
    const examples = this.#examples;
    const isBehind = (examples.at(-1)?.line ?? -1) <= example.line;
    if (examples.length >= this.#examplesMax) {
      if (isBehind || this.#examplesMax === 0) return;
      examples.pop();
    }
    const at = isBehind ? -1 : examples.findIndex(({ line }) => line > example.line);
    if (at < 0) examples.push(example);
    else examples.splice(at, 0, example);
  }

  report(dryRun: boolean, written: number, unknown: ReadonlySet<string>): ImportReport {
    const { rows, accepted, refused, created } = this;
    return {
      dryRun,
      rows,
      accepted,
      refused,
      startTs: accepted === 0 ? null : this.startTs,
      endTs: accepted === 0 ? null : this.endTs,
      devices: {
        written,
        created,
        unknown: unknown.size,
        unknownNames: [...unknown].slice(0, this.#examplesMax),
      },
      refusals: [...this.#counts.values()],
      examples: this.#examples,
    };
  }
}
