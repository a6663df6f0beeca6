// The background reports that this browser has requested, by user and view: the platform keeps the reports, and returns
// each only to the user who started it, by its id.
import { parseJson } from "../../api/json.ts";
import { isObject } from "../../../src/lib/members.ts";

export type KeptStorage = Pick<Storage, "getItem" | "setItem">;

const REPORTS_MAX = 20;

const keyOf = (userId: string, viewId: string): string => `bridgehead.reports.${userId}.${viewId}`;

/** Ids, newest first. */
export function keptReports(storage: KeptStorage, userId: string, viewId: string): readonly string[] {
  const body = parseJson(storage.getItem(keyOf(userId, viewId)) ?? "");
  const ids: unknown = isObject(body) ? body["ids"] : null;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

export function keepReports(storage: KeptStorage, userId: string, viewId: string, ids: readonly string[]): void {
  storage.setItem(keyOf(userId, viewId), JSON.stringify({ ids: ids.slice(0, REPORTS_MAX) }));
}
