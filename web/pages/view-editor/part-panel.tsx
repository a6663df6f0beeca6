// The open part of the editor.
import type { ReactNode } from "react";
import { AboutPanel } from "./about-panel.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import { ColumnsPanel } from "./columns-panel.tsx";
import { DevicesPanel } from "./devices-panel.tsx";
import { useEditing } from "./editing.ts";
import { FiltersPanel } from "./filters-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { JsonPanel } from "./json-panel.tsx";
import { RowsPanel } from "./rows-panel.tsx";
import { TimeRangeForm } from "./time-range-form.tsx";
import type { SavedView } from "./view-calls.ts";
import type { ViewDraft } from "./view-draft.ts";

/** The column and the filter whose forms are open. */
export interface Open {
  readonly columns: number | null;
  readonly filters: number | null;
}

interface PartPanelProps {
  readonly part: PartId;
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  /** Number of devices in scope; null while unknown. */
  readonly devices: number | null;
  readonly saved: SavedView | null;
  readonly typed: string | null;
  readonly onTyped: (text: string | null) => void;
}

export function PartPanel({ part, open, onOpen, devices, saved, typed, onTyped }: PartPanelProps): ReactNode {
  const { at } = useEditing();
  switch (part) {
    case "columns":
      return <ColumnsPanel open={open.columns} onOpen={(columns) => onOpen({ ...open, columns })} />;
    case "devices":
      return <DevicesPanel devices={devices} />;
    case "time":
      return <TimeRangeForm range={at("timeRange")} />;
    case "filters":
      return <FiltersPanel open={open.filters} onOpen={(filters) => onOpen({ ...open, filters })} />;
    case "rows":
      return <RowsPanel />;
    case "chart":
      return <ChartPanel />;
    case "about":
      return <AboutPanel />;
    case "history":
      return saved === null ? null : <HistoryPanel saved={saved} />;
    case "json":
      return <JsonPanel typed={typed} onTyped={onTyped} />;
  }
}

type PartId = "columns" | "devices" | "time" | "filters" | "rows" | "chart" | "about" | "history" | "json";

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
