// Whether the two stores of a data folder belong together. Each keeps a mark: the id of the installation and a generation, which
// goes up at every start and once an hour. The entities begin it, the telemetry takes it, the entities take it as well, so
// a store that was copied from another time or another folder is recognized by its mark.
import { DomainError } from "../errors.ts";

export interface StoreMark {
  readonly installation: string;
  readonly generation: number;
}

export interface EntityMark extends StoreMark {
  /** The generation that the telemetry may have taken already; the same as `generation`, or one more. */
  readonly begun: number;
  /** The greatest number that was ever given to a series. */
  readonly seriesMax: number;
}

export interface TelemetryMark extends StoreMark {
  /** The greatest number of a series that has points. */
  readonly seriesMax: number;
}

/** The port behind which the mark of the entities is kept. */
export interface EntityMarks {
  read(): Promise<EntityMark>;
  save(mark: Pick<EntityMark, "begun" | "generation">): Promise<void>;
  /** Of the program that uses the folder. */
  saveVersion(version: string): Promise<void>;
  /** No new series gets a number up to this one. */
  skipSeries(seriesMax: number): Promise<void>;
  /** Throws `conflict` where the secrets were encrypted with another key; `keyFile` names it in the error. */
  requireKey(keyFile: string): Promise<void>;
}

/** The same for the telemetry. */
export interface TelemetryMarks {
  /** Undefined for a store without a mark. */
  readMark(): Promise<TelemetryMark | undefined>;
  saveMark(mark: StoreMark): Promise<void>;
}

/** As messages name them. */
export interface StoreFiles {
  readonly folder: string;
  readonly entities: string;
  readonly telemetry: string;
}

/** Something of the folder is gone or older than the rest. The platform goes on without it only where the operator says so. */
export class LostData extends DomainError {
  readonly found: string;

  /** `lost` is what a start has to do without. */
  constructor(found: string, remedy: string, lost: string) {
    super("conflict", `${found}: ${remedy}; to start without ${lost}, start once with --accept-loss`);
    this.found = found;
  }
}

export const RESTORE = "restore all files of the data folder from the same backup";

/** Before a telemetry store is made: throws where one has been there. */
export function requireTelemetry(entities: EntityMark, { folder, ...files }: StoreFiles): void {
  if (entities.generation > 0 || entities.seriesMax > 0)
    throw new LostData(
      `${files.telemetry} is missing in the data folder ${folder}, although ${files.entities} knows of it`,
      `put it back, with its log, or ${RESTORE}`,
      "any of its points",
    );
}

/** Throws where the stores come from different folders or times. `telemetry` is undefined for one that has no mark yet. */
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
