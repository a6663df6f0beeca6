// The words of telemetry: points, their kinds, and what can be asked about them.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import { JsonText, type Value } from "../values.ts";

export interface Point {
  readonly ts: EpochMillis;
  readonly value: Value;
}

/**
 * How a value is kept in columns. `NUMBER` and `BOOLEAN` (0 or 1) live in `num`; `STRING` and `JSON` in `text`; an
 * `INTEGER` beyond ±(2^53-1) has its digits in `text` and its nearest double in `num`, so that arithmetic finds it too.
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

/** A value as it is kept. */
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

/** Beyond this the calendar of ECMAScript ends. Source: MQTT contract 5.4. */
export const TS_ABS_MAX = 8.64e15;

/** `startTs` is inside the window, `endTs` is not. */
export interface TimeWindow {
  readonly startTs: number;
  readonly endTs: number;
}

export interface RangeQuery extends TimeWindow {
  readonly limit: number;
  readonly order: "ASC" | "DESC";
}

export type Aggregation = "MIN" | "MAX" | "AVG" | "SUM" | "COUNT";

/** Buckets are half-open and follow each other: `bounds[i]` to `bounds[i + 1]`. */
export interface BucketQuery {
  readonly aggregation: Aggregation;
  readonly bounds: readonly number[];
}

/** What happens to the latest value when points are deleted. Source: REST contract 9.4. */
export interface DeleteQuery {
  /** Undefined deletes all points of the keys, whenever they are dated. */
  readonly window: TimeWindow | undefined;
  /** Also drop a latest value whose time lies in the window. */
  readonly deleteLatest: boolean;
  /** Put the newest remaining point before the window in the place of a dropped latest value. */
  readonly rewriteLatest: boolean;
}
