// Keepers in processes that are killed at any moment, while others write: each point is in the lake once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LakeTelemetryStore } from "../../adapters/duckdb/lake/lake-telemetry-store.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { foldingOften, lakeSettings, logSettings, openLog } from "../../../test/support/cluster-store.ts";
import { NatsTestCluster, until } from "../../../test/support/engines.ts";
import { PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { PointModel, readAll } from "../../../test/support/point-model.ts";
import { isEveryCase, seedOf } from "../../../test/support/seed.ts";
import { SeededRandom } from "../../../test/reports/generators/seeded-random.ts";
import { KeeperChild } from "./keeper-child.ts";

const SERIES = [1, 2, 3] as const;
/** Of each of the two keepers half. */
const KILLS = isEveryCase ? 20 : 2;
let nats: NatsTestCluster;
let postgres: PostgresTestServer;
let folder: string;

beforeAll(async () => {
  nats = await NatsTestCluster.start(1);
  postgres = await PostgresTestServer.start();
  folder = await mkdtemp(join(tmpdir(), "bridgehead-keepers-"));
});

afterAll(async () => {
  await nats.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

test("two keepers are killed again and again while points come: nothing is lost, nothing is there twice", async () => {
  const random = new SeededRandom(seedOf("KILL_SEED"));
  const place = { nats, postgres, folder, name: "killed" };
  const log = await openLog(place);
  const node = new LakeTelemetryStore({ log, clock: systemClock, logger: silentLogger }, lakeSettings(place));
  await node.start();
  const keepers = [0, 1].map(
    () =>
      new KeeperChild(
        { clock: systemClock, log: silentLogger, stuck: () => undefined },
        {
          log: logSettings(place),
          lake: { ...lakeSettings(place), keeper: { ...foldingOften, mergeFolds: 3 } },
          stuckSeconds: 60,
        },
      ),
  );
  for (const keeper of keepers) keeper.start();
  const model = new PointModel();
  let time = 0;
  const done = new AbortController();
  const writing = (async () => {
    while (!done.signal.aborted) {
      const batch = new PointBatch();
      for (let row = 0; row < 20; row++)
        batch.add(
          random.pick(SERIES),
          random.chance(0.8) ? ++time : random.integer(0, time),
          0,
          random.integer(0, 1e6),
        );
      model.write(batch);
      await node.write(batch);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    const keeper = keepers[kill % 2] ?? expect.fail();
    const folded = await node.folded();
    await until(async () => keeper.pid !== undefined && (await node.folded()) > folded);
    const before = Date.now();
    const moment = random.integer(0, 400);
    await until(() => Date.now() >= before + moment);
    process.kill(keeper.pid ?? expect.fail(), "SIGKILL");
  }
  done.abort();
  await writing;
  const last = await log.last();
  await until(async () => (await node.folded()) >= last, 120_000);
  expect(await readAll(node, SERIES)).toEqual(model.all(SERIES));
  for (const keeper of keepers) await keeper.stop();
  // A node that has only the lake.
  const fresh = new LakeTelemetryStore({ log, clock: systemClock, logger: silentLogger }, lakeSettings(place));
  await fresh.start();
  expect(await fresh.withPoints(SERIES.map((number) => number as SeriesNumber))).toHaveLength(SERIES.length);
  expect(await readAll(fresh, SERIES)).toEqual(model.all(SERIES));
  await fresh.stop();
  await node.stop();
  await log.stop();
});

test("a keeper that brings nothing into the lake says so after a while", async () => {
  const place = { nats, postgres, folder, name: "stuck" };
  const lake = lakeSettings(place);
  const away = { ...lake.place, catalog: "host=127.0.0.1 port=9 connect_timeout=1" };
  const said = Promise.withResolvers<undefined>();
  const keeper = new KeeperChild(
    { clock: systemClock, log: silentLogger, stuck: () => said.resolve(undefined) },
    { log: logSettings(place), lake: { ...lake, place: away, keeper: foldingOften }, stuckSeconds: 2 },
  );
  keeper.start();
  await said.promise;
  await keeper.stop();
});
