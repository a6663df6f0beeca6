// The first start: whatever a crash in the middle of it has left, the next one makes the file.
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { telemetrySettings } from "../../../test/support/telemetry-settings.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { silentLogger, type Logger } from "../../lib/logger.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";
import { openEngineForWriting, openEngineWithItsLog, type OpenEngine } from "./open-engine.ts";

const SERIES = 1 as SeriesNumber;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-new-file-"));
  file = join(folder, "telemetry.duckdb");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["nothing yet", ""],
  ["a part of its headers", "\0".repeat(4096)],
])("a file in which a crash has left %s is made again", async (_, content) => {
  await writeFile(`${file}.new`, content);
  await writeFile(`${file}.new.wal`, "left over");

  const store = await start();
  await store.write(onePoint());
  await store.stop();

  const again = await start();
  expect(await again.latest([SERIES])).toMatchObject([{ value: 5 }]);
  await again.stop();
  expect((await readdir(folder)).filter((name) => name.includes(".new"))).toEqual([]);
});

test("a log whose file is missing is not thrown away: the start fails, and says what to do", async () => {
  await writeFile(`${file}.wal`, "points");

  await expect(start()).rejects.toThrow(/telemetry\.duckdb is missing, but its log .+telemetry\.duckdb\.wal is there/);
  expect(existsSync(`${file}.wal`)).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test("what a version without the log of telemetry left in the engine's log is kept", async () => {
  const options = telemetrySettings(file);
  await inEngine(openEngineForWriting(options), "CHECKPOINT");
  await inEngine(openEngineWithItsLog(options), `INSERT INTO points VALUES (1, 1700000000000, 0, 5, NULL, 1)`);
  expect(existsSync(`${file}.wal`)).toBe(true);

  for (let time = 0; time < 2; time++) {
    const store = await start();
    expect(await store.latest([SERIES])).toMatchObject([{ value: 5 }]);
    expect(await store.withPoints([SERIES])).toEqual([SERIES]);
    expect(existsSync(`${file}.wal`)).toBe(false);
    await store.stop();
  }
});

test("a start says which last write to the log was interrupted, and that nothing in it was acknowledged; once", async () => {
  await (await start()).stop();
  const [segment = ""] = (await readdir(`${file}.log`)).sort().slice(-1);
  const path = join(`${file}.log`, segment);
  const { size } = await stat(path);
  await appendFile(path, Buffer.from([1, 2, 3]));
  for (const shown of [[{ path, at: size, bytes: 3 }], []]) {
    const log = new LogRecorder();
    await (await start(log)).stop();
    expect(log.records.filter(({ event }) => event.includes("interrupted")).map(({ fields }) => fields)).toEqual(shown);
  }
});

async function inEngine(opening: Promise<OpenEngine>, statement: string): Promise<void> {
  const { connection, instance } = await opening;
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

async function start(log: Logger = silentLogger): Promise<DuckdbTelemetryStore> {
  const store = new DuckdbTelemetryStore({ clock: new ManualClock(), log }, telemetrySettings(file));
  await store.start();
  return store;
}

function onePoint(): PointBatch {
  const batch = new PointBatch();
  batch.add(SERIES, 1_700_000_000_000, ValueKind.NUMBER, 5);
  return batch;
}
