// The ports behind entity queries: entities with their fields and attributes, and the latest telemetry by series number.
import type { StoredValue } from "../attributes/attribute.ts";
import type { AttributeScope } from "../bus/events.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { EntityQueryBounds } from "./entity-query-bounds.ts";
import type { EntityCountQuery, EntityDataQuery, EntityFilter, EntityValue } from "./entity-query.ts";
import type { VisibleEntities } from "./visible-entities.ts";

/** What a query looks at that the store does not have: the latest values of series, those with one. Parallel columns. */
export interface LatestValues {
  readonly series: SeriesNumber[];
  readonly kinds: StoredValue[0][];
  readonly values: StoredValue[1][];
}

/** A field or an attribute: the time in ms, 0 for a field, and the value. */
export type StoredEntityValue = readonly [ts: number, ...value: StoredValue];

export interface FoundEntities {
  readonly total: number;
  /** In the order of the query. */
  readonly ids: readonly string[];
  /** A column for each key that is shown; of telemetry, the numbers of the series. Null where there is no value. */
  readonly columns: readonly (readonly (StoredEntityValue | SeriesNumber | null)[])[];
}

export interface EntityQueryStore {
  /** The series of these keys, of all entities that a query looks at. */
  series(visible: VisibleEntities, filter: EntityFilter, keys: readonly string[]): Promise<readonly SeriesNumber[]>;

  /** The keys of the telemetry of all entities that the filter lets pass, `max` of them at most, with a series of each. */
  keyedSeries(
    visible: VisibleEntities,
    filter: EntityFilter,
    max: number,
  ): Promise<readonly (readonly [key: string, series: SeriesNumber])[]>;

  /** The keys of their attributes in a scope or in all, each once, `max` of them at most. */
  attributeKeys(
    visible: VisibleEntities,
    filter: EntityFilter,
    scope: AttributeScope | "all",
    max: number,
  ): Promise<readonly string[]>;

  /** Throws `invalid` for a value that is beyond a bound. */
  count(
    visible: VisibleEntities,
    query: EntityCountQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<number>;

  /** Throws `invalid` for values that are beyond a bound. */
  find(
    visible: VisibleEntities,
    query: EntityDataQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<FoundEntities>;
}

/** The points, wherever telemetry is kept. */
export interface StoredPoints {
  latest(series: readonly SeriesNumber[]): Promise<readonly (EntityValue | undefined)[]>;
  /** Those of the series that have a point. */
  withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]>;
}
