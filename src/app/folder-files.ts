// Watches the files of the data folder while the platform runs. The system lets a process continue with a file that was
// removed, moved or replaced, but data that is only in such a file is lost when the process ends, so nothing may be
// acknowledged on it.
import { statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../lib/logger.ts";

export class FolderFiles {
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #log: Logger;
  /** The identity of each file when it was first seen. */
  readonly #known = new Map<string, string>();
  readonly #gone = new Set<string>();

  /** `names` of files that stay open while the platform runs. */
  constructor(folder: string, names: readonly string[], log: Logger) {
    this.#folder = folder;
    this.#names = names;
    this.#log = log;
  }

  /** Files found missing or replaced at the last call of `require`. */
  get gone(): readonly string[] {
    return [...this.#gone];
  }

  /** Throws `unavailable` if a file was removed or replaced, or may not be looked at, so that nobody knows. */
  require(): void {
    for (const name of this.#names) this.#look(name);
    if (this.#gone.size > 0)
      throw new DomainError(
        "unavailable",
        `removed from the data folder, or replaced, while the platform uses it: ${this.gone.join(", ")}`,
      );
  }

  #look(name: string): void {
    const file = join(this.#folder, name);
    const stats = statsOf(file);
    const found = stats === undefined ? "" : `${String(stats.dev)} ${String(stats.ino)}`;
    const isThere = found === (this.#known.get(name) ?? found);
    if (isThere && found !== "") this.#known.set(name, found);
    if (isThere === !this.#gone.has(name)) return;
    if (isThere) {
      this.#gone.delete(name);
      this.#log.info("file is back in the data folder", { file });
    } else {
      this.#gone.add(name);
      this.#log.error("file was removed from the data folder, or replaced: changes are refused until it is back", {
        file,
      });
    }
  }
}

/** Undefined if there is no such file. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Without a cause, as for a file that is missing: with one it would be a fault of the store, which is answered with 500.
    throw new DomainError("unavailable", `a file of the data folder cannot be looked at: ${reason}`);
  }
}
