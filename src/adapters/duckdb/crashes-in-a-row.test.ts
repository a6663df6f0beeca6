// A series that has no new points for a while, during which the store is opened again and again after crashes.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { batchOf } from "../../../test/contracts/telemetry-store.ts";
import { telemetrySettings } from "../../../test/support/telemetry-settings.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { millis, systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";
import { migrate, telemetryMigrations } from "./migrations.ts";

const QUIET = 1 as SeriesNumber;
const BUSY = 2 as SeriesNumber;
const ALL = { startTs: 0, endTs: 1_000_000, limit: 100, order: "ASC" } as const;

let folder: string;
let store: DuckdbTelemetryStore;
let copies = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-crashes-"));
  store = await opened();
});

afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

const fileOf = (copy: number): string => join(folder, `${String(copy)}.duckdb`);

async function opened(): Promise<DuckdbTelemetryStore> {
  const options = telemetrySettings(fileOf(copies), { snapshotPoints: 3 });
  const next = new DuckdbTelemetryStore({ clock: systemClock, log: silentLogger }, options);
  await next.start();
  return next;
}

/** The engine locks its file, so what a crash leaves is opened as a copy. */
async function crash(): Promise<void> {
  const before = fileOf(copies++);
  await cp(before, fileOf(copies));
  await cp(`${before}.log`, `${fileOf(copies)}.log`, { recursive: true });
  await store.stop();
  store = await opened();
}

test("its latest point is that of its history, and a point that comes again replaces the first", async () => {
  await store.write(batchOf([[QUIET, 100, 1]]));
  // What only the log had is in the file after the first, and the engine begins with it after the second.
  await crash();
  await crash();
  await store.write(batchOf([[BUSY, 100, 1]]));
  // A stop takes a snapshot of what has changed.
  await store.stop();
  store = await opened();
  expect(await store.latest([QUIET])).toEqual([{ ts: 100, value: 1 }]);
  await store.write(batchOf([[QUIET, 100, 2]]));
  expect(await store.range(QUIET, ALL)).toEqual([{ ts: 100, value: 2 }]);
});

test("its latest point is one that came again, the same as before, after the newer ones were deleted", async () => {
  await store.write(
    batchOf([
      [QUIET, 100, 1],
      [QUIET, 200, 2],
    ]),
  );
  await store.delete([QUIET], {
    deleteLatest: true,
    rewriteLatest: false,
    window: { startTs: millis(150), endTs: millis(300) },
  });
  expect(await store.latest([QUIET])).toEqual([undefined]);
  await store.write(batchOf([[QUIET, 100, 1]]));
  await crash();
  await crash();
  expect(await store.latest([QUIET])).toEqual([{ ts: 100, value: 1 }]);
  expect(await store.range(QUIET, ALL)).toEqual([{ ts: 100, value: 1 }]);
});

test("a file that has such points twice, and older ones as the latest, is mended when it is opened", async () => {
  await store.stop();
  const file = fileOf(++copies);
  const engine = await DuckDBInstance.create(file);
  const connection = await engine.connect();
  await migrate(connection, telemetryMigrations.slice(0, -1));
  await connection.run(`INSERT INTO points VALUES (1, 100, 0, 1, NULL, 1), (1, 100, 0, 2, NULL, 4), (1, 90, 0, 9, NULL, 1),
    (2, 50, 0, 7, NULL, 2), (2, 50, 0, 8, NULL, 2), (3, 10, 0, 5, NULL, 1)`);
  // A deletion has left the third without a latest point, and with a greater time than its points have.
  await connection.run("INSERT INTO latest VALUES (1, 90, 0, 9, NULL, 2), (3, 20, 255, 0, NULL, 2)");
  await connection.run("UPDATE snapshot SET era = 5");
  connection.closeSync();
  engine.closeSync();

  store = await opened();

  const series = [1, 2, 3] as SeriesNumber[];
  expect(await store.latest(series)).toEqual([{ ts: 100, value: 2 }, { ts: 50, value: 8 }, undefined]);
  const history = await Promise.all(series.map((number) => store.range(number, ALL)));
  expect(history.map((points) => points.map(({ ts, value }) => [ts, value]))).toEqual([
    [
      [90, 9],
      [100, 2],
    ],
    [[50, 8]],
    [[10, 5]],
  ]);
});
