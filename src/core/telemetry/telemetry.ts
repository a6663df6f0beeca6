// The data types of telemetry: points, their kinds, and the queries on them.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import { JsonText, type Value } from "../values.ts";

export interface Point {
  readonly ts: EpochMillis;
  readonly value: Value;
}

/**
 * How a value is stored in columns. `NUMBER` and `BOOLEAN` (0 or 1) are in `num`, `STRING` and `JSON` in `text`. An
 * `INTEGER` beyond ±(2^53-1) has its digits in `text` and the nearest double in `num`, so that arithmetic includes it.
 */
export const ValueKind = { NUMBER: 0, BOOLEAN: 1, STRING: 2, JSON: 3, INTEGER: 4 } as const;
export type ValueKind = (typeof ValueKind)[keyof typeof ValueKind];

export function valueFromColumns(kind: number, num: number, text: string | null): Value {
  switch (kind) {
    case ValueKind.NUMBER:
      return num;
    case ValueKind.BOOLEAN:
      return num !== 0;
    case ValueKind.STRING:
      return text ?? "";
    case ValueKind.JSON:
      return new JsonText(text ?? "null");
    case ValueKind.INTEGER:
      return BigInt(text ?? 0);
    default:
      throw new DomainError("unavailable", `a stored value has the unknown kind ${String(kind)}`);
  }
}

/** A value in its stored form. */
export type ValueColumns = readonly [kind: ValueKind, num: number, text: string | null];

export function columnsOf(value: Value): ValueColumns {
  switch (typeof value) {
    case "number":
      return [ValueKind.NUMBER, value, null];
    case "boolean":
      return [ValueKind.BOOLEAN, value ? 1 : 0, null];
    case "string":
      return [ValueKind.STRING, 0, value];
    case "bigint":
      return [ValueKind.INTEGER, Number(value), value.toString()];
    default:
      return [ValueKind.JSON, 0, value.text];
  }
}

/** The largest absolute time value of an ECMAScript Date. Source: MQTT contract 5.4. */
export const TS_ABS_MAX = 8.64e15;

/** Half-open: `startTs` is inside the window, `endTs` is not. */
export interface TimeWindow {
  readonly startTs: number;
  readonly endTs: number;
}

export interface RangeQuery extends TimeWindow {
  readonly limit: number;
  readonly order: "ASC" | "DESC";
}

export type Aggregation = "MIN" | "MAX" | "AVG" | "SUM" | "COUNT";

/** Buckets are half-open and contiguous: `bounds[i]` to `bounds[i + 1]`. */
export interface BucketQuery {
  readonly aggregation: Aggregation;
  readonly bounds: readonly number[];
}

/** Which points to delete, and what happens to the latest value. Source: REST contract 9.4. */
export interface DeleteQuery {
  /** Undefined deletes all points of the keys, regardless of their time. */
  readonly window: TimeWindow | undefined;
  /** Also drop a latest value whose time lies in the window. */
  readonly deleteLatest: boolean;
  /** Replace a dropped latest value by the newest remaining point before the window. */
  readonly rewriteLatest: boolean;
}
