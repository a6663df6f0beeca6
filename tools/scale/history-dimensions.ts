// The history: files in the bucket, rows in the catalog, and what a read makes of many files.
import type { Dimension, Model } from "./dimension.ts";
import { FILE_BYTES_MAX, keeperScheduleOf } from "./keeper-schedule.ts";
import { trafficOf } from "./plant.ts";
import { DOCUMENTED } from "./unit-costs.ts";

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
/** A read that takes longer is refused (`READ_MILLIS_MAX` in lake-telemetry-store.ts). */
const READ_SECONDS_MAX = 60;
/** Of a file of points in the catalog: the file, and the statistics of its columns. */
const CATALOG_ROWS_OF_FILE = 1 + 5;

/** Files that are full, and those since the last merge. */
export function filesAfter(model: Model, days: number): number {
  const { plant, config, costs } = model;
  const bytes = trafficOf(plant).pointsPerSecond * days * DAY_SECONDS * costs.fold.bytesPerPoint;
  return Math.ceil(bytes / FILE_BYTES_MAX) + config.cluster.keeper.mergeFolds;
}

export function historyDimensions(model: Model): readonly Dimension[] {
  const { plant, config, costs } = model;
  const { foldEverySeconds } = keeperScheduleOf(model);
  const { keeper } = config.cluster;
  const bytesPerDay = trafficOf(plant).pointsPerSecond * DAY_SECONDS * costs.fold.bytesPerPoint;
  const files = filesAfter(model, YEAR_DAYS);
  const readSeconds = (of: number): number => (DOCUMENTED.readMillis + of * DOCUMENTED.readMillisPerFile) / 1000;
  return [
    { area: "history", what: "seconds from a fold to the next", value: foldEverySeconds, unit: "s" },
    { area: "history", what: "bytes a day in the bucket", value: bytesPerDay, unit: "bytes" },
    { area: "history", what: "bytes a year in the bucket", value: bytesPerDay * YEAR_DAYS, unit: "bytes" },
    { area: "history", what: "files after a year", value: files, unit: "" },
    {
      area: "history",
      what: "rows in the catalog after a year",
      value: files * CATALOG_ROWS_OF_FILE + (keeper.expireSeconds / foldEverySeconds) * costs.fold.catalogRows,
      unit: "",
    },
    {
      area: "history",
      what: "read of a series over a day",
      value: readSeconds(filesAfter(model, 1)),
      unit: "s",
      bound: {
        value: READ_SECONDS_MAX,
        of: "the longest read",
        outcome: "the read is refused with 503",
        change: "buckets of tenants, and files of a day sorted into ranges of series: a read then opens few files",
      },
    },
    {
      area: "history",
      what: "read of a series over a year",
      value: readSeconds(files),
      unit: "s",
      bound: {
        value: READ_SECONDS_MAX,
        of: "the longest read",
        outcome: "the read is refused with 503",
        change: "the same, and larger files for older months",
      },
    },
  ];
}
