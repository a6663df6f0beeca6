// Lists of the audit log, which may have millions of records. In the order of time a page comes straight out of an index;
// searches and other orders go through the log in slices, and let others run between two of them.
import type { SQLInputValue } from "node:sqlite";
import type { AuditAction, AuditedType } from "../../core/audit-trail.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "../../core/audit/audit-record.ts";
import { invalid } from "../../core/errors.ts";
import type { AuditRecordId, CustomerId, TenantId, UserId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { millis } from "../../lib/clock.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { SqliteConnection } from "./connection.ts";
import { foldedText } from "./search-page.ts";

/** The `tenant_id` of the log of the system administrators, which belongs to no tenant. */
export const SYSTEM_LOG = "";

/** Records looked at in one go: a millisecond or two. */
const SLICE_RECORDS = 1_000;
/** The same where the index alone is looked at. */
const SLICE_ENTRIES = 20_000;

const SORT_COLUMNS: Readonly<Record<Exclude<AuditSortProperty, "createdTime">, string>> = {
  entityType: "entity_type",
  entityName: "entity_name",
  userName: "user_name",
  actionType: "action",
  actionStatus: "status",
};

/** A condition with its parameters. */
interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

/** Which records a list is about, as one range of one index. */
interface Range extends Condition {
  readonly index: string;
  readonly direction: "ASC" | "DESC";
}

/** Where a slice ends, in the order of time. */
interface Position {
  readonly createdAt: number;
  readonly number: number;
}

interface Candidate {
  readonly key: string | null;
  readonly number: number;
}

export class AuditLists {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async list(
    filter: AuditFilter,
    page: PageRequest<AuditSortProperty>,
    sortRowsMax: number,
  ): Promise<FoundPage<AuditRecord>> {
    const range = this.#rangeOf(filter, page.sort?.order ?? "ASC");
    const property = page.sort?.property ?? "id";
    const wanted = wantedOf(filter, page.textSearch);
    if (property !== "id" && property !== "createdTime")
      return await this.#sorted(range, wanted, page, SORT_COLUMNS[property], sortRowsMax);
    if (wanted !== undefined) return await this.#searched(range, wanted, page);
    const total = filter.about.kind === "all" ? this.#countByDays(filter) : await this.#count(range);
    return { total, items: page.page * page.size >= total ? [] : await this.#page(range, page) };
  }

  /** Records that are added while the list is in the making are not in it, so that its slices fit together. */
  #rangeOf({ tenantId, about, startTime, endTime }: AuditFilter, direction: "ASC" | "DESC"): Range {
    const newest = this.#connection.get("SELECT max(number) AS number FROM audit_record")?.["number"];
    const conditions: Condition[] = [
      { sql: "tenant_id = ?", parameters: [tenantId ?? SYSTEM_LOG] },
      { sql: "number <= ?", parameters: [Number(newest ?? 0)] },
    ];
    if (startTime !== null) conditions.push({ sql: "created_at >= ?", parameters: [startTime] });
    if (endTime !== null) conditions.push({ sql: "created_at <= ?", parameters: [endTime] });
    switch (about.kind) {
      case "all":
        return { ...and(conditions), index: "audit_by_time", direction };
      case "entity":
        conditions.push({ sql: "entity_id = ? AND entity_type = ?", parameters: [about.id, about.type] });
        return { ...and(conditions), index: "audit_by_entity", direction };
      case "customer":
        conditions.push({ sql: "customer_id = ?", parameters: [about.id] });
        return { ...and(conditions), index: "audit_by_customer", direction };
      case "user":
        conditions.push({ sql: "user_id = ?", parameters: [about.id] });
        return { ...and(conditions), index: "audit_by_user", direction };
    }
  }

  /** The records of a log between two times: whole days are counted already. */
  #countByDays({ tenantId, startTime, endTime }: AuditFilter): number {
    const log = tenantId ?? SYSTEM_LOG;
    const [first, last] = [startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER];
    const [firstDay, lastDay] = [Math.ceil(first / DAY_MILLIS), Math.floor((last + 1) / DAY_MILLIS)];
    if (firstDay >= lastDay) return this.#countBetween(log, first, last);
    const days = this.#connection.get(
      "SELECT coalesce(sum(records), 0) AS n FROM audit_day WHERE tenant_id = ? AND day >= ? AND day < ?",
      log,
      firstDay,
      lastDay,
    );
    const before = this.#countBetween(log, first, firstDay * DAY_MILLIS - 1);
    return before + Number(days?.["n"]) + this.#countBetween(log, lastDay * DAY_MILLIS, last);
  }

  #countBetween(log: string, first: number, last: number): number {
    if (first > last) return 0;
    const found = this.#connection.get(
      "SELECT count(*) AS n FROM audit_record WHERE tenant_id = ? AND created_at BETWEEN ? AND ?",
      log,
      first,
      last,
    );
    return Number(found?.["n"]);
  }

  async #count(range: Range): Promise<number> {
    let total = 0;
    for await (const slice of this.#slices(range, SLICE_ENTRIES)) total += slice.entries;
    return total;
  }

  async #page(range: Range, { page, size }: PageRequest): Promise<readonly AuditRecord[]> {
    let skip = page * size;
    let rest: Condition = range;
    if (skip >= SLICE_ENTRIES)
      for await (const slice of this.#slices(range, SLICE_ENTRIES)) {
        rest = slice.rest;
        if (skip < slice.entries) break;
        skip -= slice.entries;
      }
    return this.#records(this.#numbers(range, rest, size, skip));
  }

  async #searched(range: Range, wanted: Condition, { page, size }: PageRequest): Promise<FoundPage<AuditRecord>> {
    const skip = page * size;
    const numbers: number[] = [];
    let total = 0;
    for await (const slice of this.#slices(range, SLICE_RECORDS)) {
      const found = and([slice, wanted]);
      const matches = this.#countIn(range, found);
      const missing = size - numbers.length;
      if (missing > 0 && total + matches > skip)
        numbers.push(...this.#numbers(range, found, missing, Math.max(0, skip - total)));
      total += matches;
    }
    return { total, items: this.#records(numbers) };
  }

  async #sorted(
    range: Range,
    wanted: Condition | undefined,
    { page, size, sort }: PageRequest,
    column: string,
    rowsMax: number,
  ): Promise<FoundPage<AuditRecord>> {
    const compare = comparing(sort?.order ?? "ASC");
    const [skip, end] = [page * size, page * size + size];
    const kept = Math.min(end, rowsMax);
    let candidates: Candidate[] = [];
    let total = 0;
    for await (const slice of this.#slices(range, SLICE_RECORDS)) {
      const { sql, parameters } = wanted === undefined ? slice : and([slice, wanted]);
      const rows = this.#connection.all(
        `SELECT number, ${column} AS key FROM audit_record INDEXED BY ${range.index} WHERE ${sql}`,
        ...parameters,
      );
      total += rows.length;
      for (const { number, key } of rows) candidates.push({ key: key as string | null, number: Number(number) });
      if (candidates.length > kept + 10 * SLICE_RECORDS) candidates = candidates.sort(compare).slice(0, kept);
    }
    if (skip < total && Math.min(end, total) > rowsMax)
      throw invalid(
        `an audit log can be paged through up to record ${String(rowsMax)} in this order, the page ends at ` +
          `${String(Math.min(end, total))}; sort by createdTime, or narrow the time`,
      );
    const numbers = candidates.sort(compare).slice(skip, end);
    return { total, items: this.#records(numbers.map(({ number }) => number)) };
  }

  /** The range cut into parts of so many index entries, in its direction; others run between two of them. */
  async *#slices(range: Range, entriesMax: number): AsyncGenerator<Condition & { entries: number; rest: Condition }> {
    let rest: Condition = range;
    for (;;) {
      const last = this.#positionAt(range, rest, entriesMax - 1);
      if (last === undefined) {
        yield { ...rest, entries: this.#countIn(range, rest), rest };
        return;
      }
      const [before, after] = range.direction === "ASC" ? ["<=", ">"] : [">=", "<"];
      const position = [last.createdAt, last.number];
      const slice = and([rest, { sql: `(created_at, number) ${before} (?, ?)`, parameters: position }]);
      yield { ...slice, entries: entriesMax, rest };
      rest = and([range, { sql: `(created_at, number) ${after} (?, ?)`, parameters: position }]);
      await nextTurn();
    }
  }

  #positionAt({ index, direction }: Range, { sql, parameters }: Condition, offset: number): Position | undefined {
    const row = this.#connection.get(
      `SELECT created_at, number FROM audit_record INDEXED BY ${index} WHERE ${sql}
       ORDER BY created_at ${direction}, number ${direction} LIMIT 1 OFFSET ?`,
      ...parameters,
      offset,
    );
    return row === undefined ? undefined : { createdAt: Number(row["created_at"]), number: Number(row["number"]) };
  }

  #countIn({ index }: Range, { sql, parameters }: Condition): number {
    const row = this.#connection.get(
      `SELECT count(*) AS n FROM audit_record INDEXED BY ${index} WHERE ${sql}`,
      ...parameters,
    );
    return Number(row?.["n"]);
  }

  #numbers({ index, direction }: Range, { sql, parameters }: Condition, limit: number, offset: number): number[] {
    const rows = this.#connection.all(
      `SELECT number FROM audit_record INDEXED BY ${index} WHERE ${sql}
       ORDER BY created_at ${direction}, number ${direction} LIMIT ? OFFSET ?`,
      ...parameters,
      limit,
      offset,
    );
    return rows.map(({ number }) => Number(number));
  }

  #records(numbers: readonly number[]): AuditRecord[] {
    return numbers.flatMap((number) => {
      const row = this.#connection.get(
        "SELECT r.*, d.data, d.failure FROM audit_record r JOIN audit_detail d USING (number) WHERE r.number = ?",
        number,
      );
      // A sweep may have removed it since.
      return row === undefined ? [] : [recordOf(row)];
    });
  }
}

