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
import type { PartId } from "./parts.ts";
import { TimeRangeForm } from "./time-range-form.tsx";
import type { SavedView } from "./view-calls.ts";

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
