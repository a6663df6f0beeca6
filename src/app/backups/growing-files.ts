// The files of a running data folder that grow, as of one moment: the log of telemetry, copies of the log of the
// entities, and the files that are never changed. With an earlier backup they make the state of that moment.
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { listLogFiles } from "../../adapters/duckdb/log/segment.ts";
import type { LogFile } from "../../core/backup/checkpoint-hold.ts";
import type { Clock } from "../../lib/clock.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { Slots } from "../../lib/slots.ts";
import { ENTITY_LOG, TELEMETRY_LOG } from "../folder-parts.ts";
import { listConstantFiles } from "./constant-files.ts";
import type { FolderMoment } from "./folder-moment.ts";

export interface ChangeSource {
  /**
   * Copies into files of the folder, named in order, what the entities' log has gained since the last call. "begun": the
   * copies begin with the present log. Undefined ends that.
   */
  copyEntityLog(folder: string | undefined): Promise<"begun" | "continued" | undefined>;
  /** Runs `look` between two batches of telemetry, and resolves with the files of its log then. */
  lookAtLog(look: () => Promise<void>): Promise<readonly LogFile[]>;
  /** Keeps this file of the log of telemetry and those after it; undefined keeps none. */
  keepLogFrom(name: string | undefined): void;
}

export interface GrowingFile {
  /** In the backup. */
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
  /** Whether it may be deleted at any time, as what names it may be. */
  readonly mayGo: boolean;
}

/** The newest file of each log; older ones are complete. */
export interface LogPlaces {
  readonly telemetry: string;
  readonly entities: string;
}

export interface Look {
  readonly at: number;
  readonly files: readonly GrowingFile[];
  readonly places: LogPlaces;
  /** Changes when copies of the entities' log have started over, so that something may be missing between them. */
  readonly era: number;
}

/** What a backup has. */
export interface ChangeBase {
  /** Of the backup, in milliseconds since the epoch. */
  readonly moment: number;
  /** Bytes by path. */
  readonly lengths: ReadonlyMap<string, number>;
  readonly places: LogPlaces;
  readonly era: number;
}

interface EntityCopies {
  readonly files: readonly LogFile[];
  readonly era: number;
}

export interface GrowingFilesDeps {
  readonly source: ChangeSource;
  /** The data folder. */
  readonly folder: string;
  readonly scratchFolder: string;
  readonly clock: Clock;
}

export class GrowingFiles {
  readonly #deps: GrowingFilesDeps;
  readonly #copies: string;
  /** Nothing is copied while the lengths of the copies are read. */
  readonly #copying = new Slots({ max: 1 });
  #era = 0;

  constructor(deps: GrowingFilesDeps) {
    this.#deps = deps;
    this.#copies = join(deps.scratchFolder, "backup-entity-log");
  }

  /**
   * The present state. Everything acknowledged before it is in the files, and no telemetry that came later; entities may
   * have been changed while their log was copied.
   */
  async look(): Promise<Look> {
    const { clock, source } = this.#deps;
    // Most of it, so that acknowledgements wait only for the rest.
    await this.copyEntities();
    let at = 0;
    let copies: EntityCopies = { files: [], era: 0 };
    const logFiles = await source.lookAtLog(async () => {
      // Before the copy: what is acknowledged while it is made may be missing in it.
      at = clock.now();
      copies = await this.copyEntities();
    });
    return {
      at,
      // After the entities, which name them.
      files: [...this.#logs(logFiles, copies.files), ...(await this.#constantFiles())],
      places: placesOf(logFiles, copies.files),
      era: copies.era,
    };
  }

  /** Begins a backup by `hold`; changes since its moment can be kept with it. */
  async beginBackup(
    hold: () => Promise<FolderMoment>,
  ): Promise<{ readonly moment: FolderMoment; readonly base: ChangeBase }> {
    // Before the moment: what is committed in between is in both.
    const copies = await this.copyEntities();
    // A file that begins after the moment is none of the backup.
    const present = this.#logs(await listLogFiles(join(this.#deps.folder, TELEMETRY_LOG)), copies.files);
    const moment = await hold();
    const places = placesOf(moment.logFiles, copies.files);
    // What older files have is in the databases of the backup; the newest copy is needed from its beginning.
    const lengths = new Map(present.map(({ path }) => [path, Infinity]));
    for (const { name, bytes } of moment.logFiles) lengths.set(`${TELEMETRY_LOG}/${name}`, bytes);
    lengths.delete(`${ENTITY_LOG}/${places.entities}`);
    for (const { path, bytes } of await this.#constantFiles()) lengths.set(path, bytes);
    return { moment, base: { moment: moment.at, lengths, places, era: copies.era } };
  }

  /** Copies what the log of the entities has gained. SQLite stores its log only with such a copy. */
  async copyEntities(): Promise<EntityCopies> {
    return await this.#copying.run(async () => {
      if ((await this.#deps.source.copyEntityLog(this.#copies)) === "begun") this.#era++;
      const files: LogFile[] = [];
      for (const name of (await readdir(this.#copies)).sort())
        files.push({ name, bytes: (await stat(join(this.#copies, name))).size });
      return { files, era: this.#era };
    });
  }

  async #constantFiles(): Promise<readonly GrowingFile[]> {
    const files: GrowingFile[] = [];
    for (const path of await listConstantFiles(this.#deps.folder)) {
      const file = join(this.#deps.folder, path);
      const stats = await unlessMissing(stat(file));
      if (stats !== undefined) files.push({ path, file, bytes: stats.size, mayGo: true });
    }
    return files;
  }

  #logs(telemetry: readonly LogFile[], entities: readonly LogFile[]): GrowingFile[] {
    const of = (path: string, folder: string) => (log: LogFile) => ({
      path: `${path}/${log.name}`,
      file: join(folder, log.name),
      bytes: log.bytes,
      mayGo: false,
    });
    return [
      ...telemetry.map(of(TELEMETRY_LOG, join(this.#deps.folder, TELEMETRY_LOG))),
      ...entities.map(of(ENTITY_LOG, this.#copies)),
    ];
  }

  /** Keeps what is needed by those who have everything before these places. */
  async keep(needed: readonly LogPlaces[]): Promise<void> {
    const { source } = this.#deps;
    const oldest = (of: keyof LogPlaces): string | undefined => needed.map((places) => places[of]).sort()[0];
    source.keepLogFrom(oldest("telemetry"));
    await this.#copying.run(async () => {
      const entities = oldest("entities");
      if (entities === undefined) await source.copyEntityLog(undefined);
      const names = (await unlessMissing(readdir(this.#copies))) ?? [];
      for (const name of names)
        if (entities === undefined || name < entities) await rm(join(this.#copies, name), { force: true });
    });
  }
}

function placesOf(telemetry: readonly LogFile[], entities: readonly LogFile[]): LogPlaces {
  return { telemetry: telemetry.at(-1)?.name ?? "", entities: entities.at(-1)?.name ?? "" };
}
