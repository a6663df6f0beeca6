// Tables of the series directory; created by migration 0050.
export interface TelemetryTables {
  series: SeriesTable;
  retired_series: RetiredSeriesTable;
}

export interface SeriesTable {
  /** Never given a second time, so that points of a deleted device cannot turn up in another. */
  number: number;
  device_id: string;
  key: string;
}

/** Series of deleted devices whose points are still to be purged. */
export interface RetiredSeriesTable {
  number: number;
}
