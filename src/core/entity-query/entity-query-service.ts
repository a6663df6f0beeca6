// Answers queries about entities. Entities are walked through in the order of their ids, some at a time with a pause for
// everybody else in between, so that a query over a hundred thousand devices holds up no message for long; what a query
// keeps in memory is bounded by its page. Source: REST contract 13.
import { nextTurn } from "../../lib/next-turn.ts";
import { invalid, type DomainError } from "../errors.ts";
import { Comparisons } from "./comparisons.ts";
import { EntityFacts, fieldsAmong, type FactSources } from "./entity-facts.ts";
import type {
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityPage,
  EntityViewer,
  KeyFilter,
} from "./entity-query.ts";
import type { FoundEntities } from "./entity-query-store.ts";
import { HeldText, READ_CHARS_MAX, TooMuchText } from "./held-text.ts";
import { factText } from "./predicates.ts";
import { SortedRows } from "./sorted-rows.ts";
import { TenantTurns } from "./tenant-turns.ts";
import { visibleEntities, type VisibleEntities } from "./visible-entities.ts";

export interface EntityQueryBounds {
  /** Rows that a query which sorts may pass over and show together; setting `entityQuery.maxSortedRows`. */
  readonly sortedRowsMax: number;
  /** Characters of the values in one answer; setting `entityQuery.maxAnswerMebibytes`. */
  readonly answerCharsMax: number;
  /** Characters that conditions compare with one value; setting `entityQuery.maxComparedMebibytes`. */
  readonly comparedCharsMax: number;
  /** Characters of stored texts that a query holds for a step, and again for its order; `entityQuery.maxHeldMebibytes`. */
  readonly heldCharsMax: number;
  /** Queries of one tenant that wait; setting `entityQuery.waitingMax`. */
  readonly waitingMax: number;
}

/** Entities looked at between two pauses: a few milliseconds of work. */
const CHUNK_ROWS = 1000;

export class EntityQueryService {
  readonly #sources: FactSources;
  readonly #bounds: EntityQueryBounds;
  readonly #turns: TenantTurns;

  constructor(sources: FactSources, bounds: EntityQueryBounds) {
    this.#sources = sources;
    this.#bounds = bounds;
    this.#turns = new TenantTurns(bounds.waitingMax);
  }

