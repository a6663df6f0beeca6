// Answers queries about entities. The store evaluates the whole query, except that the latest telemetry values are in
// memory: those that conditions, search or order need are passed along with the query. Source: REST contract 13.
import { nextTurn } from "../../lib/next-turn.ts";
import { Slots } from "../../lib/slots.ts";
import { storedValue, valueFromColumns } from "../attributes/attribute.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { TenantId } from "../ids.ts";
import {
  isIndexed,
  searchedKeys,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityFilter,
  type EntityKey,
  type EntityKeys,
  type EntityPage,
  type EntityValue,
  type KeysWanted,
  type QueryableType,
} from "./entity-query.ts";
import {
  answerTooLong,
  latestTooLong,
  sortTooFar,
  tooManyKeys,
  tooManyWait,
  type EntityQueryBounds,
} from "./entity-query-bounds.ts";
import { keysWithPoints } from "./entity-keys.ts";
import type { EntityQueryStore, FoundEntities, LatestValues, StoredPoints } from "./entity-query-store.ts";
import { textOfValue } from "./predicates.ts";
import { visibleEntities, type VisibleEntities } from "./visible-entities.ts";
import type { Caller } from "../caller.ts";

/** Latest values gathered per turn of the event loop: a millisecond or two. */
const VALUES_A_TURN = 5_000;

const EVERY_ROW = 2_147_483_647;
const ENTITIES_A_PIECE = 1_000;

export class EntityQueryService {
  readonly #store: EntityQueryStore;
  readonly #points: StoredPoints;
  readonly #bounds: EntityQueryBounds;
  readonly #slots: Slots<TenantId | null>;

