// Where the web interface begins: at the home dashboard of the user, if there is one that the user may read, or the overview.
import { api, ask } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import type { Schema } from "../api/schemas.ts";
import type { Session } from "../api/session.ts";
import { maySee } from "./roles-of-pages.ts";

const OVERVIEW = "/overview";

export async function homePath({ identity }: Session, signal: AbortSignal): Promise<string> {
  if (identity === null || !maySee(identity.role, "/dashboards/$id")) return OVERVIEW;
  try {
    // The answer of the platform is empty without a home.
    const home = await ask<Schema<"HomeDashboardInfo"> | undefined>(api.GET("/api/dashboard/home/info", { signal }));
    const id = home?.dashboardId?.id;
    return id === undefined ? OVERVIEW : `/dashboards/${id}`;
  } catch (error) {
    // The overview tells what is wrong.
    if (error instanceof ApiProblem) return OVERVIEW;
    throw error;
  }
}