  /**
   * A page of the entities that the caller may see and that meet the query. Throws `invalid` beyond a bound,
   * `rate-limited` where too many queries of the tenant wait, and the reason of `signal`.
   */
  async find(viewer: EntityViewer, query: EntityDataQuery, signal?: AbortSignal): Promise<EntityPage> {
    const visible = visibleEntities(viewer, query.filter.entityType);
    if (visible === undefined) return { items: [], total: 0 };
    if (!isPlain(query)) this.#requireSortable(query);
    return await this.#turns.run(viewer.tenantId, async () => {
      const { ids, total } = isPlain(query)
        ? await this.#plainPage(visible, query)
        : await this.#filteredPage(visible, query, signal);
      return { items: await this.#show(visible, query, ids, signal), total };
    });
  }

  /** How many entities the caller may see meet the query. Throws as `find`. */
  async count(viewer: EntityViewer, query: EntityCountQuery, signal?: AbortSignal): Promise<number> {
    const visible = visibleEntities(viewer, query.filter.entityType);
    if (visible === undefined) return 0;
    return await this.#turns.run(viewer.tenantId, async () => {
      if (query.keyFilters.length === 0) return await this.#sources.store.count(visible, query.filter);
      let total = 0;
      const keys = query.keyFilters.map(({ key }) => key);
      await this.#matching(visible, query, keys, signal, (_facts, rows) => {
        total += rows.length;
        return Promise.resolve();
      });
      return total;
    });
  }

  #requireSortable({ page: { page, size, sort } }: EntityDataQuery): void {
    const value = this.#bounds.sortedRowsMax;
    const rows = (page + 1) * size;
    if (sort !== null && rows > value)
      throw invalid(
        `a sorted query may reach ${String(value)} rows (entityQuery.maxSortedRows), page ${String(page)} of ${String(size)} rows reaches ${String(rows)}; narrow the query or sort by id`,
      );
  }

  /** Where no value has to be looked at, the store knows count and order. */
  async #plainPage(visible: VisibleEntities, { filter, page: { page, size, sort } }: EntityDataQuery): Promise<Ids> {
    const { store } = this.#sources;
    const total = await store.count(visible, filter);
    const offset = page * size;
    if (offset >= total) return { ids: [], total };
    const by = sort !== null && !isId(sort.key) ? "name" : "id";
    const ids = await store.page(visible, filter, { by, descending: sort?.order === "DESC" }, offset, size);
    return { ids, total };
  }

  async #filteredPage(visible: VisibleEntities, query: EntityDataQuery, signal: AbortSignal | undefined): Promise<Ids> {
    const { page, size, textSearch, sort } = query.page;
    const text = textSearch === null ? null : textSearch.toLowerCase();
    const searched = text === null ? [] : searchedKeys(query);
    const sortKey = sort === null ? null : sort.key;
    const keys = [...query.keyFilters.map(({ key }) => key), ...searched, ...(sortKey === null ? [] : [sortKey])];
    const { comparedCharsMax, heldCharsMax } = this.#bounds;
    const gathered =
      sort === null
        ? new RowsById(page * size, size)
        : new SortedRows(sort.order, (page + 1) * size, Math.floor(heldCharsMax / 2));
    const comparisons = new Comparisons(comparedCharsMax, signal);
    let total = 0;
    await this.#matching(visible, query, keys, signal, async (facts, rows) => {
      const found = text === null ? rows : await rowsWithText(facts, rows, searched, text, comparisons);
      if (sortKey !== null) await facts.load(sortKey, found);
      for (const row of found) gathered.add(facts.ids[row] ?? "", sortKey === null ? null : facts.get(sortKey, row));
      total += found.length;
    });
    return { ids: gathered.ids(page * size, (page + 1) * size), total };
  }

  /**
   * Gives `take` the rows that meet the conditions, step after step. `keys` are all that will be looked at. Where the texts
   * of a step are too long to be held, it is taken again with fewer entities; so `take` reads all before it counts any.
   */
  async #matching(
    visible: VisibleEntities,
    { filter, keyFilters, operation }: EntityCountQuery,
    keys: readonly EntityKey[],
    signal: AbortSignal | undefined,
    take: (facts: EntityFacts, rows: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const { comparedCharsMax, heldCharsMax } = this.#bounds;
    const fields = fieldsAmong(keys);
    const comparisons = new Comparisons(comparedCharsMax, signal);
    const meeting = operation === "AND" ? meetingAll : meetingAny;
    let rowsMax = CHUNK_ROWS;
    for (let after: string | null = null; ;) {
      signal?.throwIfAborted();
      const held = new HeldText(heldCharsMax, () => new TooMuchText());
      const found: FoundEntities = await this.#sources.store.scan(
        visible,
        filter,
        fields,
        after,
        rowsMax,
        READ_CHARS_MAX,
      );
      try {
        const facts = new EntityFacts(this.#sources, visible, found, fields, held);
        await take(facts, await meeting(facts, keyFilters, comparisons));
        after = found.ids.at(-1) ?? null;
        if (found.isLast) return;
        if (held.isSlight) rowsMax = Math.min(CHUNK_ROWS, rowsMax * 2);
      } catch (error) {
        if (!(error instanceof TooMuchText)) throw error;
        if (found.ids.length <= 1) throw this.#entityTooLong(found.ids[0] ?? "");
        rowsMax = Math.floor(found.ids.length / 2);
      }
      await nextTurn();
    }
  }

  async #show(
    visible: VisibleEntities,
    { filter, shown }: EntityDataQuery,
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly EntityData[]> {
    const { entityType } = filter;
    const fields = fieldsAmong(shown);
    const items = new Map<string, EntityData>();
    const held = new HeldText(this.#bounds.answerCharsMax, () => this.#answerTooLong());
    let chars = 0;
    for (let from = 0; from < ids.length; from += CHUNK_ROWS) {
      const part = { entityType, ids: ids.slice(from, from + CHUNK_ROWS), namePrefix: "", deviceTypes: null };
      for (let after: string | null = null, isLast = false; !isLast;) {
        if (items.size > 0) await nextTurn();
        signal?.throwIfAborted();
        const found: FoundEntities = await this.#sources.store.scan(
          visible,
          part,
          fields,
          after,
          // One more than there can be, so that these are seen to be the last.
          CHUNK_ROWS + 1,
          READ_CHARS_MAX,
        );
        const facts = new EntityFacts(this.#sources, visible, found, fields, held);
        const rows = found.ids.map((_id, row) => row);
        for (const key of shown) await facts.load(key, rows);
        for (const row of rows) {
          const data = { entityType, id: found.ids[row] ?? "", facts: shown.map((key) => facts.get(key, row)) };
          for (const fact of data.facts) chars += fact === null ? 0 : factText(fact.value).length;
          items.set(data.id, data);
        }
        if (chars > this.#bounds.answerCharsMax) throw this.#answerTooLong();
        after = found.ids.at(-1) ?? null;
        isLast = found.isLast;
      }
    }
    // In the order of the query. One that has been deleted meanwhile is not shown.
    return ids.flatMap((id) => items.get(id) ?? []);
  }

  #answerTooLong(): DomainError {
    return invalid(
      `the values of an answer may have ${String(this.#bounds.answerCharsMax)} characters (entityQuery.maxAnswerMebibytes), these have more; ask for fewer keys or a smaller page`,
    );
  }

  #entityTooLong(id: string): DomainError {
    return invalid(
      `the values of one entity that a query looks at may have ${String(this.#bounds.heldCharsMax)} characters (entityQuery.maxHeldMebibytes), those of ${id} have more; use fewer keys`,
    );
  }
}

