// A damaged block of the telemetry file: the repair keeps all rows that do not need it, and lists the others.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LostPoints } from "../../src/adapters/duckdb/lost-points.ts";
import { repairTelemetry } from "../../src/adapters/duckdb/telemetry-repair.ts";
import { isEveryCase } from "../support/seed.ts";
import { blocksIn, CrashedFolders, damageBlock, TELEMETRY } from "./crashed-folder.ts";
import { checkRepair, repair } from "./repair-check.ts";

/** Rows that one damaged block costs at most: those of a group. */
const LOST_MAX = 61_440;

let folders: CrashedFolders;
let file: Buffer;
beforeAll(async () => {
  folders = await CrashedFolders.make({ checkpointed: 3, logged: 1, readings: 2_500 });
  file = await readFile(join(folders.parent, "crashed", TELEMETRY));
});
afterAll(() => folders.remove());

async function damaged(damage: (file: Buffer) => unknown): Promise<string> {
  const folder = await folders.copy();
  const bytes = Buffer.from(file);
  damage(bytes);
  await writeFile(join(folder, TELEMETRY), bytes);
  return folder;
}

const SCRATCH = { threads: 2, memoryMaxMebibytes: 256, spillMaxMebibytes: 256 };

/** Inside this process, which takes a fraction of the time. */
async function lostWithout(block: number): Promise<readonly LostPoints[] | undefined> {
  const folder = await damaged((bytes) => {
    damageBlock(bytes, block);
  });
  const options = { ...SCRATCH, file: join(folder, "new.duckdb"), scratchFolder: join(folder, "scratch") };
  try {
    return (await repairTelemetry(join(folder, TELEMETRY), options, { installation: "one", generation: 1 })).lost;
  } catch (error) {
    expect(String(error)).toMatch(/nothing can be kept of the telemetry file: .*restore all files/);
    return undefined;
  }
}

test(
  "a damaged block costs the rows that need it; all others are there, and those are listed",
  { timeout: 600_000 },
  async () => {
    const blocks = [...Array(blocksIn(file)).keys()];
    const lost = new Map<number, readonly LostPoints[]>();
    for (const block of blocks) lost.set(block, (await lostWithout(block)) ?? []);
    const named = blocks.find((block) => lost.get(block)?.some(({ series }) => series !== undefined));
    const unnamed = blocks.find((block) => lost.get(block)?.some(({ series }) => series === undefined));
    expect([named, unnamed], JSON.stringify([...lost])).not.toContain(undefined);

    for (const block of isEveryCase ? blocks : [named ?? 0, unnamed ?? 0]) {
      const { missing, out } = await checkRepair(
        await damaged((bytes) => {
          damageBlock(bytes, block);
        }),
        folders.stored,
      );
      expect(missing.length, out).toBeLessThanOrEqual(LOST_MAX);
      const inFile = lost.get(block)?.reduce((sum, { points }) => sum + (points ?? 0), 0) ?? 0;
      // The log writes a point of each of the four series once more.
      expect(inFile - missing.length, out).toBeGreaterThanOrEqual(0);
      expect(inFile - missing.length, out).toBeLessThanOrEqual(4);
    }
  },
);

test("without its header nothing can be kept, which is said, and nothing is made", async () => {
  const folder = await damaged((bytes) => bytes.fill(0, 0, 12_288));
  const { code, error } = await repair(folder, `${folder}-new`);

  expect(code).toBe(1);
  expect(error).toMatch(
    /nothing can be kept of the telemetry file: .*restore all files of the data folder from the same backup/,
  );
  expect(existsSync(`${folder}-new`)).toBe(false);
});
