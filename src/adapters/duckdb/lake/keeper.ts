// Brings the log into the lake: a stretch of it becomes sorted files and a new position, in one transaction of the lake.
// Any number of keepers may run. A transaction that finds another commit since it began fails, as both would create the
// snapshot with the next number, so each change gets into the lake once.
import type { DuckDBValue } from "@duckdb/node-api";
import type { BoundedLog } from "../../../core/telemetry/change-log.ts";
import type { Clock, Timer } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { SECOND_MILLIS } from "../../../lib/units.ts";
import type { DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { sqlInteger } from "../literals.ts";
import { inLake, readState, writeState, type LakeState } from "./lake-tables.ts";
import { copyLatest, storeLatest } from "./latest-copy.ts";
import type { Tail, TailMoment } from "./tail.ts";

export interface KeeperOptions {
  /** A fold is due after this time, or when the tail has so many bytes. */
  readonly foldSeconds: number;
  readonly foldBytes: number;
  /** The lake gets a copy of the latest points after so many points, or four times as many as there are series. */
  readonly latestPoints: number;
  /** Frames stay in the log for this long after the lake has them, so that a restored catalog finds them; less if it gets full. */
  readonly keepSeconds: number;
  /** Files are merged after so many folds. */
  readonly mergeFolds: number;
  /** States of the lake are forgotten after this time; a report may still read one. */
  readonly expireSeconds: number;
  /** Files that no state needs any more are removed after this time, as a copy of the catalog names them; never before states are forgotten. */
  readonly restoreSeconds: number;
}

export interface KeeperDeps {
  readonly database: DuckdbDatabase;
  readonly tail: Tail;
  readonly log: BoundedLog;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after each fold, also if another keeper was faster. */
  readonly folded?: (() => void) | undefined;
}

/** How often it is looked whether a fold is due. */
const LOOK_MILLIS = 200;
/** A log that is fuller keeps nothing that the lake has: its room is for what the lake lacks. */
const FULLNESS_MAX = 0.5;
/** After a merge of so few files no fold is made: its file would be one more to merge, without an end. */
const FILES_FEW = 2;

export class Keeper {
  readonly #deps: KeeperDeps;
  readonly #options: KeeperOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #foldedAt: number;
  #foldsSinceMerge = 0;
  #isStopping = false;
  #pointsSinceLatest = 0;
  /** Positions up to which the log is not needed, and since when. */
  #trimmable: { readonly position: number; readonly at: number }[] = [];

  constructor(deps: KeeperDeps, options: KeeperOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#foldedAt = deps.clock.now();
  }

  start(): void {
    this.#timer = this.#deps.clock.every(LOOK_MILLIS, () => {
      this.#running ??= this.#foldIfDue().finally(() => (this.#running = undefined));
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#timer?.cancel();
    await this.#running;
  }

  async #foldIfDue(): Promise<void> {
    const { clock, tail, logger } = this.#deps;
    const isOld = clock.now() >= this.#foldedAt + this.#options.foldSeconds * SECOND_MILLIS;
    if (!isOld && tail.bytes < this.#options.foldBytes) return;
    try {
      await this.fold();
      this.#deps.folded?.();
      if (++this.#foldsSinceMerge >= this.#options.mergeFolds) await this.merge();
    } catch (error) {
      // Another keeper may have been faster.
      logger.warn("telemetry not folded into the lake", { error });
    }
    this.#foldedAt = clock.now();
  }

  /** Brings everything received into the lake; returns the position that it then has. */
  async fold(): Promise<number> {
    const { tail, log, clock } = this.#deps;
    const folded = await tail.between(async (moment) => {
      const state = await this.#foldMoment(moment);
      await tail.letGo(state.position, moment.dropped);
      return state;
    });
    const at = clock.now();
    if (this.#trimmable.at(-1)?.position !== folded.latest) this.#trimmable.push({ position: folded.latest, at });
    const keptSince = at - this.#options.keepSeconds * SECOND_MILLIS;
    const isCrowded = (await log.fullness()) > FULLNESS_MAX;
    const done = this.#trimmable.filter((trimmable) => isCrowded || trimmable.at <= keptSince).at(-1);
    if (done !== undefined) {
      await log.trim(done.position);
      this.#trimmable = this.#trimmable.filter(({ position }) => position > done.position);
    }
    return folded.position;
  }

  async #foldMoment(moment: TailMoment): Promise<LakeState> {
    const { writer } = this.#deps.database;
    const before = await readState(writer);
    if (before.position >= moment.position) return before;
    const points = this.#pointsSinceLatest + moment.points;
    const isLatestDue =
      moment.rewritten > before.latest || points >= Math.max(this.#options.latestPoints, 4 * moment.latest.seriesMax);
    if (isLatestDue) await copyLatest(writer, moment.latest);
    const state = await inLake(writer, async () => {
      const now = await readState(writer);
      if (now.position >= moment.position || now.position < moment.dropped) return now;
      const next = {
        log: now.log,
        position: moment.position,
        latest: isLatestDue ? moment.position : now.latest,
        mark: moment.mark,
      };
      await foldRows(writer, now.position, moment.position);
      if (isLatestDue) await storeLatest(writer);
      await writeState(writer, next);
      return next;
    });
    this.#pointsSinceLatest = state.latest === moment.position ? 0 : points;
    return state;
  }

  /**
   * Makes large files of small ones, sorted again, and removes those that nobody needs. One file at a time, and a fold after each that
   * took many: while files are merged, nothing comes into the lake.
   */
  async merge(): Promise<void> {
    this.#foldsSinceMerge = 0;
    const { expireSeconds, restoreSeconds } = this.#options;
    await this.#maintain(`ducklake_expire_snapshots('lake', older_than => ${ago(expireSeconds)})`);
    for (let files = Infinity; files > 0 && !this.#isStopping;) {
      const merged = await this.#maintain("ducklake_merge_adjacent_files('lake', max_compacted_files => 1)");
      files = merged.reduce((most, [, , processed]) => Math.max(most, Number(processed)), 0);
      if (files > FILES_FEW) await this.fold();
    }
    const unneeded = ago(Math.max(expireSeconds, restoreSeconds));
    await this.#maintain(`ducklake_cleanup_old_files('lake', older_than => ${unneeded})`);
  }

  async #maintain(call: string): Promise<readonly (readonly DuckDBValue[])[]> {
    return await this.#deps.tail.between(() => this.#deps.database.writer.query(`CALL ${call}`));
  }
}

function ago(seconds: number): string {
  return `now() - INTERVAL '${String(seconds)} seconds'`;
}

/** Changes of the tail behind `from`, which is the position of the lake, up to `to`, which is that of the tail. */
async function foldRows(writer: DuckdbSession, from: number, to: number): Promise<void> {
  const stretch = `position > ${sqlInteger(from)} AND position <= ${sqlInteger(to)}`;
  const [hidden] = await writer.query(
    `SELECT count(*), min(series), max(series), min(ts), max(ts) FROM telemetry.hidden WHERE ${stretch}`,
  );
  const [count, ...bounds] = (hidden ?? []).map(String);
  const [leastSeries = "", greatestSeries = "", leastTs = "", greatestTs = ""] = bounds;
  const [removed] = await writer.query(`SELECT count(*) FROM telemetry.removed WHERE ${stretch}`);
  for (const table of ["points", "expiry"]) {
    // The bounds let the engine skip files without reading them.
    if (Number(count) > 0)
      await writer.run(
        `DELETE FROM lake.${table} USING (SELECT DISTINCT series, ts FROM telemetry.hidden WHERE ${stretch}) hidden
         WHERE ${table}.series = hidden.series AND ${table}.ts = hidden.ts
           AND ${table}.series BETWEEN ${leastSeries} AND ${greatestSeries} AND ${table}.ts BETWEEN ${leastTs} AND ${greatestTs}`,
      );
    if (Number(removed?.[0] ?? 0) > 0)
      await writer.run(
        `DELETE FROM lake.${table} WHERE EXISTS (SELECT 1 FROM telemetry.removed WHERE ${stretch} AND removed.series = ${table}.series
           AND ${table}.ts >= removed.from_ts AND ${table}.ts < removed.to_ts)`,
      );
  }
  await writer.run(
    `INSERT INTO lake.points SELECT series, ts, kind, num, text FROM telemetry.tail WHERE ${stretch} ORDER BY series, ts`,
  );
  await writer.run(`INSERT INTO lake.expiry SELECT series, ts, expires_at FROM telemetry.tail_expiry WHERE ${stretch}`);
}
