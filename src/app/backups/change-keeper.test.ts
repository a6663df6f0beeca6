// Keeping changes while the place of backups cannot be written to, and what the data folder keeps meanwhile.
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { BackupFolder } from "../../adapters/files/backup-folder.ts";
import { listChanges, readChange } from "../../core/backup/changes.ts";
import { removeManifest, writeManifest, type Manifest } from "../../core/backup/manifest.ts";
import { newId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import { ChangeKeeper } from "./change-keeper.ts";
import type { FolderMoment } from "./folder-moment.ts";
import { type ChangeSource, GrowingFiles } from "./growing-files.ts";

const MINUTE = 60_000;
const GIBIBYTE = 2 ** 30;

/** A data folder without databases, of which the test writes the logs. */
class FakeFolder implements ChangeSource {
  readonly folder: string;
  readonly log: string;
  entities = "";
  keptFrom: string | undefined;
  isCopying = false;
  begins = false;

  constructor(folder: string) {
    this.folder = folder;
    this.log = join(folder, "telemetry.duckdb.log");
  }

  async copyEntityLog(folder: string | undefined): Promise<"begun" | "continued" | undefined> {
    const isNew = folder !== undefined && (!this.isCopying || this.begins);
    this.begins = false;
    this.isCopying = folder !== undefined;
    if (folder === undefined) return undefined;
    await mkdir(folder, { recursive: true });
    this.entities = folder;
    return isNew ? "begun" : "continued";
  }

  async lookAtLog(look: () => Promise<void>): Promise<{ name: string; bytes: number }[]> {
    await look();
    const names = (await readdir(this.log)).sort();
    return await Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(this.log, name))).size })));
  }

  keepLogFrom(name: string | undefined): void {
    this.keptFrom = name;
  }
}

class FaultyPlace extends BackupFolder {
  fault: Error | undefined;
  hangs = false;

  override async put(name: string, content: Uint8Array): Promise<void> {
    if (this.hangs) await Promise.withResolvers().promise;
    if (this.fault !== undefined) throw this.fault;
    await super.put(name, content);
  }
}

let scratch: string;
let source: FakeFolder;
let place: FaultyPlace;
let clock: ManualClock;
let log: LogRecorder;
let keeper: ChangeKeeper;
const started = millis(Date.UTC(2026, 0, 1));

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-keeper-"));
  source = new FakeFolder(join(scratch, "data"));
  await mkdir(source.log, { recursive: true });
  await mkdir(join(source.folder, "packages"));
  await writeFile(join(source.log, "000000000000001"), "one");
  place = new FaultyPlace(join(scratch, "backups"));
  clock = new ManualClock(started);
  log = new LogRecorder();
  const files = new GrowingFiles({ source, folder: source.folder, scratchFolder: join(scratch, "scratch"), clock });
  keeper = new ChangeKeeper({ files, place, clock, log }, 10_000);
  keeper.start();
});
afterEach(async () => {
  // What still runs after a stop writes nothing any more.
  place.hangs = true;
  await rm(scratch, { recursive: true, force: true });
});

/** A backup of the present state, with changes from then on. `held` runs right after its moment. */
async function backUp(held = () => Promise.resolve()): Promise<void> {
  keeper.expectBackup();
  const at = clock.now();
  const logFiles = await source.lookAtLog(() => Promise.resolve());
  const moment: FolderMoment = {
    at,
    logFiles,
    points: 0,
    release: () => Promise.resolve(""),
    close: () => Promise.resolve(),
  };
  await keeper.hold(async () => {
    await held();
    return moment;
  });
  await writeManifest(place, { moment: new Date(at).toISOString() } as Manifest);
  await keeper.backupEnded([at, at + 365 * 24 * 60 * MINUTE]);
}

/** What was kept of each file, as `path: text`, for each object. */
async function kept(backup: number = started): Promise<string[][]> {
  const objects: string[][] = [];
  for (const head of await listChanges(place, backup))
    objects.push(
      (await readChange(place, head)).map(
        ({ path, from, content }) => `${path}@${String(from)}: ${Buffer.from(content).toString()}`,
      ),
    );
  return objects;
}

