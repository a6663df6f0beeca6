// The ports of history: where series of many devices are listed, and where their points are read in bulk.
import type { DeviceId } from "../ids.ts";
import type { DeviceSelection, ExportRequest, SeriesLabel } from "./history.ts";

/** The series of the devices of one page. */
export interface LabelPage {
  readonly labels: readonly SeriesLabel[];
  /** Where the next page begins; null after the last one. */
  readonly next: DeviceId | null;
}

export interface HistorySeriesStore {
  /**
   * Series of the selected devices with an id greater than `after`, of at most `devicesMax` devices and in the order of
   * their ids; of all keys where `keys` is undefined.
   */
  labelsOf(
    selection: DeviceSelection,
    keys: readonly string[] | undefined,
    after: DeviceId | null,
    devicesMax: number,
  ): Promise<LabelPage>;
}

export interface HistoryReader {
  /**
   * The bytes of the export, ordered by ts, and points of one ts by the age of their series. What is stored while it runs
   * may or may not be part of it. Nothing is read ahead of the caller but a bounded piece; ending the iteration, or the
   * signal, ends the query. Rejects with `unavailable`, or with the reason of the signal.
   */
  read(request: ExportRequest, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}
