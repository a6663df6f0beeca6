// What running a report needs of others, and the bounds that it keeps. Source: analytics contract 3.10, 5.
import type { Clock } from "../../../lib/clock.ts";
import type { Zones } from "../time/zones.ts";
import type { DeviceDimensionsStore } from "./device-dimensions-store.ts";
import type { ReportEngine } from "./report-engine.ts";
import type { ReportCostCheck } from "./report-plan.ts";
import type { ReaderZones } from "./report-request.ts";

export interface ReportLimits {
  /** Rows that an answer may have; setting `REPORT_MAX_ROWS`. */
  readonly rowsMax: number;
  /** Bytes of an answer; setting `REPORT_MAX_BYTES`. */
  readonly bytesMax: number;
  /** Setting `REPORT_MAX_BUCKETS`. */
  readonly bucketsMax: number;
  /** Rows before sorting and limit; setting `REPORT_MAX_TABLE_ROWS`. */
  readonly tableRowsMax: number;
  /** What the rows of all running reports may take; what `REPORT_MEMORY_LIMIT` leaves beside the engine. */
  readonly memoryBytesMax: number;
  /** Queries that one report has at the engine at once; setting `REPORT_PARALLEL_QUERIES`. */
  readonly queriesMax: number;
}

export interface ReportPorts {
  readonly engine: ReportEngine;
  readonly devices: DeviceDimensionsStore;
  readonly cost: ReportCostCheck;
  readonly readerZones: ReaderZones;
  readonly zones: Zones;
  readonly clock: Clock;
}
