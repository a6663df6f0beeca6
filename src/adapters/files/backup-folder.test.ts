import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupPlaceContract } from "../../../test/contracts/backup-place.ts";
import { BackupFolder } from "./backup-folder.ts";

backupPlaceContract("folder", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const folder = join(scratch, "backups");
  return {
    place: new BackupFolder(folder),
    other: new BackupFolder(folder),
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true }),
  };
});

test("a file that is gone fails the sync that needs it, and no later one; one that was removed fails none", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const place = new BackupFolder(scratch);
  await place.write("pieces/ab/gone", Buffer.from("gone"));
  await rm(join(scratch, "pieces/ab/gone"));
  await expect(place.sync()).rejects.toMatchObject({ code: "ENOENT" });

  await place.write("pieces/ab/removed", Buffer.from("removed"));
  await place.remove("pieces/ab/removed");
  await place.write("pieces/ab/kept", Buffer.from("kept"));
  await place.sync();
  expect(Buffer.from((await place.get("pieces/ab/kept")) ?? []).toString()).toBe("kept");
  await rm(scratch, { recursive: true });
});

test("a folder whose lock cannot be taken says why, unless another backup has it", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const place = new BackupFolder(scratch);
  const lock = await place.lock();
  await expect(new BackupFolder(scratch).lock()).rejects.toThrow(`another backup to ${scratch} is running`);
  await lock.release();

  await writeFile(join(scratch, "lock.db"), Buffer.alloc(4096, 7));
  await expect(place.lock()).rejects.toThrow(
    `the folder ${scratch} cannot be used for backups: ${join(scratch, "lock.db")}: file is not a database`,
  );
  await rm(scratch, { recursive: true });
});

test.runIf(process.platform === "linux")(
  "a folder on a file system that makes none is refused, with the reason",
  async () => {
    await expect(new BackupFolder("/proc/bridgehead/plant").lock()).rejects.toThrow(
      "ENOENT: no such file or directory, mkdir '/proc/bridgehead'",
    );
  },
);
