// The folder for data that need not outlive the process: files of running exports, and spilled data of queries. It may
// be a disk of its own, so neither the folder nor files of others in it are ever removed.
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../core/errors.ts";
import { asDomainError, type DuckdbDatabase } from "./duckdb-database.ts";
import type { DuckdbSession } from "./duckdb-session.ts";

/** The engine's spill folder, and the folders and files of exports, report files, report slices and backup copies. */
const OWN = /^(spill$|export-|report-|backup-)/;

/** Creates the folder, and removes what a crash has left in it. Throws `unavailable` if it cannot be used. */
export async function emptyScratchFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    for (const name of await readdir(folder))
      if (OWN.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError(
      "unavailable",
      `the folder ${folder} in the data folder (DATA_DIR) cannot be used: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

export interface ScratchDeps {
  readonly database: DuckdbDatabase;
  readonly scratchFolder: string;
}

/**
 * Makes a file piece by piece: `pieces` gets its own session and folder, both of which are removed at the end. Aborting
 * interrupts it.
 */
export async function* fromScratch(
  { database, scratchFolder }: ScratchDeps,
  { prefix, signal }: { readonly prefix: "export-" | "report-"; readonly signal: AbortSignal },
  pieces: (session: DuckdbSession, folder: string) => AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  const session = await database.openSession();
  const interrupt = (): void => session.interrupt();
  signal.addEventListener("abort", interrupt);
  try {
    await mkdir(scratchFolder, { recursive: true });
    const folder = await mkdtemp(join(scratchFolder, prefix));
    try {
      yield* pieces(session, folder);
    } finally {
      await session.close();
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asDomainError(error);
  } finally {
    signal.removeEventListener("abort", interrupt);
    await session.close();
  }
}
