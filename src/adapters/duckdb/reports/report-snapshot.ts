// What one report reads: connections whose transactions see the points as they were committed at one moment, each with the tables
// that were handed over to it. Record: docs/decisions/0121-one-state-for-a-report.md.
import { DomainError } from "../../../core/errors.ts";
import { Slots } from "../../../lib/slots.ts";
import { asDomainError, type DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";

/** Connections of one report; what they hold is small until a query uses them. */
const SESSIONS_MAX = 8;

/** So many are used again where there are more queries. */
const SESSIONS_KEPT = 2;

export class ReportSnapshot {
  readonly #database: DuckdbDatabase;
  readonly #sessionsMax: number;
  readonly #free: DuckdbSession[] = [];
  readonly #open = new Set<DuckdbSession>();
  /** A place for each connection that is open. */
  readonly #places = new Slots({ max: () => this.#open.size });
  #opening: Promise<void> | undefined;
  #leave: (() => void) | undefined;
  #isClosed = false;
  /** How many series deletions had changed in memory before it began. */
  readonly replacedBefore: number;

  constructor(
    database: DuckdbDatabase,
    { queries, replacedBefore }: { readonly queries: number; readonly replacedBefore: number },
  ) {
    this.#database = database;
    this.replacedBefore = replacedBefore;
    this.#sessionsMax = Math.min(SESSIONS_MAX, Math.max(1, queries));
  }

  /**
   * Each query has a connection of its own, which is closed behind it: what a transaction has made is freed with it and not before.
   * The last ones serve all that are left.
   */
  async query<Result>(work: (session: DuckdbSession) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    await (this.#opening ??= this.#begin());
    return await this.#places.run(async () => {
      this.#requireOpen();
      const session = this.#free.pop();
      if (session === undefined) throw new Error("a report has more queries than connections");
      try {
        return await work(session);
      } finally {
        if (this.#free.length >= SESSIONS_KEPT) {
          this.#open.delete(session);
          await session.close();
        } else this.#free.unshift(session);
      }
    });
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    await Promise.all([...this.#open].map((session) => session.close()));
    this.#leave?.();
    this.#leave = undefined;
  }

  async #begin(): Promise<void> {
    this.#leave = await this.#database.pace.gate.enter();
    try {
      for (const session of await this.#database.openSnapshot(this.#sessionsMax)) {
        this.#open.add(session);
        this.#free.push(session);
      }
    } catch (error) {
      throw asDomainError(error);
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new DomainError("unavailable", "the report has ended");
  }
}
