// Backups in a folder. Each file is written under a temporary name and renamed. `put` syncs the file before the rename
// and its folder afterwards, so the file is complete whatever happens; files from `write` are synced some at a time,
// and their folders at the end.
import { randomUUID } from "node:crypto";
import { lchown, open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BackupPlace, PlaceLock } from "../../core/backup/backup-place.ts";
import { DomainError } from "../../core/errors.ts";
import { lockFile } from "../../lib/file-lock.ts";
import { makeFolders } from "../../lib/make-folders.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { MEBIBYTE } from "../../lib/units.ts";

const PART = ".part";
const LOCK_FILE = "lock.db";
/**
 * Bytes that may wait to be synced: if they were gigabytes, the system would write all of them at once, and whoever
 * else syncs on this disk would wait for that.
 */
const UNSYNCED_BYTES_MAX = 8 * MEBIBYTE;

export class BackupFolder implements BackupPlace {
  readonly name: string;
  /** Folders whose names have been synced. */
  readonly #folders = new Set<string>();
  readonly #unsynced = new Set<string>();
  #unsyncedBytes = 0;
  /** Folders of files that are synced, while their names are not. */
  readonly #unsyncedFolders = new Set<string>();
  #syncing: Promise<void> = Promise.resolve();

  /** The folder is created with the first file. */
  constructor(folder: string) {
    this.name = folder;
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    const file = await this.#place(name, content, (handle) => handle.datasync());
    await syncFolder(dirname(file));
  }

  async write(name: string, content: Uint8Array): Promise<void> {
    const file = join(this.name, name);
    // The file may exist from a backup that was interrupted.
    const isThere = (await unlessMissing(readFile(file)))?.equals(content) === true;
    this.#unsynced.add(isThere ? file : await this.#place(name, content));
    this.#unsyncedFolders.add(dirname(file));
    this.#unsyncedBytes += content.length;
    if (this.#unsyncedBytes >= UNSYNCED_BYTES_MAX) await this.#syncFiles();
  }

  async sync(): Promise<void> {
    const folders = [...this.#unsyncedFolders];
    this.#unsyncedFolders.clear();
    await this.#syncFiles();
    for (const folder of folders) await syncFolder(folder);
  }

  async #syncFiles(): Promise<void> {
    const files = [...this.#unsynced];
    // A failure fails this sync alone, not every later one as well.
    this.#unsynced.clear();
    this.#unsyncedBytes = 0;
    const before = this.#syncing;
    const syncing = (async () => {
      // Whoever began that one gets its failure.
      await before.catch(() => undefined);
      for (const file of files) await syncFile(file);
    })();
    this.#syncing = syncing;
    await syncing;
  }

  /** Writes a file under its final name and returns its path; `sync` runs before the rename. */
  async #place(name: string, content: Uint8Array, sync?: (handle: FileHandle) => Promise<void>): Promise<string> {
    const file = join(this.name, name);
    await this.#makeFolder(dirname(file));
    const part = `${file}.${randomUUID()}${PART}`;
    try {
      const handle = await open(part, "wx", 0o600);
      try {
        await handle.writeFile(content);
        await sync?.(handle);
      } finally {
        await handle.close();
      }
      await handOver(part);
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    return file;
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    for (const made of makeFolders(resolve(folder))) {
      await handOver(made);
      await syncFolder(dirname(made));
    }
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
    const file = join(this.name, name);
    this.#unsynced.delete(file);
    await rm(file, { force: true });
  }

  /**
   * Uses a lock of the operating system, which ends with the process; removes files that another process left
   * unfinished.
   */
  async lock(): Promise<PlaceLock> {
    try {
      await this.#makeFolder(this.name);
    } catch (cause) {
      throw this.#unusable(reasonOf(cause), cause);
    }
    const lock = this.#takeLock();
    if (lock === undefined) throw new DomainError("conflict", `another backup to ${this.name} is running`);
    await handOver(join(this.name, LOCK_FILE));
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

  #takeLock(): ReturnType<typeof lockFile> {
    const file = join(this.name, LOCK_FILE);
    try {
      return lockFile(file);
    } catch (cause) {
      throw this.#unusable(`${file}: ${reasonOf(cause)}`, cause);
    }
  }

  #unusable(reason: string, cause: unknown): DomainError {
    return new DomainError("unavailable", `the folder ${this.name} cannot be used for backups: ${reason}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** What root leaves in the folder of another user belongs to that user, whose backups could not use it otherwise. */
async function handOver(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  if (uid !== 0) await lchown(path, uid, gid);
}

/** Removes a file that cannot be synced, because a further sync would succeed without storing it. */
async function syncFile(file: string): Promise<void> {
  try {
    const handle = await open(file, "r+");
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}