function wantedOf({ actions, status }: AuditFilter, textSearch: string | null): Condition | undefined {
  const conditions: Condition[] = [];
  if (actions !== null)
    conditions.push({ sql: `action IN (${actions.map(() => "?").join(", ")})`, parameters: actions });
  if (status !== null) conditions.push({ sql: "status = ?", parameters: [status] });
  if (textSearch !== null) conditions.push({ sql: "instr(search_text, ?) > 0", parameters: [foldedText(textSearch)] });
  return conditions.length === 0 ? undefined : and(conditions);
}

function and(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** No text comes before every other, as in the other lists; ties ascend whichever way the rest goes. */
function comparing(order: "ASC" | "DESC"): (a: Candidate, b: Candidate) => number {
  const sign = order === "ASC" ? 1 : -1;
  return (a, b) => {
    if (a.key === b.key) return a.number - b.number;
    return sign * (a.key === null ? -1 : b.key === null ? 1 : a.key < b.key ? -1 : 1);
  };
}

/** The row was written by us from checked values, so this is the parser of our own format. */
function recordOf(row: Readonly<Record<string, unknown>>): AuditRecord {
  const tenantId = String(row["tenant_id"]);
  const failed = row["status"] === "FAILURE";
  return {
    id: String(row["id"]) as AuditRecordId,
    createdAt: millis(Number(row["created_at"])),
    tenantId: tenantId === SYSTEM_LOG ? null : (tenantId as TenantId),
    customerId: row["customer_id"] as CustomerId | null,
    entityType: row["entity_type"] as AuditedType,
    entityId: row["entity_id"] as string | null,
    entityName: row["entity_name"] as string | null,
    userId: row["user_id"] as UserId | null,
    userName: row["user_name"] as string | null,
    action: row["action"] as AuditAction,
    data: String(row["data"]),
    failure: failed ? String(row["failure"]) : null,
  };
}
