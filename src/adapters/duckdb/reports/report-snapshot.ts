// What one report reads: connections whose transactions see the points as they were committed at one moment, each with the tables
// that were handed over to it. Record: docs/decisions/0121-one-state-for-a-report.md.
import { DomainError } from "../../../core/errors.ts";
import { Slots } from "../../../lib/slots.ts";
import { asDomainError, type DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";

/** Connections of one report; what they hold is small until a query uses them. */
const SESSIONS_MAX = 8;

interface Opened {
  /** Those that no query has used. */
  readonly unused: DuckdbSession[];
  readonly last: DuckdbSession;
}

export class ReportSnapshot {
  readonly #database: DuckdbDatabase;
  readonly #sessionsMax: number;
  readonly #sharing = new Slots({ max: 1 });
  readonly #running = new Set<DuckdbSession>();
  #opening: Promise<Opened> | undefined;
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
   * The last connection serves all that are left, one after another.
   */
  async query<Result>(work: (session: DuckdbSession) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    const { unused, last } = await (this.#opening ??= this.#open());
    this.#requireOpen();
    const own = unused.pop();
    if (own === undefined) return await this.#sharing.run(() => work(last));
    this.#running.add(own);
    try {
      return await work(own);
    } finally {
      this.#running.delete(own);
      await own.close();
    }
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    if (opened !== undefined)
      await Promise.all([...this.#running, ...opened.unused, opened.last].map((session) => session.close()));
    this.#leave?.();
    this.#leave = undefined;
  }

  async #open(): Promise<Opened> {
    this.#leave = await this.#database.pace.gate.enter();
    try {
      const [last, ...unused] = await this.#database.openSnapshot(this.#sessionsMax);
      if (last === undefined) throw new Error("a report was given no connection");
      return { unused, last };
    } catch (error) {
      throw asDomainError(error);
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new DomainError("unavailable", "the report has ended");
  }
}
