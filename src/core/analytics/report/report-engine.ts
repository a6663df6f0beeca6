// The port to whatever computes measures over samples. A query says which samples, what each is worth, into which group
// each falls and how a group becomes one value; it is plain data, so that every engine gives the same cells. Devices and
// groups are numbers here: who they are, attributes, labels and order are the business of the report.
// Source: analytics contract 3.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Value } from "../../values.ts";
import type { Expression } from "../expressions/expression.ts";
import type { Aggregation, Cast, FilterOperator, FilterValue, TimePart, WeekStart } from "../view/table-view.ts";

/** A cell while it is computed; null is missing. Times are numbers in a column that knows it holds times. */
export type Cell = Value | null;

/** One key of the devices of a report: parallel columns, one row per device that has the key. */
export interface SeriesColumns {
  /** Index of the device in the report's device list. */
  readonly devices: Int32Array;
  readonly series: readonly SeriesNumber[];
}

/** A series as it is read: the part of the JSON that is meant, and as what it counts. */
export interface SampleSource {
  readonly series: SeriesColumns;
  readonly path: readonly string[] | null;
  readonly cast: Cast;
}

/** Dimensions of the devices that formulas over samples look at, one row per device of the report. */
export interface DeviceDimensions {
  /**
   * By a name of `entity` or `attribute` kind, written as `nameKey` (expressions/name-key.ts) writes it; inputs of a derived
   * series that are dimensions, not samples, stand here under their name of `input` kind.
   */
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
}

/** What a measure is computed from. */
export type Samples =
  | { readonly kind: "series"; readonly source: SampleSource }
  /** A derived series: a formula over inputs joined on the same instant or by LOCF. */
  | {
      readonly kind: "derived";
      readonly inputs: ReadonlyMap<string, SampleSource>;
      readonly align: "exact" | "locf";
      readonly lookbackMs: number;
      readonly expression: Expression;
    };

/** Which samples count. All conditions must hold. */
export interface SampleConditions {
  /** `where` of the field. */
  readonly where: Expression | null;
  /**
   * Filters on the same key, not of derived series. Each looks at the sample through a path and a cast of its own; a value that
   * does not fit the cast is missing to it.
   */
  readonly own: readonly {
    readonly path: readonly string[] | null;
    readonly cast: Cast;
    readonly filter: SampleFilter;
  }[];
  /** Filters that keep samples taken while another key had a value. */
  readonly aligned: readonly {
    readonly source: SampleSource;
    readonly lookbackMs: number;
    readonly filter: SampleFilter;
  }[];
  /** Filters on the local wall time of a sample. */
  readonly parts: readonly { readonly part: TimePart; readonly filter: SampleFilter }[];
}

export interface SampleFilter {
  readonly operator: FilterOperator;
  readonly values: readonly FilterValue[];
  readonly valueType: "auto" | "number" | "text" | "boolean" | "time";
  readonly caseSensitive: boolean;
}

/** The offset of the zone from UTC: row i holds from `fromTs[i]` until the next; the first row holds for all time before. */
export interface ZoneOffsets {
  readonly fromTs: readonly number[];
  readonly offsetMillis: readonly number[];
}

/** What the local wall time of a sample is, and its calendar parts. */
export interface WallClock {
  readonly offsets: ZoneOffsets;
  readonly weekStart: WeekStart;
  readonly fiscalStartMonth: number;
}

/** How samples fall into groups. */
export interface GroupKeys extends WallClock {
  /** Group of each device of the report, by index; -1 leaves the device out. */
  readonly groupOfDevice: Int32Array;
  /** Bucket i holds instants from `edges[i]` until `edges[i + 1]`; null is one bucket as long as the window. */
  readonly edges: readonly number[] | null;
  /** Calendar parts of the sample's local wall time. */
  readonly parts: readonly TimePart[];
  /** Telemetry as a dimension: the value in force at each sample. */
  readonly locf: readonly { readonly source: SampleSource; readonly lookbackMs: number }[];
  readonly missingGroup: "keep" | "drop";
}

export interface MeasureQuery {
  readonly window: TimeWindow;
  /** Segments and rates never reach beyond it. */
  readonly now: number;
  readonly samples: Samples;
  readonly conditions: SampleConditions;
  readonly keys: GroupKeys;
  readonly dimensions: DeviceDimensions;
  /** With every default of 2.6 and 3.5 written out. */
  readonly aggregation: Aggregation;
  /** Parsed `aggregation.state`. */
  readonly state: Expression | null;
  /** Of a state over several keys. */
  readonly stateInputs: ReadonlyMap<string, SampleSource>;
  /** An answer of more rows is cut after one more, by which the report sees that there are too many. */
  readonly rowsMax: number;
}

/** One row per group, bucket and further key that has a contributing sample; in no particular order. */
export interface MeasureRows {
  readonly length: number;
  readonly groups: Int32Array;
  /** Index of the bucket; 0 without buckets. `current` is asked without buckets: it is the same in all of them. */
  readonly buckets: Int32Array;
  /** One column per entry of `keys.parts`. */
  readonly parts: readonly Int32Array[];
  /** One column per entry of `keys.locf`: canonical text, null where missing, and the value itself for the cell. */
  readonly locf: readonly { readonly text: readonly (string | null)[]; readonly cells: readonly Cell[] }[];
  readonly cells: readonly Cell[];
  /** Samples left out because the function counts numbers only. */
  readonly skippedValues: number;
}

/** Raw mode: samples of several keys joined per device and instant. */
export interface RawQuery extends WallClock {
  readonly window: TimeWindow;
  readonly devices: number;
  readonly fields: readonly { readonly samples: Samples; readonly conditions: SampleConditions }[];
  readonly dimensions: DeviceDimensions;
  readonly align: "exact" | "locf";
  readonly toleranceMs: number;
  /** By device in the order of `deviceOrder`, then by ts, unless `newestFirst`: then by ts descending, then device. */
  readonly order: "device" | "oldestFirst" | "newestFirst";
  /** Rank of each device in its order. */
  readonly deviceOrder: Int32Array;
  /** Rows wanted at most; null for all. */
  readonly rowsMax: number | null;
}

export interface RawRows {
  readonly length: number;
  readonly devices: Int32Array;
  readonly ts: Float64Array;
  /** One column per field. */
  readonly cells: readonly (readonly Cell[])[];
  /** For each field, samples of the window that its cast left out. */
  readonly skippedValues: readonly number[];
}

/** The stored points, all of them as they were committed at one moment: when the first query came. */
export interface ReportPoints {
  /** Rejects with `unavailable`, or with the reason of the signal when that has stopped the query. */
  measure(query: MeasureQuery): Promise<MeasureRows>;
  raw(query: RawQuery): Promise<RawRows>;
}

export interface ReadRequest {
  /** About how many queries there will be; more are answered more slowly. */
  readonly queries: number;
  /** Reports of one standing are served in their order; standings take turns, query by query. */
  readonly standing: string;
  /** The least comes first. */
  readonly order: number;
  readonly signal: AbortSignal;
}

export interface ReportEngine {
  /** What one report reads; when `use` has ended, its points are read no more. */
  read<Result>(request: ReadRequest, use: (points: ReportPoints) => Promise<Result>): Promise<Result>;
  /** About how many samples these series have inside the window; within a factor of 3, without reading them. */
  estimate(series: readonly SeriesNumber[], window: TimeWindow, signal: AbortSignal): Promise<number>;
  /**
   * More samples than all series together have inside the window, without a query; undefined where that is not known before the
   * next estimate.
   */
  mostSamples(window: TimeWindow): number | undefined;
}
