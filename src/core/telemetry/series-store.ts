// The port to the directory of series: which number stands for which key of which device. A device that is deleted
// takes its series out of the directory with it; they stay listed as retired until their points are purged.
import type { DeviceId } from "../ids.ts";
import type { SeriesNumber } from "../devices/known-device.ts";

export interface SeriesStore {
  /** All series of a device, in the order their keys first came. */
  ofDevice(deviceId: DeviceId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]>;

  /**
   * Numbers for these pairs, in their order; new ones are durable when it resolves. Concurrent calls for one pair agree.
   * The arrays run side by side, so that thousands of pairs travel cheaply. Of a device that has been deleted meanwhile the
   * numbers are retired at once.
   */
  register(deviceIds: readonly DeviceId[], keys: readonly string[]): Promise<readonly SeriesNumber[]>;

  /** Series of deleted devices, whose points still have to be deleted, at most `max`. */
  retired(max: number): Promise<readonly SeriesNumber[]>;

  /** Their points are gone. */
  purged(series: readonly SeriesNumber[]): Promise<void>;
}
