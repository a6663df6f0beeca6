// The values of some entities, read key by key and only for those entities that are still in question.
import { nextTurn } from "../../lib/next-turn.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import { ENTITY_FIELDS, keyName, type EntityField, type EntityKey, type Fact } from "./entity-query.ts";
import type { AttributeOrigin, EntityQueryStore, FoundEntities, LatestPoints } from "./entity-query-store.ts";
import { READ_CHARS_MAX, textLength, type HeldText } from "./held-text.ts";
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
  readonly #held: HeldText;
  readonly #columns = new Map<string, Column>();

  /** The `fields` asked for come with the entities. Throws the refusal of `held`, which counts all texts that are read. */
  constructor(
    sources: FactSources,
    visible: VisibleEntities,
    found: FoundEntities,
    fields: readonly EntityField[],
    held: HeldText,
  ) {
    this.ids = found.ids;
    this.#sources = sources;
    this.#visible = visible;
    this.#held = held;
    held.add(found.chars);
    fields.forEach((field, index) => {
      this.#columns.set(keyName({ type: "ENTITY_FIELD", key: field }), [...(found.fields[index] ?? [])]);
    });
  }

  /** Reads a value of these rows, with turns of others between texts that are long. Throws the refusal of `held`. */
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
      for (let open = missing; open.length > 0;) {
        const ids = this.#idsOf(open);
        const found = await this.#sources.store.attributes(this.#visible, ids, origin, key, READ_CHARS_MAX);
        found.forEach((fact, index) => this.#keep(column, open[index], fact));
        open = open.slice(found.length);
        if (open.length > 0) await nextTurn();
      }
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

  #keep(column: Column, row: number | undefined, fact: Fact | null): void {
    if (row === undefined) return;
    column[row] = fact;
    if (fact !== null) this.#held.add(textLength(fact.value));
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
