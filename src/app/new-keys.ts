// Creates a new master key, or new keys for user tokens. The platform must not be running.
import { join } from "node:path";
import { rotateMasterKey, rotateTokenKeys } from "../adapters/sqlite/key-rotation.ts";
import { DATABASE_FILE } from "../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../core/errors.ts";
import { MASTER_KEY_FILE } from "../lib/secret-box.ts";
import { requireDatabase, takeDataFolder } from "./data-folder.ts";
import { ShutdownStack } from "./shutdown-stack.ts";
import { openStorage } from "./open-storage.ts";
import type { CommandContext } from "./commands/command.ts";

export async function newMasterKey(context: CommandContext): Promise<void> {
  await requireWholeFolder(context);
  const folder = await takeDataFolder(context.config.dataDir);
  try {
    const { claims, passwordResets } = rotateMasterKey(
      folder.path,
      join(folder.path, DATABASE_FILE),
      context.clock.now(),
    );
    context.say(`${join(folder.path, MASTER_KEY_FILE)} is new, and everything is encrypted with it`);
    context.say(
      `ended, to be asked for again: ${String(claims)} open claims, ${String(passwordResets)} password resets`,
    );
    context.say("copies of the folder from before need the old key; a backup has its own");
  } finally {
    folder.release();
  }
}

export async function newTokenKeys(context: CommandContext): Promise<void> {
  const hasSavedKey = await requireWholeFolder(context);
  if (context.config.security.jwt.tokenSigningKey !== undefined && !hasSavedKey)
    throw new DomainError(
      "conflict",
      "the key of tokens comes from the setting JWT_TOKEN_SIGNING_KEY: change it there",
    );
  const folder = await takeDataFolder(context.config.dataDir);
  try {
    rotateTokenKeys(folder.path, join(folder.path, DATABASE_FILE), context.clock.now());
    context.say("tokens are signed with new keys from the next start on; everybody has to log in again");
  } finally {
    folder.release();
  }
}

/** Checks and upgrades the folder like a start. Returns whether a token key was saved. */
async function requireWholeFolder({ config, clock, log }: CommandContext): Promise<boolean> {
  requireDatabase(config.dataDir);
  const shutdown = new ShutdownStack();
  try {
    const { stores } = await openStorage(config, { clock, log, shutdown, acceptsLoss: false });
    const saved = await stores.settings.findTokenSettings();
    return saved !== undefined && saved.signingKey !== null;
  } finally {
    await shutdown.stop();
  }
}
