// Bytes of the telemetry log that have changed: the platform never starts without points that it has acknowledged.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CrashedFolders, FRAME_HEAD_BYTES, framesOf, logFileOf, pointsOf, use } from "./crashed-folder.ts";

let folders: CrashedFolders;
beforeAll(async () => {
  folders = await CrashedFolders.make();
});
afterAll(() => folders.remove());

test("the folder of a crash has every point", async () => {
  expect(await use(await folders.copy(), pointsOf)).toEqual(folders.stored);
});

type Places = (frames: readonly number[]) => readonly number[];

test.each<[string, Places]>([
  ["the header", () => [0, 2, 9, 25, 33]],
  ["a head", (frames) => [0, 4, 5, 8, 14, 16, 20].map((byte) => (frames.at(4) ?? 0) + byte)],
  ["the head of the last frame", (frames) => [0, 4, 5, 6, 8, 14, 16, 20].map((byte) => (frames.at(-1) ?? 0) + byte)],
  ["a content", (frames) => [0, 4, 200].map((byte) => (frames.at(-2) ?? 0) + FRAME_HEAD_BYTES + byte)],
  [
    "the content of the last frame",
    (frames) => [0, 4, 200].map((byte) => (frames.at(-1) ?? 0) + FRAME_HEAD_BYTES + byte),
  ],
])("with a changed byte in %s of the log nothing starts, and nothing is lost by that", async (_, placesIn) => {
  const whole = await readFile(await logFileOf(join(folders.parent, "crashed")));
  for (const at of placesIn(framesOf(whole))) {
    const folder = await folders.copy();
    const log = Buffer.from(whole);
    log[at] = (log[at] ?? 0) ^ 0x41;
    await writeFile(await logFileOf(folder), log);

    await expect(use(folder, pointsOf), `byte ${String(at)}`).rejects.toThrow(
      /damaged|cannot be opened.*\n.*bridgehead -- repair/,
    );
    expect((await readFile(await logFileOf(folder))).equals(log)).toBe(true);
  }
});

test("a log whose last write did not end starts with all that was written before", async () => {
  const folder = await folders.copy();
  const whole = await readFile(await logFileOf(folder));
  await writeFile(await logFileOf(folder), whole.subarray(0, (framesOf(whole).at(-1) ?? 0) + 100));

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

test.each<[string, (sector: number) => boolean]>([
  ["the first", (sector) => sector === 0],
  ["the second", (sector) => sector === 1],
  ["all but the first", (sector) => sector > 0],
  ["all but the last", (sector) => sector < 6],
  ["every other", (sector) => sector % 2 === 0],
])(
  "a loss of power that leaves %s sector of the last frame unwritten costs nothing else, and starts",
  async (_, isLost) => {
    const folder = await folders.copy();
    const whole = await readFile(await logFileOf(folder));
    const last = framesOf(whole).at(-1) ?? 0;
    await writeFile(await logFileOf(folder), withoutSectors(whole, last, isLost));

    expect(await use(folder, async (platform) => (await pointsOf(platform)).size)).toBe(folders.stored.size - 38);
  },
);

test("the same in a frame that another one follows is no loss of power: nothing starts", async () => {
  const folder = await folders.copy();
  const whole = await readFile(await logFileOf(folder));
  const [first = 0, second = 0] = framesOf(whole).slice(-2);
  const damaged = Buffer.concat([
    withoutSectors(whole.subarray(0, second), first, (sector) => sector === 1),
    whole.subarray(second),
  ]);
  await writeFile(await logFileOf(folder), damaged);

  await expect(use(folder, pointsOf)).rejects.toThrow(/damaged|cannot be opened.*\n.*bridgehead -- repair/);
  expect((await readFile(await logFileOf(folder))).equals(damaged)).toBe(true);
});

test("a log whose first frame, smaller than a sector, was being written opens without it", async () => {
  const folder = await folders.copy();
  const whole = await readFile(await logFileOf(folder));
  const [first = 0, second = 0] = framesOf(whole);
  await writeFile(await logFileOf(folder), Buffer.concat([whole.subarray(0, first), Buffer.alloc(second - first)]));

  // That frame marks the file for this start, which the entities have reached here: the file has been opened and read.
  await expect(use(folder, pointsOf)).rejects.toThrow("telemetry.duckdb is older than bridgehead.sqlite");
});
