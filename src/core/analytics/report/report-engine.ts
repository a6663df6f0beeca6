// The port of the engine that computes measures over samples. A query says which samples to read, what value each has,
// which group it is in, and how a group is aggregated. It is plain data, so every engine gives the same cells. The
// engine knows devices and groups only by number; identities, attributes, labels and order are handled by the report.
// Source: analytics contract 3.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Value } from "../../values.ts";
import type { Expression } from "../expressions/expression.ts";
import type { Aggregation, Cast, FilterOperator, FilterValue, TimePart, WeekStart } from "../view/table-view.ts";

/** A cell during computation; null is missing. Times are numbers; the column knows that they are times. */
export type Cell = Value | null;

/** The series of one key as parallel columns, one row per device that has the key. */
export interface SeriesColumns {
  /** Index of the device in the report's list of devices. */
  readonly devices: Int32Array;
  readonly series: readonly SeriesNumber[];
}

/** Series and how their values are read: the path into JSON values, and the cast. */
export interface SampleSource {
  readonly series: SeriesColumns;
  readonly path: readonly string[] | null;
  readonly cast: Cast;
}

/** The dimensions of devices that formulas over samples use, one row per device of the report. */
export interface DeviceDimensions {
  /**
   * Columns by the key that `nameKey` (expressions/name-key.ts) makes of a name of kind `entity` or `attribute`. Inputs
   * of a derived series that are dimensions rather than samples are stored under their name of kind `input`.
   */
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
}

/** What a measure is computed from. */
export type Samples =
  | { readonly kind: "series"; readonly source: SampleSource }
  /** A derived series: a formula over inputs, which are joined on equal instants or by LOCF. */
  | {
      readonly kind: "derived";
      readonly inputs: ReadonlyMap<string, SampleSource>;
      readonly align: "exact" | "locf";
      readonly lookbackMs: number;
      readonly expression: Expression;
    };

/** Which samples are included. All conditions must hold. */
export interface SampleConditions {
  /** The `where` condition of the field. */
  readonly where: Expression | null;
  /**
   * Filters on the measure's own key; not for derived series. Each reads the sample with its own path and cast; a value
   * that cannot be cast is missing.
   */
  readonly own: readonly {
    readonly path: readonly string[] | null;
    readonly cast: Cast;
    readonly filter: SampleFilter;
  }[];
  /** Filters that keep a sample by the value of another key at that time. */
  readonly aligned: readonly {
    readonly source: SampleSource;
    readonly lookbackMs: number;
    readonly filter: SampleFilter;
  }[];
  /** Filters on the local time of a sample. */
  readonly parts: readonly { readonly part: TimePart; readonly filter: SampleFilter }[];
}

export interface SampleFilter {
  readonly operator: FilterOperator;
  readonly values: readonly FilterValue[];
  readonly valueType: "auto" | "number" | "text" | "boolean" | "time";
  readonly caseSensitive: boolean;
}

/**
 * The zone's offsets from UTC: row i applies from `fromTs[i]` until the next; the first row also applies to all earlier
 * times.
 */
export interface ZoneOffsets {
  readonly fromTs: readonly number[];
  readonly offsetMillis: readonly number[];
}

/** How the local time of a sample and its calendar parts are computed. */
export interface WallClock {
  readonly offsets: ZoneOffsets;
  readonly weekStart: WeekStart;
  readonly fiscalStartMonth: number;
}

/** How samples are assigned to groups. */
export interface GroupKeys extends WallClock {
  /** The group of each device of the report, by index; -1 leaves the device out. */
  readonly groupOfDevice: Int32Array;
  /** Bucket i covers `edges[i]` (inclusive) to `edges[i + 1]` (exclusive); null is one bucket for the whole window. */
  readonly edges: readonly number[] | null;
  /** Calendar parts of the sample's local time. */
  readonly parts: readonly TimePart[];
  /** Telemetry dimensions: the value in force at each sample. */
  readonly locf: readonly { readonly source: SampleSource; readonly lookbackMs: number }[];
  readonly missingGroup: "keep" | "drop";
}

