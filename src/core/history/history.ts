// Bulk history: the contents and formats of exports, and the ports for listing series of many devices and reading their
// points.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { TimeWindow } from "../telemetry/telemetry.ts";

/**
 * CSV and NDJSON have one line per point, and a last line that states that nothing is missing; a Parquet file without
 * its end cannot be opened.
 */
export const EXPORT_FORMATS = ["CSV", "NDJSON", "PARQUET"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A series with the names under which its points are written. */
export interface SeriesLabel {
  readonly series: SeriesNumber;
  /** Name of the device or other owner. */
  readonly owner: string;
  readonly key: string;
}

/** Devices of one tenant; undefined members do not narrow the selection. */
export interface DeviceSelection {
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | undefined;
  readonly deviceProfileId: DeviceProfileId | undefined;
  readonly deviceIds: readonly DeviceId[] | undefined;
}

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly window: TimeWindow;
  /** The column name of the owner: `device`, or `entity` for other owners. */
  readonly ownerColumn: "device" | "entity";
  /** In pages, so that a million series are never in memory at once. */
  readonly labels: AsyncIterable<readonly SeriesLabel[]>;
}

export interface LabelPage {
  readonly labels: readonly SeriesLabel[];
  /** Where the next page begins; null after the last one. */
  readonly next: DeviceId | null;
}

export interface HistorySeriesStore {
  /**
   * Series of the selected devices with ids greater than `after`, of at most `devicesMax` devices, ordered by device
   * id; of all keys if `keys` is undefined.
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
   * The bytes of the export, ordered by ts, and for equal ts by the age of the series. Points stored while it runs may
   * or may not be included. Only a bounded piece is read ahead of the caller; ending the iteration, or the signal, ends
   * the query. Rejects with `unavailable`, or with the reason of the signal.
   */
  read(request: ExportRequest, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}
