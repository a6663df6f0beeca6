// The telemetry file as it is at one moment, for a copy of it.

export interface CheckpointHold {
  /** Of the log: what it had at that moment. More may be added behind. */
  readonly logBytes: number;
  /** How many there were. */
  readonly points: number;
  /** Throws `unavailable` where the hold had ended before, so that what was copied meanwhile is worth nothing. */
  release(): void;
}
