// Startup on a data folder of an older version. The stores migrate themselves when they are opened, step by step and
// only forward. This module does what must come first: it checks that the upgrade can succeed, and takes a snapshot for
// rollback. Record: docs/decisions/0138-a-snapshot-before-an-upgrade.md.
import { existsSync } from "node:fs";
import { statfs, stat } from "node:fs/promises";
import { join } from "node:path";
import packageInfo from "../../../package.json" with { type: "json" };
import { asOpeningError } from "../../adapters/duckdb/duckdb-telemetry-store.ts";
import type { EngineOptions } from "../../adapters/duckdb/open-engine.ts";
import { countTelemetry, type TelemetryCounts } from "../../adapters/duckdb/telemetry-counts.ts";
import { requireWholeDatabase } from "../../adapters/sqlite/database-check.ts";
import { readContent, readForm, type DatabaseForm } from "../../adapters/sqlite/database-form.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../../core/errors.ts";
import type { EntityMarks } from "../../core/installation/store-marks.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { mebibytes } from "../../lib/units.ts";
import { TELEMETRY_FILE } from "../folder-parts.ts";
import type { StorePair } from "../store-pair.ts";
import {
  findSnapshots,
  isBroughtBack,
  makeSnapshot,
  moveTo,
  readNote,
  removeSnapshot,
  snapshotBytes,
  type Snapshot,
} from "./snapshot.ts";

/** The only version that did not write its number into the folder. */
const FIRST_VERSION = "0.1.0";

const TO = packageInfo.version;

const ROLLBACK = '"bridgehead upgrade --rollback"';

export interface UpgradeDeps {
  /** Absolute path, locked by this process. */
  readonly folder: string;
  readonly pair: StorePair;
  /** For reading the telemetry. */
  readonly engine: EngineOptions;
  readonly clock: Clock;
  readonly log: Logger;
  /** Skips the snapshot, for example if the disk has no room for it; there is no rollback then. */
  readonly withoutSnapshot: boolean;
}

export interface Upgrade {
  readonly from: string;
  readonly to: string;
  /** Number of database migrations to run. */
  readonly migrations: number;
  readonly devices: number;
  readonly points: number;
  readonly snapshotBytes: number;
  /** Includes the space that the migrations need. */
  readonly neededBytes: number;
  readonly freeBytes: number;
}

export class FolderUpgrade {
  readonly #deps: UpgradeDeps;
  /** Undefined if the folder has no database yet. */
  readonly #form: DatabaseForm | undefined;

  private constructor(deps: UpgradeDeps, form: DatabaseForm | undefined) {
    this.#deps = deps;
    this.#form = form;
  }

  /**
   * Must be called before any store is opened. If the folder needs an upgrade, it is checked and its snapshot is taken
   * here.
   */
  static async begin(deps: UpgradeDeps): Promise<FolderUpgrade> {
    const { folder, log } = deps;
    const form = await requireKnownForm(folder);
    const upgrade = new FolderUpgrade(deps, form);
    const snapshots = await findSnapshots(folder);
    for (const snapshot of snapshots)
      if (snapshot.stage === "copying" || isBroughtBack(snapshot)) await removeSnapshot(folder, snapshot);
    if (form === undefined || !isFormer(form)) return upgrade;
    const begun = snapshots.find(({ stage }) => stage === "upgrading");
    if (begun === undefined) await upgrade.#takeSnapshot(form);
    else if ((await readNote(begun)).migrations === form.applied) {
      // No migration has run since, but the older version may have written to the folder.
      await removeSnapshot(folder, begun);
      await upgrade.#takeSnapshot(form);
    } else log.info("upgrade of the data folder is resumed", { from: begun.from, to: TO, snapshot: begun.path });
    return upgrade;
  }

  async #takeSnapshot(form: DatabaseForm): Promise<void> {
    const { folder, clock, log, withoutSnapshot } = this.#deps;
    const { from, to, devices, points, migrations } = await checkUpgrade(this.#deps, form);
    const at = new Date(clock.now()).toISOString();
    const note = { from, to, at, migrations: form.applied, devices, points };
    await makeSnapshot(folder, note, !withoutSnapshot);
    log.info("data folder is being upgraded", {
      ...note,
      migrations,
      ...(withoutSnapshot ? {} : { wayBack: ROLLBACK }),
    });
  }

