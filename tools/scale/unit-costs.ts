// What one of everything costs: measured by `--measure`, which runs the product's own code at a small size, or taken from a page of the
// documentation that says where it was measured.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A frame of the log. */
export interface FrameCost {
  readonly points: number;
  readonly bytes: number;
  readonly packMicros: number;
  /** To unpack it, and to bring its points to the latest ones. */
  readonly followMicros: number;
}

/** Writers that each have one frame on its way to a stream with three replicas. */
export interface LogCost {
  readonly writers: number;
  readonly framesPerSecond: number;
  readonly p50Millis: number;
  readonly p99Millis: number;
}

/** Times are processor time, which other programs on the machine change less than time on the clock; but for the log, which waits for disks. */
export interface UnitCosts {
  /** Ascending. */
  readonly frames: readonly FrameCost[];
  /** Ascending. */
  readonly log: readonly LogCost[];
  /** What the stream keeps of a frame besides its bytes. */
  readonly logHeadBytes: number;
  readonly tail: {
    /** Processor time to bring a point into the tables in memory. */
    readonly nanosPerPoint: number;
  };
  readonly fold: {
    readonly fixedMillis: number;
    readonly nanosPerPoint: number;
    readonly bytesPerPoint: number;
    /** Rows that a fold leaves in the catalog. */
    readonly catalogRows: number;
    readonly mergeNanosPerPoint: number;
  };
  readonly latest: {
    /** In memory, of a series for which there is room. */
    readonly bytesPerSeries: number;
    /** To bring a copy into the history. */
    readonly copyNanosPerSeries: number;
    /** To read it at a start. */
    readonly restoreNanosPerSeries: number;
  };
  readonly session: {
    /** That a node keeps of a session of another one. */
    readonly bytes: number;
    /** To pass over it while those of one node are sought. */
    readonly scanNanos: number;
  };
  readonly peers: {
    /** To send and receive a message that all nodes get. */
    readonly messageMicros: number;
  };
  /** Of one device: processor time of PostgreSQL, and bytes in it. */
  readonly entities: {
    /** With its series. */
    readonly createMicros: number;
    /** To store when it was last active. */
    readonly activityMicros: number;
    readonly readMicros: number;
    readonly bytesPerDevice: number;
  };
}

export interface Measured {
  readonly date: string;
  readonly machine: string;
  readonly costs: UnitCosts;
}

export const MEASURED_FILE = join(import.meta.dirname, "measured.json");

export function recordedCosts(): Measured {
  return JSON.parse(readFileSync(MEASURED_FILE, "utf8")) as Measured;
}

/** From the documentation. */
export const DOCUMENTED = {
  /** docs/performance.md, idle: each routed device. */
  deviceBytes: 1.58 * 1024,
  /** The same: each further connection. */
  connectionBytes: 18 * 1024,
  /** docs/plans/figures.md: an idle process. */
  processBytes: 195 * 1_048_576,
  /** docs/performance.md: processor time of a message of thirty points. */
  messageMicros: 36,
  /** docs/decisions/0161-counts-of-all-nodes.md: to hear of a count. */
  countMicros: 1,
  /** src/adapters/duckdb/lake/README.md: of a read of the history, before it reads anything. */
  readMillis: 50,
  /** Of a series in a folder, with a prototype: 170 ms from 120 files, 10 ms from the one that they were merged into. */
  readMillisPerFile: 160 / 119,
  /** A network card of 10 Gbit/s. */
  networkBytesPerSecond: 1.25e9,
};

/** The value at `x` on the lines between points that ascend; beyond the last one in proportion to it. */
export function between(points: readonly (readonly [x: number, y: number])[], x: number): number {
  const after = points.findIndex(([at]) => at >= x);
  const [last] = points.slice(-1);
  if (after < 0) return last === undefined ? Number.NaN : (last[1] * x) / last[0];
  const [x1, y1] = points[after] ?? [Number.NaN, Number.NaN];
  const [x0, y0] = after === 0 ? [x1, y1] : (points[after - 1] ?? [x1, y1]);
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
