// The ports of entity queries: entities with their fields and attributes, and the latest telemetry by series number.
import type { StoredValue } from "../attributes/attribute.ts";
import type { AttributeScope } from "../bus/events.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { EntityQueryBounds } from "./entity-query-bounds.ts";
import type { EntityCountQuery, EntityDataQuery, EntityFilter, EntityValue } from "./entity-query.ts";
import type { VisibleEntities } from "./visible-entities.ts";

/**
 * The part of a query's data that the store does not have: the latest values of the series that have one, in parallel
 * columns.
 */
export interface LatestValues {
  readonly series: SeriesNumber[];
  readonly kinds: StoredValue[0][];
  readonly values: StoredValue[1][];
}

/** A field or attribute: its time in ms (0 for a field) and value. */
export type StoredEntityValue = readonly [ts: number, ...value: StoredValue];

export interface FoundEntities {
  readonly total: number;
  /** In query order. */
  readonly ids: readonly string[];
  /** One column per shown key; for telemetry, the series numbers. Null if there is no value. */
  readonly columns: readonly (readonly (StoredEntityValue | SeriesNumber | null)[])[];
}

export interface EntityQueryStore {
  /** The series of these keys, of all entities that the query covers. */
  series(visible: VisibleEntities, filter: EntityFilter, keys: readonly string[]): Promise<readonly SeriesNumber[]>;

  /** The telemetry keys of all entities that match the filter, at most `max`, each with one of its series. */
  keyedSeries(
    visible: VisibleEntities,
    filter: EntityFilter,
    max: number,
  ): Promise<readonly (readonly [key: string, series: SeriesNumber])[]>;

  /** Their distinct attribute keys in one scope or all, at most `max`. */
  attributeKeys(
    visible: VisibleEntities,
    filter: EntityFilter,
    scope: AttributeScope | "all",
    max: number,
  ): Promise<readonly string[]>;

  /** Throws `invalid` for a value beyond a bound. */
  count(
    visible: VisibleEntities,
    query: EntityCountQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<number>;

  /** Throws `invalid` for values beyond a bound. */
  find(
    visible: VisibleEntities,
    query: EntityDataQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<FoundEntities>;
}

/** The port to stored points, wherever telemetry is kept. */
export interface StoredPoints {
  latest(series: readonly SeriesNumber[]): Promise<readonly (EntityValue | undefined)[]>;
  /** Those of the given series that have at least one point. */
  withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]>;
}
