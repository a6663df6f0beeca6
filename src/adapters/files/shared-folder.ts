// The folder that the nodes of a cluster share, as far as a node must find out whether it is that one.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../core/errors.ts";
import { INSTALLATION_MARK, type SharedPlace } from "../../core/installation/shared-place.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";

export class SharedFolder implements SharedPlace {
  readonly name: string;
  readonly #history: string;

  /** `history`: the folder in it where the engine keeps points. */
  constructor(folder: string, history: string) {
    this.name = folder;
    this.#history = history;
  }

  readMark(): Promise<string | undefined> {
    return this.#guarded(() => unlessMissing(readFile(this.#path, "utf8")));
  }

  writeMark(content: string): Promise<void> {
    return this.#guarded(async () => {
      await mkdir(this.name, { recursive: true });
      // With a name of its own: another node may write the same at the same time.
      const part = `${this.#path}.${randomUUID()}.part`;
      const file = await open(part, "w");
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.#path);
      await syncFolder(this.name);
    });
  }

  hasHistory(): Promise<boolean> {
    return this.#guarded(async () => {
      const names = await unlessMissing(readdir(join(this.name, this.#history)));
      return names !== undefined && names.length > 0;
    });
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DomainError("unavailable", `${this.name} (CLUSTER_FILES) cannot be used: ${reason}`, { cause });
    }
  }

  get #path(): string {
    return join(this.name, INSTALLATION_MARK);
  }
}
