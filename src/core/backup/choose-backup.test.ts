import { expect, test } from "vitest";
import type { BackupPlace, PlaceLock } from "./backup-place.ts";
import { chooseRestorable, removeOldBackups } from "./choose-backup.ts";
import { changeName, encodeChange, readChange } from "./changes.ts";
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
  await expect(chooseRestorable(place)).rejects.toThrow("there is no backup in memory");
  for (const day of [3, 1, 2]) await addBackup(place, day, ["a"]);

  expect((await chooseRestorable(place)).manifest.moment).toBe(at(3));
  expect((await chooseRestorable(place, Date.parse(at(2)))).manifest.moment).toBe(at(2));
  expect((await chooseRestorable(place, Date.parse(at(2)) - 1)).manifest.moment).toBe(at(1));
  await expect(chooseRestorable(place, 0)).rejects.toThrow(`the oldest backup in memory is of ${at(1)}`);
});

/** Objects of a backup's changes, of these moments; undefined for one that is not the last of its step. */
async function addChanges(place: BackupPlace, day: number, moments: readonly (number | undefined)[]): Promise<void> {
  for (const [number, moment] of moments.entries()) {
    const head = { backup: Date.parse(at(day)), number, moment };
    await place.put(changeName(head), await encodeChange(head, []));
  }
}

test("the newest moment up to another is chosen, with the changes of the backup before it", async () => {
  const place = memoryPlace();
  const [one, two] = [Date.parse(at(1)), Date.parse(at(2))];
  await addBackup(place, 1, ["a"]);
  await addBackup(place, 2, ["a"]);
  await addChanges(place, 1, [one + 10, undefined, one + 20, two + 5, undefined]);
  await addChanges(place, 2, [two + 8]);
  const chosen = async (moment?: number): Promise<unknown> => {
    const { manifest, changes, moment: found } = await chooseRestorable(place, moment);
    return [manifest.moment, changes.map(({ number }) => number), found];
  };

  expect(await chosen(one + 9)).toEqual([at(1), [], one]);
  expect(await chosen(one + 19)).toEqual([at(1), [0], one + 10]);
  expect(await chosen(two - 1)).toEqual([at(1), [0, 1, 2], one + 20]);
  // The changes of the older backup go on until the newer one is complete.
  expect(await chosen(two)).toEqual([at(2), [], two]);
  expect(await chosen(two + 7)).toEqual([at(1), [0, 1, 2, 3], two + 5]);
  expect(await chosen()).toEqual([at(2), [0], two + 8]);
});

test("the changes of the newest backup are the newest state, also where the clock was set back meanwhile", async () => {
  const place = memoryPlace();
  const [one, two] = [Date.parse(at(1)), Date.parse(at(2))];
  await addBackup(place, 1, ["a"]);
  await addBackup(place, 2, ["a"]);
  await addChanges(place, 1, [one + 10, two + 5]);
  await addChanges(place, 2, [two + 8, two - 20, two - 10]);

  expect(await chooseRestorable(place)).toMatchObject({ manifest: { moment: at(2) }, moment: two - 10 });
});

test("backups made by hand do not hide the changes of the one before them", async () => {
  const place = memoryPlace();
  const four = Date.parse(at(4));
  for (const day of [1, 2, 3, 4]) await addBackup(place, day, ["a"]);
  await addChanges(place, 1, [Date.parse(at(1)) + 10, four - 20, four + 5]);

  expect(await chooseRestorable(place)).toMatchObject({ manifest: { moment: at(1) }, moment: four + 5 });
  expect(await chooseRestorable(place, four + 4)).toMatchObject({ manifest: { moment: at(4) }, moment: four });
  expect(await chooseRestorable(place, four - 1)).toMatchObject({ manifest: { moment: at(1) }, moment: four - 20 });
});

test("files of others where backups are kept do not matter", async () => {
  const place = memoryPlace();
  await addBackup(place, 2, ["a"]);
  const moment = Date.parse(at(2));
  await addChanges(place, 2, [moment + 10, moment + 20]);
  const [manifest = ""] = await listManifests(place);
  for (const name of ["backups/.old.json", "backups/notes.json", manifest.replace(".json", " (copy).json")])
    await place.put(name, Buffer.from("{}"));
  for (const name of ["000000001_notes", "000000002_2026-01-09", "notes"])
    await place.put(`changes/${at(2).replaceAll(":", "-")}/${name}`, Buffer.from("{}"));

  expect(await listManifests(place)).toEqual([manifest]);
  expect((await chooseRestorable(place)).moment).toBe(moment + 20);
});

test("where an object of changes is missing, moments after it are refused and those before it are not", async () => {
  const place = memoryPlace();
  const one = Date.parse(at(1));
  await addBackup(place, 1, ["a"]);
  await addChanges(place, 1, [one + 10, one + 20, one + 30]);
  await place.remove(changeName({ backup: one, number: 1, moment: one + 20 }));

  await expect(chooseRestorable(place)).rejects.toThrow(
    "changes/2026-01-01T00-00-00.000Z/000000001 is missing in memory: only moments before it can be restored",
  );
  expect((await chooseRestorable(place, one + 29)).moment).toBe(one + 10);
});

test("a change that was damaged or renamed is refused", async () => {
  const place = memoryPlace();
  const head = { backup: Date.parse(at(1)), number: 0, moment: Date.parse(at(2)) };
  const parts = [{ path: "log/1", from: 7, content: Buffer.from("grown") }];
  const content = await encodeChange(head, parts);
  await place.put(changeName(head), content);
  expect(await readChange(place, head)).toEqual(parts);

  await place.put(changeName({ ...head, number: 1 }), content);
  await expect(readChange(place, { ...head, number: 1 })).rejects.toThrow("is damaged");
  await expect(readChange(place, { ...head, number: 2 })).rejects.toThrow("is missing in memory");
  for (let at = 0; at < content.length; at++) {
    const damaged = Buffer.from(content);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await place.put(changeName(head), damaged);
    await expect(readChange(place, head), `byte ${String(at)}`).rejects.toThrow("is damaged");
  }
});

test("changes go with their backup", async () => {
  const place = memoryPlace();
  for (const day of [1, 2]) {
    await addBackup(place, day, ["a"]);
    await addChanges(place, day, [Date.parse(at(day)) + 1]);
  }
  await removeOldBackups(place, Date.parse(at(2)));
  expect(await place.list("changes/")).toEqual([expect.stringContaining("changes/2026-01-02")]);
});

test("a removal of old backups that is interrupted leaves no changes without their backup", async () => {
  const place = memoryPlace();
  for (const day of [1, 2]) {
    await addBackup(place, day, ["a"]);
    await addChanges(place, day, [Date.parse(at(day)) + 1]);
  }
  const interrupted: BackupPlace = {
    ...place,
    remove: (name) => (name.startsWith("changes/") ? Promise.reject(new Error("killed")) : place.remove(name)),
  };
  await expect(removeOldBackups(interrupted, Date.parse(at(2)))).rejects.toThrow("killed");
  await removeOldBackups(place, Date.parse(at(2)));
  expect(await place.list("changes/")).toEqual([expect.stringContaining("changes/2026-01-02")]);
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
