// Bytes of the entities' log that have changed: the platform never starts without what it has acknowledged, and is not kept from starting
// by what a crash or a loss of power leaves of a commit that was being written.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CrashedFolders, ENTITIES, pointsOf, use } from "./crashed-folder.ts";
import { repair } from "./repair-check.ts";

const LOG = `${ENTITIES}-wal`;
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;
const SECTOR_BYTES = 512;

let folders: CrashedFolders;
let whole: Buffer;
/** Frames, and those of them that end a commit. */
let frames: readonly number[];
let commits: readonly number[];
beforeAll(async () => {
  folders = await CrashedFolders.make();
  whole = await readFile(join(folders.parent, "crashed", LOG));
  const salts = whole.subarray(16, 24);
  const places = Array.from(
    { length: Math.floor((whole.length - HEADER_BYTES) / FRAME_BYTES) },
    (_, index) => HEADER_BYTES + index * FRAME_BYTES,
  );
  frames = places.filter((start) => whole.subarray(start + 8, start + 16).equals(salts));
  commits = frames.filter((start) => whole.readUInt32BE(start + 4) > 0);
});
afterAll(() => folders.remove());

async function withLog(log: Buffer): Promise<string> {
  const folder = await folders.copy();
  await writeFile(join(folder, LOG), log);
  return folder;
}

type Place = () => number;

test.each<[string, Place]>([
  ["the magic number", () => 2],
  ["the header's salts", () => 17],
  ["the header's checksum", () => 30],
  ["the first page", () => (frames[0] ?? 0) + 1_000],
  ["the checksum of the first frame", () => (frames[0] ?? 0) + 17],
  ["the salts of a frame", () => (frames[3] ?? 0) + 9],
  ["the page of the commit before the last", () => (commits.at(-2) ?? 0) + 2_000],
  ["the page of the last commit", () => (commits.at(-1) ?? 0) + 2_000],
  ["the checksum of the last commit", () => (commits.at(-1) ?? 0) + 20],
  ["the number of a page in the last commit", () => (commits.at(-1) ?? 0) + 3],
])("with a changed byte in %s of the entities' log nothing starts, and nothing is lost by that", async (_, place) => {
  const log = Buffer.from(whole);
  log[place()] = (log[place()] ?? 0) ^ 0x41;
  const folder = await withLog(log);

  await expect(use(folder, pointsOf)).rejects.toThrow(
    /bridgehead\.sqlite-wal is damaged at byte [0-9]+ .*--accept-loss/,
  );
  expect((await readFile(join(folder, LOG))).equals(log)).toBe(true);
});

test("with another sector in a commit that others follow nothing starts", async () => {
  const log = Buffer.from(whole);
  const start = (commits[2] ?? 0) + SECTOR_BYTES;
  log.fill(0xa5, start, start + SECTOR_BYTES);

  await expect(use(await withLog(log), pointsOf)).rejects.toThrow(/bridgehead\.sqlite-wal is damaged/);
});

test.each<[string, () => Buffer]>([
  ["a log that is empty", () => Buffer.alloc(0)],
  ["a log of a header alone", () => whole.subarray(0, HEADER_BYTES)],
  ["a last commit that was cut off", () => whole.subarray(0, (commits.at(-1) ?? 0) + 100)],
  ["a last commit of which a sector is missing", () => without(commits.at(-1) ?? 0, (sector) => sector === 3)],
  ["a last commit whose end alone was written", () => without(commits.at(-2) ?? 0, (sector) => sector < 8)],
  [
    "frames of an earlier round of the log behind the last commit",
    () => Buffer.concat([whole.subarray(0, (commits.at(-1) ?? 0) + FRAME_BYTES), earlier()]),
  ],
  [
    "what is left of two longer commits that could not be synced, behind the last commit",
    () =>
      Buffer.concat([
        whole.subarray(0, (commits.at(-3) ?? 0) + FRAME_BYTES),
        whole.subarray(commits[1], (commits[1] ?? 0) + FRAME_BYTES),
        whole.subarray(commits[3], (commits[3] ?? 0) + FRAME_BYTES),
      ]),
  ],
])("with %s the log ends before it, and the entities open", async (_, log) => {
  // What the log lacks here has been marked in the telemetry file, which has nothing to do with the log itself.
  const end = await use(await withLog(log()), pointsOf).then(
    (points) => (points.size > 0 ? "started" : "no points"),
    (error: unknown) => String(error),
  );

  expect(end).toMatch(/^started$|older than|belongs to|secret\.key/);
});

test("a repair keeps what comes before the damage, and says so", async () => {
  const log = Buffer.from(whole);
  const at = commits.at(-2) ?? 0;
  log.fill(0xa5, at + SECTOR_BYTES, at + 2 * SECTOR_BYTES);
  const folder = await withLog(log);

  const { code, out } = await repair(folder, `${folder}-new`);

  expect(code).toBe(0);
  expect(out).toMatch(/^bridgehead\.sqlite-wal: damaged from byte [0-9]+, what was changed behind it is lost/m);
  expect(await use(`${folder}-new`, async (platform) => (await pointsOf(platform)).size)).toBe(folders.stored.size);
});

/** With other bytes in these sectors of the last commits. */
function without(from: number, isLost: (sector: number) => boolean): Buffer {
  const log = Buffer.from(whole.subarray(0, (commits.at(-1) ?? 0) + FRAME_BYTES));
  for (let start = from, sector = 0; start < log.length; sector++) {
    const end = (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES;
    if (isLost(sector)) log.fill(0xa5, start, end);
    start = end;
  }
  return log;
}

/** Frames with other salts. */
function earlier(): Buffer {
  const old = Buffer.from(whole.subarray(commits[0], (commits[0] ?? 0) + 3 * FRAME_BYTES));
  for (let start = 8; start < old.length; start += FRAME_BYTES) old.fill(1, start, start + 8);
  return old;
}
