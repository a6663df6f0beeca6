// `bridgehead verify FROM`: restores a backup into a temporary folder, opens it and counts its contents.
import { Command } from "commander";
import { AT, moment, PLACE } from "./backup-arguments.ts";
import type { CommandContext, CommandDeclaration } from "./command.ts";

export const verifyCommand: CommandDeclaration = (choose) =>
  new Command("verify")
    .description("checks every byte of a backup: restores it into a scratch folder, opens it and counts")
    .argument("<from>", PLACE)
    .option("--at <moment>", AT, moment)
    .action((from: string, { at }: { at?: number }) => {
      choose((context) => verify(from, at, context));
    });

async function verify(
  from: string,
  at: number | undefined,
  { config, clock, log, giveWay, say }: CommandContext,
): Promise<void> {
  giveWay();
  const { chooseRestorable } = await import("../../core/backup/choose-backup.ts");
  const { backupPlace } = await import("../backups/place.ts");
  const { verifyBackup } = await import("../backups/verify-backup.ts");
  const { nameOf } = await import("../backups/name-of.ts");
  const { noteVerified } = await import("../../core/backup/manifest.ts");
  const place = await backupPlace(from, { config, clock });
  const restorable = await chooseRestorable(place, at);
  const { device, points } = await verifyBackup(config, place, restorable);
  // A read-only place, such as a copy on another machine, can be verified too.
  await noteVerified(place, clock.now()).catch((error: unknown) => {
    log.warn("the place does not keep that it was verified", { place: place.name, error });
  });
  say(`${nameOf(restorable)} in ${place.name} is whole: ${String(device)} devices, ${String(points)} points`);
}
