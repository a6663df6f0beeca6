// Query parameters for reading and deleting attributes and telemetry. Source: REST contract 9.
import { Type, type Static } from "typebox";
import { invalid } from "../../core/errors.ts";
import { TS_ABS_MAX, type TimeWindow } from "../../core/telemetry/telemetry.ts";
import { SHOWN, wordOf } from "./nullable.ts";
import { ORDER_PATTERN, SHOWN_ORDER } from "./paging.ts";
import { EXPORT_FORMATS } from "../../core/history/history.ts";

/** Any integer: clients request everything with the smallest and largest numbers they know. */
const Instant = Type.Integer();

export const KeysQuery = Type.Object({
  keys: Type.Optional(Type.String({ description: "Names, separated by commas." })),
  key: Type.Optional(
    Type.Array(Type.String(), { description: "One name, which may hold commas; may be repeated. Goes before keys." }),
  ),
});

const AGGREGATIONS = ["NONE", "MIN", "MAX", "AVG", "SUM", "COUNT"] as const;
const INTERVAL_TYPES = ["MILLISECONDS", "WEEK", "WEEK_ISO", "MONTH", "QUARTER"] as const;

export const TimeseriesQuery = Type.Object({
  ...KeysQuery.properties,
  startTs: Type.Optional(Instant),
  endTs: Type.Optional(Instant),
  agg: Type.Optional(Type.Enum(AGGREGATIONS)),
  intervalType: Type.Optional(Type.Enum(INTERVAL_TYPES)),
  interval: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  timeZone: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  orderBy: Type.Optional(Type.String({ pattern: ORDER_PATTERN, [SHOWN]: SHOWN_ORDER })),
  useStrictDataTypes: Type.Optional(Type.Boolean()),
});
export type TimeseriesQuery = Static<typeof TimeseriesQuery>;

/** Likewise if a window is required. */
export const WindowQuery = Type.Object({ ...TimeseriesQuery.properties, startTs: Instant, endTs: Instant });

export const ExportQuery = Type.Object({
  ...KeysQuery.properties,
  startTs: Type.Optional(Type.Integer({ description: "Milliseconds, inclusive; all that is older is left out." })),
  endTs: Type.Optional(Type.Integer({ description: "Milliseconds, exclusive; all from then on is left out." })),
  format: Type.Optional(wordOf(EXPORT_FORMATS, { description: "CSV when left out." })),
});

export const DeleteTimeseriesQuery = Type.Object({
  ...KeysQuery.properties,
  deleteAllDataForKeys: Type.Optional(Type.Boolean()),
  startTs: Type.Optional(Instant),
  endTs: Type.Optional(Instant),
  deleteLatest: Type.Optional(Type.Boolean()),
  rewriteLatestIfDeleted: Type.Optional(Type.Boolean()),
});

/** The keys of a query without duplicates; undefined if it names none. */
export function parseKeys(query: Static<typeof KeysQuery>): readonly string[] | undefined {
  const named = query.key ?? query.keys?.split(",");
  const keys = named?.filter((key) => key.trim() !== "");
  return keys === undefined || keys.length === 0 ? undefined : [...new Set(keys)];
}

export function requireKeys(query: Static<typeof KeysQuery>): readonly string[] {
  const keys = parseKeys(query);
  if (keys === undefined) throw invalid("keys must name at least one key");
  return keys;
}

/** A window with optional ends. Throws `invalid` if they are not in order. */
export function openWindow({ startTs, endTs }: { readonly startTs?: number; readonly endTs?: number }): TimeWindow {
  return requireWindow({ startTs: startTs ?? -TS_ABS_MAX, endTs: endTs ?? TS_ABS_MAX + 1 });
}

/**
 * Throws `invalid` unless both ends are present and in order. Ends are clamped to the range of times that a point can
 * have.
 */
export function requireWindow(query: { readonly startTs?: number; readonly endTs?: number }): {
  startTs: number;
  endTs: number;
} {
  const { startTs, endTs } = query;
  if (startTs === undefined || endTs === undefined)
    throw invalid(`${startTs === undefined ? "startTs" : "endTs"} is required`);
  if (startTs > endTs) throw invalid(`startTs must not be after endTs, got ${String(startTs)} and ${String(endTs)}`);
  return { startTs: drawnIn(startTs), endTs: drawnIn(endTs) };
}

function drawnIn(ts: number): number {
  return Math.min(Math.max(ts, -TS_ABS_MAX), TS_ABS_MAX + 1);
}
