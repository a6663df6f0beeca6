// A keeper over a history in a folder, whose catalog is in PostgreSQL: following, folds of two sizes, what they leave in the catalog, and
// the merge that makes one file of many. Of several folds the least counts: others only add to it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckdbDatabase } from "../../../src/adapters/duckdb/duckdb-database.ts";
import { latestPoint, LatestPoints } from "../../../src/adapters/duckdb/latest-points.ts";
import { copyLatest, storeLatest } from "../../../src/adapters/duckdb/lake/latest-copy.ts";
import { LakeFrameKind } from "../../../src/adapters/duckdb/lake/lake-changes.ts";
import { openLakeEngine } from "../../../src/adapters/duckdb/lake/lake-engine.ts";
import { LakeKeeper } from "../../../src/adapters/duckdb/lake/lake-keeper.ts";
import { inLake, openLake } from "../../../src/adapters/duckdb/lake/lake-tables.ts";
import { packPoints } from "../../../src/core/telemetry/packed-points.ts";
import { ValueKind } from "../../../src/core/telemetry/telemetry.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { lakeSettings, type StoredPlace } from "../../../test/support/cluster-store.ts";
import { MemoryLog } from "../../../test/support/memory-log.ts";
import { PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { Random } from "../../simulator/random.ts";
import type { UnitCosts } from "../unit-costs.ts";
import { messagesOf } from "./measure-frames.ts";
import { processorMicros } from "./processor-time.ts";

export const FRAME_POINTS = 3_000;
const SMALL_FOLD = 30_000;
const LARGE_FOLD = 300_000;
/** Of each size. */
const FOLDS = 8;
const LATEST_SERIES = 500_000;
const COPIES = 2;
const NEVER = { foldSeconds: 1e6, foldBytes: Infinity, latestPoints: Infinity, keepSeconds: 1e6, mergeFolds: Infinity };
/** A merge may remove what it has merged. */
const EXPIRE_SECONDS = 0;

export interface LakeCosts {
  readonly fold: UnitCosts["fold"];
  /** To follow a point, in frames of `FRAME_POINTS`: to unpack it, and to bring it into memory. */
  readonly followNanosPerPoint: number;
}

const deps = { clock: systemClock, logger: silentLogger };

export async function measureLake(): Promise<LakeCosts> {
  return await withPlace(async (place, catalog) => {
    const log = new MemoryLog();
    const settings = {
      ...lakeSettings(place),
      tail: { bytesMax: Infinity, patienceMillis: 60_000, lookMillis: 1_000 },
    };
    const keeper = new LakeKeeper(
      { log, ...deps },
      { ...settings, keeper: { ...NEVER, restoreSeconds: 3600, expireSeconds: EXPIRE_SECONDS } },
    );
    await keeper.start();
    const random = new Random("lake");
    let at = 0;
    /** A fold of so many points, which the keeper has followed before. */
    const fold = async (points: number): Promise<{ readonly followMicros: number; readonly foldMicros: number }> => {
      for (let written = 0; written < points; written += FRAME_POINTS)
        await log.append(LakeFrameKind.points, [packPoints(messagesOf(random, FRAME_POINTS, at++))]);
      const followMicros = await processorMicros(() => keeper.latest());
      return { followMicros, foldMicros: await processorMicros(() => keeper.fold()) };
    };
    const folds = async (points: number): Promise<{ readonly followMicros: number; readonly foldMicros: number }> => {
      let [followMicros, foldMicros] = [Infinity, Infinity];
      for (let index = 0; index < FOLDS; index++) {
        const one = await fold(points);
        followMicros = Math.min(followMicros, one.followMicros);
        foldMicros = Math.min(foldMicros, one.foldMicros);
      }
      return { followMicros, foldMicros };
    };
    await fold(SMALL_FOLD);
    const before = { rows: await catalog("rows"), millis: await catalog("processor") };
    const small = await folds(SMALL_FOLD);
    const rows = (await catalog("rows")) - before.rows;
    const catalogMillis = ((await catalog("processor")) - before.millis) / FOLDS;
    const large = await folds(LARGE_FOLD);
    const mergeMicros = await processorMicros(() => keeper.merge());
    const bytes = await catalog("bytes");
    await keeper.stop();
    const points = (FOLDS + 1) * SMALL_FOLD + FOLDS * LARGE_FOLD;
    const nanosPerPoint = Math.max(0, (1000 * (large.foldMicros - small.foldMicros)) / (LARGE_FOLD - SMALL_FOLD));
    return {
      followNanosPerPoint: (large.followMicros * 1000) / LARGE_FOLD,
      fold: {
        fixedMillis: catalogMillis + Math.max(0, small.foldMicros / 1000 - (SMALL_FOLD * nanosPerPoint) / 1e6),
        nanosPerPoint,
        bytesPerPoint: bytes / points,
        catalogRows: rows / FOLDS,
        mergeNanosPerPoint: (mergeMicros * 1000) / points,
      },
    };
  });
}

/** Nanoseconds for each series: to bring a copy of the latest points into the history, and to read it. */
export async function measureLatestCopy(): Promise<{ readonly copy: number; readonly restore: number }> {
  return await withPlace(async (place) => {
    const settings = lakeSettings(place);
    const database = new DuckdbDatabase({ ...settings, writeReserveMebibytes: 0, readersMax: 1 }, systemClock);
    await database.openInMemory(() => openLakeEngine(settings, settings.place));
    const { writer } = database;
    await openLake(writer, settings.place, "measured");
    const latest = new LatestPoints();
    for (let series = 1; series <= LATEST_SERIES; series++)
      latest.restore(series, { ts: 1_700_000_000_000 + series, kind: ValueKind.NUMBER, num: series / 100, text: null });
    let [copyMicros, restoreMicros, series] = [Infinity, Infinity, 0];
    for (let round = 0; round < COPIES; round++) {
      const copying = processorMicros(async () => {
        await copyLatest(writer, latest);
        await inLake(writer, () => storeLatest(writer));
      });
      copyMicros = Math.min(copyMicros, await copying);
      const read = new LatestPoints();
      const reading = processorMicros(() =>
        writer.eachRow("SELECT series, ts, kind, num, text FROM lake.latest", ([number, ...point]) =>
          read.restore(Number(number), latestPoint(point)),
        ),
      );
      restoreMicros = Math.min(restoreMicros, await reading);
      series = read.seriesMax;
    }
    await database.close();
    if (series !== LATEST_SERIES) throw new Error("latest points are missing");
    return { copy: (copyMicros * 1000) / LATEST_SERIES, restore: (restoreMicros * 1000) / LATEST_SERIES };
  });
}

/** Rows of all its tables; the bytes of the files of points that are there now; milliseconds of processor time of its server. */
type Catalog = (what: "rows" | "bytes" | "processor") => Promise<number>;

async function withPlace<Result>(use: (place: StoredPlace, catalog: Catalog) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-scale-"));
  const postgres = await PostgresTestServer.start({ isSynced: true });
  const name = "measured";
  const number = async (sql: string): Promise<number> => Number((await postgres.query("postgres", sql))[0]?.["n"]);
  const catalog: Catalog = async (what) => {
    if (what === "processor") return await postgres.processorMillis();
    if (what === "bytes")
      return await number(
        `SELECT sum(file_size_bytes) AS n FROM ${name}.ducklake_data_file file JOIN ${name}.ducklake_table USING (table_id)
         WHERE table_name = 'points' AND file.end_snapshot IS NULL`,
      );
    const tables = await postgres.query("postgres", `SELECT tablename FROM pg_tables WHERE schemaname = '${name}'`);
    let rows = 0;
    for (const { tablename } of tables) rows += await number(`SELECT count(*) AS n FROM ${name}.${String(tablename)}`);
    return rows;
  };
  try {
    return await use({ postgres, folder, name }, catalog);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
