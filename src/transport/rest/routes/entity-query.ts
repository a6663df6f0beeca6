// Finding and counting entities by their fields, attributes and latest telemetry. Source: REST contract 13.
import { Type } from "typebox";
import { permitRole } from "../../../core/access/permissions.ts";
import type { EntityQueryService } from "../../../core/entity-query/entity-query-service.ts";
import {
  parseCountQuery,
  parseDataQuery,
  type EntityQueryLimits,
} from "../../../core/entity-query/parse-entity-query.ts";
import { callerSignal } from "../caller-signal.ts";
import {
  EntityCountQuerySchema,
  EntityDataPageSchema,
  EntityDataQuerySchema,
  entityPageText,
} from "../entity-query-wire.ts";
import { ANYBODY, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("entity query", ANYBODY);

const ABOUT =
  "The query looks at what the caller may see: a user of a customer at what belongs to the customer, a system administrator at tenants and administrators. An entity without a value meets no condition on it, except the negative ones on texts, and comes last in an order by it. Texts are searched in the values that the query shows, and in the name where it shows none.";

export interface EntityQueryRouteDeps {
  readonly entityQueries: Pick<EntityQueryService, "find" | "count">;
  readonly limits: EntityQueryLimits;
}

export function entityQueryRoutes({ entityQueries, limits }: EntityQueryRouteDeps): readonly RestRoute[] {
  return [
    api.post("/api/entitiesQuery/find", "findEntityDataByQuery", {
      summary: "A page of the entities that meet conditions, with values of each",
      description: ABOUT,
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: EntityDataQuerySchema,
      answer: jsonText(EntityDataPageSchema),
      async handle({ principal, body }, reply) {
        permitRole(principal, "list", "ENTITIES");
        const query = parseDataQuery(body, limits);
        return entityPageText(query, await entityQueries.find(principal, query, callerSignal(reply)));
      },
    }),
    api.post("/api/entitiesQuery/count", "countEntitiesByQuery", {
      summary: "How many entities meet conditions",
      description: ABOUT,
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: EntityCountQuerySchema,
      answer: jsonText(Type.Integer({ examples: [57] })),
      async handle({ principal, body }, reply) {
        permitRole(principal, "list", "ENTITIES");
        return String(await entityQueries.count(principal, parseCountQuery(body, limits), callerSignal(reply)));
      },
    }),
  ];
}
