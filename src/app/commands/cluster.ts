// `bridgehead cluster import FOLDER` and `bridgehead cluster export FOLDER`: between one process and a cluster; and
// `bridgehead cluster accept-loss`, for a cluster that has lost something.
import { Command } from "commander";
import type { CommandDeclaration } from "./command.ts";

export const clusterCommand: CommandDeclaration = (choose) =>
  new Command("cluster")
    .description("moves an installation into a cluster or back into a data folder, and mends a cluster")
    .addCommand(
      new Command("import")
        .description("brings a data folder into a cluster on which no node has run; goes on after it was cut off")
        .argument("<folder>", "the data folder, on which no platform runs")
        .action((folder: string) => {
          choose(async (context) => {
            const { importFolder } = await import("../cluster/import-folder.ts");
            await importFolder(folder, context);
          });
        }),
    )
    .addCommand(
      new Command("export")
        .description("makes a data folder of a cluster whose nodes have ended; goes on after it was cut off")
        .argument("<folder>", "the new data folder, which is absent or empty")
        .action((folder: string) => {
          choose(async (context) => {
            const { exportFolder } = await import("../cluster/export-folder.ts");
            await exportFolder(folder, context);
          });
        }),
    )
    .addCommand(
      new Command("accept-loss")
        .description("lets a cluster start again whose history and stream no longer fit together, without what is lost")
        .action(() => {
          choose(async (context) => {
            const { acceptClusterLoss } = await import("../cluster/accept-loss.ts");
            await acceptClusterLoss(context);
          });
        }),
    );
