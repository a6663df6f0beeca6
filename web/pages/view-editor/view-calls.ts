// The editor's calls for a view that may still be invalid: it is sent as it is, because the service reports its
// problems.
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import type { ViewDraft } from "./view-draft.ts";

export type Explanation = Schema<"Explanation">;
export type SavedView = Schema<"TableView">;

const ROWS_MAX = 1000;

export function checkView(view: ViewDraft, signal: AbortSignal): Promise<Schema<"ViewValidation">> {
  return ask(api.POST("/apiAnalytics/v1/views/validate", { body: sent(view), signal }));
}

export function explainView(view: ViewDraft, signal: AbortSignal): Promise<Explanation> {
  return ask(api.POST("/apiAnalytics/v1/views/explain", { body: { view: sent(view) }, signal }));
}

export function previewView(view: ViewDraft, signal: AbortSignal): Promise<Report> {
  return ask(api.POST("/apiAnalytics/v1/views/preview", { body: { view: sent(view), rows: ROWS_MAX }, signal }));
}

export function createView(view: ViewDraft): Promise<SavedView> {
  return ask(api.POST("/apiAnalytics/v1/views", { body: sent(view) }));
}

const SAME_NAMES_MAX = 50;

/** One that a dashboard makes for itself. Others that were made in the same way have the same name, so that it gets a number. */
export async function createNumbered(view: ViewDraft, number = 1): Promise<SavedView> {
  try {
    return await createView(number === 1 ? view : { ...view, name: `${view.name ?? ""} ${number}` });
  } catch (error) {
    const isTaken = error instanceof ApiProblem && error.code === "NAME_TAKEN";
    if (!isTaken || number >= SAME_NAMES_MAX) throw error;
    return await createNumbered(view, number + 1);
  }
}

/** Refused with 409 if somebody else has saved the view since `revision`. */
export function replaceView(viewId: string, view: ViewDraft, revision: number): Promise<SavedView> {
  const body = { ...sent(view), revision };
  return ask(api.PUT("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } }, body }));
}

export async function readView(viewId: string, signal?: AbortSignal): Promise<SavedView> {
  const view = await ask(api.GET("/apiAnalytics/v1/views/{viewId}", { params: { path: { viewId } }, signal }));
  if (!("owner" in view)) throw new Error("the platform answered with a view as share links show it");
  return view;
}

function sent(view: ViewDraft): Schema<"SentTableView"> {
  return view as Schema<"SentTableView">;
}
