// What the series of one device must hold: every point that was acknowledged, perhaps those that were sent since, each once, and
// nothing else. Points are numbered without gaps, and each has its number as its value, so that none need be written down.
import type { Point } from "../support/tenant.ts";

/** The number of the first point is 0, its time this one. */
const FIRST_TS = Date.UTC(2026, 0, 1);
const SHOWN_MAX = 5;

export interface NumberedPoint {
  readonly ts: number;
  readonly values: { readonly n: number };
}

export class PointLedger {
  readonly device: string;
  #sent = 0;
  #acknowledged = 0;

  constructor(device: string) {
    this.device = device;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The points after those that were acknowledged: until they are, the same again each time. */
  send(count: number): readonly NumberedPoint[] {
    this.#sent = Math.max(this.#sent, this.#acknowledged + count);
    return Array.from({ length: count }, (_, index) => {
      const n = this.#acknowledged + index;
      return { ts: FIRST_TS + n, values: { n } };
    });
  }

  /** All that were sent. */
  acknowledge(): void {
    this.#acknowledged = this.#sent;
  }

  /** A sentence for each contradiction in what `read` gives from a time on, up to a most number of points. */
  async compare(
    read: (fromTs: number, count: number) => Promise<readonly Point[]>,
    pageMax: number,
  ): Promise<string[]> {
    const due = this.#acknowledged;
    const wrong: string[] = [];
    for (let next = 0; ;) {
      const page = await read(FIRST_TS + next, pageMax);
      for (const { ts, value } of page) {
        const n = Number(ts) - FIRST_TS;
        if (n < next) wrong.push(`${String(n)} is there twice`);
        if (n > next && next < due) wrong.push(`${String(next)} to ${String(Math.min(n, due) - 1)} are lost`);
        if (n >= this.#sent) wrong.push(`${String(n)} was never sent`);
        if (value !== n) wrong.push(`${String(n)} has the value ${String(value)}`);
        next = Math.max(next, n + 1);
      }
      if (page.length === pageMax) continue;
      if (next < due) wrong.push(`${String(next)} to ${String(due - 1)} are lost`);
      const shown = wrong.slice(0, SHOWN_MAX).map((what) => `${this.device}: point ${what}`);
      return wrong.length > SHOWN_MAX ? [...shown, `${this.device}: ${String(wrong.length)} in all`] : shown;
    }
  }
}
