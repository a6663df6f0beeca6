// Whether the two stores of a data folder belong together. Each keeps a mark: the id of the installation, and a
// generation that is incremented at every start and once an hour. The entity store announces the new generation, the
// telemetry store takes it, then the entity store takes it too, so a store copied from another time or folder is
// recognized by its mark.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";

export interface StoreMark {
  readonly installation: string;
  readonly generation: number;
}

export interface EntityMark extends StoreMark {
  /** The generation that the telemetry store may already have taken: `generation` or one more. */
  readonly begun: number;
  /** The greatest series number ever assigned. */
  readonly seriesMax: number;
}

export interface TelemetryMark extends StoreMark {
  /** The greatest number of a series with points. */
  readonly seriesMax: number;
}

/** The port to the mark of the entity store. */
export interface EntityMarks {
  read(): Promise<EntityMark>;
  save(mark: Pick<EntityMark, "begun" | "generation">): Promise<void>;
  /** The version of the program that uses the folder. */
  saveVersion(version: string): Promise<void>;
  /** Prevents new series from getting numbers up to this one. */
  skipSeries(seriesMax: number): Promise<void>;
  /**
   * Throws `conflict` if the secrets were encrypted with another key; the error names the key's file, and the place of
   * the secrets, which is the data folder unless given. A key that no start has seen is in use from `now` on.
   */
  requireKey(keyFile: string, now: EpochMillis, place?: string): Promise<void>;
}

/** The port to the mark of the telemetry store. */
export interface TelemetryMarks {
  /** Undefined for a store without a mark. */
  readMark(): Promise<TelemetryMark | undefined>;
  saveMark(mark: StoreMark): Promise<void>;
}

/** File names as shown in messages. */
export interface StoreFiles {
  readonly folder: string;
  readonly entities: string;
  readonly telemetry: string;
}

/**
 * Part of the folder is missing or older than the rest. The platform continues without it only if the operator says so.
 */
export class LostData extends DomainError {
  readonly found: string;

  /** `lost` describes what would be lost by continuing. */
  constructor(found: string, remedy: string, lost: string) {
    super("conflict", `${found}: ${remedy}; to start without ${lost}, start once with --accept-loss`);
    this.found = found;
  }
}

export const RESTORE = "restore all files of the data folder from the same backup";

/** Call before creating a telemetry store: throws if there used to be one. */
export function requireTelemetry(entities: EntityMark, { folder, ...files }: StoreFiles): void {
  if (entities.generation > 0 || entities.seriesMax > 0)
    throw new LostData(
      `${files.telemetry} is missing in the data folder ${folder}, although ${files.entities} knows of it`,
      `put it back, with its log, or ${RESTORE}`,
      "any of its points",
    );
}

/** Throws if the stores come from different folders or times. `telemetry` is undefined for a store without a mark. */
export function requirePair(entities: EntityMark, telemetry: TelemetryMark | undefined, files: StoreFiles): void {
  if (telemetry === undefined) {
    if (entities.generation > 0) throw older(files.telemetry, files.entities);
    return;
  }
  if (telemetry.installation !== entities.installation)
    throw new DomainError(
      "conflict",
      `${files.entities} and ${files.telemetry} belong to different data folders (${entities.installation} and ${telemetry.installation}): ${RESTORE}`,
    );
  if (telemetry.generation > entities.begun || telemetry.seriesMax > entities.seriesMax)
    throw older(files.entities, files.telemetry);
  if (telemetry.generation < entities.generation) throw older(files.telemetry, files.entities);
}

function older(old: string, recent: string): LostData {
  return new LostData(`${old} is older than ${recent}, or its log is missing`, RESTORE, `what ${old} lacks`);
}
