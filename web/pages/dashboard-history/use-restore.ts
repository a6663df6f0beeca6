// Makes a revision of a dashboard the newest again.
import { useQueryClient } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { useAction, type Action } from "../../app/use-action.ts";
import { restoreWords } from "../../components/revision-list.tsx";
import { dashboardQuery, type Dashboard } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";

export function useRestore(dashboardId: string, onDone?: () => unknown): Action<Dashboard, number> {
  const queries = useQueryClient();
  return useAction({
    call: (revision: number) => {
      const params = { path: { dashboardId, revision } };
      return ask(api.POST("/api/dashboard/{dashboardId}/revisions/{revision}/restore", { params }));
    },
    ...restoreWords(words.dashboardHistory.consequence),
    failed: words.dashboardHistory.notRestored,
    onDone: async (dashboard) => {
      queries.setQueryData(dashboardQuery(dashboardId).queryKey, dashboard);
      await onDone?.();
    },
    stale: ["dashboards"],
  });
}
