// What every place of backups must do, whatever it is.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BackupPlace } from "../../src/core/backup/backup-place.ts";

export interface PlaceUnderTest extends AsyncDisposable {
  readonly place: BackupPlace;
  /** The same place, as another process has it. */
  readonly other: BackupPlace;
}

export function backupPlaceContract(adapter: string, open: () => Promise<PlaceUnderTest>): void {
  describe(`place of backups: ${adapter}`, () => {
    let opened: PlaceUnderTest;
    let place: BackupPlace;
    let other: BackupPlace;
    beforeEach(async () => {
      opened = await open();
      ({ place, other } = opened);
    });
    afterEach(() => opened[Symbol.asyncDispose]());

    test("what was put is there for all, until it is replaced or removed", async () => {
      await place.put("pieces/ab/one", Buffer.from("first"));
      await place.put("pieces/ab/one", Buffer.from("second"));
      const content = new Uint8Array(300_000).fill(7);
      await other.put("pieces/ab/two", content);

      expect(Buffer.from((await other.get("pieces/ab/one")) ?? []).toString()).toBe("second");
      expect(Buffer.from((await place.get("pieces/ab/two")) ?? []).equals(content)).toBe(true);
      await other.remove("pieces/ab/one");
      await other.remove("pieces/ab/one");
      expect(await place.get("pieces/ab/one")).toBeUndefined();
      expect(await place.get("nowhere/one")).toBeUndefined();
    });

    test("what was written is there for all, and stays when it is synced and written again", async () => {
      const content = new Uint8Array(300_000).fill(7);
      await place.write("pieces/ab/one", Buffer.from("of another form"));
      await Promise.all([place.write("pieces/ab/one", content), place.write("pieces/cd/two", content)]);
      await place.sync();
      await other.write("pieces/cd/two", content);
      await other.sync();
      for (const name of ["pieces/ab/one", "pieces/cd/two"])
        expect(Buffer.from((await other.get(name)) ?? []).equals(content)).toBe(true);
    });

    test("a list has all names below its prefix and no others, however many", async () => {
      expect(await place.list("pieces/")).toEqual([]);
      const names = Array.from({ length: 40 }, (_, number) => `pieces/${String(number % 3)}/${String(number)}`);
      for (const name of [...names, "backups/one", "verified"]) await place.put(name, Buffer.from(name));

      expect([...(await place.list("pieces/"))].sort()).toEqual(names.sort());
      expect(await place.list("backups/")).toEqual(["backups/one"]);
      expect(await place.list("none/")).toEqual([]);
    });

    test("one writer has it at a time", async () => {
      const lock = await place.lock();
      await lock.requireHeld();
      await expect(other.lock()).rejects.toThrow(`another backup to ${place.name} is running`);
      await lock.requireHeld();
      await lock.release();
      const next = await other.lock();
      await next.requireHeld();
      await next.release();
    });

    test("of two writers that come at the same time not both have it", async () => {
      const locks = await Promise.allSettled([place.lock(), other.lock()]);
      const held = locks.filter((lock) => lock.status === "fulfilled");
      expect(held.length).toBeLessThan(2);
      for (const { value } of held) await value.release();
      await (await place.lock()).release();
    });
  });
}
