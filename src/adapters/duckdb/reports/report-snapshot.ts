// What one report reads: connections whose transactions see the points as committed at one moment, each with the tables
// handed over to it. Record: docs/decisions/0121-one-state-for-a-report.md.
import { DomainError } from "../../../core/errors.ts";
import { Slots } from "../../../lib/slots.ts";
import { asDomainError, type DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";

/** Maximum number of connections that a report opens; one takes little memory until a query uses it. */
const SESSIONS_MAX = 8;

/** Number of connections kept and reused if a report has more queries than connections. */
const SESSIONS_KEPT = 2;

export class ReportSnapshot {
  readonly #database: DuckdbDatabase;
  readonly #sessionsMax: number;
  readonly #free: DuckdbSession[] = [];
  readonly #open = new Set<DuckdbSession>();
  /** One slot for each open connection. */
  readonly #slots = new Slots({ max: () => this.#open.size });
  #opening: Promise<void> | undefined;
  #leave: (() => void) | undefined;
  #isClosed = false;
  /** `LatestPoints.replaced` before the report began. */
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
   * Runs a query on its own connection, which is then closed, because only that frees what the transaction has made.
   * The last connections stay open for the remaining queries.
   */
  async query<Result>(work: (session: DuckdbSession) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    await (this.#opening ??= this.#begin());
    return await this.#slots.run(async () => {
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

  /** Interrupts running queries and closes all connections. */
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
