// A view out of its JSON, as saving it makes it, for tests that know nothing of a tenant.
import type { ViewDefinition } from "../../../src/core/analytics/view/table-view.ts";
import { parseView } from "../../../src/core/analytics/view/parse-view.ts";
import type { ViewDirectory } from "../../../src/core/analytics/view/view-directory.ts";
import type { TenantId } from "../../../src/core/ids.ts";

const TENANT = "10000000-0000-4000-8000-000000000001" as TenantId;
const ROWS_MAX = 100_000;

/** Everything that a view names is there, and every key holds numbers. */
const everything: ViewDirectory = {
  profiles: (_tenantId, references) =>
    Promise.resolve(references.map(({ id, name }) => (id === null ? undefined : { id, name: name ?? id }))),
  devices: (_tenantId, ids) => Promise.resolve(new Set(ids)),
  customers: (_tenantId, ids) => Promise.resolve(new Set(ids)),
  dataOf: (_tenantId, sources) => Promise.resolve(sources.map(() => "number" as const)),
};

/** Throws with all problems of a view that does not fit. */
export async function parsedView(json: unknown): Promise<ViewDefinition> {
  const parsed = await parseView(json, { tenantId: TENANT, directory: everything, zone: "UTC", rowsMax: ROWS_MAX });
  if ("view" in parsed) return parsed.view;
  throw new Error(`the view does not parse: ${JSON.stringify(parsed.errors)}\n${JSON.stringify(json)}`);
}
