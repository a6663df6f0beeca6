// `bridgehead repair FROM INTO`: keeps what can be kept of a damaged data folder.
import { Command } from "commander";
import type { CommandDeclaration } from "./command.ts";

export const repairCommand: CommandDeclaration = (choose) =>
  new Command("repair")
    .description("makes a data folder of all that can be kept of a damaged one, and lists what is lost")
    .argument("<from>", "the damaged folder, which is only read; no platform may use it")
    .argument("[into]", "the folder to make; without it, nothing is kept and the list is printed")
    .action((from: string, into: string | undefined) => {
      choose(async (context) => {
        const { repairFolder } = await import("../repair-folder.ts");
        await repairFolder(context, from, into);
      });
    });
