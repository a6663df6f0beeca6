// Converts a view to its stored text and back. Entities that the view names may have been deleted since it was saved,
// which must not make the view unusable: a report simply does not find deleted devices and customers. Source: analytics
// contract 2.1 (P3), 2.3.
import { parseJson, writeJson } from "../../../lib/json.ts";
import type { JsonObject } from "../../devices/device.ts";
import type { TableView, ViewDefinition } from "../view/table-view.ts";
import type { ViewDirectory } from "../view/view-directory.ts";
import { viewJson } from "../view/view-json.ts";
import type { StoredView, ViewHead, ViewSave } from "./view-store.ts";

/** What a save stores of a definition, in addition to who saved it and when. */
export function savedColumns(view: ViewDefinition): Omit<ViewSave, "updatedTime" | "updatedBy"> {
  const { name, description, folder, tags, sharing, visualization } = view;
  const { sharing: _present, ...definition } = viewJson(view);
  const type = visualization.type;
  return {
    ...{ name, description, folder, tags, sharing },
    displayType: typeof type === "string" ? type : "table",
    definition: writeJson(definition),
  };
}

/** Parses what `savedColumns` wrote; the column holds nothing else. */
export function definitionJson({ definition }: Pick<StoredView, "definition">): JsonObject {
  return parseJson(definition) as JsonObject;
}

export function savedView(head: ViewHead, view: ViewDefinition): TableView {
  const { id, revision, owner, createdTime, updatedTime, updatedBy, sharing } = head;
  return { ...view, id, revision, owner, createdTime, updatedTime, updatedBy, sharing };
}

/**
 * A directory that accepts every device and customer. Profiles are looked up, because a scope may be empty without
 * them.
 */
export function forgivingDirectory(directory: ViewDirectory): ViewDirectory {
  return {
    profiles: (tenantId, references) => directory.profiles(tenantId, references),
    devices: (_tenantId, ids) => Promise.resolve(new Set(ids)),
    customers: (_tenantId, ids) => Promise.resolve(new Set(ids)),
    dataOf: (tenantId, sources) => directory.dataOf(tenantId, sources),
  };
}
