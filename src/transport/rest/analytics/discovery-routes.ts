// What there is to report on: keys, values of attributes and entity fields, and suggestions for the filters of a view; all of
// it of devices that the caller may see. Source: analytics contract 4.3, 6.1.
import { Type } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Discovery } from "../../../core/analytics/discovery/discovery.ts";
import type { FilterSuggestions, SuggestionQuery } from "../../../core/analytics/discovery/filter-suggestions.ts";
import type { ReportLimiter } from "../../../core/analytics/limiter/report-limiter.ts";
import type { AttributeSource, EntityField, EntitySource, Of } from "../../../core/analytics/view/table-view.ts";
import type { ViewSource } from "../../../core/analytics/views/view-service.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type DeviceId, type DeviceProfileId } from "../../../core/ids.ts";
import { isKey } from "../../../core/values.ts";
import type { Clock } from "../../../lib/clock.ts";
import { oneOf } from "../nullable.ts";
import { jsonText, type RestRoute } from "../route.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1 } from "./analytics-paths.ts";
import { analyticsRoute, readerOf } from "./analytics-route.ts";
import { DimensionValues, keysText, KnownKeys, valuesText } from "./discovery-wire.ts";
import { BodyReader } from "./body-reader.ts";
import { slotted } from "./slotted.ts";
import { parseViewId } from "./view-requests.ts";

export interface DiscoveryRouteParts {
  readonly edge: AnalyticsEdge;
  readonly discovery: Discovery;
  readonly suggestions: FilterSuggestions;
  readonly views: ViewSource;
  /** Calls for people: discovery takes a slot as previews do. */
  readonly limiter: ReportLimiter;
  readonly clock: Clock;
  /** Keys that one call may ask for. */
  readonly keysMax: number;
}

const KEYS_DEFAULT = 100;
const VALUES_MAX = 100;
const TEXT_MAX = 255;

const ENTITY_FIELDS = [
  ...(["id", "name", "label", "profile", "customer", "gateway", "createdTime", "active"] as const),
  "lastActivityTime",
] as const satisfies readonly EntityField[];
const OF = ["self", "gateway", "customer"] as const satisfies readonly Of[];

/** Answers that are not whole say so, as reports do. */
const TRUNCATED = "x-report-truncated";

const text = (description: string) => Type.Optional(Type.String({ maxLength: TEXT_MAX, description }));
const word = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Optional(Type.Unsafe<Word>({ ...oneOf(words), description }));

const SuggestionBody = Type.Object(
  {
    filters: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Unknown()), {
        description: "Values of filters by name, as a report takes them.",
      }),
    ),
    q: text("Part of the value, without regard to case."),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: VALUES_MAX, description: `Left out, ${String(VALUES_MAX)}.` }),
    ),
  },
  { title: "FilterValuesQuery", examples: [{ filters: { building: ["North"] }, q: "so" }] },
);

