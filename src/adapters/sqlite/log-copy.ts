// Copies the log of the database while it grows. Applied to any earlier copy of the database file, the copies bring it to
// the state of the last one: a log holds whole pages. SQLite restarts its log after a checkpoint, so it may take none
// by itself meanwhile: each copy is followed by one before anything else is written. Runs on the thread that writes.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../core/errors.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import { FRAME_HEADER_BYTES, HEADER_BYTES, PAGE_BYTES_AT, SALTS } from "./log-form.ts";

const NAME_DIGITS = 9;

export class LogCopy {
  readonly #database: DatabaseSync;
  readonly #log: string;
  readonly #folder: string;
  /** Of the log that was copied last. */
  #salts = Buffer.alloc(0);
  #files = 0;
  #copied = 0;

  /** `log` is the file of the log. Removes what is in the folder. */
  constructor(database: DatabaseSync, log: string, folder: string) {
    this.#database = database;
    this.#log = log;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database.exec("PRAGMA wal_autocheckpoint = 0");
  }

  /**
   * Copies what was committed since the last call, into one file of the folder for each log that there was. The files
   * are named by their number, and a file that has a successor is complete. After a failure the copy is useless.
   */
  take(): void {
    // The checkpoint leaves the log as it is; only the next write may restart it.
    const { log: frames } = this.#database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() ?? {};
    if (typeof frames !== "number" || frames < 0)
      throw new DomainError("unavailable", "another program keeps the database from storing its log");
    if (frames > 0) this.#copyTo(frames);
  }

  #copyTo(frames: number): void {
    const log = openSync(this.#log, "r");
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      readSync(log, header, 0, HEADER_BYTES, 0);
      const salts = header.subarray(...SALTS);
      if (!salts.equals(this.#salts)) {
        this.#salts = salts;
        this.#files++;
        this.#copied = 0;
      }
      const end = HEADER_BYTES + frames * (FRAME_HEADER_BYTES + header.readUInt32BE(PAGE_BYTES_AT));
      if (end > this.#copied) this.#append(log, end);
    } finally {
      closeSync(log);
    }
  }

  #append(log: number, end: number): void {
    const copy = openSync(join(this.#folder, copyName(this.#files)), "a", 0o600);
    try {
      // Somebody may empty the folder.
      if (fstatSync(copy).size !== this.#copied)
        throw new DomainError("unavailable", "the copy of the log of the database was removed or changed");
      const buffer = Buffer.allocUnsafe(Math.min(MEBIBYTE, end - this.#copied));
      while (this.#copied < end) {
        const length = readSync(log, buffer, 0, Math.min(buffer.length, end - this.#copied), this.#copied);
        if (length === 0) throw new DomainError("unavailable", "the log of the database was cut off");
        let written = 0;
        while (written < length) written += writeSync(copy, buffer, written, length - written);
        this.#copied += length;
      }
    } finally {
      closeSync(copy);
    }
  }
}

function copyName(number: number): string {
  return String(number).padStart(NAME_DIGITS, "0");
}
