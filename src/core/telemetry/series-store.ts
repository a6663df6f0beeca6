// The port to the directory of series: which number stands for which key of which owner. An owner that is deleted
// takes its series out of the directory with it; they stay listed as retired until their points are purged.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { SeriesOwnerId } from "./series-owner.ts";

export interface SeriesStore {
  /** All series of an owner, in the order their keys first came. */
  ofOwner(ownerId: SeriesOwnerId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]>;

  /**
   * Numbers for these pairs, in their order; new ones are durable when it resolves. Concurrent calls for one pair agree.
   * The arrays run side by side, so that thousands of pairs travel cheaply. Of an owner that has been deleted meanwhile the
   * numbers are retired at once.
   */
  register(ownerIds: readonly SeriesOwnerId[], keys: readonly string[]): Promise<readonly SeriesNumber[]>;

  /** Series of deleted owners, whose points still have to be deleted, at most `max`. */
  retired(max: number): Promise<readonly SeriesNumber[]>;

  /** Their points are gone. */
  purged(series: readonly SeriesNumber[]): Promise<void>;
}
