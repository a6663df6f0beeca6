// Results of background reports as files of a folder, one for each job. A file is written under another name, synced and then
// moved there, so that a name without the ending of parts is a whole result.
import { createReadStream, type Dirent } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { AnalyticsError } from "../../core/analytics/analytics-error.ts";
import type { ResultFiles } from "../../core/analytics/jobs/report-job.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, type ReportJobId } from "../../core/ids.ts";
import { isMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";

const PART = ".part";

export class ResultFolder implements ResultFiles {
  readonly #folder: string;
  /** Whose parts are no left-overs. */
  readonly #writing = new Set<ReportJobId>();

  /** `folder` is made when the first result is written. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(
    id: ReportJobId,
    pieces: AsyncIterable<Uint8Array | string>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<number> {
    const part = join(this.#folder, `${id}${PART}`);
    this.#writing.add(id);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(part, "w", 0o600);
      let bytes: number;
      try {
        bytes = await writeAll(file, pieces, bytesMax, signal);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, join(this.#folder, id));
      await syncFolder(this.#folder);
      return bytes;
    } catch (error) {
      // A disk that refuses this too has been reported already; the next start removes what is left.
      await rm(part, { force: true }).catch(() => undefined);
      throw this.#fault(error);
    } finally {
      this.#writing.delete(id);
    }
  }

  async read(id: ReportJobId): Promise<Readable | undefined> {
    try {
      const file = await open(join(this.#folder, id), "r");
      return createReadStream("", { fd: file });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw this.#fault(error);
    }
  }

  async remove(id: ReportJobId): Promise<void> {
    try {
      for (const name of [id, `${id}${PART}`]) await rm(join(this.#folder, name), { force: true });
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async list(): Promise<readonly { readonly id: ReportJobId; readonly bytes: number }[]> {
    try {
      return await this.#list();
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async #list(): Promise<readonly { readonly id: ReportJobId; readonly bytes: number }[]> {
    const found: { id: ReportJobId; bytes: number }[] = [];
    for (const entry of await this.#entries()) {
      const id = entry.isFile() ? idOf(entry.name) : undefined;
      if (id === undefined) continue;
      const isPart = entry.name.endsWith(PART);
      if (isPart) {
        // What was never finished belongs to no report.
        if (!this.#writing.has(id)) await rm(join(this.#folder, entry.name), { force: true });
      } else found.push({ id, bytes: (await stat(join(this.#folder, entry.name))).size });
    }
    return found;
  }

  async #entries(): Promise<readonly Dirent[]> {
    try {
      return await readdir(this.#folder, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Faults of the disk become `unavailable`; whatever stopped the writing comes out as it is. */
  #fault(error: unknown): unknown {
    if (!(error instanceof Error && "syscall" in error)) return error;
    const reason = "code" in error ? ` (${String(error.code)})` : "";
    // Errors name the folder, and not where on the machine that lies.
    return new DomainError(
      "unavailable",
      `results of reports cannot be kept in the folder "${basename(this.#folder)}" of the data folder (DATA_DIR) at the moment${reason}`,
      { cause: error },
    );
  }
}

async function writeAll(
  file: FileHandle,
  pieces: AsyncIterable<Uint8Array | string>,
  bytesMax: number,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    bytes += buffer.byteLength;
    if (bytes > bytesMax)
      throw new AnalyticsError("REPORT_TOO_LARGE", `the result may have ${String(bytesMax)} bytes, and has more`, [], {
        limit: { name: "analytics.jobs.maxResultMebibytes", value: bytesMax },
      });
    await file.writeFile(buffer);
  }
  signal.throwIfAborted();
  return bytes;
}

function idOf(name: string): ReportJobId | undefined {
  try {
    return parseId<ReportJobId>(name.endsWith(PART) ? name.slice(0, -PART.length) : name, "file name");
  } catch {
    // A file of another program, which is left alone.
    return undefined;
  }
}
