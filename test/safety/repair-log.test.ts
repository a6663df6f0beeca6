// A damaged log of the telemetry file: the repair keeps what is before the damage, and the points behind it, and lists the rest.
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isEveryCase } from "../support/seed.ts";
import { CrashedFolders, FRAME_HEAD_BYTES, framesOf, logFileOf } from "./crashed-folder.ts";
import { checkRepair, repair } from "./repair-check.ts";

const BATCH_POINTS = 40;

let folders: CrashedFolders;
let log: Buffer;
beforeAll(async () => {
  folders = await CrashedFolders.make();
  log = await readFile(await logFileOf(join(folders.parent, "crashed")));
});
afterAll(() => folders.remove());

async function damaged(damage: (log: Buffer) => Buffer): Promise<string> {
  const folder = await folders.copy();
  await writeFile(await logFileOf(folder), damage(Buffer.from(log)));
  return folder;
}

const flip =
  (at: number, mask = 0x40) =>
  (bytes: Buffer): Buffer => {
    bytes[at] = (bytes[at] ?? 0) ^ mask;
    return bytes;
  };

/** The frames of points, which are the long ones. */
const frames = (): readonly number[] => framesOf(log).filter((at) => log.readUInt32LE(at + 4) > 500);

test.each([
  ["its head", 8],
  ["its number of points", FRAME_HEAD_BYTES],
  ["its series", FRAME_HEAD_BYTES + 4 + 8],
  ["its times", FRAME_HEAD_BYTES + 4 + 40 * 4 + 20],
  ["its values", FRAME_HEAD_BYTES + 4 + 40 * 13 + 20],
])(
  "a changed byte in %s costs the points of one frame, which are named; what comes before and behind is kept",
  async (_, at) => {
    // The last one with one kind of damage each run, and with each in the soak.
    const isLastToo = isEveryCase || at === FRAME_HEAD_BYTES;
    for (const frame of [frames()[4] ?? 0, ...(isLastToo ? [frames().at(-1) ?? 0] : [])]) {
      const { missing, out } = await checkRepair(await damaged(flip(frame + at)), folders.stored);
      expect(missing.length, out).toBeGreaterThan(0);
      expect(missing.length, out).toBeLessThanOrEqual(BATCH_POINTS);
      expect(out).toMatch(/telemetry\.duckdb\.log\/[0-9]+ from byte [0-9]+ to [0-9]+: damaged/);
    }
  },
);

test("a changed byte in the header of the log costs nothing", async () => {
  const { missing, out } = await checkRepair(await damaged(flip(9)), folders.stored);
  expect(missing, out).toEqual([]);
  expect(out).toMatch(/its header is damaged, and not needed/);
});

test("a changed byte in what the telemetry file has already costs nothing", async () => {
  const folder = join(folders.parent, "stopped");
  await cp(join(folders.parent, "data"), folder, { recursive: true });
  const bytes = await readFile(await logFileOf(folder));
  await writeFile(await logFileOf(folder), flip((frames()[4] ?? 0) + 300)(bytes));

  const { missing, out } = await checkRepair(folder, folders.stored);
  expect(missing, out).toEqual([]);
  expect(out).toMatch(/damaged, but nothing is lost by that[^]*no points are lost/);
});

test("without its log, points of any time may be lost", async () => {
  const folder = await folders.copy();
  await rm(await logFileOf(folder));

  const { missing, out } = await checkRepair(folder, folders.stored);
  expect(missing.length, out).toBeGreaterThan(BATCH_POINTS);
  expect(out).toMatch(
    /no entries behind [0-9]+ are there[^]*further points, of devices that are not known, at any time/,
  );
});

test("the log of another folder is said, and nothing of it is kept", async () => {
  const others = await CrashedFolders.make({ checkpointed: 1, logged: 1, readings: 1 });
  const folder = await folders.copy();
  await cp(await logFileOf(join(others.parent, "crashed")), await logFileOf(folder));
  await others.remove();

  const { missing, out } = await checkRepair(folder, folders.stored);
  expect(missing.length, out).toBeGreaterThan(BATCH_POINTS);
  expect(out).toMatch(/telemetry\.duckdb\.log\/[0-9]+: of another telemetry file, nothing of it is kept/);
});

test("a log of the engine is left to the version that wrote it", async () => {
  const folder = await folders.copy();
  await writeFile(join(folder, "telemetry.duckdb.wal"), "points");
  const { code, error } = await repair(folder, `${folder}-new`);

  expect(code).toBe(1);
  expect(error).toMatch(
    /telemetry\.duckdb\.wal was written by version 0\.2\.0 or an older one: repair the folder with that version/,
  );
  expect(existsSync(`${folder}-new`)).toBe(false);
});

test("a zeroed page costs the frames that it had", async () => {
  const { missing, out } = await checkRepair(await damaged((bytes) => bytes.fill(0, 4096, 8192)), folders.stored);
  expect(missing.length, out).toBeLessThanOrEqual(6 * BATCH_POINTS);
});

test("an end that is zeroed costs the last frames", async () => {
  const folder = await damaged((bytes) => bytes.fill(0, bytes.length - 700));
  const { missing, out } = await checkRepair(folder, folders.stored);
  expect(missing.length, out).toBeGreaterThan(0);
  expect(missing.length, out).toBeLessThanOrEqual(BATCH_POINTS);
});

test("zeros behind the end cost nothing", async () => {
  const folder = await damaged((bytes) => Buffer.concat([bytes, Buffer.alloc(5_000)]));
  expect((await checkRepair(folder, folders.stored)).missing).toEqual([]);
});

test("without a new folder it says what would be kept, and keeps nothing", async () => {
  const frame = frames()[4] ?? 0;
  const { code, out } = await repair(await damaged((bytes) => bytes.fill(0, frame + 800, frame + 900)));

  expect(code).toBe(0);
  expect(out).toMatch(/device "(boiler|pump)"[^]*nothing has been kept: name a new folder/);
});

test("a folder that is there, or in the damaged one, is refused, and so is one that no platform has made", async () => {
  const folder = await folders.copy();
  const other = join(folders.parent, "other");
  await mkdir(other);
  await writeFile(join(other, "file"), "");
  for (const [args, words] of [
    [[folder, other], /is there and not empty/],
    [[folder, join(folder, "new")], /is in the folder that is to be repaired/],
    [[other, join(folders.parent, "new")], /it has no bridgehead\.sqlite/],
    [[join(folders.parent, "absent")], /is no folder/],
  ] as const) {
    const { code, error } = await repair(...args);
    expect(code).toBe(1);
    expect(error).toMatch(words);
  }
});
