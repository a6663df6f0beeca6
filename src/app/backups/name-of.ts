// What commands say of a state that was restored.
import { countTelemetry } from "../../adapters/duckdb/telemetry-counts.ts";
import { countEntities } from "../../adapters/sqlite/entity-counts.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { join } from "node:path";
import type { Restorable } from "../../core/backup/choose-backup.ts";
import type { Config } from "../config.ts";
import { engineOptions } from "../engine-options.ts";
import type { VerifiedCounts } from "./verify-backup.ts";

export function nameOf({ manifest, changes, moment }: Restorable): string {
  const name = `backup ${manifest.moment}`;
  return changes.length === 0 ? name : `${name} with what changed until ${new Date(moment).toISOString()}`;
}

/** Of a folder that was restored. A backup has them; after changes they are counted. */
export async function countsOf(
  { manifest, changes }: Restorable,
  folder: string,
  config: Config,
): Promise<VerifiedCounts> {
  const { device = 0, points = 0 } = manifest.counts;
  if (changes.length === 0) return { device, points };
  const { rows } = countEntities(join(folder, DATABASE_FILE));
  const telemetry = await countTelemetry(engineOptions(config, folder));
  return { device: rows["device"] ?? 0, points: telemetry.points };
}
