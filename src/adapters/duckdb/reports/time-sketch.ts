// How the stored points lie in time, roughly and in memory, so that a report that can only be small is known to be without a query.
// Made of a sample of blocks of the table, and made again when the table has grown by a good part.
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlDouble } from "../literals.ts";

const PARTS = 128;
/** Points read; a table of fewer counts as one part. */
const SAMPLED_POINTS = 500_000;
/** A sample of some hundred blocks misses a part of this size now and then. */
const UNSEEN_SHARE = 0.05;
/** A table that has grown by more than this is read again. */
const GROWTH_MAX = 0.1;

export class TimeSketch {
  #points = -1;
  #storedThen = 0;
  /** Between two neighbours lies one part of the points; empty for a small table. */
  #edges: readonly number[] = [];

  /** `stored`: points that have been stored since the start. Undefined where nothing is known yet, or no longer. */
  mostSamples({ startTs, endTs }: TimeWindow, stored: number): number | undefined {
    if (this.#isOutdated(stored)) return undefined;
    const since = stored - this.#storedThen;
    if (this.#edges.length === 0) return this.#points + since;
    let parts = 0;
    for (let part = 0; part < this.#edges.length - 1; part++)
      if ((this.#edges[part] ?? 0) < endTs && (this.#edges[part + 1] ?? 0) >= startTs) parts++;
    const share = Math.min(1, parts / (this.#edges.length - 1) + UNSEEN_SHARE);
    return Math.ceil(this.#points * share) + since;
  }

  async refresh(session: ReportSession, stored: number): Promise<void> {
    if (!this.#isOutdated(stored)) return;
    const points = await session.number("SELECT count(*) FROM points");
    const edges = points <= SAMPLED_POINTS ? [] : await edgesOf(session, (100 * SAMPLED_POINTS) / points);
    this.#points = points;
    this.#storedThen = stored;
    this.#edges = edges;
  }

  #isOutdated(stored: number): boolean {
    return this.#points < 0 || stored - this.#storedThen > Math.max(SAMPLED_POINTS, this.#points * GROWTH_MAX);
  }
}

async function edgesOf(session: ReportSession, percent: number): Promise<readonly number[]> {
  const shares = Array.from({ length: PARTS + 1 }, (_none, index) => sqlDouble(index / PARTS)).join(", ");
  const rows = await session.rows(
    `SELECT unnest(quantile_disc(ts, [${shares}]))::DOUBLE FROM points TABLESAMPLE system(${String(percent)} PERCENT) REPEATABLE (1)`,
  );
  return rows.map(([edge]) => Number(edge));
}