interface Ids {
  readonly ids: readonly string[];
  readonly total: number;
}

/** A part of the rows in the order in which they come. */
class RowsById {
  readonly #from: number;
  readonly #max: number;
  readonly #ids: string[] = [];
  #seen = 0;

  constructor(from: number, max: number) {
    this.#from = from;
    this.#max = max;
  }

  add(id: string): void {
    if (this.#seen++ >= this.#from && this.#ids.length < this.#max) this.#ids.push(id);
  }

  ids(): readonly string[] {
    return this.#ids;
  }
}

function isId({ type, key }: EntityKey): boolean {
  return type === "ENTITY_FIELD" && key === "id";
}

function isPlain({ keyFilters, page: { textSearch, sort } }: EntityDataQuery): boolean {
  if (keyFilters.length > 0 || textSearch !== null) return false;
  return sort === null || isId(sort.key) || (sort.key.type === "ENTITY_FIELD" && sort.key.key === "name");
}

/** What is searched is what is shown, and the name where nothing is. */
function searchedKeys({ shown }: EntityDataQuery): readonly EntityKey[] {
  return shown.length === 0 ? [{ type: "ENTITY_FIELD", key: "name" }] : shown;
}

async function meetingAll(
  facts: EntityFacts,
  filters: readonly KeyFilter[],
  comparisons: Comparisons,
): Promise<readonly number[]> {
  let rows: readonly number[] = facts.ids.map((_id, row) => row);
  for (const filter of filters) rows = await comparisons.meeting(facts, rows, filter);
  return rows;
}

async function meetingAny(
  facts: EntityFacts,
  filters: readonly KeyFilter[],
  comparisons: Comparisons,
): Promise<readonly number[]> {
  if (filters.length === 0) return await meetingAll(facts, filters, comparisons);
  const isMet = facts.ids.map(() => false);
  let open: readonly number[] = isMet.map((_met, row) => row);
  for (const filter of filters) {
    for (const row of await comparisons.meeting(facts, open, filter)) isMet[row] = true;
    open = open.filter((row) => isMet[row] !== true);
  }
  return isMet.flatMap((met, row) => (met ? [row] : []));
}

async function rowsWithText(
  facts: EntityFacts,
  rows: readonly number[],
  keys: readonly EntityKey[],
  text: string,
  comparisons: Comparisons,
): Promise<readonly number[]> {
  const isFound = new Set<number>();
  let open = rows;
  for (const key of keys) {
    for (const row of await comparisons.containing(facts, open, key, text)) isFound.add(row);
    open = open.filter((row) => !isFound.has(row));
  }
  return rows.filter((row) => isFound.has(row));
}
