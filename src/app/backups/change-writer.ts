// Writes what has grown in a data folder since a backup, look by look, to where the backup is.
import { open } from "node:fs/promises";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import { changeName, encodeChange, type ChangedPart } from "../../core/backup/changes.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import { ENTITY_LOG, TELEMETRY_LOG } from "../folder-parts.ts";
import type { ChangeBase, GrowingFile, LogPlaces, Look } from "./growing-files.ts";

/** Bytes of files in one object. */
const OBJECT_BYTES = 8 * MEBIBYTE;

export class ChangeWriter {
  readonly #place: BackupPlace;
  /** Its moment, in milliseconds since the epoch. */
  readonly backup: number;
  readonly #written: Map<string, number>;
  #places: LogPlaces;
  #number = 0;
  #savedAt: number;
  /** An object that could not be written. It is tried again as it is: it may be there all the same. */
  #waiting: { readonly name: string; readonly content: Uint8Array } | undefined;
  /** Whether the last object was not the last of its step. */
  #isWithinStep = false;
  readonly era: number;

  constructor(place: BackupPlace, { moment, lengths, places, era }: ChangeBase) {
    this.#place = place;
    this.backup = moment;
    this.#savedAt = moment;
    this.#written = new Map(lengths);
    this.#places = places;
    this.era = era;
  }

  /** The newest moment that can be restored. */
  get savedAt(): number {
    return this.#savedAt;
  }

  /** What it has up to the newest moment. */
  get places(): LogPlaces {
    return this.#places;
  }

  /** Bytes of this look that are not written yet. */
  unwritten({ files }: Look): number {
    return files.reduce((sum, { path, bytes }) => sum + Math.max(0, bytes - (this.#written.get(path) ?? 0)), 0);
  }

  /** A file of a log that has lost what it had, although it is kept: what comes after could not be restored. */
  goneIn({ files }: Look): string | undefined {
    const logs = files.filter(({ mayGo }) => !mayGo);
    const { telemetry, entities } = this.#places;
    const needed = [`${TELEMETRY_LOG}/${telemetry}`, ...(entities === "" ? [] : [`${ENTITY_LOG}/${entities}`])];
    const missing = needed.find((path) => !logs.some((file) => file.path === path));
    if (missing !== undefined) return missing;
    return logs.find(({ path, bytes }) => {
      const written = this.#written.get(path) ?? 0;
      return Number.isFinite(written) && bytes < written;
    })?.path;
  }

  /** Rejects if the place cannot be written to; another call goes on where this one has ended. */
  async write({ at, files, places }: Look): Promise<void> {
    await this.#putWaiting();
    let parts: ChangedPart[] = [];
    let room = OBJECT_BYTES;
    for (const file of files)
      for await (const part of this.#partsOf(file, () => room)) {
        parts.push(part);
        room -= part.content.length;
        if (room > 0) continue;
        await this.#put(parts, undefined);
        parts = [];
        room = OBJECT_BYTES;
      }
    if (parts.length > 0 || this.#isWithinStep) await this.#put(parts, at);
    this.#places = places;
    this.#savedAt = at;
  }

  /** Yields nothing of a file that is gone if it may be. */
  async *#partsOf({ path, file, bytes, mayGo }: GrowingFile, room: () => number): AsyncGenerator<ChangedPart, void> {
    let from = this.#written.get(path) ?? 0;
    if (from >= bytes) return;
    const handle = mayGo ? await unlessMissing(open(file, "r")) : await open(file, "r");
    if (handle === undefined) return;
    try {
      while (from < bytes) {
        const content = Buffer.allocUnsafeSlow(Math.min(bytes - from, room()));
        const { bytesRead } = await handle.read(content, 0, content.length, from);
        if (bytesRead === 0) throw new Error(`${path} was cut off at byte ${String(from)}`);
        const part = { path, from, content: content.subarray(0, bytesRead) };
        from += bytesRead;
        yield part;
      }
    } finally {
      await handle.close();
    }
  }

  async #put(parts: readonly ChangedPart[], moment: number | undefined): Promise<void> {
    const head = { backup: this.backup, number: this.#number++, moment };
    this.#waiting = { name: changeName(head), content: await encodeChange(head, parts) };
    for (const { path, from, content } of parts) this.#written.set(path, from + content.length);
    this.#isWithinStep = moment === undefined;
    await this.#putWaiting();
  }

  async #putWaiting(): Promise<void> {
    if (this.#waiting === undefined) return;
    await this.#place.put(this.#waiting.name, this.#waiting.content);
    this.#waiting = undefined;
  }
}
