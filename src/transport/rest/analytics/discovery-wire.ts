// Keys and values as the API shows what there is to report on. Written as text, so that long integers keep their digits.
// Source: analytics contract 4.3.
import { Type } from "typebox";
import type { FoundValues } from "../../../core/analytics/discovery/distinct-values.ts";
import type { KnownKey } from "../../../core/analytics/discovery/discovery.ts";
import { JsonText, type Value } from "../../../core/values.ts";
import { writeJson } from "../../../lib/json.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf } from "../nullable.ts";

const Scalar = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });

export const KnownKeys = Type.Array(
  Type.Object(
    {
      key: Type.String({ examples: ["temp"] }),
      kind: oneOf(["telemetry", "attribute"]),
      scope: nullable(Type.String({ description: "client, shared or server; null for telemetry." })),
      types: Type.Record(Type.String(), Type.Integer(), {
        description: "Devices by the type of their newest value: number, text, boolean, json.",
        examples: [{ number: 120, text: 3 }],
      }),
      devices: Type.Integer({ description: "Devices that have the key.", examples: [123] }),
      lastTs: Type.Integer({ description: "Time of the newest value, in milliseconds.", examples: [EXAMPLE_TIME] }),
      samples: Type.Array(Scalar, { description: "Up to five of the newest values.", examples: [[21.5, "n/a"]] }),
    },
    { title: "KnownKey" },
  ),
);

export const DimensionValues = Type.Array(
  Type.Object(
    {
      value: Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"], examples: ["North"] }),
      devices: Type.Integer({ description: "Devices that have it.", examples: [2] }),
    },
    { title: "DimensionValue" },
  ),
);

export function keysText(keys: readonly KnownKey[]): string {
  return writeJson(
    keys.map(({ key, kind, scope, types, devices, lastTs, samples }) => ({
      key,
      kind,
      scope,
      types: Object.fromEntries(types),
      devices,
      lastTs,
      samples: samples.map(shownValue),
    })),
  );
}

export function valuesText({ values }: FoundValues): string {
  return writeJson(values.map(({ value, devices }) => ({ value: shownValue(value), devices })));
}

/** Objects and arrays as their text, and integers beyond a double as their digits: as filters take them. */
function shownValue(value: Value): string | number | boolean {
  if (value instanceof JsonText) return value.text;
  return typeof value === "bigint" ? value.toString() : value;
}