/** The next step, and what comes of it. */
async function step(): Promise<void> {
  // Those of the next step, which is set when the one before has ended, and of the watch.
  await expect.poll(() => clock.pendingTimers).toBe(2);
  const before = [keeper.savedAt, log.events.length];
  clock.advance(10_000);
  await expect.poll(() => [keeper.savedAt, log.events.length]).not.toEqual(before);
}

test("a step has what has grown since the one before, and files that are new", async () => {
  await writeFile(join(source.folder, "packages", newId()), "of the backup");
  await mkdir(join(scratch, "scratch", "backup-entity-log"), { recursive: true });
  await writeFile(join(scratch, "scratch", "backup-entity-log", "000000001"), "before ");
  await backUp();
  await appendFile(join(source.log, "000000000000001"), " two");
  // The copy that was there at the backup is needed from its beginning: it goes on.
  await appendFile(join(source.entities, "000000001"), "and after");
  const name = newId();
  await writeFile(join(source.folder, "packages", name), "new");
  await step();
  await appendFile(join(source.log, "000000000000001"), "!");
  await writeFile(join(source.log, "000000000000002"), "next");
  await step();
  await step();

  expect(await kept()).toEqual([
    [
      "telemetry.duckdb.log/000000000000001@3:  two",
      "entity-log/000000001@0: before and after",
      `packages/${name}@0: new`,
    ],
    ["telemetry.duckdb.log/000000000000001@7: !", "telemetry.duckdb.log/000000000000002@0: next"],
  ]);
  await expect.poll(() => source.keptFrom).toBe("000000000000002");
});

test("a file of the log that begins right after the moment of the backup is kept as a whole", async () => {
  await backUp(() => writeFile(join(source.log, "000000000000002"), "next"));
  await step();

  expect(await kept()).toEqual([["telemetry.duckdb.log/000000000000002@0: next"]]);
});

test("files of the logs that a step has written are not kept any longer, and none without a backup to go with", async () => {
  await backUp();
  expect(source.keptFrom).toBe("000000000000001");
  await writeFile(join(source.entities, "000000001"), "a");
  await writeFile(join(source.entities, "000000002"), "b");
  await step();
  await expect.poll(() => readdir(source.entities)).toEqual(["000000002"]);

  source.begins = true;
  let losses = 0;
  keeper.whenLost(() => losses++);
  await step();
  expect(losses).toBe(1);
  expect(keeper.isKeeping).toBe(false);
  await expect.poll(() => readdir(source.entities)).toEqual([]);
  expect([source.keptFrom, source.isCopying]).toEqual([undefined, false]);
  expect(log.records.at(-1)).toMatchObject({
    level: "error",
    fields: { reason: "copying the log of the database had to start over" },
  });
});

test("while the place cannot be written to, what it lacks waits in the data folder, and is written later", async () => {
  await backUp();
  place.fault = new Error("no route to the bucket");
  await appendFile(join(source.log, "000000000000001"), " two");
  await step();
  await appendFile(join(source.log, "000000000000001"), " three");
  clock.advance(10_000);
  expect(log.events).toEqual(["changes since the backup cannot be kept at the moment, and are tried again"]);
  expect(source.keptFrom).toBe("000000000000001");
  place.fault = undefined;
  await step();
  await step();

  expect((await kept()).flat().map((part) => part.slice(part.indexOf(": ") + 2))).toEqual([" two", " three"]);
});

test("more than a gibibyte does not wait: changes end until the next backup", async () => {
  await backUp();
  place.fault = new Error("no route to the bucket");
  await truncate(join(source.log, "000000000000001"), GIBIBYTE);
  await step();
  expect(keeper.isKeeping).toBe(true);
  await truncate(join(source.log, "000000000000001"), GIBIBYTE + 2 ** 24);
  await step();
  expect(keeper.isKeeping).toBe(false);
  expect(log.records.at(-1)?.fields).toEqual({ reason: "1032 MiB could not be written" });
  await expect.poll(() => source.keptFrom).toBeUndefined();
});

