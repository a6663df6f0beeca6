// Reassembles the files of a backup in a folder.
import { mkdir, open, readdir, rename, rm, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import type { Restorable } from "../../core/backup/choose-backup.ts";
import type { Manifest } from "../../core/backup/manifest.ts";
import { readLists, type ListedPiece } from "../../core/backup/piece-lists.ts";
import { DamagedBackup, readPiece } from "../../core/backup/pieces.ts";
import { DomainError } from "../../core/errors.ts";
import { lockFile } from "../../lib/file-lock.ts";
import { makeFolders } from "../../lib/make-folders.ts";
import { isMissing } from "../../lib/missing-file.ts";
import { MASTER_KEY_FILE } from "../../lib/secret-box.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import type { TlsPair } from "../../transport/tls-rules.ts";
import type { Config } from "../config.ts";
import { LOCK_FILE } from "../data-folder.ts";
import { ownTlsFiles } from "../own-certificate.ts";
import { applyChanges } from "./apply-changes.ts";

/** Most pieces read at the same time. */
const READS_MAX = 8;

/** Suffix of the folder that is being written. */
const PARTIAL = ".partial";

/**
 * Restores into a folder that does not exist or is empty. It gets its name once everything in it is complete and
 * synced.
 */
export async function restoreInto(
  folder: string,
  backup: {
    readonly place: BackupPlace;
    readonly restorable: Restorable;
    readonly config: Config;
    readonly key: Uint8Array;
    /** Undefined if the backup has none. */
    readonly tls: TlsPair | undefined;
  },
): Promise<void> {
  await requireEmpty(folder);
  const partial = `${folder}${PARTIAL}`;
  makeFolders(partial);
  const lock = lockFile(join(partial, LOCK_FILE));
  if (lock === undefined) throw new DomainError("conflict", `another restore into ${folder} is running`);
  try {
    await removeLeftovers(partial);
    await requireRoom(partial, backup.restorable.manifest);
    await writeState(partial, backup.place, backup.restorable, backup.config);
    await writeSynced(join(partial, MASTER_KEY_FILE), [Promise.resolve(backup.key)]);
    if (backup.tls !== undefined) await writeOwnCertificate(partial, backup.tls);
    await syncFolder(partial);
    // Windows renames and removes no folder in which a file is open.
    if (process.platform === "win32") lock.close();
    // Replaces an empty folder of that name, also on Windows.
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    if (lock.isOpen) lock.close();
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  if (lock.isOpen) lock.close();
}

/** Of a restore that was killed. */
async function removeLeftovers(partial: string): Promise<void> {
  for (const name of await readdir(partial))
    if (name !== LOCK_FILE) await rm(join(partial, name), { recursive: true, force: true });
}

async function requireEmpty(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  throw new DomainError("conflict", `${folder} is not empty: name a folder that is not there yet`);
}

async function requireRoom(folder: string, { files }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (bavail * bsize >= needed) return;
  throw new DomainError(
    "unavailable",
    `the disk of ${basename(folder)} has ${String(bavail * bsize)} bytes free, and the backup needs ${String(needed)}`,
  );
}

async function writeOwnCertificate(folder: string, { cert, key }: TlsPair): Promise<void> {
  const { certFile, keyFile } = ownTlsFiles(folder);
  await mkdir(dirname(certFile), { mode: 0o700 });
  await writeSynced(keyFile, [Promise.resolve(Buffer.from(key))]);
  await writeSynced(certFile, [Promise.resolve(Buffer.from(cert))]);
  await syncFolder(dirname(certFile));
}

/** Writes all files except the master key and the certificate. */
export async function writeState(
  folder: string,
  place: BackupPlace,
  restorable: Restorable,
  config: Config,
): Promise<void> {
  await writeFiles(folder, place, restorable.manifest);
  if (restorable.changes.length > 0) await applyChanges(folder, place, restorable, config);
}

async function writeFiles(folder: string, place: BackupPlace, { files }: Manifest): Promise<void> {
  const folders = new Set<string>();
  for (const { path, bytes, lists } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folders.add(dirname(target));
    const written = await writeSynced(target, readAhead(place, path, await readLists(place, lists, path)));
    if (written !== bytes)
      throw new DamagedBackup(`${path} has ${String(written)} bytes in ${place.name}, and had ${String(bytes)}`);
  }
  for (const each of folders) await syncFolder(each);
}

/** Yields the pieces in order while the next ones are being read. */
function* readAhead(place: BackupPlace, path: string, pieces: readonly ListedPiece[]): Generator<Promise<Uint8Array>> {
  const coming: Promise<Uint8Array>[] = [];
  for (const { id } of pieces) {
    const piece = readPiece(place, id, path);
    // The consumer of the piece handles the failure.
    piece.catch(() => undefined);
    coming.push(piece);
    const first = coming.length < READS_MAX ? undefined : coming.shift();
    if (first !== undefined) yield first;
  }
  yield* coming;
}

async function writeSynced(path: string, pieces: Iterable<Promise<Uint8Array>>): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  try {
    for (const piece of pieces) {
      const content = await piece;
      await file.writeFile(content);
      bytes += content.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}
