// A view as specified by the address of its page: range, filters, picture or table, order, run once or watched.
import { useMemo } from "react";
import { choiceOf, useAddress, useListState, type AddressChange, type ListState } from "../../app/list-state.ts";
import type { Caller } from "../../api/caller.ts";
import type { Schema } from "../../api/schemas.ts";
import { drawingOf, isDrawn, type Drawing } from "../../components/chart/drawing.ts";
import { useReport, type ReportOrder, type ReportRun } from "./use-report.ts";
import { selectionOf, type RunSelection } from "./view-address.ts";

/** The members of a view that a page needs, with or without a session. */
export type ShownView = Pick<
  Schema<"SharedTableView">,
  "id" | "name" | "description" | "fields" | "filters" | "timeRange" | "visualization" | "links"
>;

export interface ShownReport {
  readonly caller: Caller;
  readonly view: ShownView;
  readonly selection: RunSelection;
  readonly change: (change: AddressChange) => void;
  readonly run: ReportRun;
  /** Null if no picture can show such a report. */
  readonly drawing: Drawing | null;
  readonly shownAs: "chart" | "table";
  readonly list: ListState<string>;
  readonly isLive: boolean;
}

/** `isAlwaysLive` for screens without a user. */
export function useShownView(caller: Caller, view: ShownView, isAlwaysLive = false): ShownReport {
  const { address, change } = useAddress();
  const selection = selectionOf(address);
  const isLive = isAlwaysLive || address["live"] === true;
  const sort = typeof address["sort"] === "string" ? address["sort"] : null;
  const direction = address["order"] === "DESC" ? "desc" : "asc";
  const run = useReport({ caller, viewId: view.id, selection, order: orderOf(sort, direction), isLive });
  const columns = run.report?.columns;
  const drawing = useMemo(
    () => (columns === undefined ? null : drawingOf(view.visualization, columns)),
    [view.visualization, columns],
  );
  const list = useListState({ sortable: columns?.map(({ id }) => id) ?? [] });
  const wanted = choiceOf(address, "as", ["chart", "table"]) ?? (isDrawn(view.visualization) ? "chart" : "table");
  return { caller, view, selection, change, run, drawing, shownAs: drawing === null ? "table" : wanted, list, isLive };
}

/** The platform sorts by fields; only the page can sort by columns that a comparison adds. */
function orderOf(sort: string | null, direction: ReportOrder["direction"]): ReportOrder | null {
  return sort === null || sort.includes(".") ? null : { field: sort, direction };
}
