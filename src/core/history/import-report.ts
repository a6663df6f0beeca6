// What an import found: counts that are always whole, and of what it refused as many examples as were asked for.

/** What was wrong with a row or a value, as a closed set: counts go by it. */
export type RefusalReason = "malformed" | "missing" | "invalid" | "unknown-device" | "forbidden" | "limit";

/** What of a row was wrong; "row" where no single field is. */
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
  /** Rows that held something, the head of a CSV not counted. */
  readonly rows: number;
  /** Points stored and synced, or with a dry run those that would be. */
  readonly accepted: number;
  /** Rows, and values of rows with several, that were not taken. */
  readonly refused: number;
  /** Times of the oldest and of the newest accepted point; null without any. */
  readonly startTs: number | null;
  readonly endTs: number | null;
  readonly devices: {
    /** Devices that points were accepted for. */
    readonly written: number;
    readonly created: number;
    readonly unknown: number;
    /** Names of unknown devices, as many as examples were asked for. */
    readonly unknownNames: readonly string[];
  };
  readonly refusals: readonly RefusalCount[];
  /** In the order of their lines. */
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

  /** Keeps the first of them by their lines: an unknown device is noticed later than a bad value behind it. */
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
