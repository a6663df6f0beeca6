// The parts of the editor in their order, and which of them shows a place of the view.

export type PartId = "columns" | "devices" | "time" | "filters" | "rows" | "chart" | "about" | "history" | "json";

export interface EditorPart {
  readonly id: PartId;
  readonly label: string;
  /** The members of a view that it shows. */
  readonly members: readonly string[];
}

export const PARTS: readonly EditorPart[] = [
  { id: "columns", label: "Columns", members: ["fields"] },
  { id: "devices", label: "Devices", members: ["scope"] },
  { id: "time", label: "Time", members: ["timeRange"] },
  { id: "filters", label: "Filters", members: ["filters"] },
  { id: "rows", label: "Rows", members: ["grouping", "gaps", "sort", "limit", "nulls", "compare"] },
  { id: "chart", label: "Chart", members: ["visualization"] },
  { id: "about", label: "About", members: ["description", "folder", "tags", "sharing", "options"] },
  { id: "history", label: "History", members: [] },
  { id: "json", label: "JSON", members: [] },
];

export interface Place {
  /** Null for the name, which is above all parts. */
  readonly part: PartId | null;
  /** The column or filter that it lies in. */
  readonly entry: number | null;
}

export function placeOf(pointer: string): Place {
  const [, member = "", second = ""] = pointer.split("/");
  if (member === "name") return { part: null, entry: null };
  const part = PARTS.find(({ members }) => members.includes(member))?.id ?? "json";
  const hasEntries = part === "columns" || part === "filters";
  return { part, entry: hasEntries && /^\d+$/.test(second) ? Number(second) : null };
}
