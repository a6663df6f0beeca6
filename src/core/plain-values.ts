// Values as JSON carries them from node to node: what it has no type for, with its digits or its text.
import { JsonText, type Value } from "./values.ts";

export type PlainValue = boolean | number | string | { readonly integer: string } | { readonly json: string };

export type PlainValues = readonly (readonly [key: string, value: PlainValue])[];

export function plainValues(values: readonly (readonly [string, Value])[]): PlainValues {
  return values.map(([key, value]) => [key, plainValue(value)]);
}

export function fromPlainValues(values: PlainValues): readonly (readonly [string, Value])[] {
  return values.map(([key, plain]) => [key, fromPlain(plain)]);
}

function plainValue(value: Value): PlainValue {
  if (typeof value === "bigint") return { integer: value.toString() };
  return value instanceof JsonText ? { json: value.text } : value;
}

function fromPlain(plain: PlainValue): Value {
  if (typeof plain !== "object") return plain;
  return "integer" in plain ? BigInt(plain.integer) : new JsonText(plain.json);
}
