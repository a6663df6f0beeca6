// A telemetry file that did not exist: made under another name and renamed when it is whole, so that a crash in the middle leaves
// none, and not one that cannot be opened.
import { access, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { quoted } from "./literals.ts";

/** Makes an empty file where there is none; throws where there is only its log, which holds points. */
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
