// The API description as OpenAPI 3.1, generated from the route table alone. Source: REST contract 19. Why no plugin is
// used: docs/decisions/0026-openapi-from-the-route-table.md.
import type { RestRoute } from "../route.ts";
import { Components } from "./components.ts";
import type { Written } from "./plain-forms.ts";
import { operationOf, templateOf } from "./operation.ts";
import { sharedResponses } from "./responses.ts";
import { securitySchemes } from "./security.ts";

/**
 * The groups of the description, with the text for each. Every route belongs to one; the documentation page shows them
 * ordered by name.
 */
export const TAGS: ReadonlyMap<string, string> = new Map([
  ["admin", "Settings of the installation, for system administrators."],
  ["analytics", "Reports by saved views, and what belongs to them. Every problem with a token is 403 here."],
  ["api keys", "Keys that programs call the API with: no login, no refresh, revocable at any time."],
  ["audit log", "Who did what and when, failed attempts included."],
  ["connectivity", "Commands that connect one particular device, ready to be pasted."],
  ["customers", "Customers of the tenant: users and devices belong to them."],
  ["device api", "What devices themselves call. The access token in the path is the only credential."],
  ["device profiles", "Settings that devices of a kind share, and how devices provision themselves."],
  ["devices", "Devices and gateways: saving, finding, credentials, owners and claiming."],
  ["entity query", "Entities by filters over their fields, attributes and latest telemetry."],
  ["dashboards", "Dashboards, the customers they are assigned to, and the one that is shown first."],
  ["firmware", "Firmware and software packages that devices install over the air."],
  ["history", "Import and export of telemetry as files."],
  ["limits", "The limits that hold for the caller, and what is left of them."],
  ["login", "Logging in and out, tokens, passwords and activation."],
  ["monitoring", "Live figures, gateways with their connections, and the state of the installation."],
  ["rpc", "Calls to devices, answered at once or kept until the device connects."],
  ["system", "Health, version and what operators ask the platform about itself."],
  ["telemetry", "Attributes and telemetry of devices and of other entities."],
  ["tenant profiles", "Limits that tenants of a kind share."],
  ["tenants", "Tenants, isolated from each other."],
  ["usage", "What the tenant uses and may use."],
  ["users", "Users, their access and their settings."],
]);

export interface ApiDescription {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Written>>;
  readonly [member: string]: unknown;
}

/** The introduction that tools and people see first. */
const DESCRIPTION = `
Everything the platform does, over HTTP.

**Credentials.** A call carries one of \`X-Authorization: ApiKey <key>\` and \`X-Authorization: Bearer <token>\`; where
\`X-Authorization\` is absent, \`Authorization\` is read in its place. Tokens come from \`POST /api/auth/login\` and last
2.5 hours by default; an answer 401 with \`errorCode\` 11 means: refresh the token.

**Entities.** An entity is referred to as \`{"entityType":"DEVICE","id":"<uuid>"}\`. "None" is the reserved id
\`13814000-1dd2-11b2-8080-808080808080\`. \`POST\` creates without \`id\` and updates with it; an update replaces the whole
object. A \`version\` that is sent must be the present one. Unknown members are ignored, members without a value are null.

**Lists.** \`pageSize\` and \`page\`, from 0, are required.

**Times** are milliseconds since the epoch.

**Values keep their type.** Numbers, booleans, texts and JSON in attributes and telemetry come back as they were sent, and
integers within 64 bits keep every digit: read them with a JSON parser that does the same where they may exceed 2^53.

**Errors** have one shape, \`ErrorResponse\`. Decide by the status and \`errorCode\`; the message is for people.
`.trim();

const METHODS = ["GET", "PUT", "POST", "DELETE"] as const;

/** Throws if two schemas with the same title differ, or two paths differ only in the names of their parameters. */
export function describeApi(routes: readonly RestRoute[], version: string): ApiDescription {
  const components = new Components();
  const byPath = Map.groupBy(routes, ({ path }) => templateOf(path));
  requireDistinctPaths([...byPath.keys()]);
  const paths = [...byPath]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, rows]) => [path, pathItemOf(rows, components)] as const);
  const responses = sharedResponses(routes, components);
  const used = new Set(routes.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Bridgehead REST API",
      summary: "An IoT platform that gateways plug into.",
      description: DESCRIPTION,
      version,
      // Generators copy the name into package metadata, which expects the SPDX identifier.
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The platform that serves this description." }],
    tags: [...used].sort().map((name) => ({ name, description: TAGS.get(name) ?? "" })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components.all(),
      responses,
      securitySchemes: securitySchemes(routes.flatMap(({ edge }) => edge?.description?.security ?? [])),
    },
  };
}

function pathItemOf(rows: readonly RestRoute[], components: Components): Written {
  const operations = METHODS.flatMap((method) => {
    const row = rows.find((each) => each.method === method);
    return row === undefined ? [] : [[method.toLowerCase(), operationOf(row, components)] as const];
  });
  return Object.fromEntries(operations);
}

/** Paths that differ only in the names of their parameters are the same path to readers of the description. */
function requireDistinctPaths(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const shape = path.replaceAll(/\{\w+\}/g, "{}");
    const other = seen.get(shape);
    if (other !== undefined) throw new Error(`${other} and ${path} differ only in the names of their parameters`);
    seen.set(shape, path);
  }
}
