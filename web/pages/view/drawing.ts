// What a view says of its chart, as far as this page draws it: lines, areas and bars over a dimension or over time.
import type { Schema } from "../../api/schemas.ts";

export interface Drawing {
  readonly kind: "line" | "area" | "bar" | "stackedBar";
  readonly x: string;
  readonly y: readonly string[];
  /** One series for each value of this field. */
  readonly series: string | null;
}

const KINDS = ["line", "area", "bar", "stackedBar"] as const;

export function drawingOf(visualization: Schema<"TableView">["visualization"]): Drawing | null {
  const { type, x, y, series } = visualization;
  const kind = KINDS.find((name) => name === type);
  if (kind === undefined || typeof x !== "string" || !Array.isArray(y)) return null;
  const fields = y.filter((field) => typeof field === "string");
  return fields.length === 0 ? null : { kind, x, y: fields, series: typeof series === "string" ? series : null };
}