export interface MeasureQuery {
  readonly window: TimeWindow;
  /** Segments and rates never extend beyond this time. */
  readonly now: number;
  readonly samples: Samples;
  readonly conditions: SampleConditions;
  readonly keys: GroupKeys;
  readonly dimensions: DeviceDimensions;
  /** With all defaults of 2.6 and 3.5 filled in. */
  readonly aggregation: Aggregation;
  /** The parsed `aggregation.state`. */
  readonly state: Expression | null;
  /** The inputs of a state that uses several keys. */
  readonly stateInputs: ReadonlyMap<string, SampleSource>;
  /** A larger answer is cut after one row more than this, so that the report can detect the overflow. */
  readonly rowsMax: number;
}

/** One row per group, bucket and further key that has a contributing sample. The order is undefined. */
export interface MeasureRows {
  readonly length: number;
  readonly groups: Int32Array;
  /**
   * Index of the bucket; 0 without buckets. `current` is queried without buckets because it is the same in all of them.
   */
  readonly buckets: Int32Array;
  /** One column per entry of `keys.parts`. */
  readonly parts: readonly Int32Array[];
  /** One column per entry of `keys.locf`: the canonical text (null if missing), and the value for the cell. */
  readonly locf: readonly { readonly text: readonly (string | null)[]; readonly cells: readonly Cell[] }[];
  readonly cells: readonly Cell[];
  /** Number of samples left out because the function accepts only numbers. */
  readonly skippedValues: number;
}

/** Query for raw mode: samples of several keys, joined per device and instant. */
export interface RawQuery extends WallClock {
  readonly window: TimeWindow;
  readonly devices: number;
  readonly fields: readonly { readonly samples: Samples; readonly conditions: SampleConditions }[];
  readonly dimensions: DeviceDimensions;
  readonly align: "exact" | "locf";
  readonly toleranceMs: number;
  /** `device`: by `deviceOrder`, then by ts. `oldestFirst` and `newestFirst`: by ts, then by device. */
  readonly order: "device" | "oldestFirst" | "newestFirst";
  /** Rank of each device. */
  readonly deviceOrder: Int32Array;
  /** Most rows to return; null for all. */
  readonly rowsMax: number | null;
}

export interface RawRows {
  readonly length: number;
  readonly devices: Int32Array;
  readonly ts: Float64Array;
  /** One column per field. */
  readonly cells: readonly (readonly Cell[])[];
  /** For each field, the number of samples in the window that could not be cast. */
  readonly skippedValues: readonly number[];
}

/** The stored points, as committed at one moment: that of the first query. */
export interface ReportPoints {
  /**
   * The answers, in the order of the queries. Those with one object as their keys, which have the same window, may be read
   * together. Each rejects with `unavailable`, or with the signal's reason if the signal aborts the query.
   */
  measures(queries: readonly MeasureQuery[]): readonly Promise<MeasureRows>[];
  raw(query: RawQuery): Promise<RawRows>;
}

export interface ReadRequest {
  /** Approximate number of queries; further ones are answered, but more slowly. */
  readonly queries: number;
  /** Reports with the same standing are served in their order; different standings take turns, query by query. */
  readonly standing: string;
  /** Priority within the standing; the lowest is served first. */
  readonly order: number;
  readonly signal: AbortSignal;
}

export interface ReportEngine {
  /** Gives `use` a consistent view of the points for one report. It ends when `use` settles. */
  read<Result>(request: ReadRequest, use: (points: ReportPoints) => Promise<Result>): Promise<Result>;
  /** Estimates the number of samples of these series in the window, within a factor of 3, without reading them. */
  estimate(series: readonly SeriesNumber[], window: TimeWindow, signal: AbortSignal): Promise<number>;
  /**
   * An upper bound on the number of samples of all series in the window, without a query; undefined until the next
   * estimate if it is not known.
   */
  mostSamples(window: TimeWindow): number | undefined;
  /** When the newest stored sample of these series was measured, without a query; null if they have none. */
  newestTs(series: readonly SeriesNumber[]): number | null;
}
