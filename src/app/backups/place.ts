// Where backups are kept, by its address.
import { resolve } from "node:path";
import { BackupFolder } from "../../adapters/files/backup-folder.ts";
import type { BackupPlace } from "../../core/backup/backup-place.ts";

export function backupPlace(address: string): BackupPlace {
  return new BackupFolder(resolve(address));
}
