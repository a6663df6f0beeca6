// `bridgehead upgrade`: upgrades the data folder like a start, checks whether it can be upgraded, or rolls back.
import { Command, Option } from "commander";
import type { UpgradeArguments } from "../upgrade/run-upgrade.ts";
import type { CommandDeclaration } from "./command.ts";

export const upgradeCommand: CommandDeclaration = (choose) =>
  new Command("upgrade")
    .description("brings the data folder to this version, as a start does, with a snapshot for the way back")
    .option("--check", "only look whether that can go well, or with --rollback what it would lose")
    .addOption(
      new Option(
        "--without-snapshot",
        "without a way back, where the disk has no room; make a backup before",
      ).conflicts(["check"]),
    )
    .addOption(
      new Option("--rollback", "bring the folder back as it was before the upgrade").conflicts(["withoutSnapshot"]),
    )
    .addOption(
      new Option("--remove-snapshot", "remove the snapshot, also while the platform runs").conflicts([
        "check",
        "withoutSnapshot",
        "rollback",
      ]),
    )
    .action((given: UpgradeArguments) => {
      choose(async (context) => {
        const { runUpgrade } = await import("../upgrade/run-upgrade.ts");
        await runUpgrade(context, given);
      });
    });
