// Creates a new telemetry file under another name and renames it when it is complete, so that a crash midway leaves no
// file, rather than one that cannot be opened.
import { access, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { quoted } from "./literals.ts";

/** Creates an empty file if it is missing. Throws `unavailable` if only its log exists, because that holds points. */
export async function createWhereMissing(file: string, connection: DuckDBConnection): Promise<void> {
  if (await isThere(file)) return;
  if (await isThere(`${file}.wal`))
    throw new DomainError(
      "unavailable",
      `the telemetry file ${file} is missing, but its log ${file}.wal is there: put the file back that belongs to it, or move the log elsewhere to start with an empty history`,
    );
  const part = `${file}.new`;
  await removeWithLog(part);
  await connection.run(`ATTACH ${quoted(part)} AS new_file`);
  await connection.run("DETACH new_file");
  await rename(part, file);
  await syncFolder(dirname(file));
  await removeWithLog(part);
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(access(path).then(() => true))) ?? false;
}

async function removeWithLog(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}
