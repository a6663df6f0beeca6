// Tables of the series directory; created by migrations 0050 and 0100.
export interface TelemetryTables {
  series: SeriesTable;
  retired_series: RetiredSeriesTable;
}

export interface SeriesTable {
  /** Never given a second time, so that points of a deleted owner cannot turn up in another. */
  number: number;
  /** Of a device, tenant, customer or user. */
  owner_id: string;
  key: string;
}

/** Series of deleted owners whose points are still to be purged. */
export interface RetiredSeriesTable {
  number: number;
}
