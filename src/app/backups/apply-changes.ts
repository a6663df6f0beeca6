// Brings the files of a backup to the state of a later moment, by the changes that were kept with it.
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import packageInfo from "../../../package.json" with { type: "json" };
import { foldLog } from "../../adapters/duckdb/fold-log.ts";
import { applyLog } from "../../adapters/sqlite/apply-log.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import { changeName, readChange, type ChangedPart, type ChangeHead } from "../../core/backup/changes.ts";
import type { Restorable } from "../../core/backup/choose-backup.ts";
import { DamagedBackup } from "../../core/backup/pieces.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import type { Config } from "../config.ts";
import { engineOptions } from "../engine-options.ts";
import { ENTITY_LOG, TELEMETRY_LOG } from "../folder-parts.ts";

/** The log of telemetry is stored in its file whenever it has grown by this much: a start would read all at once. */
const LOG_BYTES_MAX = 256 * MEBIBYTE;

/** `folder` has the files of the backup, and nothing else. */
export async function applyChanges(
  folder: string,
  place: BackupPlace,
  { manifest, changes }: Restorable,
  config: Config,
): Promise<void> {
  // The file of another version is only upgraded by a start, as a whole.
  const mayFold = manifest.version === packageInfo.version;
  const files = new ChangedFiles(folder);
  let logBytes = 0;
  for (const head of changes) {
    for (const part of await readChange(place, head)) {
      await files.write(part, `${changeName(head)} in ${place.name}`);
      if (part.path.startsWith(`${TELEMETRY_LOG}/`)) logBytes += part.content.length;
    }
    if (logBytes < LOG_BYTES_MAX || !isWhole(head) || !mayFold) continue;
    await files.finish();
    await foldLog(engineOptions(config, folder));
    logBytes = 0;
  }
  await files.finish();
  files.applyEntityLog();
  await rm(join(folder, ENTITY_LOG), { recursive: true, force: true });
}

/** Only then a frame of the log cannot be cut in two. */
function isWhole({ moment }: ChangeHead): boolean {
  return moment !== undefined;
}

class ChangedFiles {
  readonly #folder: string;
  /** Since the last sync. */
  readonly #changed = new Set<string>();
  #entityLog: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `what` names the change in errors. */
  async write({ path, from, content }: ChangedPart, what: string): Promise<void> {
    const target = join(this.#folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // Each log has the pages that have changed since the one before.
    if (path.startsWith(`${ENTITY_LOG}/`) && this.#entityLog !== target) {
      this.applyEntityLog();
      this.#entityLog = target;
    }
    const length = from === 0 ? 0 : ((await unlessMissing(stat(target)))?.size ?? 0);
    if (length !== from)
      throw new DamagedBackup(
        `${what} goes on at byte ${String(from)} of ${path}, which has ${String(length)} bytes: only moments before it can be restored`,
      );
    // A file that appeared while the backup was made may be in both.
    const file = await open(target, from === 0 ? "w" : "a", 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    this.#changed.add(target);
  }

  applyEntityLog(): void {
    if (this.#entityLog === undefined) return;
    applyLog(join(this.#folder, DATABASE_FILE), this.#entityLog);
    this.#changed.delete(this.#entityLog);
    this.#entityLog = undefined;
  }

  /** Syncs what was written. */
  async finish(): Promise<void> {
    for (const path of this.#changed) {
      const file = await open(path, "r+");
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    }
    for (const folder of new Set([...this.#changed].map(dirname))) await syncFolder(folder);
    this.#changed.clear();
  }
}
