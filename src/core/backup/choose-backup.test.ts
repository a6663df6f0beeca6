import { expect, test } from "vitest";
import type { BackupPlace, PlaceLock } from "./backup-place.ts";
import { chooseBackup, removeOldBackups } from "./choose-backup.ts";
import { listManifests, momentOf, writeManifest, type Manifest } from "./manifest.ts";
import { addLists } from "./piece-lists.ts";
import { listPieces, PieceWriter, type PieceId } from "./pieces.ts";

const lock: PlaceLock = { requireHeld: () => Promise.resolve(), release: () => Promise.resolve() };

function memoryPlace(): BackupPlace {
  const contents = new Map<string, Uint8Array>();
  const put = (name: string, content: Uint8Array) => Promise.resolve(void contents.set(name, content));
  return {
    name: "memory",
    put,
    write: put,
    sync: () => Promise.resolve(),
    get: (name) => Promise.resolve(contents.get(name)),
    list: (prefix) => Promise.resolve([...contents.keys()].filter((name) => name.startsWith(prefix))),
    remove: (name) => Promise.resolve(void contents.delete(name)),
    lock: () => Promise.resolve(lock),
  };
}

const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

/** A backup of one file with these words as its pieces. */
async function addBackup(place: BackupPlace, day: number, words: readonly string[]): Promise<readonly PieceId[]> {
  const writer = new PieceWriter(place, await listPieces(place));
  const pieces = [];
  for (const word of words) pieces.push({ id: await writer.add(Buffer.from(word)), head: "" });
  const lists = await addLists(writer, pieces);
  await writer.finish();
  const manifest: Manifest = {
    format: 1,
    version: "1",
    moment: at(day),
    installation: "a",
    generation: 1,
    counts: {},
    key: { salt: "", nonce: "", sealed: "", tag: "" },
    files: [{ path: "words", bytes: words.join("").length, lists }],
  };
  await writeManifest(place, manifest);
  return [...lists, ...pieces.map(({ id }) => id)];
}

test("the newest backup up to a moment is chosen", async () => {
  const place = memoryPlace();
  await expect(chooseBackup(place)).rejects.toThrow("there is no backup in memory");
  for (const day of [3, 1, 2]) await addBackup(place, day, ["a"]);

  expect((await chooseBackup(place)).moment).toBe(at(3));
  expect((await chooseBackup(place, Date.parse(at(2)))).moment).toBe(at(2));
  expect((await chooseBackup(place, Date.parse(at(2)) - 1)).moment).toBe(at(1));
  await expect(chooseBackup(place, 0)).rejects.toThrow(`the oldest backup in memory is of ${at(1)}`);
});

test("old backups go with the pieces that no other has, and with what a backup left that did not end", async () => {
  const place = memoryPlace();
  await addBackup(place, 1, ["common", "of the first"]);
  const second = await addBackup(place, 2, ["common", "of the second"]);
  const third = await addBackup(place, 3, ["common", "of the third"]);
  await new PieceWriter(place, []).add(Buffer.from("of none"));

  expect(await removeOldBackups(place, Date.parse(at(2)))).toEqual({ backups: 1, pieces: 3 });
  expect((await listManifests(place)).map(momentOf)).toEqual([Date.parse(at(2)), Date.parse(at(3))]);
  expect(await listPieces(place)).toEqual(new Set([...second, ...third]));
});

test("the newest backup is kept however old it is", async () => {
  const place = memoryPlace();
  const pieces = await addBackup(place, 1, ["a"]);

  expect(await removeOldBackups(place, Date.parse(at(9)))).toEqual({ backups: 0, pieces: 0 });
  expect(await listPieces(place)).toEqual(new Set(pieces));
});

test("nothing is removed where a manifest is damaged: what it needs is not known", async () => {
  const place = memoryPlace();
  await addBackup(place, 1, ["a"]);
  await addBackup(place, 2, ["b"]);
  const [, newest = ""] = await listManifests(place);
  await place.put(newest, Buffer.from("{}"));

  await expect(removeOldBackups(place, Date.parse(at(9)))).rejects.toThrow(`${newest} in memory is damaged`);
  expect((await listPieces(place)).size).toBe(4);
});
