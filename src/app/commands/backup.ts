// `bridgehead backup TO`: makes a backup of the data folder, whether a platform runs on it or not.
import { Command } from "commander";
import packageInfo from "../../../package.json" with { type: "json" };
import { DAY_MILLIS, MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";
import { PLACE, wholeDays } from "./backup-arguments.ts";
import type { CommandContext, CommandDeclaration } from "./command.ts";

export const backupCommand: CommandDeclaration = (choose) =>
  new Command("backup")
    .description("copies the data folder to where backups are kept, while the platform runs or not")
    .argument("<to>", PLACE)
    .option("--keep-days <days>", "remove backups there that are older, but for the newest", wholeDays)
    .action((to: string, { keepDays }: { keepDays?: number }) => {
      choose((context) => backup(to, keepDays, context));
    });

async function backup(
  to: string,
  keepDays: number | undefined,
  { config, clock, giveWay, say }: CommandContext,
): Promise<void> {
  giveWay();
  const { makeBackup } = await import("../backups/make-backup.ts");
  const { backupPlace } = await import("../backups/place.ts");
  const { newPassphrase } = await import("../backups/passphrase.ts");
  const { deriveKey } = await import("../../adapters/argon2/argon2-key.ts");
  const place = await backupPlace(to, { config, clock });
  const passphrase = await newPassphrase(config);
  const startedAt = clock.now();
  const made = await makeBackup({
    config,
    clock,
    place,
    version: packageInfo.version,
    passphrase,
    derive: deriveKey,
    keepMillis: keepDays === undefined ? undefined : keepDays * DAY_MILLIS,
  });
  const { manifest, piecesWritten, bytesWritten } = made;
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  say(
    `backup ${manifest.moment} to ${place.name}: ${size(bytes)}, of which ${size(bytesWritten)} in ${String(piecesWritten)} pieces are new; ` +
      `${String(manifest.counts["device"])} devices, ${String(manifest.counts["points"])} points; ${((clock.now() - startedAt) / SECOND_MILLIS).toFixed(1)} s`,
  );
  if (made.hasNewPassphrase)
    say("the passphrase is not that of the backup before: keep both for as long as you keep both backups");
  if (made.removed > 0) say(`removed ${String(made.removed)} backups that were older than ${String(keepDays)} days`);
}

const KIBIBYTE = 1024;

function size(bytes: number): string {
  return bytes < MEBIBYTE ? `${String(Math.ceil(bytes / KIBIBYTE))} KiB` : `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