export function discoveryRoutes(parts: DiscoveryRouteParts): readonly RestRoute[] {
  const { edge, discovery, suggestions, views, clock, keysMax } = parts;
  const run = slotted(parts.limiter);

  return [
    analyticsRoute({
      edge,
      method: "GET",
      path: `${ANALYTICS_V1}/discovery/keys`,
      operationId: "discoverKeys",
      summary: "The telemetry keys and attributes that devices have",
      description:
        "Only of devices that the caller may see. In the order of the keys; the header X-Report-Truncated says whether there are more than `limit`.",
      query: Type.Object({
        kind: word(["telemetry", "attribute"], "Left out, both."),
        scope: word(["client", "shared", "server"], "Attributes of this scope. Left out, of all."),
        profileId: text("Devices of this profile."),
        deviceId: text("This device."),
        q: text("Part of the key, without regard to case."),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: keysMax, description: `Left out, ${String(KEYS_DEFAULT)}.` }),
        ),
      }),
      answer: jsonText(KnownKeys),
      async handle({ principal, query }, reply) {
        const reader = readerOf(principal);
        const wanted = {
          kind: query.kind ?? null,
          scope: query.scope ?? null,
          profileId: idOrNull<DeviceProfileId>(query.profileId, "profileId"),
          deviceId: idOrNull<DeviceId>(query.deviceId, "deviceId"),
          text: query.q ?? "",
          limit: query.limit ?? Math.min(KEYS_DEFAULT, keysMax),
        };
        const { keys, isCut } = await run(reader, reply, (signal) => discovery.keys(reader, wanted, signal));
        void reply.header(TRUNCATED, String(isCut));
        return keysText(keys);
      },
    }),
    analyticsRoute({
      edge,
      method: "GET",
      path: `${ANALYTICS_V1}/discovery/values`,
      operationId: "discoverValues",
      summary: "The values that devices have of an attribute or entity field",
      description:
        "Only of devices that the caller may see. Numbers by size, then texts by code point; the header X-Report-Truncated says whether there are more than `limit`.",
      query: Type.Object({
        kind: oneOf(["attribute", "entity"]),
        scope: word(["client", "shared", "server", "any"], "Of an attribute; left out, any."),
        key: Type.String({ minLength: 1, maxLength: TEXT_MAX, description: "The attribute, or the entity field." }),
        of: word(OF, "Of the device itself, of its gateway or of its customer; left out, self."),
        q: text("Part of the value, without regard to case."),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: VALUES_MAX, description: `Left out, ${String(VALUES_MAX)}.` }),
        ),
      }),
      answer: jsonText(DimensionValues),
      async handle({ principal, query }, reply) {
        const reader = readerOf(principal);
        const source = dimensionSource(query);
        const found = await run(reader, reply, (signal) =>
          discovery.values(reader, source, query.q ?? "", query.limit ?? VALUES_MAX, signal),
        );
        void reply.header(TRUNCATED, String(found.isCut));
        return valuesText(found);
      },
    }),
    analyticsRoute({
      edge,
      method: "POST",
      path: `${ANALYTICS_V1}/views/:viewId/filters/:name/values`,
      operationId: "suggestFilterValues",
      forSharedViews: true,
      summary: "Values for one filter of a view, narrowed by its other filters",
      description:
        "Of devices that the caller may see. Filters on samples and on results narrow nothing; for a filter on samples the newest values are suggested. The header X-Report-Truncated says whether there are more than `limit`.",
      readsOnly: true,
      params: Type.Object({
        viewId: Type.String({ description: "The id of a view." }),
        name: Type.String({ description: "The name of the filter." }),
      }),
      body: Type.Unknown(),
      bodyDescribes: SuggestionBody,
      answer: jsonText(DimensionValues),
      async handle({ principal, params, body }, reply) {
        const reader = readerOf(principal);
        // What the link fixes tells nothing of what else there is.
        if (reader.sharedView?.lockedFilters.has(params.name) === true)
          throw new AnalyticsError("FORBIDDEN", "the share link fixes this filter");
        const query = parseSuggestionQuery(params.name, body);
        const found = await run(reader, reply, async (signal) => {
          const view = await views.runnable(parseViewId(params.viewId), reader);
          return await suggestions.suggest(view, query, reader, clock.now(), signal);
        });
        void reply.header(TRUNCATED, String(found.isCut));
        return valuesText(found);
      },
    }),
  ];
}

function parseSuggestionQuery(name: string, json: unknown): SuggestionQuery {
  const body = BodyReader.of(json ?? {});
  const filters = body.members("filters", "FILTER_VALUES") ?? null;
  const part = body.text("q", "BODY_INVALID") ?? "";
  const limit = body.integer("limit", 1, VALUES_MAX, "LIMIT_RANGE") ?? VALUES_MAX;
  if (part.length > TEXT_MAX)
    body.refuse("q", "BODY_INVALID", `"q" may have ${String(TEXT_MAX)} characters, got ${String(part.length)}`);
  body.finish();
  body.requireGood();
  return { name, filters, text: part, limit };
}

function idOrNull<Id extends DeviceId | DeviceProfileId>(sent: string | undefined, what: string): Id | null {
  if (sent === undefined) return null;
  try {
    return parseId<Id>(sent, what);
  } catch (error) {
    if (error instanceof DomainError)
      throw new AnalyticsError("PARAMETER_INVALID", error.message, [], { cause: error });
    throw error;
  }
}

interface DimensionQuery {
  readonly kind: "attribute" | "entity";
  readonly key: string;
  readonly scope?: AttributeSource["scope"] | undefined;
  readonly of?: Of | undefined;
}

function dimensionSource({ kind, key, scope = "any", of = "self" }: DimensionQuery): EntitySource | AttributeSource {
  if (kind === "attribute") {
    if (isKey(key)) return { type: "attribute", scope, key, of, path: null };
    throw new AnalyticsError("PARAMETER_INVALID", "key must not be blank");
  }
  const field = ENTITY_FIELDS.find((known) => known === key);
  if (field !== undefined) return { type: "entity", field, of };
  const known = ENTITY_FIELDS.join(", ");
  throw new AnalyticsError(
    "PARAMETER_INVALID",
    `key must be one of the entity fields ${known}; got "${key.slice(0, 64)}"`,
  );
}
