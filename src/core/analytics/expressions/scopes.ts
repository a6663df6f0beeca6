// Which names a formula may use in each context: finished rows, samples, states, or devices only. Source: analytics
// contract 2.11.
import { ATTRIBUTE_SCOPES } from "../view/field-schema.ts";
import type { EntityField } from "../view/table-view.ts";
import type { Name, ValueType } from "./expression.ts";

export interface NamedValue {
  readonly name: Name;
  readonly type: ValueType | null;
}

export interface ExpressionScope {
  /** What a name refers to, split at its dots; undefined if there is no such name. */
  resolve(path: readonly string[]): NamedValue | undefined;
  /** For suggestions, in the form that people write. */
  readonly names: readonly string[];
  /** Whether `attr("scope", "key")` is allowed. */
  readonly attributes: boolean;
  /** Whether window functions such as previous and next are allowed. */
  readonly windows: boolean;
}

/** Dimensions of a device with their types. */
export const ENTITY_FIELDS: ReadonlyMap<EntityField, ValueType> = new Map([
  ["id", "text"],
  ["name", "text"],
  ["label", "text"],
  ["profile", "text"],
  ["customer", "text"],
  ["gateway", "text"],
  ["createdTime", "time"],
  ["active", "boolean"],
  ["lastActivityTime", "time"],
]);

/** Names of calendar parts in formulas: short names, and those of time part fields. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ["minute", "minuteOfHour"],
  ["hour", "hourOfDay"],
  ["weekday", "dayOfWeek"],
  ["day", "dayOfMonth"],
  ["week", "weekOfYear"],
  ["month", "monthOfYear"],
  ["quarter", "quarterOfYear"],
  ["year", "year"],
  ["isWeekend", "isWeekend"],
  ["minuteOfHour", "minuteOfHour"],
  ["hourOfDay", "hourOfDay"],
  ["dayOfWeek", "dayOfWeek"],
  ["dayOfMonth", "dayOfMonth"],
  ["weekOfMonth", "weekOfMonth"],
  ["weekOfYear", "weekOfYear"],
  ["monthOfYear", "monthOfYear"],
  ["quarterOfYear", "quarterOfYear"],
]);

/** Names that inputs may not have, because formulas would parse them as something else. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...PARTS.keys(),
  ...["value", "ts", "entity", "attr", "range", "bucket", "true", "false", "missing", "and", "or", "not", "this"],
]);

/** A condition on devices: only dimensions and attributes. */
export const deviceScope: ExpressionScope = scopeOf({ dimensions: true });

/** A condition on each sample: its value, time and device. `valueType` is null if a sample may have any type. */
export function sampleScope(valueType: ValueType | null): ExpressionScope {
  return scopeOf({ dimensions: true, moment: true, value: valueType });
}

/** A state over time: the current values and the device. It has no instant, because states last. */
export function stateScope(
  inputs: ReadonlyMap<string, ValueType | null> | null,
  valueType: ValueType | null,
): ExpressionScope {
  return inputs === null ? scopeOf({ dimensions: true, value: valueType }) : scopeOf({ dimensions: true, inputs });
}

/** A formula over inputs joined on the same instant. */
export function rowScope(inputs: ReadonlyMap<string, ValueType | null>): ExpressionScope {
  return scopeOf({ dimensions: true, moment: true, inputs });
}

/** A formula whose inputs are all dimensions of a device, so it has no instant. */
export function dimensionsScope(inputs: ReadonlyMap<string, ValueType | null>): ExpressionScope {
  return scopeOf({ dimensions: true, inputs });
}

/** A formula over finished rows. `typeOf` returns undefined if the view has no such field. */
export function groupScope(
  fields: readonly string[],
  typeOf: (field: string) => ValueType | null | undefined,
  hasBucket: boolean,
): ExpressionScope {
  const members = ["range.startMs", "range.endMs", "range.days"];
  if (hasBucket) members.push("bucket.startMs", "bucket.endMs");
  return {
    names: [...fields, ...members],
    attributes: false,
    windows: true,
    resolve: (path) => {
      const [first = "", member] = path;
      if (path.length === 1) {
        const type = typeOf(first);
        return type === undefined ? undefined : { name: { kind: "field", field: first }, type };
      }
      if (path.length > 2) return undefined;
      if (first === "range" && member === "days") return { name: { kind: "range", member }, type: "number" };
      if (member !== "startMs" && member !== "endMs") return undefined;
      if (first === "range") return { name: { kind: "range", member }, type: "time" };
      return first === "bucket" && hasBucket ? { name: { kind: "bucket", member }, type: "time" } : undefined;
    },
  };
}

interface Contents {
  readonly dimensions: boolean;
  readonly moment?: boolean;
  /** If absent, `value` is not available. */
  readonly value?: ValueType | null;
  readonly inputs?: ReadonlyMap<string, ValueType | null>;
}

function scopeOf({ dimensions, moment = false, value, inputs = new Map() }: Contents): ExpressionScope {
  const plain = new Map<string, NamedValue>();
  for (const [input, type] of inputs) plain.set(input, { name: { kind: "input", input }, type });
  if (value !== undefined) plain.set("value", { name: { kind: "value" }, type: value });
  if (moment) {
    plain.set("ts", { name: { kind: "ts" }, type: "time" });
    for (const [word, part] of PARTS)
      plain.set(word, { name: { kind: "part", part }, type: part === "isWeekend" ? "boolean" : "number" });
  }
  return {
    names: [...plain.keys(), ...[...ENTITY_FIELDS.keys()].map((field) => `entity.${field}`)],
    attributes: dimensions,
    windows: false,
    resolve: (path) => (path.length === 1 ? plain.get(path[0] ?? "") : dimensionOf(path)),
  };
}

function dimensionOf([space = "", second = "", ...rest]: readonly string[]): NamedValue | undefined {
  if (space === "entity" && rest.length === 0) {
    const field = [...ENTITY_FIELDS.keys()].find((known) => known === second);
    return field === undefined
      ? undefined
      : { name: { kind: "entity", field }, type: ENTITY_FIELDS.get(field) ?? null };
  }
  const scope = ATTRIBUTE_SCOPES.find((known) => known === second);
  if (space !== "attr" || scope === undefined || rest.length === 0) return undefined;
  return { name: { kind: "attribute", scope, key: rest.join(".") }, type: null };
}
