// A folder with one file for each entity of a kind. A file is written under a temporary name, synced and then renamed,
// so that a file without the temporary ending is complete.
import { createReadStream, type Dirent } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import { parseId, type AnyId } from "../../core/ids.ts";
import { isMissing, unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { readAt } from "../../lib/read-at.ts";

const PART = ".part";
const DATA_FOLDER = "the data folder (DATA_DIR)";

export class FileFolder<Id extends AnyId> {
  readonly #folder: string;
  readonly #holds: string;
  readonly #where: string;
  /** Files being written, which `remove` leaves alone. */
  readonly #writing = new Set<Id>();

  /** The folder is created with the first file; `holds` names its contents in errors, and `where` its place. */
  constructor(folder: string, holds: string, where = DATA_FOLDER) {
    this.#folder = folder;
    this.#holds = holds;
    this.#where = where;
  }

  /** Writes and syncs all pieces; the file exists completely or not at all. Rejects if `pieces` does. */
  protected async writePieces(id: Id, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const part = this.#path(`${id}${PART}`);
    this.#writing.add(id);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(part, "w", 0o600);
      try {
        await writeAll(file, pieces);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.#path(id));
      await syncFolder(this.#folder);
    } catch (error) {
      // If the disk refuses this too, the fault is reported anyway; a sweep removes the temporary file.
      await rm(part, { force: true }).catch(() => undefined);
      throw this.#fault(error);
    } finally {
      this.#writing.delete(id);
    }
  }

  /** Undefined if there is no file. */
  async read(id: Id): Promise<Readable | undefined> {
    return await this.#guarded(async () => {
      const file = await unlessMissing(open(this.#path(id), "r"));
      return file === undefined ? undefined : createReadStream("", { fd: file });
    });
  }

  /**
   * Up to `bytesMax` bytes from `start`: fewer at the end of the file, none after it; undefined if there is no file.
   */
  protected async readBytes(id: Id, start: number, bytesMax: number): Promise<Buffer | undefined> {
    return await this.#guarded(async () => {
      const file = await unlessMissing(open(this.#path(id), "r"));
      if (file === undefined) return undefined;
      try {
        return await readAt(file, start, bytesMax);
      } finally {
        await file.close();
      }
    });
  }

  /**
   * Does nothing if there is no file. A file that is being written is not affected; its writer removes it if it is no
   * longer needed.
   */
  async remove(id: Id): Promise<void> {
    await this.#guarded(async () => {
      await rm(this.#path(id), { force: true });
      if (!this.#writing.has(id)) await rm(this.#path(`${id}${PART}`), { force: true });
    });
  }

  /** All files; those that are being written, or were never finished, with 0 bytes. */
  protected async files(): Promise<readonly { readonly id: Id; readonly bytes: number }[]> {
    return await this.#guarded(async () => {
      const found: { id: Id; bytes: number }[] = [];
      for (const entry of await this.#entries()) {
        const id = entry.isFile() ? idOf<Id>(entry.name) : undefined;
        if (id === undefined) continue;
        const isPart = entry.name.endsWith(PART);
        // Another process that shares the folder may remove it meanwhile.
        const stats = isPart ? undefined : await unlessMissing(stat(this.#path(entry.name)));
        if (isPart || stats !== undefined) found.push({ id, bytes: stats?.size ?? 0 });
      }
      return found;
    });
  }

  async #entries(): Promise<readonly Dirent[]> {
    try {
      return await readdir(this.#folder, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /** Turns faults of the disk into `unavailable`; other errors are returned unchanged. */
  #fault(error: unknown): unknown {
    if (!(error instanceof Error && "syscall" in error)) return error;
    const reason = "code" in error ? ` (${String(error.code)})` : "";
    // Errors name the folder, but not its location on the machine.
    return new DomainError(
      "unavailable",
      `${this.#holds} cannot be kept in the folder "${basename(this.#folder)}" of ${this.#where} at the moment${reason}`,
      { cause: error },
    );
  }
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await file.writeFile(piece);
}

function idOf<Id extends AnyId>(name: string): Id | undefined {
  try {
    return parseId<Id>(name.endsWith(PART) ? name.slice(0, -PART.length) : name, "file name");
  } catch {
    // A file of another program, which is left alone.
    return undefined;
  }
}
