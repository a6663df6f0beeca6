// The telemetry file as of one moment, for a copy of it.

/** A file of the log, and its length at the moment. More may be appended after that. */
export interface LogFile {
  readonly name: string;
  readonly bytes: number;
}

export interface CheckpointHold {
  /** The files of the log that hold changes the telemetry file does not. */
  readonly logFiles: readonly LogFile[];
  /** The number of points at that moment. */
  readonly points: number;
  /** Throws `unavailable` if the hold had already ended, which makes the copied data useless. */
  release(): void;
}
