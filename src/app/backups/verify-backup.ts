// Verifies a backup: restores it into a temporary folder, opens it and counts its contents.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDamage } from "../../adapters/duckdb/duckdb-session.ts";
import { countAllTelemetry } from "../../adapters/duckdb/telemetry-counts.ts";
import { countEntities, findDamage } from "../../adapters/sqlite/entity-counts.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import type { Restorable } from "../../core/backup/choose-backup.ts";
import { DamagedBackup } from "../../core/backup/pieces.ts";
import { requirePair } from "../../core/installation/store-marks.ts";
import type { Config } from "../config.ts";
import { engineOptions } from "../engine-options.ts";
import { TELEMETRY_FILE } from "../folder-parts.ts";
import { requireCertificate } from "./own-certificate-copy.ts";
import { writeState } from "./restore-files.ts";

export interface VerifiedCounts {
  readonly device: number;
  readonly points: number;
}

/**
 * Returns what was found; throws what is wrong. The temporary folder is in the system's (TMPDIR), and is removed at the
 * end.
 */
export async function verifyBackup(
  config: Config,
  place: BackupPlace,
  restorable: Restorable,
): Promise<VerifiedCounts> {
  const { manifest, changes } = restorable;
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-verify-"));
  try {
    await writeState(folder, place, restorable, config);
    if (manifest.tls !== undefined) requireCertificate(manifest.tls);
    const file = join(folder, DATABASE_FILE);
    const damage = findDamage(file);
    if (damage !== undefined) throw new DamagedBackup(`${DATABASE_FILE} of the backup is damaged: ${damage}`);
    const entities = countEntities(file);
    const telemetry = await countAllTelemetry(engineOptions(config, folder)).catch(asDamagedBackup);
    requirePair(entities.mark, telemetry.mark, { folder, entities: DATABASE_FILE, telemetry: TELEMETRY_FILE });
    const counts = new Map(Object.entries({ ...entities.rows, points: telemetry.points }));
    // What changed afterwards was not counted.
    const expectations = changes.length === 0 ? Object.entries(manifest.counts) : [];
    for (const [name, expected] of expectations) {
      const found = counts.get(name) ?? 0;
      if (found !== expected)
        throw new DamagedBackup(`the backup should have ${String(expected)} ${name}, and has ${String(found)}`);
    }
    return { device: counts.get("device") ?? 0, points: telemetry.points };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every byte is as it was in the data folder: the pieces have been checked. */
function asDamagedBackup(error: unknown): never {
  if (!isDamage(error)) throw error;
  throw new DamagedBackup(
    `${TELEMETRY_FILE} was damaged when the backup was made: repair the data folder, or restore an older backup (${error.message.split("\n", 1)[0] ?? ""})`,
  );
}
