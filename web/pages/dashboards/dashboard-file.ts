// A dashboard as a JSON file: its title and its configuration, without whom it is assigned to.
import { isObject } from "../../../src/lib/members.ts";
import { useAction, type Action } from "../../app/use-action.ts";
import { fileName, saveFile } from "../../components/save-file.ts";
import { readDashboard } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";

export interface DashboardFile {
  readonly title: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

export function useDownload(): Action<void, string> {
  return useAction({
    call: async (dashboardId: string) => {
      const { title, configuration } = await readDashboard(dashboardId);
      const json = JSON.stringify({ title, configuration }, null, 2);
      saveFile(new Blob([json], { type: "application/json" }), `${fileName(title)}.json`);
    },
    failed: words.dashboards.notExported,
  });
}

/** Null for JSON that is no dashboard. One of another program is taken as it is. */
export function dashboardIn(json: unknown): DashboardFile | null {
  if (!isObject(json) || typeof json["title"] !== "string" || !isObject(json["configuration"])) return null;
  return { title: json["title"], configuration: json["configuration"] };
}
