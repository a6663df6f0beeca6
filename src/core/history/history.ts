// The words of history in bulk: which points an export holds, in which format, and where they are written from.
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
