// The data types of attributes: what is stored, its owners, and the columns in which values are passed to the store.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AttributeScope } from "../bus/events.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";
import { JsonText } from "../values.ts";
import type { Value } from "../values.ts";

/** Mostly devices; tenants, customers and users have attributes too, in the server scope. */
export type AttributeOwnerId = DeviceId | TenantId | CustomerId | UserId;

export interface StoredAttribute {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly value: Value;
  /** When it was last written. */
  readonly lastUpdateTs: EpochMillis;
}

/** An attribute as a store answers it, also from another thread. */
export interface AttributeRow extends Omit<StoredAttribute, "value"> {
  readonly stored: StoredValue;
}

export type AttributeValues = readonly (readonly [string, Value])[];

/** Attributes that a device sent about itself, or a gateway about it. Keys and values have already been validated. */
export interface DeviceWrite {
  readonly device: Pick<KnownDevice, "id" | "tenantId" | "name">;
  readonly values: AttributeValues;
}

/** The stored type of a value. `INTEGER` is one beyond ±(2^53-1), stored as its digits; a boolean is 0 or 1. */
export const AttributeKind = { NUMBER: 0, BOOLEAN: 1, STRING: 2, JSON: 3, INTEGER: 4 } as const;
export type AttributeKind = (typeof AttributeKind)[keyof typeof AttributeKind];

/** The owner of the attributes, and the tenant of the caller, if it has one. */
export interface AttributeOwner {
  readonly id: AttributeOwnerId;
  readonly tenantId: TenantId | null;
}

export interface AttributeSelection {
  readonly scope: AttributeScope | "all";
  readonly keys: readonly string[] | "all";
}

/**
 * Writes in columns: cheap to fill, to copy to another thread and to store. Owner `i` has the rows from `ends[i - 1]`
 * (inclusive) to `ends[i]` (exclusive). Owners and keys may repeat; the later row wins.
 */
export interface AttributeColumns {
  readonly owners: string[];
  readonly ends: number[];
  /** The time of the write, per owner entry. */
  readonly ts: number[];
  readonly keys: string[];
  readonly kinds: AttributeKind[];
  /** Numbers and booleans as numbers, everything else as text. */
  readonly values: (number | string)[];
}

/** A row that was not stored, and the attribute limit of its owner. */
export interface RefusedAttribute {
  readonly row: number;
  readonly max: number;
}

/**
 * The error if an owner is at its attribute limit. `keys` are the ones for which there is no room; `whose` is a phrase
 * such as `"Fan"`.
 */
export function attributeLimitExceeded(max: number, whose: string, keys: readonly string[]): DomainError {
  const [first = ""] = keys;
  const others = keys.length === 1 ? "" : ` and ${String(keys.length - 1)} more`;
  return new DomainError(
    "limit-exceeded",
    `${whose} may have ${String(max)} attributes (maxAttributesPerEntity): there is no room for "${first.slice(0, 64)}"${others}`,
    { limit: { name: "maxAttributesPerEntity", value: max }, entityType: "ATTRIBUTE" },
  );
}

export function newColumns(): AttributeColumns {
  return { owners: [], ends: [], ts: [], keys: [], kinds: [], values: [] };
}

/** Adds one owner's values and returns the UTF-16 code units of their texts. */
export function addToColumns(
  columns: AttributeColumns,
  owner: AttributeOwnerId,
  values: AttributeValues,
  ts: EpochMillis,
): number {
  let textLength = 0;
  for (const [key, value] of values) {
    columns.keys.push(key);
    textLength += key.length + addValue(columns, value);
  }
  columns.owners.push(owner);
  columns.ends.push(columns.keys.length);
  columns.ts.push(ts);
  return textLength;
}

function addValue({ kinds, values }: AttributeColumns, value: Value): number {
  const [kind, stored] = storedValue(value);
  kinds.push(kind);
  values.push(stored);
  return typeof stored === "string" ? stored.length : 0;
}

/** A value in its stored form, which can cross threads; a `JsonText` would lose its class. */
export type StoredValue = readonly [kind: AttributeKind, value: number | string];

export function storedValue(value: Value): StoredValue {
  if (typeof value === "number") return [AttributeKind.NUMBER, value];
  if (typeof value === "boolean") return [AttributeKind.BOOLEAN, value ? 1 : 0];
  if (typeof value === "string") return [AttributeKind.STRING, value];
  return typeof value === "bigint" ? [AttributeKind.INTEGER, value.toString()] : [AttributeKind.JSON, value.text];
}

/** UTF-16 units of the key and of a value that is stored as text. */
export function textLengthOf({ key, value }: Pick<StoredAttribute, "key" | "value">): number {
  const [, stored] = storedValue(value);
  return key.length + (typeof stored === "string" ? stored.length : 0);
}

/** Attributes that are read at once and have more text than one answer may have. */
export function tooMuchText(textMax: number): DomainError {
  return new DomainError(
    "invalid",
    `attributes that are read at once may have ${String(textMax)} characters, these have more; name fewer keys`,
    { limit: { name: "attributes.maxAnswerMebibytes", value: textMax } },
  );
}

/** Throws `unavailable` for a row that this program cannot have written. */
export function attributesOf(rows: readonly AttributeRow[]): StoredAttribute[] {
  return rows.map(({ stored, ...attribute }) => ({ ...attribute, value: valueFromColumns(...stored) }));
}

/** The value of a stored row. Throws `unavailable` for a row that this program cannot have written. */
export function valueFromColumns(kind: unknown, value: unknown): Value {
  if (typeof value === "number") {
    if (kind === AttributeKind.NUMBER) return value;
    if (kind === AttributeKind.BOOLEAN) return value !== 0;
  } else if (typeof value === "string") {
    if (kind === AttributeKind.STRING) return value;
    if (kind === AttributeKind.JSON) return new JsonText(value);
    if (kind === AttributeKind.INTEGER) return BigInt(value);
  }
  throw new DomainError("unavailable", `a stored attribute has the unknown kind ${String(kind)}`);
}
