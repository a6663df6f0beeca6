// The passphrase of the master key in backups: from the settings, or from a terminal prompt.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import { PASSPHRASE_LENGTHS, type Config } from "../config.ts";

/** For a backup the passphrase is typed twice, because a backup with a mistyped passphrase could not be read. */
export async function newPassphrase(config: Config): Promise<string> {
  const given = await knownPassphrase(config);
  if (config.backup.passphrase !== undefined) return given;
  if (given.length < PASSPHRASE_LENGTHS.min)
    throw new DomainError("invalid", `a passphrase has at least ${String(PASSPHRASE_LENGTHS.min)} characters`);
  if ((await ask("The same again: ")) !== given) throw new DomainError("invalid", "the two passphrases differ");
  return given;
}

export async function knownPassphrase(config: Config): Promise<string> {
  if (config.backup.passphrase !== undefined) return config.backup.passphrase;
  if (process.stdin.isTTY) return await ask("Passphrase for secret.key in the backup: ");
  throw new DomainError(
    "invalid",
    "there is no passphrase for secret.key in the backup: set BACKUP_PASSPHRASE, or call it at a terminal, which asks for one",
  );
}

/** Hides what is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
