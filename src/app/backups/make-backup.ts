// A backup of a data folder, in use or not: copies most of it in advance, the rest at one moment, and writes the
// manifest last.
import { open, readFile, type FileHandle } from "node:fs/promises";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { countEntities } from "../../adapters/sqlite/entity-counts.ts";
import type { LogFile } from "../../core/backup/checkpoint-hold.ts";
import type { BackupPlace, PlaceLock } from "../../core/backup/backup-place.ts";
import { removeAll, removeOldBackups } from "../../core/backup/choose-backup.ts";
import {
  listManifests,
  readManifest,
  removeManifest,
  writeManifest,
  type BackupFile,
  type Manifest,
  type SealedKey,
} from "../../core/backup/manifest.ts";
import { addLists, readLists, type ListedPiece } from "../../core/backup/piece-lists.ts";
import { listPieces, pieceName, PieceWriter, type PieceId } from "../../core/backup/pieces.ts";
import { Pace } from "../../core/backup/pace.ts";
import { openKey, sealKey, type DeriveKey } from "../../core/backup/sealed-key.ts";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { MASTER_KEY_FILE } from "../../lib/secret-box.ts";
import type { Config } from "../config.ts";
import { TELEMETRY_FILE, TELEMETRY_LOG } from "../folder-parts.ts";
import { listConstantFiles } from "./constant-files.ts";
import type { FolderMoment } from "./folder-moment.ts";
import { sealOwnCertificate } from "./own-certificate-copy.ts";
import { PlatformActivity } from "./platform-activity.ts";
import { askRunningPlatform } from "./running-platform.ts";
import { holdStoppedFolder } from "./stopped-folder.ts";
import { copyFile, copyOpenFile, TelemetryCopy, type CopiedFile } from "./telemetry-copy.ts";

export interface BackupDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly place: BackupPlace;
  readonly version: string;
  readonly passphrase: string;
  readonly derive: DeriveKey;
  /** Backups older than this are removed afterwards; undefined keeps all. */
  readonly keepMillis: number | undefined;
}

export interface BackupMade {
  readonly manifest: Manifest;
  /** Pieces and bytes that this backup has added to the place. */
  readonly piecesWritten: number;
  readonly bytesWritten: number;
  /** Number of expired backups removed. */
  readonly removed: number;
  /** Whether an earlier backup in the place was made with another passphrase. */
  readonly hasNewPassphrase: boolean;
}

/** Throws `conflict` if another backup to the same place is running. */
export async function makeBackup(deps: BackupDeps): Promise<BackupMade> {
  const { place, clock, keepMillis } = deps;
  const lock = await place.lock();
  try {
    const made = await new FolderBackup(deps, lock, await readNewest(place)).run();
    if (keepMillis === undefined) return { ...made, removed: 0 };
    await lock.requireHeld();
    return { ...made, removed: (await removeOldBackups(place, clock.now() - keepMillis)).backups };
  } finally {
    await lock.release();
  }
}

async function readNewest(place: BackupPlace): Promise<Manifest | undefined> {
  const name = (await listManifests(place)).at(-1);
  return name === undefined ? undefined : await readManifest(place, name);
}

class FolderBackup {
  readonly #deps: BackupDeps;
  readonly #lock: PlaceLock;
  readonly #folder: string;
  readonly #newest: Manifest | undefined;
  /** Pieces of the newest backup by the path of their file. */
  readonly #before = new Map<string, readonly ListedPiece[]>();
  /** The files of the backup, by path. */
  readonly #files = new Map<string, BackupFile>();
  readonly #used = new Set<PieceId>();
  readonly #pace: Pace;

