// The telemetry file as of one moment, for a copy of it.

export interface CheckpointHold {
  /** Length of the log at that moment. More may be appended after it. */
  readonly logBytes: number;
  /** The number of points at that moment. */
  readonly points: number;
  /** Throws `unavailable` if the hold had already ended, which makes the copied data useless. */
  release(): void;
}