  /** `waitingMax`: queries of one tenant that may wait while another one runs. */
  constructor(
    { store, points }: { readonly store: EntityQueryStore; readonly points: StoredPoints },
    { waitingMax, ...bounds }: EntityQueryBounds & { readonly waitingMax: number },
  ) {
    this.#store = store;
    this.#points = points;
    this.#bounds = bounds;
    this.#slots = new Slots({
      max: Infinity,
      keyMax: 1,
      keyWaitingMax: waitingMax,
      refusal: () => tooManyWait(waitingMax),
    });
  }

  /**
   * A page of the entities that the caller may see and that match the query. Throws `invalid` beyond a bound,
   * `rate-limited` if too many queries of the tenant wait, and the reason of `signal`.
   */
  async find(viewer: Caller, query: EntityDataQuery, signal?: AbortSignal): Promise<EntityPage> {
    const visible = visibleEntities(viewer, query.filter.entityType);
    if (visible === undefined) return { items: [], total: 0 };
    this.#requireSortable(query);
    const found = await this.#slots.run(
      async () => {
        const latest = await this.#latestOf(visible, query, lookedAt(query), signal);
        return await this.#store.find(visible, query, latest, this.#bounds);
      },
      { key: viewer.tenantId, signal },
    );
    return { items: await this.#shown(query, found), total: found.total };
  }

  /**
   * All entities that match when the first piece is read, in the order of the query, which an index has to provide; each piece
   * with the values as they are then. Those that are gone by then are left out. Throws like `find`.
   */
  async *all(
    viewer: Caller,
    query: EntityDataQuery,
    signal?: AbortSignal,
  ): AsyncGenerator<EntityPage["items"], void, undefined> {
    const whole = { page: 0, size: EVERY_ROW };
    const { items } = await this.find(viewer, { ...query, shown: [], page: { ...query.page, ...whole } }, signal);
    for (let from = 0; from < items.length; from += ENTITIES_A_PIECE) {
      const ids = items.slice(from, from + ENTITIES_A_PIECE).map(({ id }) => id);
      const piece = {
        keyFilters: [],
        operation: "AND" as const,
        filter: { entityType: query.filter.entityType, ids, namePrefix: "", deviceTypes: null },
        shown: query.shown,
        page: { page: 0, size: ids.length, textSearch: null, sort: null },
      };
      const found = new Map((await this.find(viewer, piece, signal)).items.map((item) => [item.id, item]));
      yield ids.flatMap((id) => found.get(id) ?? []);
    }
  }

  /** The number of entities that the caller may see and that match the query. Throws like `find`. */
  async count(viewer: Caller, query: EntityCountQuery, signal?: AbortSignal): Promise<number> {
    const visible = visibleEntities(viewer, query.filter.entityType);
    if (visible === undefined) return 0;
    return await this.#slots.run(
      async () => {
        const keys = query.keyFilters.map(({ key }) => key);
        const latest = await this.#latestOf(visible, query, keys, signal);
        return await this.#store.count(visible, query, latest, this.#bounds);
      },
      { key: viewer.tenantId, signal },
    );
  }

  /** The keys of the entities on a page. Throws like `find`, and `invalid` for too many keys. */
  async keysOfPage(
    viewer: Caller,
    query: EntityDataQuery,
    wanted: KeysWanted,
    signal?: AbortSignal,
  ): Promise<EntityKeys & { readonly types: readonly QueryableType[] }> {
    const { items } = await this.find(viewer, query, signal);
    if (items.length === 0) return { timeseries: [], attributes: [], types: [] };
    const keys = await this.keys(viewer, { ...query.filter, ids: items.map(({ id }) => id) }, wanted, signal);
    return { ...keys, types: [query.filter.entityType] };
  }

  /** The keys of all entities that the caller may see and that match the filter. Throws like `keysOfPage`. */
  async keys(viewer: Caller, filter: EntityFilter, wanted: KeysWanted, signal?: AbortSignal): Promise<EntityKeys> {
    const visible = visibleEntities(viewer, filter.entityType);
    if (visible === undefined) return { timeseries: [], attributes: [] };
    const { timeseries, attributes: scope, keysMax } = wanted;
    return await this.#slots.run(
      async () => {
        const keyed = timeseries ? await this.#store.keyedSeries(visible, filter, keysMax + 1) : [];
        const attributes = scope === "none" ? [] : await this.#store.attributeKeys(visible, filter, scope, keysMax + 1);
        if (Math.max(keyed.length, attributes.length) > keysMax) throw tooManyKeys(keysMax);
        const series = { some: new Map(keyed), of: (key: string) => this.#store.series(visible, filter, [key]) };
        return { timeseries: await keysWithPoints(series, this.#points, signal), attributes: attributes.toSorted() };
      },
      { key: viewer.tenantId, signal },
    );
  }

  #requireSortable({ keyFilters, page: { page, size, sort, textSearch } }: EntityDataQuery): void {
    // If no values have to be looked at, an index provides the order by id or name.
    if (sort === null || (keyFilters.length === 0 && textSearch === null && isIndexed(sort.key))) return;
    const rows = (page + 1) * size;
    if (rows > this.#bounds.sortedRowsMax) throw sortTooFar(this.#bounds, page, size);
  }

  async #latestOf(
    visible: VisibleEntities,
    { filter }: EntityCountQuery,
    keys: readonly EntityKey[],
    signal: AbortSignal | undefined,
  ): Promise<LatestValues> {
    const found: LatestValues = { series: [], kinds: [], values: [] };
    const names = new Set(keys.flatMap(({ type, key }) => (type === "TIME_SERIES" ? [key] : [])));
    if (names.size === 0) return found;
    const series = await this.#store.series(visible, filter, [...names]);
    let chars = 0;
    for (let start = 0; start < series.length; start += VALUES_A_TURN) {
      if (start > 0) await nextTurn();
      signal?.throwIfAborted();
      const part = series.slice(start, start + VALUES_A_TURN);
      (await this.#points.latest(part)).forEach((point, index) => {
        const number = part[index];
        if (point === undefined || number === undefined) return;
        const [kind, value] = storedValue(point.value);
        if (typeof value === "string") chars += value.length;
        found.series.push(number);
        found.kinds.push(kind);
        found.values.push(value);
      });
      if (chars > this.#bounds.heldCharsMax) throw latestTooLong(this.#bounds);
    }
    return found;
  }

  async #shown({ filter, shown }: EntityDataQuery, { ids, columns }: FoundEntities): Promise<EntityPage["items"]> {
    const values = await Promise.all(columns.map((column) => this.#values(column)));
    const items = ids.map((id, row) => ({
      entityType: filter.entityType,
      id,
      values: shown.map((_key, index) => values[index]?.[row] ?? null),
    }));
    let chars = 0;
    for (const item of items)
      for (const each of item.values) if (each !== null) chars += textOfValue(each.value).length;
    if (chars > this.#bounds.answerCharsMax) throw answerTooLong(this.#bounds);
    return items;
  }

  async #values(column: FoundEntities["columns"][number]): Promise<readonly (EntityValue | null)[]> {
    const series = column.filter((cell) => typeof cell === "number");
    const points = new Map<SeriesNumber, EntityValue | undefined>();
    if (series.length > 0)
      (await this.#points.latest(series)).forEach((point, index) =>
        points.set(series[index] ?? (0 as SeriesNumber), point),
      );
    return column.map((cell) => {
      if (cell === null) return null;
      if (typeof cell === "number") return points.get(cell) ?? null;
      const [ts, ...value] = cell;
      return { ts, value: valueFromColumns(...value) };
    });
  }
}

function lookedAt(query: EntityDataQuery): readonly EntityKey[] {
  const { sort, textSearch } = query.page;
  return [
    ...query.keyFilters.map(({ key }) => key),
    ...(textSearch === null ? [] : searchedKeys(query)),
    ...(sort === null ? [] : [sort.key]),
  ];
}
