// A keeper and a node over a history in a folder, whose catalog is in PostgreSQL: following, folds of two sizes, what they leave in the
// catalog, a read with many files and with few, and the merge that makes few of many.
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
import { LakeTelemetryStore } from "../../../src/adapters/duckdb/lake/lake-telemetry-store.ts";
import type { SeriesNumber } from "../../../src/core/devices/known-device.ts";
import { packPoints } from "../../../src/core/telemetry/packed-points.ts";
import { ValueKind } from "../../../src/core/telemetry/telemetry.ts";
import { millis, systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { percentile } from "../../../bench/statistics.ts";
import { lakeSettings, type StoredPlace } from "../../../test/support/cluster-store.ts";
import { MemoryLog } from "../../../test/support/memory-log.ts";
import { PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { Random } from "../../simulator/random.ts";
import type { UnitCosts } from "../unit-costs.ts";
import { messagesOf } from "./measure-frames.ts";
import { passedMillis, processorMicros } from "./processor-time.ts";

export const FRAME_POINTS = 3_000;
const SMALL_FOLD = 30_000;
const LARGE_FOLD = 900_000;
const FOLDS = 30;
/** Of the folds between the two. */
const MIDDLE_FOLD = 90_000;
const READS = 15;
const LATEST_SERIES = 500_000;
const NEVER = { foldSeconds: 1e6, foldBytes: Infinity, latestPoints: Infinity, keepSeconds: 1e6, mergeFolds: Infinity };
/** A merge may remove what it has merged. */
const EXPIRE_SECONDS = 0;

export interface LakeCosts extends Pick<UnitCosts, "fold" | "read"> {
  /** Processor time to follow a point, in frames of `FRAME_POINTS`: to unpack it, and to bring it into memory. */
  readonly followNanosPerPoint: number;
}

interface Fold {
  /** On the clock, with what the catalog does. */
  readonly millis: number;
  /** Processor time of the fold, and of following its points before. */
  readonly micros: number;
  readonly followMicros: number;
}

const deps = { clock: systemClock, logger: silentLogger };

export async function measureLake(): Promise<LakeCosts> {
  return await withPlace(async (place, catalogRows) => {
    const log = new MemoryLog();
    const settings = {
      ...lakeSettings(place),
      tail: { bytesMax: Infinity, patienceMillis: 60_000, lookMillis: 1_000 },
    };
    const keeper = new LakeKeeper(
      { log, ...deps },
      { ...settings, keeper: { ...NEVER, expireSeconds: EXPIRE_SECONDS } },
    );
    await keeper.start();
    const node = new LakeTelemetryStore({ log, ...deps }, { ...settings, scratchFolder: join(place.folder, "node") });
    const random = new Random("lake");
    let at = 0;
    /** A fold of so many points, which the keeper has followed before. */
    const fold = async (points: number): Promise<Fold> => {
      for (let written = 0; written < points; written += FRAME_POINTS)
        await log.append(LakeFrameKind.points, [packPoints(messagesOf(random, FRAME_POINTS, at++))]);
      const followMicros = await processorMicros(async () => void (await keeper.latest()));
      let micros = 0;
      const millis = await passedMillis(async () => {
        micros = await processorMicros(async () => void (await keeper.fold()));
      });
      return { followMicros, millis, micros };
    };
    await fold(SMALL_FOLD);
    const large = await fold(LARGE_FOLD);
    const small: Fold[] = [];
    const rowsBefore = await catalogRows("");
    for (let index = 0; index < 5; index++) small.push(await fold(SMALL_FOLD));
    const rows = ((await catalogRows("")) - rowsBefore) / 5;
    for (let index = 0; index < FOLDS; index++) await fold(MIDDLE_FOLD);
    await node.start();
    const files = await catalogRows("files");
    const many = await readMicros(node);
    const mergeMicros = await processorMicros(() => keeper.merge());
    const left = await catalogRows("files");
    const bytes = await catalogRows("bytes");
    const few = await readMicros(node);
    await node.stop();
    await keeper.stop();
    const points = LARGE_FOLD + 6 * SMALL_FOLD + FOLDS * MIDDLE_FOLD;
    const smallMicros = percentile(
      small.map(({ micros }) => micros),
      50,
    );
    const nanosPerPoint = Math.max(0, (1000 * (large.micros - smallMicros)) / (LARGE_FOLD - SMALL_FOLD));
    const smallMillis = percentile(
      small.map(({ millis }) => millis),
      50,
    );
    const millisPerFile = Math.max(0, many - few) / 1000 / (files - left);
    return {
      followNanosPerPoint: (large.followMicros * 1000) / LARGE_FOLD,
      fold: {
        fixedMillis: Math.max(0, smallMillis - (SMALL_FOLD * nanosPerPoint) / 1e6),
        nanosPerPoint,
        bytesPerPoint: bytes / points,
        catalogRows: rows,
        mergeNanosPerPoint: (mergeMicros * 1000) / points,
      },
      read: { baseMillis: Math.max(0, few / 1000 - left * millisPerFile), millisPerFile },
    };
  });
}

/** The median of the processor time of reads of all points of a series, each of another one. */
async function readMicros(node: LakeTelemetryStore): Promise<number> {
  const taken: number[] = [];
  for (let read = 0; read <= READS; read++) {
    const series = (1 + read * 1_000) as SeriesNumber;
    const query = { startTs: millis(0), endTs: millis(2e12), limit: 100, order: "DESC" as const };
    const passed = await processorMicros(async () => void (await node.range(series, query)));
    // The first one also opens a connection.
    if (read > 0) taken.push(passed);
  }
  return percentile(taken, 50);
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
    const copyMicros = await processorMicros(async () => {
      await copyLatest(writer, latest);
      await inLake(writer, () => storeLatest(writer));
    });
    const read = new LatestPoints();
    const restoreMicros = await processorMicros(() =>
      writer.eachRow("SELECT series, ts, kind, num, text FROM lake.latest", ([series, ...point]) =>
        read.restore(Number(series), latestPoint(point)),
      ),
    );
    await database.close();
    if (read.seriesMax !== LATEST_SERIES) throw new Error("latest points are missing");
    return { copy: (copyMicros * 1000) / LATEST_SERIES, restore: (restoreMicros * 1000) / LATEST_SERIES };
  });
}

/** Rows of all tables of the catalog; or the number, or the bytes, of the files of points that are there now. */
type CatalogQuestion = (what: "" | "files" | "bytes") => Promise<number>;

async function withPlace<Result>(
  use: (place: StoredPlace, catalogRows: CatalogQuestion) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-scale-"));
  const postgres = await PostgresTestServer.start({ isSynced: true });
  const name = "measured";
  const ask: CatalogQuestion = async (what) => {
    const number = async (sql: string): Promise<number> => Number((await postgres.query("postgres", sql))[0]?.["n"]);
    const files = `${name}.ducklake_data_file JOIN ${name}.ducklake_table USING (table_id) WHERE table_name = 'points' AND ducklake_data_file.end_snapshot IS NULL`;
    if (what === "files") return await number(`SELECT count(*) AS n FROM ${files}`);
    if (what === "bytes") return await number(`SELECT sum(file_size_bytes) AS n FROM ${files}`);
    const tables = await postgres.query("postgres", `SELECT tablename FROM pg_tables WHERE schemaname = '${name}'`);
    let rows = 0;
    for (const { tablename } of tables) rows += await number(`SELECT count(*) AS n FROM ${name}.${String(tablename)}`);
    return rows;
  };
  try {
    return await use({ postgres, folder, name }, ask);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