test("a write to the place that does not end is given up", async () => {
  await backUp();
  place.hangs = true;
  await appendFile(join(source.log, "000000000000001"), " two");
  clock.advance(10_000);
  await expect.poll(() => (clock.advance(MINUTE), keeper.isKeeping)).toBe(false);
  expect(clock.now() - started).toBeGreaterThan(10 * MINUTE);
  expect(log.records.at(-1)?.fields).toEqual({ reason: "a write to its place did not end" });
});

test("a file of a log that lost what it had ends changes: what comes after could not be restored", async () => {
  for (const harm of [
    () => truncate(join(source.log, "000000000000001"), 1),
    () => rm(join(source.log, "000000000000001")),
  ]) {
    await writeFile(join(source.log, "000000000000001"), "one");
    await backUp();
    await harm();
    await writeFile(join(source.log, "000000000000002"), "next");
    await step();
    expect(keeper.isKeeping).toBe(false);
    expect(log.records.at(-1)?.fields).toEqual({
      reason: "telemetry.duckdb.log/000000000000001 was removed or cut off",
    });
    await rm(join(source.log, "000000000000002"));
  }
});

test("so does a copy of the log of entities that somebody removes", async () => {
  await mkdir(join(scratch, "scratch", "backup-entity-log"), { recursive: true });
  await writeFile(join(scratch, "scratch", "backup-entity-log", "000000001"), "before");
  await backUp();
  await rm(join(source.entities, "000000001"));
  await writeFile(join(source.entities, "000000002"), "next");
  await step();
  expect(keeper.isKeeping).toBe(false);
  expect(log.records.at(-1)?.fields).toEqual({ reason: "entity-log/000000001 was removed or cut off" });
});

test("changes end with their backup, if somebody removes it", async () => {
  await backUp();
  await removeManifest(place, { moment: new Date(started).toISOString() } as Manifest);
  clock.advance(MINUTE);
  await expect.poll(() => keeper.isKeeping).toBe(false);
  expect(log.records.at(-1)?.fields).toEqual({ reason: "the backup that they go with was removed" });
});

test("changes go with the next backup when that is complete, and with the one before until then", async () => {
  await backUp();
  await step();
  clock.advance(5_000);
  keeper.expectBackup();
  const second = clock.now();
  await keeper.hold(async () => ({
    at: second,
    logFiles: await source.lookAtLog(() => Promise.resolve()),
    points: 0,
    release: () => Promise.resolve(""),
    close: () => Promise.resolve(),
  }));
  await appendFile(join(source.log, "000000000000001"), " two");
  await step();
  await keeper.backupEnded([second]);
  await appendFile(join(source.log, "000000000000001"), " three");
  await step();

  expect(await kept()).toEqual([["telemetry.duckdb.log/000000000000001@3:  two"]]);
  expect(await kept(second)).toEqual([["telemetry.duckdb.log/000000000000001@3:  two three"]]);
});

test("a backup that failed leaves the changes with the one before", async () => {
  await backUp();
  keeper.expectBackup();
  await keeper.backupEnded([]);
  await appendFile(join(source.log, "000000000000001"), " two");
  await step();
  expect(await kept()).toHaveLength(1);
});

test("a stop writes the last changes, and does not wait for a place that does not take them", async () => {
  await backUp();
  await appendFile(join(source.log, "000000000000001"), " two");
  await keeper.stop();
  expect(await kept()).toHaveLength(1);

  await appendFile(join(source.log, "000000000000001"), " three");
  place.hangs = true;
  const stopped = keeper.stop();
  await expect
    .poll(() => (clock.advance(2_000), log.events))
    .toEqual(["the last changes before the stop are not kept with the backup: writing them takes too long"]);
  await stopped;
});

test("what is longer than an object is written in several, of which only the last can be restored", async () => {
  await backUp();
  await truncate(join(source.log, "000000000000001"), 20 * 2 ** 20);
  await step();
  const heads = await listChanges(place, started);
  expect(heads.map(({ moment }) => moment)).toEqual([undefined, undefined, clock.now()]);
});
