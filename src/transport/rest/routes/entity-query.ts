// Finds and counts entities by their fields, attributes and latest telemetry. Answers are written as text, because keys
// are names chosen by users. Source: REST contract 13.
import { Type } from "typebox";
import { permitRole } from "../../../core/access/permissions.ts";
import type { EntityQueryService } from "../../../core/entity-query/entity-query-service.ts";
import {
  parseCountQuery,
  parseDataQuery,
  type EntityQueryLimits,
  VALUE_TYPES,
} from "../../../core/entity-query/parse-entity-query.ts";
import { callerSignal } from "../caller-signal.ts";
import { ALL_AUTHORITIES, jsonText, resource, type RestRoute } from "../route.ts";
import {
  type EntityDataQuery,
  type EntityPage,
  type EntityKeyType,
  ENTITY_FIELDS,
  ENTITY_KEY_TYPES,
  QUERYABLE_TYPES,
} from "../../../core/entity-query/entity-query.ts";
import { textOfValue } from "../../../core/entity-query/predicates.ts";
import { EntityRefSchema, SentRefSchema, UuidParam } from "../entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf, readLater, uuidText, wordOf } from "../nullable.ts";
import { toPage, pageOf } from "../paging.ts";
import { objectText } from "../value-text.ts";
import { named } from "../wire.ts";
import { SCOPES } from "./attributes.ts";

const KEY = { type: "TIME_SERIES", key: "temperature" };
const NAME = { type: "ENTITY_FIELD", key: "name" };

const Key = Type.Object(
  { type: oneOf(ENTITY_KEY_TYPES), key: Type.String() },
  {
    title: "EntityKey",
    description: `Fields are ${ENTITY_FIELDS.join(", ")}. ATTRIBUTE is the server attribute, else the shared, else the client one.`,
    examples: [KEY],
  },
);

const FILTER = { type: "entityType", entityType: "DEVICE" };
const KEY_FILTER = {
  key: KEY,
  valueType: "NUMERIC",
  predicate: { type: "NUMERIC", operation: "GREATER", value: { defaultValue: 20 } },
};

const Filter = Type.Object(
  {
    type: oneOf(["singleEntity", "entityList", "entityName", "entityType", "deviceType", "deviceList"]),
    entityType: Type.Optional(nullable(wordOf(QUERYABLE_TYPES))),
    singleEntity: Type.Optional(readLater(SentRefSchema, { description: "singleEntity: the one, as a reference." })),
    entityList: Type.Optional(
      readLater(Type.Array(UuidParam), { description: "entityList: ids of entities of the entityType." }),
    ),
    entityNameFilter: Type.Optional(nullable(Type.String({ description: "entityName: how the name begins." }))),
    deviceTypes: Type.Optional(
      readLater(Type.Array(Type.String()), { description: "deviceType: names of device profiles." }),
    ),
    deviceNameFilter: Type.Optional(nullable(Type.String({ description: "deviceType: how the name begins." }))),
    textSearch: Type.Optional(
      nullable(Type.String({ description: "deviceList: a part of name, label, profile or customer." })),
    ),
    customerId: Type.Optional(nullable(uuidText({ description: "deviceList: only devices of this customer." }))),
    deviceProfileId: Type.Optional(nullable(uuidText({ description: "deviceList: only devices of this profile." }))),
    active: Type.Optional(nullable(Type.Boolean({ description: "deviceList: only active devices, or only others." }))),
    gateway: Type.Optional(
      nullable(Type.Boolean({ description: "deviceList: only gateways, or only devices that are none." })),
    ),
  },
  { title: "EntityFilter", description: `Entity types are ${QUERYABLE_TYPES.join(", ")}.`, examples: [FILTER] },
);

const KeyFilter = Type.Object(
  {
    key: Key,
    valueType: Type.Optional(nullable(wordOf(VALUE_TYPES))),
    predicate: readLater(Type.Object({}, { additionalProperties: true }), {
      description:
        "`type` is STRING, NUMERIC, BOOLEAN or COMPLEX. STRING takes EQUAL, NOT_EQUAL, STARTS_WITH, ENDS_WITH, CONTAINS, NOT_CONTAINS, IN, NOT_IN, and `ignoreCase`; NUMERIC takes EQUAL, NOT_EQUAL, GREATER, LESS, GREATER_OR_EQUAL, LESS_OR_EQUAL; BOOLEAN takes EQUAL and NOT_EQUAL; COMPLEX joins `predicates` by AND or OR. NUMERIC looks at numbers, and at texts that spell one.",
      examples: [KEY_FILTER.predicate],
    }),
  },
  { title: "KeyFilter", examples: [KEY_FILTER] },
);

const CONDITIONS = {
  entityFilter: Filter,
  keyFilters: Type.Optional(Type.Union([Type.Array(KeyFilter), Type.Null()])),
  keyFiltersOperation: Type.Optional(nullable(wordOf(["AND", "OR"], { description: "AND when left out." }))),
} as const;

const EntityCountQuerySchema = Type.Object(CONDITIONS, {
  title: "EntityCountQuery",
  examples: [{ entityFilter: FILTER, keyFilters: [KEY_FILTER] }],
});

const Keys = Type.Optional(Type.Union([Type.Array(Key), Type.Null()]));

