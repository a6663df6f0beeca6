import { chown, mkdir, mkdtemp, open, readdir, rm, stat, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
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

test("files are synced some mebibytes at a time, and not all at the end", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const place = new BackupFolder(scratch);
  await using probe = await open(join(scratch, "probe"), "w");
  const datasync = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, "datasync");
  const write = async (name: string): Promise<void> => await place.write(`pieces/ab/${name}`, Buffer.alloc(2 ** 20));
  for (let number = 0; number < 7; number++) await write(String(number));
  expect(datasync).toHaveBeenCalledTimes(0);
  for (let number = 7; number < 20; number++) await write(String(number));
  expect(datasync).toHaveBeenCalledTimes(16);
  await place.sync();
  expect(datasync).toHaveBeenCalledTimes(20);
  datasync.mockRestore();
  await rm(scratch, { recursive: true });
});

test("a sync waits for files that are being synced already", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const place = new BackupFolder(scratch);
  await using probe = await open(join(scratch, "probe"), "w");
  let synced = 0;
  const datasync = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, "datasync").mockImplementation(async () => {
    await setImmediate();
    synced++;
  });
  const writes = Array.from({ length: 8 }, (_, number) => place.write(String(number), Buffer.alloc(2 ** 20)));
  await vi.waitFor(() => expect(datasync).toHaveBeenCalled());
  await place.sync();
  expect(synced).toBe(8);
  await Promise.all(writes);
  datasync.mockRestore();
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

test.runIf(process.getuid?.() === 0)(
  "what root leaves in the folder of a service belongs to that service",
  async () => {
    const SERVICE = 10_001;
    const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
    const folder = join(scratch, "backups");
    await mkdir(folder);
    await chown(folder, SERVICE, SERVICE);
    const place = new BackupFolder(folder);
    const lock = await place.lock();
    await place.write("pieces/ab/piece", Buffer.from("piece"));
    await place.sync();
    await place.put("verified", Buffer.from("now"));
    await lock.release();

    const names = (await readdir(folder, { recursive: true })).toSorted();
    expect(names).toEqual(["lock.db", "pieces", "pieces/ab", "pieces/ab/piece", "verified"]);
    const owners = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).uid));
    expect(new Set(owners)).toEqual(new Set([SERVICE]));
    await rm(scratch, { recursive: true });
  },
);

test.runIf(process.platform === "linux")(
  "a folder on a file system that makes none is refused, with the reason",
  async () => {
    await expect(new BackupFolder("/proc/bridgehead/plant").lock()).rejects.toThrow(
      "the folder /proc/bridgehead/plant cannot be used for backups: ENOENT: no such file or directory, mkdir '/proc/bridgehead'",
    );
  },
);
