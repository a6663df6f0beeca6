// The clock of one time zone as stretches of constant offset: the wall time of an instant, and the first instant of a
// wall time. All calendar arithmetic of reports uses these numbers. Source: analytics contract 3.2, 3.3.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { ZoneOffsets } from "../report/report-engine.ts";

/** The rules of a zone: its offset from UTC, and when it changes. Instants are milliseconds since the epoch. */
export interface ZoneRules {
  /** IANA name in its usual spelling. */
  readonly id: string;
  offsetAt(ts: number): number;
  /** The first instant after `ts` at which the offset changes; null if it never does. */
  nextChange(ts: number): number | null;
}

/** The offset is `offsetMillis` from `fromTs` (inclusive) to `toTs` (exclusive). */
export interface Stretch {
  readonly fromTs: number;
  readonly toTs: number;
  readonly offsetMillis: number;
}

const DAY = 86_400_000;
/** Larger than any offset and any change of offset. */
const OFFSET_SPAN = 2 * DAY;
/** Extra time looked up on both sides, so that nearby queries are answered without another lookup. */
const MARGIN = 400 * DAY;

export class Zone {
  readonly id: string;
  readonly #rules: ZoneRules;
  /** Stretch i lasts from `#starts[i]` to the next start, the last one to `#knownTo`. */
  #starts: number[] = [];
  #offsets: number[] = [];
  #knownTo = 0;

  constructor(rules: ZoneRules) {
    this.id = rules.id;
    this.#rules = rules;
  }

  /** Milliseconds to add to an instant to get the wall time. */
  offsetAt(ts: number): number {
    this.#know(ts, ts);
    return this.#offset(this.#indexAt(ts));
  }

  /** The wall time of an instant, as if it were UTC. */
  toLocal(ts: number): number {
    return ts + this.offsetAt(ts);
  }

  /** The first instant with this wall time; for a wall time that the clock skips, the instant of the skip. */
  instantOf(local: number): number {
    const earliest = local - OFFSET_SPAN;
    this.#know(earliest, local + OFFSET_SPAN);
    let index = this.#indexAt(earliest);
    while (local >= this.#end(index) + this.#offset(index)) index++;
    return Math.max(local - this.#offset(index), this.#start(index));
  }

  /** All instants with this wall time: none if the clock skips it, two if the clock repeats it. */
  instantsOf(local: number): readonly number[] {
    const around = { startTs: local - OFFSET_SPAN, endTs: local + OFFSET_SPAN };
    return this.stretches(around).flatMap(({ fromTs, toTs, offsetMillis }) => {
      const ts = local - offsetMillis;
      return ts >= fromTs && ts < toTs ? [ts] : [];
    });
  }

  /** The stretches that the window touches. The first and last extend beyond the window as far as is known. */
  stretches(window: TimeWindow): readonly Stretch[] {
    this.#know(window.startTs, window.endTs);
    const found: Stretch[] = [];
    for (let index = this.#indexAt(window.startTs); index < this.#starts.length; index++) {
      if (index > 0 && this.#start(index) >= window.endTs) break;
      found.push({ fromTs: this.#start(index), toTs: this.#end(index), offsetMillis: this.#offset(index) });
    }
    return found;
  }

  /** The stretches that the window touches, in the form that the engine uses. */
  offsets(window: TimeWindow): ZoneOffsets {
    const stretches = this.stretches(window);
    return {
      fromTs: stretches.map(({ fromTs }) => fromTs),
      offsetMillis: stretches.map(({ offsetMillis }) => offsetMillis),
    };
  }

  #start(index: number): number {
    return this.#starts[index] ?? Infinity;
  }

  #end(index: number): number {
    return this.#starts[index + 1] ?? this.#knownTo;
  }

  #offset(index: number): number {
    return this.#offsets[index] ?? 0;
  }

  /** The stretch that contains an instant; the first one for earlier instants. */
  #indexAt(ts: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#start(middle) <= ts) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #know(fromTs: number, toTs: number): void {
    if (this.#starts.length === 0) {
      this.#starts = [fromTs - MARGIN];
      this.#offsets = [this.#rules.offsetAt(fromTs - MARGIN)];
      this.#knownTo = fromTs - MARGIN;
    }
    if (fromTs < this.#start(0)) this.#knowBefore(fromTs - MARGIN);
    if (toTs >= this.#knownTo) this.#knowAfter(toTs + MARGIN);
  }

  #knowBefore(fromTs: number): void {
    const known = this.#start(0);
    const changes = this.#changes(fromTs, known);
    const starts = [fromTs, ...changes];
    const offsets = starts.map((start) => this.#rules.offsetAt(start));
    // The former first stretch either begins with a change of offset, or continues the last of the new ones.
    const drop = changes.at(-1) === known ? 0 : 1;
    if (drop === 0) {
      starts.pop();
      offsets.pop();
    }
    this.#starts = [...starts, ...this.#starts.slice(drop)];
    this.#offsets = [...offsets, ...this.#offsets.slice(drop)];
  }

  #knowAfter(toTs: number): void {
    for (const change of this.#changes(this.#knownTo, toTs)) {
      this.#starts.push(change);
      this.#offsets.push(this.#rules.offsetAt(change));
    }
    this.#knownTo = toTs;
  }

  /** The changes after `fromTs`, up to and including `toTs`. */
  #changes(fromTs: number, toTs: number): number[] {
    const found: number[] = [];
    let change = this.#rules.nextChange(fromTs);
    while (change !== null && change <= toTs) {
      found.push(change);
      change = this.#rules.nextChange(change);
    }
    return found;
  }
}
