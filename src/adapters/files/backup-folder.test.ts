import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupPlaceContract } from "../../../test/contracts/backup-place.ts";
import { BackupFolder } from "./backup-folder.ts";

backupPlaceContract("folder", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "bridgehead-place-"));
  const folder = join(scratch, "backups");
  return {
    place: new BackupFolder(folder),
    other: new BackupFolder(folder),
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true }),
  };
});
