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
