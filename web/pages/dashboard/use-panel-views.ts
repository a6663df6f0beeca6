// The saved views that panels show, for how they are drawn. A view that cannot be read is none: its panel says why.
import { useQueries } from "@tanstack/react-query";
import { read as readOne } from "../../api/client.ts";
import type { DashboardPanel } from "./configuration.ts";
import { usePanelCaller } from "./panel-caller.ts";
import type { PanelView } from "./panel-picture.ts";

/** By id; a view is missing while it is read. */
export function usePanelViews(panels: readonly DashboardPanel[]): ReadonlyMap<string, PanelView | null> {
  const ids = [...new Set(panels.flatMap(({ source }) => (source?.type === "view" ? [source.viewId] : [])))];
  const { views } = usePanelCaller();
  const read = useQueries({
    queries: (views === null ? ids : []).map((viewId) => ({
      queryKey: ["views", viewId],
      queryFn: readOne("/apiAnalytics/v1/views/{viewId}", { path: { viewId } }),
      retry: false,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, isError }, place): readonly (readonly [string, PanelView | null])[] =>
          data === undefined && !isError ? [] : [[ids[place] ?? "", data ?? null]],
        ),
      ),
  });
  return views === null ? read : new Map(ids.map((id) => [id, views.get(id) ?? null]));
}
