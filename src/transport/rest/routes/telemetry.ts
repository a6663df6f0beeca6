// Telemetry over REST: latest values, windows, aggregates, save and delete. Source: REST contract 9.
import { Type } from "typebox";
import type { Principal } from "../../../core/access/principal.ts";
import { invalid } from "../../../core/errors.ts";
import type { SeriesOwner, SeriesOwnerId } from "../../../core/telemetry/series-owner.ts";
import type { TelemetryService } from "../../../core/telemetry/telemetry-service.ts";
import type { Aggregation, TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { Value } from "../../../core/values.ts";
import type { StorageQuota } from "../../../core/tenants/quotas.ts";
import { millis, type Clock } from "../../../lib/clock.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import { Slots } from "../../../lib/slots.ts";
import { TimeZone } from "../../../lib/time-zone.ts";
import { SECOND_MILLIS } from "../../../lib/units.ts";
import { calendarBounds, evenBounds, middleOf } from "../bucket-bounds.ts";
import { callerSignal } from "../caller-signal.ts";
import { entityOfPath, SentJson } from "../audit-rule.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import type { BodyReaders } from "../large-bodies/body-readers.ts";
import type { SentValues } from "../large-bodies/large-body.ts";
import { recordLarge, type LargeTelemetry } from "../large-bodies/record-large.ts";
import { ErrorCode } from "../http-status.ts";
import { ALL_AUTHORITIES, jsonText, resource, type RestRoute } from "../route.ts";
import { parseTelemetryBody, type ValueBodyOptions, TelemetryInput } from "../value-body.ts";
import { OWNER, seriesOwner, type ValueOperation, type ValueOwners } from "../value-owner.ts";
import {
  DeleteTimeseriesQuery,
  parseKeys,
  requireKeys,
  requireWindow,
  TimeseriesQuery,
  WindowQuery,
} from "../value-query.ts";
import { objectText, SeriesText, stringValue, typedValue } from "../value-text.ts";

const api = resource("telemetry", ALL_AUTHORITIES);

export interface TelemetryRouteDeps {
  readonly owners: ValueOwners;
  readonly storageQuota: Pick<StorageQuota, "charge">;
  readonly telemetry: Pick<
    TelemetryService,
    "keys" | "seriesOf" | "latest" | "range" | "aggregate" | "save" | "delete"
  > &
    LargeTelemetry;
  readonly bodies: Pick<BodyReaders, "read">;
  readonly clock: Clock;
  readonly values: ValueBodyOptions;
  readonly limits: TelemetryReadOptions;
}

export interface TelemetryReadOptions {
  /** Most buckets of one aggregating read; more are refused. */
  readonly bucketsMax: number;
  /** Most points of one key in a read, whatever limit it requests. */
  readonly pointsMax: number;
  /** Most characters of one answer over all keys; a read that exceeds it is refused. */
  readonly answerCharsMax: number;
}

const POINTS_DEFAULT = 100;
/** Keys read in one turn of the event loop: a few milliseconds of work. */
const LATEST_OF_A_TURN = 1_000;
/** The longest time to live: a hundred years. */
const TTL_SECONDS_MAX = 3_155_760_000;

const OwnerParams = Type.Object(OWNER);
const SaveParams = Type.Object({
  ...OWNER,
  scope: Type.String(),
  ttl: Type.Optional(Type.Integer({ minimum: 0, maximum: TTL_SECONDS_MAX })),
});
const Point = Type.Object(
  {
    ts: Type.Integer(),
    value: Type.Unknown({ description: "A text, whatever it was, unless useStrictDataTypes is true." }),
  },
  { title: "Point", examples: [{ ts: EXAMPLE_TIME, value: "21.5" }] },
);
const Series = jsonText(
  Type.Unsafe<unknown>({
    type: "object",
    title: "Timeseries",
    description: "Points by their keys.",
    additionalProperties: Type.Array(Point),
    examples: [{ temperature: [{ ts: EXAMPLE_TIME, value: "21.5" }] }],
  }),
);

const OF_OWNER = "/api/plugins/telemetry/:entityType/:entityId";

type Show = (value: Value) => string;

export function telemetryRoutes({
  owners,
  telemetry,
  storageQuota,
  bodies,
  clock,
  values,
  limits,
}: TelemetryRouteDeps): readonly RestRoute[] {
  const requireOwner = async (
    principal: Principal,
    { entityType, entityId }: { readonly entityType: string; readonly entityId: string },
    operation: ValueOperation,
  ): Promise<SeriesOwner> => seriesOwner(await owners.require(principal, entityType, entityId, operation));

  /** With `ttlSeconds` 0 the points are kept as long as the tenant's retention allows. */
  const save = async (
    principal: Principal,
    owner: SeriesOwner,
    body: SentValues,
    ttlSeconds: number,
  ): Promise<void> => {
    const now = clock.now();
    const expiresAt = ttlSeconds === 0 ? null : millis(now + ttlSeconds * SECOND_MILLIS);
    const { tenantId } = principal;
    if (typeof body !== "string") {
      const large = { form: "telemetry", bytes: body.bytes, now, values } as const;
      const { durable } = await bodies.read(large, tenantId, async (read) => {
        await storageQuota.charge(tenantId, read.rows, ttlSeconds);
        return await recordLarge(telemetry, owner, read, expiresAt);
      });
      await durable;
      return;
    }
    const points = parseTelemetryBody(body, now, { stringLengthMax: values.stringLengthMax });
    let count = 0;
    for (const point of points) count += point.values.length;
    await storageQuota.charge(tenantId, count, ttlSeconds);
    await telemetry.save(owner, points, expiresAt);
  };

  /** Named keys appear even if they have no point. */
  const latestOf = async (
    owner: SeriesOwner,
    keys: readonly string[],
    show: Show,
    isNamed: boolean,
  ): Promise<string> => {
    const points = await telemetry.latest(owner, keys);
    const now = clock.now();
    return objectText(
      (isNamed ? keys : [...points.keys()]).map((key) => {
        const point = points.get(key);
        return [
          key,
          point === undefined ? `[${pointText(now, "null")}]` : `[${pointText(point.ts, show(point.value))}]`,
        ];
      }),
    );
  };

  // One large read per tenant at a time. Each takes many turns of the event loop, between which others are served.
  const largeReads = new Slots<SeriesOwnerId>({ max: Number.POSITIVE_INFINITY, keyMax: 1 });

  const latest = async (
    owner: SeriesOwner,
    keys: readonly string[] | undefined,
    show: Show,
    signal: AbortSignal,
  ): Promise<string> => {
    // An owner without known series may still have some that have not been loaded.
    const count = keys?.length ?? owner.series.size;
    const isNamed = keys !== undefined;
    const namesOf = async () => keys ?? (await telemetry.seriesOf(owner, "all")).map(([key]) => key);
    if (count > 0 && count <= LATEST_OF_A_TURN) return latestOf(owner, await namesOf(), show, isNamed);
    const inTurns = async (): Promise<string> => {
      // A caller that has disconnected gets nothing, so stop reading.
      const names = signal.aborted ? [] : await namesOf();
      const parts: string[] = [];
      for (let start = 0; start < names.length && !signal.aborted; start += LATEST_OF_A_TURN) {
        const part = await latestOf(owner, names.slice(start, start + LATEST_OF_A_TURN), show, isNamed);
        if (part !== "{}") parts.push(part.slice(1, -1));
        await nextTurn();
      }
      return `{${parts.join(",")}}`;
    };
    return await largeReads.run(inTurns, { key: owner.tenantId ?? owner.id });
  };

  const readWindow = async (owner: SeriesOwner, query: TimeseriesQuery, signal: AbortSignal): Promise<string> => {
    const window = requireWindow(query);
    const keys = parseKeys(query);
    const show = showOf(query);
    const aggregation = aggregationOf(query);
    const bounds = aggregation === undefined ? [] : await boundsOf(window, query, limits.bucketsMax);
    if (keys === undefined || window.startTs === window.endTs) return "{}";
    const answer = new SeriesText(limits.answerCharsMax);
    if (aggregation !== undefined) {
      for (const [key, buckets] of await telemetry.aggregate(owner, keys, { aggregation, bounds }, signal))
        answer.add(key, buckets, ({ index, value }) => pointText(middleOf(bounds, index), show(value)));
      return answer.end();
    }
    const limit = Math.min(query.limit ?? POINTS_DEFAULT, limits.pointsMax);
    const order = query.orderBy?.toUpperCase() === "ASC" ? "ASC" : "DESC";
    // One key after the other, so that no more is read than may be answered.
    for (const key of keys) {
      const points = (await telemetry.range(owner, [key], { ...window, limit, order }, signal)).get(key);
      if (points !== undefined) answer.add(key, points, (point) => pointText(point.ts, show(point.value)));
    }
    return answer.end();
  };

  const saveRow = (path: "" | "/:ttl", operationId: string, summary: string): RestRoute =>
    api.post(`${OF_OWNER}/timeseries/:scope${path}`, operationId, {
      summary,
      params: SaveParams,
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      body: "values",
      bodyDescribes: TelemetryInput,
      audit: {
        action: "TIMESERIES_UPDATED",
        entity: ({ params: { entityType, entityId } }) => entityOfPath(entityType, entityId),
        data: ({ params: { ttl }, body }) => ({
          ...(ttl === undefined ? {} : { ttl }),
          timeseries: new SentJson(body),
        }),
      },
      async handle({ principal, params, body }) {
        await save(principal, await requireOwner(principal, params, "write-values"), body, params.ttl ?? 0);
      },
    });

  return [
    api.get(`${OF_OWNER}/keys/timeseries`, "getTimeseriesKeys", {
      summary: "Names of the telemetry of an entity",
      params: OwnerParams,
      answer: Type.Array(Type.String(), { examples: [["temperature", "mode"]] }),
      async handle({ principal, params }) {
        return [...(await telemetry.keys(await requireOwner(principal, params, "read-values")))];
      },
    }),
    api.get(`${OF_OWNER}/values/timeseries`, "getLatestTimeseries", {
      summary: "Latest telemetry, or that of a window with startTs and endTs",
      params: OwnerParams,
      query: TimeseriesQuery,
      answer: Series,
      async handle({ principal, params, query }, reply) {
        const owner = await requireOwner(principal, params, "read-values");
        return query.startTs === undefined && query.endTs === undefined
          ? await latest(owner, parseKeys(query), showOf(query), callerSignal(reply))
          : await readWindow(owner, query, callerSignal(reply));
      },
    }),
    api.get(`${OF_OWNER}/values/timeseries/history`, "getTimeseriesHistory", {
      summary: "Telemetry of a window",
      params: OwnerParams,
      query: WindowQuery,
      answer: Series,
      async handle({ principal, params, query }, reply) {
        return await readWindow(await requireOwner(principal, params, "read-values"), query, callerSignal(reply));
      },
    }),
    saveRow("", "saveEntityTelemetry", "Save telemetry of an entity"),
    saveRow("/:ttl", "saveEntityTelemetryWithTTL", "Save telemetry of an entity for a time"),
    api.delete(`${OF_OWNER}/timeseries/delete`, "deleteEntityTimeseries", {
      summary: "Delete telemetry of an entity",
      params: OwnerParams,
      query: DeleteTimeseriesQuery,
      audit: {
        action: "TIMESERIES_DELETED",
        entity: ({ params }) => entityOfPath(params.entityType, params.entityId),
        data: ({ query }) => {
          const { key: _key, keys: _keys, ...window } = query;
          return { timeseries: parseKeys(query) ?? [], ...window };
        },
      },
      async handle({ principal, params, query }) {
        const owner = await requireOwner(principal, params, "write-values");
        const keys = requireKeys(query);
        await telemetry.delete(owner, keys, {
          window: query.deleteAllDataForKeys === true ? undefined : requireWindow(query),
          deleteLatest: query.deleteLatest ?? true,
          rewriteLatest: query.rewriteLatestIfDeleted ?? false,
        });
      },
    }),
  ];
}

function showOf(query: TimeseriesQuery): Show {
  return query.useStrictDataTypes === true ? typedValue : stringValue;
}

/** Undefined if points are returned as they are, which by contract includes an interval of 0. */
function aggregationOf({ agg, interval, intervalType }: TimeseriesQuery): Aggregation | undefined {
  if (agg === undefined || agg === "NONE") return undefined;
  const isCalendar = intervalType !== undefined && intervalType !== "MILLISECONDS";
  return isCalendar || (interval ?? 0) > 0 ? agg : undefined;
}

async function boundsOf(window: TimeWindow, query: TimeseriesQuery, bucketsMax: number): Promise<number[]> {
  const { interval, intervalType, timeZone } = query;
  if (intervalType === undefined || intervalType === "MILLISECONDS")
    return evenBounds(window, interval ?? 0, bucketsMax);
  const zone = (await TimeZone.find(timeZone ?? "UTC")) ?? (await TimeZone.find("UTC"));
  if (zone === undefined) throw invalid("the time zone UTC is not known to this installation");
  return calendarBounds(window, intervalType, zone, bucketsMax);
}

function pointText(ts: number, value: string): string {
  return `{"ts":${String(ts)},"value":${value}}`;
}
