// Backups in a folder. A file is written under another name, synced and renamed, and its folder is synced, so that what has its
// name is whole, whatever happens.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BackupPlace, PlaceLock } from "../../core/backup/backup-place.ts";
import { DomainError } from "../../core/errors.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";

const PART = ".part";
const LOCK_FILE = "lock.db";

export class BackupFolder implements BackupPlace {
  readonly name: string;
  /** Whose names have been synced. */
  readonly #folders = new Set<string>();

  /** `folder` is made with what is put first. */
  constructor(folder: string) {
    this.name = folder;
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    const file = join(this.name, name);
    await this.#makeFolder(dirname(file));
    if (await this.#isThere(file, content)) return;
    const part = `${file}.${randomUUID()}${PART}`;
    try {
      const handle = await open(part, "wx", 0o600);
      try {
        await handle.writeFile(content);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(dirname(file));
  }

  /** As after a backup that ended in the middle; it may not have been synced. */
  async #isThere(file: string, content: Uint8Array): Promise<boolean> {
    const handle = await unlessMissing(open(file, "r+"));
    if (handle === undefined) return false;
    try {
      if (!(await handle.readFile()).equals(content)) return false;
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await syncFolder(dirname(file));
    return true;
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first !== undefined)
      for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
    this.#folders.add(folder);
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return await unlessMissing(readFile(join(this.name, name)));
  }

  async list(prefix: string): Promise<readonly string[]> {
    const entries = await unlessMissing(readdir(join(this.name, prefix), { recursive: true, withFileTypes: true }));
    return (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(this.name.length + 1)
          .replaceAll("\\", "/"),
      );
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.name, name), { force: true });
  }

  /** By the operating system, which takes it back when the process ends; what another one was writing when it ended is removed. */
  async lock(): Promise<PlaceLock> {
    await this.#makeFolder(this.name);
    const lock = new DatabaseSync(join(this.name, LOCK_FILE), { timeout: 0 });
    try {
      lock.exec("BEGIN EXCLUSIVE");
    } catch (cause) {
      lock.close();
      throw new DomainError("conflict", `another backup to ${this.name} is running`, { cause });
    }
    const entries = await readdir(this.name, { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile() && entry.name.endsWith(PART)) await rm(join(entry.parentPath, entry.name), { force: true });
    return {
      requireHeld: () => Promise.resolve(),
      release: () => {
        lock.close();
        return Promise.resolve();
      },
    };
  }
}
