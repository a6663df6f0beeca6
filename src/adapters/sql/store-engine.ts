// How the threads of the stores reach the database. A module of an engine exports one as `engine`.
import type { MessagePort } from "node:worker_threads";
import type { ThreadRole } from "./store-calls.ts";
import type { StoreConnection } from "./store-connection.ts";

export interface StoreEngine {
  /** `place` is what the main thread has put into the data of the thread. */
  connect(place: unknown, role: ThreadRole): StoreConnection;
  /** Brings the schema to that of this program; returns the numbers of the migrations that ran. */
  migrate(connection: StoreConnection, now: number): number[];
}

/** What a new thread gets to reach the database. */
export interface ThreadPlace {
  readonly place: unknown;
  /** What of it changes hands. */
  readonly transfer: readonly MessagePort[];
}
