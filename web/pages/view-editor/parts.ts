// The parts of the editor, with the members of a view that each of them edits.
import type { ViewDraft } from "./view-draft.ts";

export type PartId = "columns" | "devices" | "time" | "filters" | "rows" | "chart" | "about" | "history" | "json";

interface EditorPart {
  readonly id: PartId;
  readonly members: readonly (keyof ViewDraft)[];
}

export const PARTS: readonly EditorPart[] = [
  { id: "columns", members: ["fields"] },
  { id: "devices", members: ["scope"] },
  { id: "time", members: ["timeRange"] },
  { id: "filters", members: ["filters"] },
  { id: "rows", members: ["grouping", "gaps", "sort", "limit", "nulls", "compare"] },
  { id: "chart", members: ["visualization"] },
  { id: "about", members: ["description", "folder", "tags", "sharing", "options"] },
  { id: "history", members: [] },
  { id: "json", members: [] },
];

interface PartPlace {
  /** Null for the name, which is above all parts. */
  readonly part: PartId | null;
  /** Index of the column or filter that contains it. */
  readonly entry: number | null;
}

export function partAt(pointer: string): PartPlace {
  const [, member = "", second = ""] = pointer.split("/");
  if (member === "name") return { part: null, entry: null };
  const part = PARTS.find(({ members }) => members.some((known) => known === member))?.id ?? "json";
  const hasEntries = part === "columns" || part === "filters";
  return { part, entry: hasEntries && /^\d+$/.test(second) ? Number(second) : null };
}
