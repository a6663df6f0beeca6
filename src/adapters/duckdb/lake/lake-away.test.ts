// A catalog that does not answer, as when its machine hangs: connections stay open, and nothing comes.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/support/deadline.ts";
import { lakeSettings } from "../../../../test/support/cluster-store.ts";
import { MemoryLog } from "../../../../test/support/memory-log.ts";
import { scratchFolder } from "../../../../test/support/scratch-sqlite.ts";
import { freePorts } from "../../../../tools/cluster/free-ports.ts";
import { PostgresServer } from "../../../../tools/cluster/postgres-server.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";
import type { RangeQuery } from "../../../core/telemetry/telemetry.ts";
import { systemClock } from "../../../lib/clock.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { LakeTelemetryStore } from "./lake-telemetry-store.ts";

const SERIES = 1 as SeriesNumber;
const ALL: RangeQuery = { startTs: 0, endTs: 1_000_000, order: "ASC", limit: 10 };
const PATIENCE_MILLIS = 60_000;

let folder: string;
let server: PostgresServer;

beforeAll(async () => {
  folder = await scratchFolder();
  const [port = 0] = await freePorts(1);
  server = new PostgresServer({ folder: join(folder, "postgres"), port, password: "secret" });
  await server.start();
});

afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

test("while the catalog hangs, latest points are read and points written, reads of the history are given up or refused, and all goes on afterwards", async () => {
  const settings = lakeSettings({ postgres: { catalog: server.url }, folder, name: "away" });
  const store = new LakeTelemetryStore({ log: new MemoryLog(), clock: systemClock, logger: silentLogger }, settings);
  await store.start();
  const write = (ts: number): Promise<void> => {
    const batch = new PointBatch();
    batch.add(SERIES, ts, 0, ts);
    return store.write(batch);
  };
  await write(1_000);
  expect(await store.range(SERIES, ALL)).toHaveLength(1);

  server.freeze();
  const given = AbortSignal.timeout(100);
  await expect(store.range(SERIES, ALL, given)).rejects.toMatchObject({ name: "TimeoutError" });
  await write(2_000);
  expect(await store.latest([SERIES])).toEqual([{ ts: 2_000, value: 2_000 }]);
  await eventually(
    () =>
      store.range(SERIES, ALL, AbortSignal.timeout(100)).then(
        () => "was answered",
        (error: unknown) => String(error),
      ),
    (end) => end.includes("the history has not answered for"),
    PATIENCE_MILLIS,
    (end) => `a read ended: ${end}`,
  );

  server.thaw();
  await eventually(
    () => store.range(SERIES, ALL).catch(() => []),
    (points) => points.length === 2,
    PATIENCE_MILLIS,
    (points) => `there are ${String(points.length)} points`,
  );
  server.freeze();
  await store.stop();
  server.thaw();
});
