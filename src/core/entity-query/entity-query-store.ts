// The ports behind entity queries: entities with their fields and attributes, and the latest telemetry by series number.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { EntityField, EntityFilter, Fact } from "./entity-query.ts";
import type { VisibleEntities } from "./visible-entities.ts";

/** Scopes of attributes as their key types name them. */
export type AttributeOrigin = "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE";

/** Entities in the order of their ids, with one column for each field that was asked for, null where it is empty. */
export interface FoundEntities {
  readonly ids: readonly string[];
  readonly fields: readonly (readonly (Fact | null)[])[];
  /** Characters of the fields. */
  readonly chars: number;
  /** Whether no entity comes after these. */
  readonly isLast: boolean;
}

export interface EntityQueryStore {
  /** Up to `max` entities whose id is greater than `after`; none after the one whose fields reach `charsMax` characters. */
  scan(
    visible: VisibleEntities,
    filter: EntityFilter,
    fields: readonly EntityField[],
    after: string | null,
    max: number,
    charsMax: number,
  ): Promise<FoundEntities>;

  count(visible: VisibleEntities, filter: EntityFilter): Promise<number>;

  /** Ids in the order of id or name, `offset` of them passed over. */
  page(
    visible: VisibleEntities,
    filter: EntityFilter,
    order: { readonly by: "id" | "name"; readonly descending: boolean },
    offset: number,
    max: number,
  ): Promise<readonly string[]>;

  /**
   * The attribute of each entity, in the order of `ids`; null where there is none or it may not be seen. Ends early, but
   * never before the first, with the one whose value reaches `charsMax` characters: the others are to be asked for again.
   */
  attributes(
    visible: VisibleEntities,
    ids: readonly string[],
    scope: AttributeOrigin,
    key: string,
    charsMax: number,
  ): Promise<readonly (Fact | null)[]>;

  /** The series of a telemetry key of each entity, in the order of `ids`; null as above. */
  series(visible: VisibleEntities, ids: readonly string[], key: string): Promise<readonly (SeriesNumber | null)[]>;
}

/** The latest points, wherever telemetry is kept. */
export interface LatestPoints {
  latest(series: readonly SeriesNumber[]): Promise<readonly (Fact | undefined)[]>;
}
