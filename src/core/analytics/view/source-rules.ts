// What kind of values a source gives: samples over time, dimensions of devices, or something made of finished rows.
// Source: analytics contract 2.5, 3.4.
import type { Source } from "./table-view.ts";

/** Whether the values come from samples over time, rather than from dimensions of devices or finished rows. */
export function isOfSamples(source: Source): boolean {
  if (source.type === "expression") return [...source.inputs.values()].some(({ type }) => type === "telemetry");
  return source.type === "telemetry";
}

/** A formula over finished rows, which has nothing to aggregate. */
export function isOfGroups(source: Source): boolean {
  return source.type === "expression" && source.stage === "group";
}
