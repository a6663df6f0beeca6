// A numbered, forward-only change of the schema.
import type { StoreConnection } from "../store-connection.ts";

export interface Migration {
  /** Unique; migrations run in this order. Released ones are never edited. */
  readonly number: number;
  readonly name: string;
  /**
   * The last migration that a program must know to use the database after this one, in a cluster whose nodes are upgraded one by
   * one; by default this one. A migration that only adds needs no more than the version before it had.
   * Decision 0166.
   */
  readonly needs?: number;
  /** Runs inside a transaction of its own. */
  up(connection: StoreConnection): void;
}
