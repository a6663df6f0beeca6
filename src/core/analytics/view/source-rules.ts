// What kind of values a source provides: samples over time, dimensions of devices, or values computed from finished
// rows. Source: analytics contract 2.5, 3.4.
import type { Source } from "./table-view.ts";

/** Whether the values come from samples over time, rather than from dimensions of devices or finished rows. */
export function isOfSamples(source: Source): boolean {
  if (source.type === "expression") return [...source.inputs.values()].some(({ type }) => type === "telemetry");
  return source.type === "telemetry";
}

/** Whether the source is a formula over finished rows, which cannot be aggregated. */
export function isOfGroups(source: Source): boolean {
  return source.type === "expression" && source.stage === "group";
}
