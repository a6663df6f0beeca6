// Checks the parts of a data folder at startup: none may be missing, belong to another installation, or be older than
// the others. The rules for the marks are in core/installation/store-marks.ts.
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { logFolderOf } from "../adapters/duckdb/log/segment.ts";
import { oldLogOf } from "../adapters/duckdb/open-engine.ts";
import { damageIn } from "../adapters/sqlite/log-check.ts";
import { DomainError } from "../core/errors.ts";
import {
  LostData,
  RESTORE,
  requirePair,
  requireTelemetry,
  type EntityMark,
  type EntityMarks,
  type StoreFiles,
  type TelemetryMark,
  type TelemetryMarks,
} from "../core/installation/store-marks.ts";
import type { Clock, Timer } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { MASTER_KEY_BYTES, MASTER_KEY_FILE } from "../lib/secret-box.ts";
import { HOUR_MILLIS } from "../lib/units.ts";
import { RUNNING_FILE } from "./folder-parts.ts";

export interface StorePairDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether startup continues although parts are missing or older than the rest. */
  readonly acceptsLoss: boolean;
}

export class StorePair {
  readonly #files: StoreFiles;
  readonly #deps: StorePairDeps;
  /** True if there is no telemetry at startup, so none that could be older or foreign. */
  #isTelemetryNew = false;
  #timer: Timer | undefined;
  #advancing: Promise<void> | undefined;

  constructor(files: StoreFiles, deps: StorePairDeps) {
    this.#files = files;
    this.#deps = deps;
  }

  /** Must be called before any store is opened, because opening a store creates a missing file. */
  requireFiles(): void {
    const { folder, entities, telemetry } = this.#files;
    if (!this.#has(entities)) {
      const rest = [telemetry, logFolderOf(telemetry), oldLogOf(telemetry), `${entities}-wal`].find((file) =>
        this.#has(file),
      );
      if (rest !== undefined)
        throw new DomainError(
          "conflict",
          `${entities} is missing in the data folder ${folder}, although ${rest} is there, which nothing can be read from without it: put it back, or ${RESTORE}; to start over, set DATA_DIR to an empty folder`,
        );
    } else if (!this.#has(MASTER_KEY_FILE))
      throw new DomainError(
        "conflict",
        `${MASTER_KEY_FILE} is missing in the data folder ${folder}: without it the secrets of devices and users cannot be decrypted; put it back from the backup`,
      );
    this.#requireWholeKey();
    this.orLose(() => {
      if (this.#has(RUNNING_FILE) && !this.#has(`${entities}-wal`))
        throw new LostData(
          `${entities}-wal is missing in the data folder ${folder}, although the platform was not stopped cleanly`,
          `put it back, or ${RESTORE}; where a program for SQLite has opened ${entities} since, nothing is lost`,
          "what it held",
        );
      const damagedAt = damageIn(join(folder, `${entities}-wal`));
      if (damagedAt !== undefined)
        throw new LostData(
          `${entities}-wal is damaged at byte ${String(damagedAt)} in the data folder ${folder}: what was changed behind it could not be read`,
          `put it back as it was, or ${RESTORE}`,
          "those changes",
        );
    });
  }

  /** The file is incomplete after an interrupted copy, for example. */
  #requireWholeKey(): void {
    const { folder } = this.#files;
    if (!this.#has(MASTER_KEY_FILE)) return;
    const { size } = statSync(join(folder, MASTER_KEY_FILE));
    if (size !== MASTER_KEY_BYTES)
      throw new DomainError(
        "conflict",
        `${MASTER_KEY_FILE} in the data folder ${folder} must have ${String(MASTER_KEY_BYTES)} bytes, it has ${String(size)}: put it back from the backup`,
      );
  }

  /**
   * Must be called after the entities are opened and before the telemetry is, because opening a store creates a missing
   * file.
   */
  async requireEntities(entities: EntityMarks): Promise<void> {
    await entities.requireKey(join(this.#files.folder, MASTER_KEY_FILE), this.#deps.clock.now());
    const mark = await entities.read();
    const { folder, telemetry } = this.#files;
    this.#isTelemetryNew = !this.#has(telemetry);
    if (this.#isTelemetryNew)
      this.orLose(() => {
        requireTelemetry(mark, this.#files);
        const log = logFolderOf(telemetry);
        if (this.#has(log))
          throw new LostData(
            `${telemetry} is missing in the data folder ${folder}, although its log ${log} is there`,
            `put it back, or ${RESTORE}`,
            "any of its points",
          );
      });
  }

  /** Checks the marks of files that exist. */
  requireMarks(entities: EntityMark, telemetry: TelemetryMark | undefined): void {
    this.orLose(() => {
      requirePair(entities, telemetry, this.#files);
    });
  }

  /** Must be called once both stores are open. Marks them, and again every hour until `stop`. */
  async join(entities: EntityMarks, telemetry: TelemetryMarks): Promise<void> {
    const [mark, other] = [await entities.read(), await telemetry.readMark()];
    if (!this.#isTelemetryNew) this.requireMarks(mark, other);
    // If the operator has accepted the loss of newer entities, new series must not get the points of lost ones.
    if (other !== undefined && other.seriesMax > mark.seriesMax) await entities.skipSeries(other.seriesMax);
    let generation = Math.max(mark.begun, other?.generation ?? 0);
    const advance = async (): Promise<void> => {
      const begun = generation + 1;
      await entities.save({ begun, generation });
      await telemetry.saveMark({ installation: mark.installation, generation: begun });
      await entities.save({ begun, generation: begun });
      generation = begun;
    };
    await advance();
    closeSync(openSync(join(this.#files.folder, RUNNING_FILE), "w", 0o600));
    this.#timer = this.#deps.clock.every(HOUR_MILLIS, () => {
      this.#advancing ??= advance()
        .catch((error: unknown) => {
          this.#deps.log.warn("the stores could not be marked", { error });
        })
        .finally(() => (this.#advancing = undefined));
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#advancing;
  }

  /** Must be called right before the entities are closed, because closing removes their log. */
  endCleanly(): void {
    rmSync(join(this.#files.folder, RUNNING_FILE), { force: true });
  }

  #has(file: string): boolean {
    return existsSync(join(this.#files.folder, file));
  }

  /** Runs a check for lost data, which the operator may have accepted. */
  orLose(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof LostData) || !this.#deps.acceptsLoss) throw error;
      this.#deps.log.warn("started without what is lost", { found: error.found });
    }
  }
}
