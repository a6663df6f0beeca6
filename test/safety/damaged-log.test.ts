// Bytes of the telemetry log that have changed: the platform never starts without points that it has acknowledged.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CrashedFolders, entriesOf, LOG, pointsOf, use } from "./crashed-folder.ts";

let folders: CrashedFolders;
beforeAll(async () => {
  folders = await CrashedFolders.make();
});
afterAll(() => folders.remove());

test("the folder of a crash has every point", async () => {
  expect(await use(await folders.copy(), pointsOf)).toEqual(folders.stored);
});

type Places = (entries: readonly number[]) => readonly number[];

test.each<[string, Places]>([
  ["the header", () => [0, 2, 5]],
  ["a size", (entries) => [0, 1, 3, 7].map((byte) => (entries.at(4) ?? 0) + byte)],
  ["the size of the last entry", (entries) => [0, 2].map((byte) => (entries.at(-1) ?? 0) + byte)],
  ["the size of an entry of the last batch", (entries) => [0, 2].map((byte) => (entries.at(-2) ?? 0) + byte)],
  ["a checksum", (entries) => [(entries.at(4) ?? 0) + 8]],
  ["a content", (entries) => [16, 40].map((byte) => (entries.at(-2) ?? 0) + byte)],
])("with a changed byte in %s of the log nothing starts, and nothing is lost by that", async (_, placesIn) => {
  const whole = await readFile(join(folders.parent, "crashed", LOG));
  for (const at of placesIn(entriesOf(whole))) {
    const folder = await folders.copy();
    const log = Buffer.from(whole);
    log[at] = (log[at] ?? 0) ^ 0x41;
    await writeFile(join(folder, LOG), log);

    await expect(use(folder, pointsOf), `byte ${String(at)}`).rejects.toThrow(
      /damaged|cannot be opened.*\n.*bridgehead -- repair/,
    );
    expect((await readFile(join(folder, LOG))).equals(log)).toBe(true);
  }
});

test("a log whose last write did not end starts with all that was written before", async () => {
  const folder = await folders.copy();
  const whole = await readFile(join(folder, LOG));
  await writeFile(join(folder, LOG), whole.subarray(0, (entriesOf(whole).at(-2) ?? 0) + 100));

  expect(await use(folder, async (platform) => (await pointsOf(platform)).size)).toBe(folders.stored.size - 38);
});

const SECTOR_BYTES = 512;

/** The log without these sectors of what was written last: it has zeros in their places. */
function withoutSectors(whole: Buffer, from: number, isLost: (sector: number) => boolean): Buffer {
  const log = Buffer.from(whole);
  for (let start = from, sector = 0; start < log.length; sector++) {
    const end = Math.min(log.length, (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    if (isLost(sector)) log.fill(0, start, end);
    start = end;
  }
  return log;
}

/** Where the last commits begin: each ends with an entry of five bytes that says nothing but that. */
function startsOfCommits(log: Buffer): readonly number[] {
  const entries = entriesOf(log);
  return entries.filter((_, index) => index > 0 && log.readBigUInt64LE(entries[index - 1] ?? 0) === 5n);
}

test.each<[string, (sector: number) => boolean]>([
  ["the first", (sector) => sector === 0],
  ["the second", (sector) => sector === 1],
  ["all but the first", (sector) => sector > 0],
  ["all but the last", (sector) => sector < 6],
  ["every other", (sector) => sector % 2 === 0],
])(
  "a loss of power that leaves %s sector of the last commit unwritten costs nothing else, and starts",
  async (_, isLost) => {
    const folder = await folders.copy();
    const whole = await readFile(join(folder, LOG));
    const last = startsOfCommits(whole).at(-1) ?? 0;
    await writeFile(join(folder, LOG), withoutSectors(whole, last, isLost));

    expect(await use(folder, async (platform) => (await pointsOf(platform)).size)).toBe(folders.stored.size - 38);
  },
);

test("the same in a commit that another one follows is no loss of power: nothing starts", async () => {
  const folder = await folders.copy();
  const whole = await readFile(join(folder, LOG));
  const [first = 0, second = 0] = startsOfCommits(whole).slice(-2);
  const damaged = Buffer.concat([
    withoutSectors(whole.subarray(0, second), first, (sector) => sector === 1),
    whole.subarray(second),
  ]);
  await writeFile(join(folder, LOG), damaged);

  await expect(use(folder, pointsOf)).rejects.toThrow(/damaged|cannot be opened.*\n.*bridgehead -- repair/);
  expect((await readFile(join(folder, LOG))).equals(damaged)).toBe(true);
});

test("a log whose first commit, smaller than a sector, was being written opens without it", async () => {
  const folder = await folders.copy();
  const whole = await readFile(join(folder, LOG));
  await writeFile(join(folder, LOG), Buffer.alloc(startsOfCommits(whole)[0] ?? 0));

  // That commit marks the file for this start, which the entities have reached here: the file has been opened and read.
  await expect(use(folder, pointsOf)).rejects.toThrow("telemetry.duckdb is older than bridgehead.sqlite");
});
