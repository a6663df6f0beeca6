// What a column is like that somebody has just picked: a label, a name, and the function that fits its values.
import { isRecord } from "../../api/json.ts";
import { textAt, type Json } from "./document.ts";
import { freshId, freshLabel, kindOf } from "./fields.ts";
import type { PickedSource } from "./source-picker.tsx";

export function newColumn({ source, label, isNumeric }: PickedSource, view: Json): Json {
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  const fn = functionFor(source, isNumeric);
  return {
    id: freshId(label, view),
    label: freshLabel(label, view),
    source,
    ...(fn === null || isRaw ? {} : { aggregation: { fn } }),
  };
}

/** The same column of other values: what does not fit them goes. */
export function withSource(field: Json, { source, isNumeric }: PickedSource): Json {
  const { kind: _kind, aggregation, ...rest } = field;
  const next = { ...rest, source };
  if (textAt(source, ["type"]) !== "telemetry") return next;
  const fn = functionFor(source, isNumeric);
  const kept = kindOf(field) === "measure" && isRecord(aggregation) ? aggregation : { fn };
  return { ...next, aggregation: kept };
}

function functionFor(source: Json, isNumeric: boolean): string | null {
  if (textAt(source, ["type"]) !== "telemetry") return null;
  return isNumeric ? "avg" : "latest";
}