const EntityDataQuerySchema = Type.Object(
  {
    ...CONDITIONS,
    entityFields: Keys,
    latestValues: Keys,
    pageLink: Type.Object(
      {
        pageSize: Type.Integer({ format: "int32" }),
        page: Type.Integer({ format: "int32" }),
        textSearch: Type.Optional(nullable(Type.String())),
        dynamic: Type.Optional(nullable(Type.Boolean())),
        sortOrder: Type.Optional(
          Type.Union([
            Type.Object({ key: Key, direction: Type.Optional(nullable(wordOf(["ASC", "DESC"]))) }),
            Type.Null(),
          ]),
        ),
      },
      { title: "EntityDataPageLink" },
    ),
  },
  {
    title: "EntityDataQuery",
    examples: [
      {
        entityFilter: FILTER,
        keyFilters: [KEY_FILTER],
        entityFields: [NAME],
        latestValues: [KEY],
        pageLink: { pageSize: 10, page: 0, sortOrder: { key: NAME, direction: "ASC" } },
      },
    ],
  },
);

const Shown = Type.Object({ ts: Type.Integer(), value: Type.String(), count: nullable(Type.Integer()) });

const EntityDataPageSchema = pageOf(
  Type.Object(
    {
      entityId: EntityRefSchema,
      latest: Type.Record(Type.String(), Type.Record(Type.String(), Shown)),
      timeseries: Type.Object({}),
      aggLatest: Type.Object({}),
    },
    {
      title: "EntityData",
      examples: [
        {
          entityId: EXAMPLE_REFS.device,
          latest: {
            ENTITY_FIELD: { name: { ts: 0, value: "boiler-7", count: null } },
            TIME_SERIES: { temperature: { ts: EXAMPLE_TIME, value: "21.5", count: null } },
          },
          timeseries: {},
          aggLatest: {},
        },
      ],
    },
  ),
);

/** A page of entities as JSON text. A value that an entity does not have is an empty text with the time 0. */
function entityPageText(query: EntityDataQuery, found: EntityPage): string {
  const { data, totalPages, totalElements, hasNext } = toPage(found, query.page, ({ entityType, id, values }) => {
    const byType = new Map<EntityKeyType, [string, string][]>();
    query.shown.forEach(({ type, key }, index) => {
      const shown = values[index] ?? null;
      const text = `{"ts":${String(shown?.ts ?? 0)},"value":${JSON.stringify(shown === null ? "" : textOfValue(shown.value))},"count":null}`;
      const members = byType.get(type);
      if (members === undefined) byType.set(type, [[key, text]]);
      else members.push([key, text]);
    });
    const latest = objectText([...byType].map(([type, members]) => [type, objectText(members)] as const));
    return `{"entityId":{"entityType":"${entityType}","id":"${id}"},"latest":${latest},"timeseries":{},"aggLatest":{}}`;
  });
  return `{"data":[${data.join(",")}],"totalPages":${String(totalPages)},"totalElements":${String(totalElements)},"hasNext":${String(hasNext)}}`;
}

const KeysQuery = Type.Object({
  timeseries: Type.Optional(Type.Boolean({ description: "Whether to name telemetry, which is so when left out." })),
  attributes: Type.Optional(Type.Boolean({ description: "Whether to name attributes, which is so when left out." })),
  scope: Type.Optional(Type.Enum(SCOPES, { description: "Attributes of this scope; of all when left out." })),
});

const EntityKeysSchema = named("AvailableEntityKeys", {
  entityTypes: [Type.Array(oneOf(QUERYABLE_TYPES)), ["DEVICE"]],
  timeseries: [Type.Array(Type.String()), ["temperature"]],
  attribute: [Type.Array(Type.String()), ["active", "fw"]],
});

const api = resource("entity query", ALL_AUTHORITIES);

const ABOUT =
  "The query looks at what the caller may see: a user of a customer at what belongs to the customer, a system administrator at tenants and administrators. An entity without a value meets no condition on it, except the negative ones on texts, and comes last in an order by it. Texts that spell a number are ordered among the numbers, except fields. Texts are searched in the values that the query shows, and in the name where it shows none.";

export interface EntityQueryRouteDeps {
  readonly entityQueries: Pick<EntityQueryService, "find" | "count" | "keysOfPage">;
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
    api.post("/api/entitiesQuery/find/keys", "findEntityKeysByQuery", {
      summary: "Names of the telemetry and the attributes that the entities of a page have",
      description: `${ABOUT} Names are sorted; those of telemetry whose points are all deleted are left out. An answer has at most \`rest.pageRowsMax\` of each kind.`,
      readsOnly: true,
      query: KeysQuery,
      body: Type.Unknown(),
      bodyDescribes: EntityDataQuerySchema,
      answer: EntityKeysSchema,
      async handle({ principal, query: { timeseries = true, attributes = true, scope }, body }, reply) {
        permitRole(principal, "list", "ENTITIES");
        const query = parseDataQuery(body, limits);
        const wanted = {
          timeseries,
          attributes: attributes ? (scope ?? "all") : "none",
          keysMax: limits.pageRowsMax,
        } as const;
        const found = await entityQueries.keysOfPage(principal, query, wanted, callerSignal(reply));
        return {
          entityTypes: [...found.types],
          timeseries: [...found.timeseries],
          attribute: [...found.attributes],
        };
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
