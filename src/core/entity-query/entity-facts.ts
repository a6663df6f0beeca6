// The values of some entities, read key by key and only for those entities that are still in question.
import type { SeriesNumber } from "../devices/known-device.ts";
import { ENTITY_FIELDS, keyName, type EntityField, type EntityKey, type Fact } from "./entity-query.ts";
import type { AttributeOrigin, EntityQueryStore, LatestPoints } from "./entity-query-store.ts";
import type { VisibleEntities } from "./visible-entities.ts";

/** By row; undefined where it has not been read. */
type Column = (Fact | null | undefined)[];

/** `ATTRIBUTE` is the first of these that there is. */
const ORIGINS = {
  ATTRIBUTE: ["SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE"],
  SERVER_ATTRIBUTE: ["SERVER_SCOPE"],
  SHARED_ATTRIBUTE: ["SHARED_SCOPE"],
  CLIENT_ATTRIBUTE: ["CLIENT_SCOPE"],
} as const satisfies Readonly<Record<string, readonly AttributeOrigin[]>>;

export interface FactSources {
  readonly store: EntityQueryStore;
  readonly latest: LatestPoints;
}

export class EntityFacts {
  readonly ids: readonly string[];
  readonly #sources: FactSources;
  readonly #visible: VisibleEntities;
  readonly #columns = new Map<string, Column>();

  /** Fields come with the entities and are given here. */
  constructor(
    sources: FactSources,
    visible: VisibleEntities,
    ids: readonly string[],
    fields: ReadonlyMap<EntityField, readonly (Fact | null)[]>,
  ) {
    this.ids = ids;
    this.#sources = sources;
    this.#visible = visible;
    for (const [field, column] of fields) this.#columns.set(keyName({ type: "ENTITY_FIELD", key: field }), [...column]);
  }

  /** Reads a value of these rows. */
  async load(key: EntityKey, rows: readonly number[]): Promise<void> {
    if (key.type === "ENTITY_FIELD") return;
    const name = keyName(key);
    const column = this.#columns.get(name) ?? new Array<Fact | null | undefined>(this.ids.length);
    this.#columns.set(name, column);
    const missing = rows.filter((row) => column[row] === undefined);
    if (missing.length === 0) return;
    if (key.type === "TIME_SERIES") await this.#loadTelemetry(key.key, missing, column);
    else await this.#loadAttributes(ORIGINS[key.type], key.key, missing, column);
  }

  /** What has been read; null where there is no such value. */
  get(key: EntityKey, row: number): Fact | null {
    return this.#columns.get(keyName(key))?.[row] ?? null;
  }

  async #loadAttributes(
    origins: readonly AttributeOrigin[],
    key: string,
    rows: readonly number[],
    column: Column,
  ): Promise<void> {
    let missing = rows;
    for (const origin of origins) {
      const found = await this.#sources.store.attributes(this.#visible, this.#idsOf(missing), origin, key);
      missing.forEach((row, index) => (column[row] = found[index] ?? null));
      missing = missing.filter((row) => column[row] === null);
      if (missing.length === 0) return;
    }
  }

  async #loadTelemetry(key: string, rows: readonly number[], column: Column): Promise<void> {
    const { store, latest } = this.#sources;
    const numbers = await store.series(this.#visible, this.#idsOf(rows), key);
    const known: SeriesNumber[] = [];
    const rowsOfKnown: number[] = [];
    rows.forEach((row, index) => {
      const number = numbers[index] ?? null;
      column[row] = null;
      if (number === null) return;
      known.push(number);
      rowsOfKnown.push(row);
    });
    const points = await latest.latest(known);
    rowsOfKnown.forEach((row, index) => (column[row] = points[index] ?? null));
  }

  #idsOf(rows: readonly number[]): readonly string[] {
    return rows.length === this.ids.length ? this.ids : rows.map((row) => this.ids[row] ?? "");
  }
}

/** The fields among keys, each once. */
export function fieldsAmong(keys: Iterable<EntityKey>): readonly EntityField[] {
  const names = new Set<string>();
  for (const { type, key } of keys) if (type === "ENTITY_FIELD") names.add(key);
  return ENTITY_FIELDS.filter((field) => names.has(field));
}
