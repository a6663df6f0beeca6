// A damaged log of the telemetry file: the repair keeps what is before the damage, and the points behind it, and lists the rest.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corrected } from "../../src/adapters/duckdb/engine-checksum.ts";
import { CrashedFolders, entriesOf, LOG } from "./crashed-folder.ts";
import { checkRepair, repair } from "./repair-check.ts";

const BATCH_POINTS = 40;

let folders: CrashedFolders;
let log: Buffer;
beforeAll(async () => {
  folders = await CrashedFolders.make();
  log = await readFile(join(folders.parent, "crashed", LOG));
});
afterAll(() => folders.remove());

async function damaged(damage: (log: Buffer) => Buffer): Promise<string> {
  const folder = await folders.copy();
  await writeFile(join(folder, LOG), damage(Buffer.from(log)));
  return folder;
}

const flip =
  (at: number, mask = 0x40) =>
  (bytes: Buffer): Buffer => {
    bytes[at] = (bytes[at] ?? 0) ^ mask;
    return bytes;
  };

/** Of the entries that add points, which are the long ones. */
const inserts = (): readonly number[] => entriesOf(log).filter((at) => log.readBigUInt64LE(at) > 500n);

test("one changed byte is put right where the checksum tells which one it was, and nothing is lost", async () => {
  const insert = inserts()[4] ?? 0;
  const content = log.subarray(insert + 16, insert + 16 + Number(log.readBigUInt64LE(insert)));
  const told = [...content.keys()].filter(
    (at) => corrected(flip(at)(Buffer.from(content)), log.readBigUInt64LE(insert + 8)) !== undefined,
  );
  expect(told.length).toBeGreaterThan(content.length / 8);
  for (const at of [0, insert + 3, insert + 16 + (told.at(-9) ?? 0)]) {
    const { missing, out } = await checkRepair(await damaged(flip(at)), folders.stored);
    expect(missing, out).toEqual([]);
    expect(out).toMatch(/1 entries had one changed byte, which is put right[^]*nothing is lost/);
  }
});

test("rows of one entry are lost where more has changed, and named; what comes before and behind is kept", async () => {
  const insert = inserts()[4] ?? 0;
  for (const [from, to] of [
    [120, 300],
    [0, 40],
  ] as const) {
    const { missing, out } = await checkRepair(
      await damaged((bytes) => bytes.fill(0, insert + from, insert + to)),
      folders.stored,
    );
    expect(missing.length, out).toBeGreaterThan(0);
    expect(missing.length, out).toBeLessThanOrEqual(2 * BATCH_POINTS);
    expect(out).toMatch(/damaged from byte [0-9]+ to [0-9]+/);
  }
});

test("a zeroed page costs the entries that it had", async () => {
  const { missing, out } = await checkRepair(await damaged((bytes) => bytes.fill(0, 4096, 8192)), folders.stored);
  expect(missing.length, out).toBeLessThanOrEqual(6 * BATCH_POINTS);
});

test("an end that is zeroed costs the last commits", async () => {
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
  const insert = inserts()[4] ?? 0;
  const { code, out } = await repair(await damaged((bytes) => bytes.fill(0, insert + 100, insert + 300)));

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
