// `bridgehead rotate-key`: replaces a key while the platform is stopped.
import { Argument, Command } from "commander";
import type { CommandDeclaration } from "./command.ts";

export const rotateKeyCommand: CommandDeclaration = (choose) =>
  new Command("rotate-key")
    .description("replaces a key while the platform is stopped")
    .addArgument(
      new Argument(
        "<key>",
        "master: what encrypts the secrets of devices and users; tokens: what signs logins, which all end",
      ).choices(["master", "tokens"]),
    )
    .action((key: "master" | "tokens") => {
      choose(async (context) => {
        const { newMasterKey, newTokenKeys } = await import("../new-keys.ts");
        await (key === "master" ? newMasterKey : newTokenKeys)(context);
      });
    });
