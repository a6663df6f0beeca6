// A keeper with what it needs: an engine and a tail of its own, so that folding takes nothing from reads and writes.
import type { BoundedLog } from "../../../core/telemetry/change-log.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { DuckdbDatabase } from "../duckdb-database.ts";
import type { LatestPoints } from "../latest-points.ts";
import type { EngineLimits } from "../open-engine.ts";
import { Keeper, type KeeperOptions } from "./keeper.ts";
import { openLakeEngine, type LakePlace } from "./lake-engine.ts";
import { openLake } from "./lake-tables.ts";
import { Tail, type TailOptions } from "./tail.ts";

export interface LakeKeeperOptions extends EngineLimits {
  readonly place: LakePlace;
  readonly tail: TailOptions;
  readonly keeper: KeeperOptions;
}

export interface LakeKeeperDeps {
  readonly log: BoundedLog;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after each fold, also if another keeper was faster. */
  readonly folded?: () => void;
}

export class LakeKeeper {
  readonly #deps: LakeKeeperDeps;
  readonly #options: LakeKeeperOptions;
  readonly #database: DuckdbDatabase;
  readonly #tail: Tail;
  readonly #keeper: Keeper;

  constructor(deps: LakeKeeperDeps, options: LakeKeeperOptions) {
    const { log, clock, logger, folded } = deps;
    const database = new DuckdbDatabase({ ...options, writeReserveMebibytes: 0, readersMax: 1 }, clock);
    const tail = new Tail({ database, log, clock, logger, reopen: () => this.#open() }, options.tail);
    this.#deps = deps;
    this.#options = options;
    this.#database = database;
    this.#tail = tail;
    this.#keeper = new Keeper({ database, tail, log, clock, logger, folded }, options.keeper);
  }

  async start(): Promise<void> {
    await this.#open();
    await openLake(this.#database.writer, this.#options.place, this.#deps.log.id);
    await this.#tail.start();
    this.#keeper.start();
  }

  async stop(): Promise<void> {
    await this.#keeper.stop();
    await this.#tail.stop();
    await this.#database.close();
  }

  /** Folds everything that was acknowledged before the call; returns the position that the lake then has. */
  async fold(): Promise<number> {
    await this.#tail.knowsLatest();
    return await this.#keeper.fold();
  }

  /** The latest points, with everything that was acknowledged before the call. */
  async latest(): Promise<LatestPoints> {
    await this.#tail.knowsLatest();
    return this.#tail.latest;
  }

  async merge(): Promise<void> {
    await this.#keeper.merge();
  }

  async #open(): Promise<void> {
    await this.#database.openInMemory(() => openLakeEngine(this.#options, this.#options.place));
  }
}
