// What one series must hold: every point that was acknowledged, perhaps those that were sent last, and nothing else. Values
// follow from device, key and ts, so that each can be checked without having been written down.
import type { Point } from "../support/tenant.ts";

const TWO_POW_32 = 4_294_967_296;

/** Generations of one ts: it may be sent again with another value. */
interface Written {
  /** The last generation sent. */
  sent: number;
  /** The last generation known to be stored; -1 for none. */
  stored: number;
}

export class SeriesLedger {
  readonly device: string;
  readonly key: string;
  /** Points that traffic may still touch, by ts. */
  readonly #open = new Map<number, Written>();
  #sealedBefore = -Infinity;
  #sealedCount = 0;
  #sealedSum = 0;

  constructor(device: string, key: string) {
    this.device = device;
    this.key = key;
  }

  /** Points that are certain to be stored. */
  get storedCount(): number {
    let count = this.#sealedCount;
    for (const { stored } of this.#open.values()) if (stored >= 0) count++;
    return count;
  }

  has(ts: number): boolean {
    return this.#open.has(ts);
  }

  /** Notes that a point is being sent; answers its generation, 0 for the first at this ts. */
  send(ts: number): number {
    const written = this.#open.get(ts);
    if (written === undefined) {
      this.#open.set(ts, { sent: 0, stored: -1 });
      return 0;
    }
    return ++written.sent;
  }

  acknowledge(ts: number, generation: number): void {
    const written = this.#open.get(ts);
    if (written !== undefined && generation > written.stored) written.stored = generation;
  }

  value(ts: number, generation: number): number | string {
    const base = this.#hash(ts);
    return this.key.startsWith("text") ? `${String(base)}:${String(generation)}` : base + generation * TWO_POW_32;
  }

  /**
   * Compares what the server has from `fromTs` on with what it must have. What was in doubt is settled by it: found points
   * must stay, others were never there. Answers a sentence for each contradiction.
   */
  settle(points: readonly Point[], fromTs: number): string[] {
    const problems: string[] = [];
    const found = new Map<number, number>();
    for (const { ts, value } of points) {
      const generation = this.#generationOf(Number(ts), value);
      if (found.has(Number(ts))) problems.push(this.#say(Number(ts), "is stored twice"));
      if (generation === undefined)
        problems.push(this.#say(Number(ts), `has the value ${String(value)}, which was never sent`));
      else found.set(Number(ts), generation);
    }
    for (const [ts, written] of this.#open) {
      if (ts < fromTs) continue;
      const generation = found.get(ts) ?? -1;
      if (generation < written.stored)
        problems.push(
          this.#say(
            ts,
            `was acknowledged in generation ${String(written.stored)}, and the server has ${String(generation)}`,
          ),
        );
      if (generation > written.sent)
        problems.push(this.#say(ts, `has generation ${String(generation)}, which was never sent`));
      if (generation < 0) this.#open.delete(ts);
      else this.#open.set(ts, { sent: generation, stored: generation });
    }
    for (const ts of found.keys()) if (!this.#open.has(ts)) problems.push(this.#say(ts, "was never sent"));
    return problems;
  }

  isStored(ts: number): boolean {
    return (this.#open.get(ts)?.stored ?? -1) >= 0;
  }

  /** Points before `ts` will not be touched any more: from here on a count and a sum stand for them. */
  seal(before: number): void {
    for (const [ts, { stored }] of this.#open) {
      if (ts >= before) continue;
      this.#sealedCount++;
      this.#sealedSum = (this.#sealedSum + this.#summand(ts, stored)) % TWO_POW_32;
      this.#open.delete(ts);
    }
    this.#sealedBefore = Math.max(this.#sealedBefore, before);
  }

  /** Compares all points of the series, in any number of pages, with the sealed ones and those settled since. */
  checkAll(points: readonly Point[]): string[] {
    const sealed = points.filter(({ ts }) => Number(ts) < this.#sealedBefore);
    let sum = 0;
    for (const { ts, value } of sealed)
      sum = (sum + this.#summand(Number(ts), this.#generationOf(Number(ts), value) ?? -1)) % TWO_POW_32;
    const recent = points.filter(({ ts }) => Number(ts) >= this.#sealedBefore);
    const problems = this.settle(recent, this.#sealedBefore);
    if (sealed.length !== this.#sealedCount || sum !== this.#sealedSum)
      problems.push(
        `${this.device}/${this.key}: of the points before ${String(this.#sealedBefore)}, which had been found complete, ` +
          `${String(this.#sealedCount)} must be there with sum ${String(this.#sealedSum)}, and the server has ` +
          `${String(sealed.length)} with sum ${String(sum)}`,
      );
    return problems;
  }

  #generationOf(ts: number, value: unknown): number | undefined {
    for (let generation = 0; generation < 1_000; generation++) {
      const expected = this.value(ts, generation);
      if (value === expected) return generation;
      if (
        typeof expected !== typeof value ||
        (typeof value === "number" && typeof expected === "number" && expected > value)
      )
        return undefined;
    }
    return undefined;
  }

  #summand(ts: number, generation: number): number {
    return (this.#hash(ts) + generation * 2_654_435_761 + (ts % TWO_POW_32)) % TWO_POW_32;
  }

  /** FNV-1a of device, key and ts: 32 bits, not negative. */
  #hash(ts: number): number {
    const text = `${this.device}/${this.key}/${String(ts)}`;
    let value = 0x811c9dc5;
    for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return value >>> 0;
  }

  #say(ts: number, what: string): string {
    return `${this.device}/${this.key}: the point at ${String(ts)} ${what}`;
  }
}
