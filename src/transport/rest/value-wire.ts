// Attributes and telemetry as bodies and answers write them, for the description of the API; what reads and writes them
// is in value-body.ts and value-text.ts. Source: REST contract 9 and 14.
import { Type } from "typebox";
import { EXAMPLE_TIME } from "./example-values.ts";

/** Values by their keys. */
export const AttributeValues = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  title: "AttributeValues",
  description: "Values by their keys. Members that are null are skipped.",
  additionalProperties: true,
  examples: [{ mode: "eco", limit: 42 }],
});

const Readings = Type.Unsafe<unknown>({ type: "object", additionalProperties: true });

/** The forms of REST contract 9.3. */
export const TelemetryInput = Type.Unsafe<unknown>({
  title: "TelemetryInput",
  description:
    "Values by their keys, at the time of receipt; or with their time, as `ts` and `values`; or an array of either.",
  anyOf: [Readings, Type.Array(Readings)],
  examples: [{ ts: EXAMPLE_TIME, values: { temperature: 21.5, mode: "eco" } }],
});
