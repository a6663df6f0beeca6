// Whether a platform stores anything in a data folder, as seen from outside: its logs grow.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { listLogFiles } from "../../adapters/duckdb/log/segment.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { TELEMETRY_LOG } from "../folder-parts.ts";

export class PlatformActivity {
  readonly #folder: string;
  #seen: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether anything was stored since the last call; the first call says no. */
  async hasStored(): Promise<boolean> {
    const points = await listLogFiles(join(this.#folder, TELEMETRY_LOG));
    const entities = await unlessMissing(stat(join(this.#folder, `${DATABASE_FILE}-wal`)));
    const seen = JSON.stringify([points, entities?.mtimeMs]);
    const isFirst = this.#seen === undefined;
    const hasChanged = this.#seen !== seen;
    this.#seen = seen;
    return hasChanged && !isFirst;
  }
}
