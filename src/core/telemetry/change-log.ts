// The port to a log that several nodes share: every change of points is a frame in it, in one order for all of them.

/** A change as the log holds it. */
export interface LoggedFrame {
  /** Its place in the order; each frame has the next number. */
  readonly position: number;
  readonly kind: number;
  readonly content: Buffer;
}

/** The frames between two positions are no longer in the log. */
export class FramesGone extends Error {
  override name = "FramesGone";
}

export interface ChangeLog {
  /** The same for all nodes, and another one for each log that was ever created. */
  readonly id: string;

  /**
   * Adds a frame and returns its position, once the log would keep it whatever happens to one of its servers. Callers wait
   * for one another. Rejects with `unavailable` if the log has not taken it in time; then it may still have taken it,
   * but never after a frame that this node appends later.
   */
  append(kind: number, content: readonly Uint8Array[]): Promise<number>;

  /** The position of the last frame; at least that of every frame whose `append` had resolved before the call. */
  last(): Promise<number>;

  /**
   * Calls `use` with each frame behind `after`, in order, one at a time, until the signal aborts. Rejects with
   * `FramesGone` if some of them have been trimmed.
   */
  follow(after: number, use: (frame: LoggedFrame) => Promise<void>, signal: AbortSignal): Promise<void>;

  /** Forgets the frames up to this position. */
  trim(position: number): Promise<void>;
}

/** A log that has a bound, beyond which it takes no frames. */
export interface BoundedLog extends ChangeLog {
  /** The part of its room that is taken, from 0 to 1. Rejects with `unavailable` if it does not answer. */
  fullness(): Promise<number>;
}
