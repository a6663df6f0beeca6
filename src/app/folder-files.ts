// The files of the data folder while the platform runs. The system lets a process go on with a file that was removed, moved or replaced,
// and what only such a file holds is gone with the process: nothing may be acknowledged on it.
import { statSync } from "node:fs";
import { join } from "node:path";
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../lib/logger.ts";

export class FolderFiles {
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #log: Logger;
  /** Which file each name stood for when it was first seen. */
  readonly #known = new Map<string, string>();
  readonly #gone = new Set<string>();

  /** `names` of files that are open for as long as the platform runs. */
  constructor(folder: string, names: readonly string[], log: Logger) {
    this.#folder = folder;
    this.#names = names;
    this.#log = log;
  }

  /** Those that are not in the folder any more, as far as `require` has been called since. */
  get gone(): readonly string[] {
    return [...this.#gone];
  }

  /** Throws `unavailable` where one of them is not in the folder any more. */
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
    const stats = statSync(file, { throwIfNoEntry: false });
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
