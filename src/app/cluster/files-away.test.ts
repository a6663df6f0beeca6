// The files of the history are away for longer than the log can hold what comes: nothing that was acknowledged is lost, what comes then
// is refused, and all goes on when they are back.
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LakeKeeper } from "../../adapters/duckdb/lake/lake-keeper.ts";
import { LakeTelemetryStore } from "../../adapters/duckdb/lake/lake-telemetry-store.ts";
import { StreamLog } from "../../adapters/nats/stream-log.ts";
import { DomainError } from "../../core/errors.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { foldingOften, lakePlace, lakeSettings, logSettings } from "../../../test/support/cluster-store.ts";
import { NatsTestCluster, until } from "../../../test/support/engines.ts";
import { PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { PointModel, readAll } from "../../../test/support/point-model.ts";

const SERIES = [1, 2] as const;
const LOG_BYTES = 131_072;
/** So many latest points are not in the catalog itself. */
const LATEST_IN_FILES = 100;
const ROWS = 4_000;
const GOES_ON_MILLIS_MAX = 60_000;

let nats: NatsTestCluster;
let postgres: PostgresTestServer;
let folder: string;

beforeAll(async () => {
  nats = await NatsTestCluster.start(1);
  postgres = await PostgresTestServer.start();
  folder = await mkdtemp(join(tmpdir(), "bridgehead-files-away-"));
});

afterAll(async () => {
  await nats.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

test("the log holds what the history cannot take, up to its bound; then points are refused until the files are back", async () => {
  const place = { nats, postgres, folder, name: "away" };
  const log = await StreamLog.open(
    { clock: systemClock, log: silentLogger },
    { ...logSettings(place), bytesMax: LOG_BYTES, patienceMillis: 500 },
  );
  const deps = { log, clock: systemClock, logger: silentLogger };
  const [node, fresh] = [0, 1].map(() => new LakeTelemetryStore(deps, lakeSettings(place))) as [
    LakeTelemetryStore,
    LakeTelemetryStore,
  ];
  const keeper = new LakeKeeper(deps, { ...lakeSettings(place), keeper: foldingOften });
  await node.start();
  await keeper.start();
  const model = new PointModel();
  let rounds = 0;
  /** Until it is acknowledged, the same again. */
  const write = async (): Promise<boolean> => {
    const batch = new PointBatch();
    for (let row = 0; row < ROWS; row++) batch.add(SERIES[row % 2] ?? 1, rounds * ROWS + row, 0, (row * 7919) % 10_007);
    try {
      await node.write(batch);
    } catch (error) {
      if (error instanceof DomainError && error.kind === "unavailable") return false;
      throw error;
    }
    model.write(batch);
    rounds++;
    return true;
  };
  const more = new PointBatch();
  for (let series = 100; series < 100 + LATEST_IN_FILES; series++) more.add(series, 0, 0, 1);
  await node.write(more);
  await write();
  await keeper.fold();

  const files = lakePlace(place).files;
  await rename(files, `${files} aside`);
  await writeFile(files, "");
  const before = rounds;
  while (await write());
  expect(rounds).toBeGreaterThan(before + 2);
  expect(node.isHealthy).toBe(false);
  await expect(keeper.fold()).rejects.toThrow();
  const newest = model.range(1).at(-1);
  const window = { startTs: newest?.ts ?? 0, endTs: (newest?.ts ?? 0) + 1 };
  const deleting = node.delete([1 as never], { window, deleteLatest: true, rewriteLatest: true });
  await expect(deleting).rejects.toThrow("the history does not answer");
  const late = new LakeTelemetryStore(deps, lakeSettings(place));
  await expect(late.start()).rejects.toThrow("this node begins with the latest points there");
  expect(await node.latest([1 as never])).toEqual([newest]);

  await rm(files);
  await rename(`${files} aside`, files);
  await until(write, GOES_ON_MILLIS_MAX);
  for (let more = 0; more < 3; more++) await until(write, GOES_ON_MILLIS_MAX);
  await keeper.fold();
  expect(await readAll(node, SERIES)).toEqual(model.all(SERIES));
  await fresh.start();
  expect(await readAll(fresh, SERIES)).toEqual(model.all(SERIES));
  expect(node.isHealthy).toBe(true);
  for (const part of [keeper, node, fresh, log]) await part.stop();
});
