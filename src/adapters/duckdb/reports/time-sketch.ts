// The approximate distribution of stored points over time, in memory: it shows without a query that a report can only
// be small. Made from a sample of the points, and again when there are considerably more.
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlDouble } from "../literals.ts";
import { runsOf } from "./series-runs.ts";

const PARTS = 128;
/** Points read; a table with fewer points counts as one part. */
const SAMPLED_POINTS = 500_000;
/** A sample of some hundred blocks may miss a part of this size. */
const UNSEEN_SHARE = 0.05;
/** A table that has grown by more than this is sampled again. */
const GROWTH_MAX = 0.1;

export class TimeSketch {
  #points = -1;
  #storedThen = 0;
  /** Each pair of neighbouring edges encloses one part of the points; empty for a small table. */
  #edges: readonly number[] = [];

  /**
   * An upper bound for the number of samples in a window. `stored` is the number of points stored since the start.
   * Undefined if nothing is known yet, or no longer.
   */
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
    `SELECT unnest(quantile_disc(ts, [${shares}]))::DOUBLE FROM ${someOf(session, percent)}`,
  );
  return rows.map(([edge]) => Number(edge));
}

function someOf({ isSorted, latest }: ReportSession, percent: number): string {
  if (!isSorted) return `points TABLESAMPLE system(${String(percent)} PERCENT) REPEATABLE (1)`;
  const all = Int32Array.from({ length: latest.seriesMax }, (_none, index) => index + 1);
  return runsOf(all, (all.length * percent) / 100).from;
}