  constructor(deps: BackupDeps, lock: PlaceLock, newest: Manifest | undefined) {
    this.#deps = deps;
    this.#lock = lock;
    this.#newest = newest;
    this.#folder = existingFolder(deps.config.dataDir);
    const activity = new PlatformActivity(this.#folder);
    this.#pace = new Pace({ clock: deps.clock, pause, isPlatformBusy: () => activity.hasStored() });
  }

  async run(): Promise<Omit<BackupMade, "removed">> {
    const writer = await this.#openWriter();
    const hold = await askRunningPlatform(this.#folder);
    const telemetry = await TelemetryCopy.open(
      join(this.#folder, TELEMETRY_FILE),
      { writer, pace: this.#pace },
      this.#before.get(TELEMETRY_FILE) ?? [],
    );
    try {
      await this.#copyFiles(writer);
      await telemetry.approach();
      this.#pace.hurry();
      const moment = await (hold ?? (() => holdStoppedFolder(this.#deps.config, this.#deps.clock)))();
      try {
        return await this.#finish(writer, telemetry, moment);
      } finally {
        await moment.close();
      }
    } finally {
      await telemetry.close();
    }
  }

  /** Reuses pieces of the newest backup that still exist. */
  async #openWriter(): Promise<PieceWriter> {
    const { place } = this.#deps;
    if (this.#newest === undefined) return new PieceWriter(place, [], this.#pace);
    const there = await listPieces(place);
    const known: string[] = [];
    for (const { path, lists } of this.#newest.files) {
      const pieces = await readLists(place, lists, path);
      this.#before.set(path, pieces);
      known.push(...lists, ...pieces.map(({ id }) => id));
    }
    return new PieceWriter(
      place,
      known.filter((id) => there.has(id)),
      this.#pace,
    );
  }

  async #finish(
    writer: PieceWriter,
    telemetry: TelemetryCopy,
    moment: FolderMoment,
  ): Promise<Omit<BackupMade, "removed">> {
    const appeared = await this.#openNewFiles();
    try {
      const copied = await telemetry.finish();
      const logFiles = await this.#copyLog(writer, moment.logFiles);
      const entities = await moment.release();
      this.#pace.calm();
      requireWholeLog(logFiles, moment.logFiles);
      const { mark, rows } = countEntities(entities);
      this.#requireSameInstallation(mark.installation);
      await this.#list(writer, DATABASE_FILE, await copyFile(entities, writer));
      await this.#list(writer, TELEMETRY_FILE, copied);
      for (const [name, file] of logFiles) await this.#list(writer, `${TELEMETRY_LOG}/${name}`, file);
      for (const [path, file] of appeared) await this.#list(writer, path, await copyOpenFile(file, writer));
      await writer.finish();
      const { key, hasNewPassphrase } = await this.#sealKey(mark.installation);
      const tls = await sealOwnCertificate(this.#folder, { ...this.#deps, installation: mark.installation });
      const manifest: Manifest = {
        format: 1,
        version: this.#deps.version,
        moment: new Date(moment.at).toISOString(),
        installation: mark.installation,
        generation: mark.generation,
        counts: { ...rows, points: moment.points },
        key,
        ...(tls === undefined ? {} : { tls }),
        files: [...this.#files.values()],
      };
      await this.#publish(manifest);
      const { pieces, bytes } = await this.#removeUnused(writer);
      return { manifest, piecesWritten: pieces, bytesWritten: bytes, hasNewPassphrase };
    } finally {
      for (const file of appeared.values()) await file.close();
    }
  }

  /**
   * Rejects if another writer has taken over the place, because that writer may have removed pieces of this backup as
   * unused.
   */
  async #publish(manifest: Manifest): Promise<void> {
    const { place } = this.#deps;
    await this.#lock.requireHeld();
    await writeManifest(place, manifest);
    try {
      await this.#lock.requireHeld();
    } catch (error) {
      await removeManifest(place, manifest);
      throw error;
    }
  }

  async #list(writer: PieceWriter, path: string, { bytes, pieces }: CopiedFile): Promise<void> {
    const lists = await addLists(writer, pieces);
    for (const id of lists) this.#used.add(id);
    for (const { id } of pieces) this.#used.add(id);
    this.#files.set(path, { path, bytes, lists });
  }

  /** Copies in advance the files that never change. */
  async #copyFiles(writer: PieceWriter): Promise<void> {
    for (const path of await listConstantFiles(this.#folder)) {
      const file = await unlessMissing(open(join(this.#folder, path), "r"));
      // Deleted in the meantime.
      if (file === undefined) continue;
      try {
        const { size } = await file.stat();
        const same = this.#newest?.files.find((other) => other.path === path && other.bytes === size);
        const pieces = this.#before.get(path) ?? [];
        const isKnown = same !== undefined && pieces.every(({ id }) => writer.isKnown(id));
        await this.#list(writer, path, isKnown ? { bytes: size, pieces } : await copyOpenFile(file, writer));
      } finally {
        await file.close();
      }
    }
  }

  /**
   * Opens files that have appeared since the first copy, and drops those that were deleted. An open file can be read
   * even if it is deleted next.
   */
  async #openNewFiles(): Promise<ReadonlyMap<string, FileHandle>> {
    const paths = await listConstantFiles(this.#folder);
    for (const path of [...this.#files.keys()]) if (!paths.includes(path)) this.#files.delete(path);
    const opened = new Map<string, FileHandle>();
    for (const path of paths) {
      if (this.#files.has(path)) continue;
      const file = await unlessMissing(open(join(this.#folder, path), "r"));
      if (file !== undefined) opened.set(path, file);
    }
    return opened;
  }

  /** A file is missing or shorter if there was a checkpoint in between; `release` reports the reason. */
  async #copyLog(writer: PieceWriter, logFiles: readonly LogFile[]): Promise<ReadonlyMap<string, CopiedFile>> {
    const copied = new Map<string, CopiedFile>();
    for (const { name, bytes } of logFiles) {
      const file = await unlessMissing(open(join(this.#folder, TELEMETRY_LOG, name), "r"));
      if (file === undefined) continue;
      try {
        copied.set(name, await copyOpenFile(file, writer, bytes));
      } finally {
        await file.close();
      }
    }
    return copied;
  }

  #requireSameInstallation(installation: string): void {
    if (this.#newest === undefined || this.#newest.installation === installation) return;
    throw new DomainError(
      "conflict",
      `${this.#deps.place.name} holds the backups of another data folder (${this.#newest.installation}, this one is ${installation}): name a place of its own`,
    );
  }

  /** Keeps what the newest backup has for the same key and passphrase: to derive a key takes a processor for long. */
  async #sealKey(installation: string): Promise<{ readonly key: SealedKey; readonly hasNewPassphrase: boolean }> {
    const key = await readFile(join(this.#folder, MASTER_KEY_FILE));
    const before = await this.#openNewestKey();
    if (this.#newest !== undefined && before?.equals(key) === true)
      return { key: this.#newest.key, hasNewPassphrase: false };
    return {
      key: await sealKey(key, installation, this.#deps),
      hasNewPassphrase: this.#newest !== undefined && before === undefined,
    };
  }

  /** Returns undefined if there is none, or the passphrase was another. */
  async #openNewestKey(): Promise<Buffer | undefined> {
    if (this.#newest === undefined) return undefined;
    const { key, installation } = this.#newest;
    return await openKey(key, installation, this.#deps).catch(() => undefined);
  }

  /** Removes pieces that were copied in advance and have changed since. Returns what this backup has added. */
  async #removeUnused(writer: PieceWriter): Promise<{ readonly pieces: number; readonly bytes: number }> {
    const unused: string[] = [];
    let [pieces, bytes] = [0, 0];
    for (const [id, size] of writer.written) {
      if (this.#used.has(id)) [pieces, bytes] = [pieces + 1, bytes + size];
      else unused.push(pieceName(id));
    }
    await removeAll(this.#deps.place, unused);
    return { pieces, bytes };
  }
}

function requireWholeLog(copied: ReadonlyMap<string, CopiedFile>, logFiles: readonly LogFile[]): void {
  for (const { name, bytes } of logFiles) {
    const found = copied.get(name)?.bytes ?? 0;
    if (found !== bytes)
      throw new DomainError(
        "unavailable",
        `${TELEMETRY_LOG}/${name} has ${String(found)} bytes, and had ${String(bytes)}: make the backup again`,
      );
  }
}

function existingFolder(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch (cause) {
    throw new DomainError("not-found", `there is no data folder ${dataDir} (DATA_DIR) to make a backup of`, { cause });
  }
}
