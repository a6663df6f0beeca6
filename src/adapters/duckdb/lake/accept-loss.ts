// Makes a lake and a log fit together again of which one has lost changes, as after a restore of an old copy or a loss of
// disks. What is lost stays lost, and the latest points are recomputed.
import { DomainError } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { sqlInteger } from "../literals.ts";
import type { EngineLimits } from "../open-engine.ts";
import { openLakeEngine, type LakePlace } from "./lake-engine.ts";
import { hasLake, inLake, readState, writeState, type LakeState } from "./lake-tables.ts";

/** What a log has now. */
export interface LogEnds {
  readonly id: string;
  /** The first frame; one more than `last` if there is none. */
  readonly first: number;
  readonly last: number;
}

export interface AcceptedLoss {
  /** Changes between the lake and the log that are in neither; null if that is not known, as the log lost its end. */
  readonly changes: number | null;
  /** The time of the newest point of the lake; null if it has none. */
  readonly newestTs: number | null;
}

export interface AcceptLossOptions extends EngineLimits {
  readonly place: LakePlace;
  /** Of the database, whose lake it must be. */
  readonly installation: string;
}

export interface AcceptLossDeps {
  readonly clock: Clock;
  /** Asked when the lake is known to be the right one. */
  readonly log: () => Promise<LogEnds>;
  /** Throws if a node may have started meanwhile. */
  readonly requireLocks: () => void;
}

/**
 * Undefined if they fit already. Throws `conflict` if there is no lake, and `unavailable` if files of it are missing. No node
 * may run.
 */
export async function acceptLoss(
  options: AcceptLossOptions,
  { clock, log: endsOf, requireLocks }: AcceptLossDeps,
): Promise<AcceptedLoss | undefined> {
  const database = new DuckdbDatabase({ ...options, writeReserveMebibytes: 0, readersMax: 1 }, clock);
  await database.openInMemory(() => openLakeEngine(options, options.place));
  try {
    const { writer } = database;
    if (!(await hasLake(writer)))
      throw new DomainError("conflict", "there is no history in CLUSTER_FILES: start a node, which creates it");
    return await inLake(writer, async () => {
      const state = await readState(writer);
      const { installation = options.installation } = state.mark ?? {};
      if (installation !== options.installation)
        throw new DomainError(
          "conflict",
          `the history in CLUSTER_FILES belongs to the installation ${installation}, the database at CLUSTER_POSTGRES_URL to ${options.installation}`,
        );
      const log = await endsOf();
      const position = positionFor(state, log);
      if (position === undefined) return undefined;
      await makeLatest(writer, clock.now());
      requireLocks();
      await writeState(writer, { ...state, log: log.id, position, latest: position });
      const [row] = await writer.query("SELECT max(ts) FROM lake.points");
      const newest = row?.[0] ?? null;
      return {
        changes: state.log === log.id && state.position <= log.last ? position - state.position : null,
        newestTs: newest === null ? null : Number(newest),
      };
    });
  } finally {
    await database.close();
  }
}

/** The position behind which the lake takes everything that the log still has; undefined if the two fit. */
function positionFor({ log, position, latest }: LakeState, { id, first, last }: LogEnds): number | undefined {
  if (log !== id) return first - 1;
  if (first <= latest + 1 && position <= last) return undefined;
  return Math.min(Math.max(position, first - 1), last);
}

/** The latest points are the newest ones that are stored and have not outlived their time. */
async function makeLatest(writer: DuckdbSession, now: number): Promise<void> {
  await writer.run("DELETE FROM lake.latest");
  await writer.run(
    `INSERT INTO lake.latest SELECT series, ts, point.kind, point.num, point.text FROM (
       SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text}, ts) AS point FROM lake.points
       ANTI JOIN (SELECT series, ts FROM lake.expiry WHERE expires_at <= ${sqlInteger(now)}) outlived USING (series, ts)
       GROUP BY series) ORDER BY series`,
  );
}
