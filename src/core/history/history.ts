// History in bulk: which points an export holds and in which format, and the ports through which series of many devices are
// listed and their points read.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { TimeWindow } from "../telemetry/telemetry.ts";

/**
 * CSV and NDJSON have a line for each point and a last one that says that nothing is missing; a Parquet file without its
 * end cannot be opened.
 */
export const EXPORT_FORMATS = ["CSV", "NDJSON", "PARQUET"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A series with the names that its points are written under. */
export interface SeriesLabel {
  readonly series: SeriesNumber;
  /** Name of the device, or whatever the owner is called. */
  readonly owner: string;
  readonly key: string;
}

/** Devices of one tenant; what is undefined does not narrow. */
export interface DeviceSelection {
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | undefined;
  readonly deviceProfileId: DeviceProfileId | undefined;
  readonly deviceIds: readonly DeviceId[] | undefined;
}

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly window: TimeWindow;
  /** What a line calls the owner: `device`, or `entity` where it is none. */
  readonly ownerColumn: "device" | "entity";
  /** In pages, so that a million series never wait in memory at once. */
  readonly labels: AsyncIterable<readonly SeriesLabel[]>;
}

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