  /** Must be called when both stores are open and have been found to belong together. */
  async finish(entities: Pick<EntityMarks, "saveVersion">): Promise<void> {
    const { folder, log } = this.#deps;
    if (this.#form?.version !== TO) await entities.saveVersion(TO);
    const snapshots = await findSnapshots(folder);
    const done = snapshots.find(({ stage }) => stage === "upgrading");
    if (done === undefined) return;
    for (const snapshot of snapshots) if (snapshot.stage === "kept") await removeSnapshot(folder, snapshot);
    const { from, parts } = await readNote(done);
    if (parts.length === 0) {
      await removeSnapshot(folder, done);
      log.info("data folder upgraded", { from, to: TO });
    } else {
      const { path } = await moveTo(folder, done, "kept");
      log.info("data folder upgraded", { from, to: TO, snapshot: path, wayBack: ROLLBACK });
    }
  }
}

/** The planned upgrade, after its checks have passed; undefined if none is needed. Throws the fault with its remedy. */
export async function planUpgrade(deps: UpgradeDeps): Promise<Upgrade | undefined> {
  const form = await requireKnownForm(deps.folder);
  return form !== undefined && isFormer(form) ? await checkUpgrade(deps, form) : undefined;
}

/** Throws if the folder needs an upgrade before anything other than a start can use it. */
export async function requireUpgraded(folder: string): Promise<void> {
  const form = await requireKnownForm(folder);
  if (form !== undefined && isFormer(form))
    throw new DomainError(
      "conflict",
      `the data folder ${folder} is of version ${versionOf(form)}, this is version ${TO}: upgrade it first, by a start or with "bridgehead upgrade"`,
    );
}

/** The snapshot of the last upgrade, or of an interrupted one. */
export async function findWayBack(folder: string): Promise<Snapshot | undefined> {
  const snapshots = await findSnapshots(folder);
  const stages = ["rollback", "upgrading", "kept"] as const;
  return stages.map((wanted) => snapshots.find(({ stage }) => stage === wanted)).find((found) => found !== undefined);
}

/** Undefined if there is no database yet, or only one from a first start that was interrupted early. */
async function requireKnownForm(folder: string): Promise<DatabaseForm | undefined> {
  const snapshots = await findSnapshots(folder);
  const begun = snapshots.find((snapshot) => snapshot.stage === "rollback" && !isBroughtBack(snapshot));
  if (begun !== undefined)
    throw new DomainError(
      "conflict",
      `a rollback of the data folder ${folder} to version ${begun.from} was cut off: end it with ${ROLLBACK}`,
    );
  const file = join(folder, DATABASE_FILE);
  if (!existsSync(file)) return undefined;
  const form = readForm(file);
  if (form.unknown !== undefined) {
    const { version } = form;
    const needed = version === undefined ? "the newer version" : `version ${version} or a newer one`;
    const wayBack = snapshots.some(({ stage }) => stage !== "copying")
      ? `, or bring back the folder as it was before its upgrade with ${ROLLBACK}`
      : "";
    throw new DomainError(
      "conflict",
      `the data folder ${folder} was last used by ${version === undefined ? "a newer version" : `version ${version}`}, and this is version ${TO}, which does not know its migration ${form.unknown}: use ${needed}${wayBack}`,
    );
  }
  return form.applied === 0 ? undefined : form;
}

function isFormer({ missing }: DatabaseForm): boolean {
  return missing > 0;
}

function versionOf({ version }: DatabaseForm): string {
  return version ?? FIRST_VERSION;
}

async function checkUpgrade(
  { folder, pair, engine, withoutSnapshot }: UpgradeDeps,
  form: DatabaseForm,
): Promise<Upgrade> {
  const database = join(folder, DATABASE_FILE);
  const from = versionOf(form);
  const copied = withoutSnapshot ? 0 : await snapshotBytes(folder, from);
  // A migration may rewrite every row.
  const neededBytes = copied + (await stat(database)).size;
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < neededBytes) {
    const remedy = withoutSnapshot
      ? ": make room"
      : `, ${mebibytes(copied)} of them for a snapshot of the folder: make room, or make a backup and upgrade with "bridgehead upgrade --without-snapshot"`;
    throw new DomainError(
      "unavailable",
      `the disk of the data folder ${folder} has ${mebibytes(freeBytes)} free, and the upgrade from version ${from} to ${TO} takes ${mebibytes(neededBytes)}${remedy}`,
    );
  }
  const hasTelemetry = existsSync(join(folder, TELEMETRY_FILE));
  // The database's log is about to be removed.
  pair.endCleanly();
  requireWholeDatabase(database);
  const { devices, mark } = readContent(database);
  const telemetry = hasTelemetry ? await countPoints(engine) : undefined;
  if (mark !== undefined && telemetry !== undefined) pair.requireMarks(mark, telemetry.mark);
  return {
    from,
    to: TO,
    migrations: form.missing,
    devices,
    points: telemetry?.points ?? 0,
    snapshotBytes: copied,
    neededBytes,
    freeBytes,
  };
}

async function countPoints(engine: EngineOptions): Promise<TelemetryCounts> {
  try {
    return await countTelemetry(engine);
  } catch (error) {
    throw asOpeningError(error, engine.file);
  }
}
