// What can be reported on: keys, values of attributes and entity fields, and suggestions for the filters of a view,
// only from devices that the caller may see. Source: analytics contract 4.3, 6.1.
import { Type } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { FoundValues } from "../../../core/analytics/discovery/distinct-values.ts";
import type { Discovery, KnownKey } from "../../../core/analytics/discovery/discovery.ts";
import type { FilterSuggestions } from "../../../core/analytics/discovery/filter-suggestions.ts";
import type { ReportLimiter } from "../../../core/analytics/limiter/report-limiter.ts";
import { ENTITY_FIELD_NAMES, OF } from "../../../core/analytics/view/field-schema.ts";
import type { AttributeSource, EntitySource, Of } from "../../../core/analytics/view/table-view.ts";
import type { ViewSource } from "../../../core/analytics/views/view-service.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type DeviceId, type DeviceProfileId } from "../../../core/ids.ts";
import { whole } from "../../../core/schema-words.ts";
import { isKey, JsonText, type Value } from "../../../core/values.ts";
import type { Clock } from "../../../lib/clock.ts";
import { writeJson } from "../../../lib/json.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf, uuidText, wordOf } from "../nullable.ts";
import { jsonText, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseViewId } from "./analytics-paths.ts";
import { slotted } from "./report-calls.ts";
import { RUN, sent } from "./report-wire.ts";

export interface DiscoveryRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly discovery: Discovery;
  readonly suggestions: FilterSuggestions;
  readonly views: ViewSource;
  /** The limiter of interactive calls: discovery takes a slot, as previews do. */
  readonly limiter: ReportLimiter;
  readonly clock: Clock;
  /** Most keys that one call may request. */
  readonly keysMax: number;
}

const KEYS_DEFAULT = 100;
const VALUES_MAX = 100;
const TEXT_MAX = 255;

/** Marks incomplete answers, as for reports. */
const TRUNCATED = "x-report-truncated";

const text = (description: string) => Type.Optional(Type.String({ maxLength: TEXT_MAX, description }));
const word = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Optional(Type.Unsafe<Word>({ ...oneOf(words), description }));

const SuggestionBody = sent(
  "FilterValuesQuery",
  {
    filters: RUN.filters,
    q: Type.String({ maxLength: TEXT_MAX, default: "", description: "Part of the value, without regard to case." }),
    limit: whole(1, VALUES_MAX, { default: VALUES_MAX, "x-code": "LIMIT_RANGE" }),
  },
  { default: {}, examples: [{ filters: { building: ["North"] }, q: "so" }] },
);

const Scalar = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });

const KnownKeys = Type.Array(
  Type.Object(
    {
      key: Type.String({ examples: ["temp"] }),
      kind: oneOf(["telemetry", "attribute"]),
      scope: nullable(wordOf(["client", "shared", "server"], { description: "Null for telemetry." })),
      types: Type.Record(Type.String(), Type.Integer(), {
        description: "Devices by the type of their newest value: number, text, boolean, json.",
        examples: [{ number: 120, text: 3 }],
      }),
      devices: Type.Integer({ description: "Devices that have the key.", examples: [123] }),
      lastTs: Type.Integer({ description: "Time of the newest value, in milliseconds.", examples: [EXAMPLE_TIME] }),
      samples: Type.Array(Scalar, { description: "Up to five of the newest values.", examples: [[21.5, "n/a"]] }),
    },
    { title: "KnownKey" },
  ),
);

const DimensionValues = Type.Array(
  Type.Object(
    {
      value: Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"], examples: ["North"] }),
      devices: Type.Integer({ description: "Devices that have it.", examples: [2] }),
    },
    { title: "DimensionValue" },
  ),
);

export function discoveryRoutes(deps: DiscoveryRouteDeps): readonly RestRoute[] {
  const { edge, discovery, suggestions, views, clock, keysMax } = deps;
  const calls = analyticsResource(edge);
  const run = slotted(deps.limiter);

  return [
    calls.get(`${ANALYTICS_V1}/discovery/keys`, "discoverKeys", {
      summary: "The telemetry keys and attributes that devices have",
      description:
        "Only of devices that the caller may see. In the order of the keys; the header X-Report-Truncated says whether there are more than `limit`.",
      query: Type.Object({
        kind: word(["telemetry", "attribute"], "Left out, both."),
        scope: word(["client", "shared", "server"], "Attributes of this scope. Left out, of all."),
        profileId: Type.Optional(uuidText({ maxLength: 255, description: "Devices of this profile." })),
        deviceId: Type.Optional(uuidText({ maxLength: 255, description: "This device." })),
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
    calls.get(`${ANALYTICS_V1}/discovery/values`, "discoverValues", {
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
          discovery.values(reader, { source, text: query.q ?? "", limit: query.limit ?? VALUES_MAX }, signal),
        );
        void reply.header(TRUNCATED, String(found.isCut));
        return valuesText(found);
      },
    }),
    calls.post(`${ANALYTICS_V1}/views/:viewId/filters/:name/values`, "suggestFilterValues", {
      forLinksTo: "view",
      summary: "Values for one filter of a view, narrowed by its other filters",
      description:
        "Of devices that the caller may see. Filters on samples and on results narrow nothing; for a filter on samples the newest values are suggested. The header X-Report-Truncated says whether there are more than `limit`.",
      readsOnly: true,
      params: Type.Object({
        viewId: uuidText({ description: "The id of a view." }),
        name: Type.String({ description: "The name of the filter." }),
      }),
      body: SuggestionBody,
      answer: jsonText(DimensionValues),
      async handle({ principal, params, body }, reply) {
        const reader = readerOf(principal);
        // The values of a filter that the link fixes are hidden.
        if (reader.shared?.lockedFilters.has(params.name) === true)
          throw new AnalyticsError("FORBIDDEN", "the share link fixes this filter");
        const { filters, q, limit } = body;
        const query = { reader, name: params.name, filters, text: q, limit };
        const found = await run(reader, reply, async (signal) => {
          const view = await views.runnable(parseViewId(params.viewId), reader);
          return await suggestions.suggest(view, { ...query, now: clock.now() }, signal);
        });
        void reply.header(TRUNCATED, String(found.isCut));
        return valuesText(found);
      },
    }),
  ];
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
  const field = ENTITY_FIELD_NAMES.find((known) => known === key);
  if (field !== undefined) return { type: "entity", field, of };
  const known = ENTITY_FIELD_NAMES.join(", ");
  throw new AnalyticsError(
    "PARAMETER_INVALID",
    `key must be one of the entity fields ${known}; got "${key.slice(0, 64)}"`,
  );
}

// Answers are written as text, so that long integers keep their digits.

function keysText(keys: readonly KnownKey[]): string {
  return writeJson(
    keys.map(({ key, kind, scope, types, devices, lastTs, samples }) => ({
      key,
      kind,
      scope,
      types: Object.fromEntries(types),
      devices,
      lastTs,
      samples: samples.map(shownValue),
    })),
  );
}

function valuesText({ values }: FoundValues): string {
  return writeJson(values.map(({ value, devices }) => ({ value: shownValue(value), devices })));
}

/** Values in the form that filters take: objects and arrays as text, integers beyond double precision as digits. */
function shownValue(value: Value): string | number | boolean {
  if (value instanceof JsonText) return value.text;
  return typeof value === "bigint" ? value.toString() : value;
}
