// `bridgehead restore FROM INTO`: makes a data folder from a backup.
import { resolve } from "node:path";
import { Command } from "commander";
import { AT, moment, PLACE } from "./backup-arguments.ts";
import type { CommandContext, CommandDeclaration } from "./command.ts";

export const restoreCommand: CommandDeclaration = (choose) =>
  new Command("restore")
    .description("makes a data folder out of a backup")
    .argument("<from>", PLACE)
    .argument("<into>", "the new data folder, which is absent or empty")
    .option("--at <moment>", AT, moment)
    .action((from: string, into: string, { at }: { at?: number }) => {
      choose((context) => restore({ from, into, at }, context));
    });

interface RestoreArguments {
  readonly from: string;
  readonly into: string;
  readonly at: number | undefined;
}

async function restore({ from, into, at }: RestoreArguments, { config, clock, say }: CommandContext): Promise<void> {
  const { chooseRestorable } = await import("../../core/backup/choose-backup.ts");
  const { openKey } = await import("../../core/backup/sealed-key.ts");
  const { deriveKey } = await import("../../adapters/argon2/argon2-key.ts");
  const { backupPlace } = await import("../backups/place.ts");
  const { knownPassphrase } = await import("../backups/passphrase.ts");
  const { openOwnCertificate } = await import("../backups/own-certificate-copy.ts");
  const { countsOf, nameOf } = await import("../backups/name-of.ts");
  const { restoreInto } = await import("../backups/restore-files.ts");
  const place = await backupPlace(from, { config, clock });
  const folder = resolve(into);
  const restorable = await chooseRestorable(place, at);
  const { manifest } = restorable;
  const { installation } = manifest;
  const seal = { installation, passphrase: await knownPassphrase(config), derive: deriveKey };
  const key = await openKey(manifest.key, installation, seal);
  const tls = manifest.tls === undefined ? undefined : await openOwnCertificate(manifest.tls, seal);
  await restoreInto(folder, { place, restorable, config, key, tls });
  const { device, points } = await countsOf(restorable, folder, config);
  say(
    `${nameOf(restorable)} of ${place.name} is restored in ${folder}: ${String(device)} devices, ${String(points)} points`,
  );
  if (restorable.moment > clock.now())
    say(
      "that moment is later than the clock of this machine, so that one of the two was wrong: --at gives another one",
    );
  if (tls === undefined) say("it has no certificate of TLS_AUTO: where that is set, the start makes a new one");
}
