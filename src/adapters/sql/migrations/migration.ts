// A numbered, forward-only change of the schema.
import type { StoreConnection } from "../store-connection.ts";

export interface Migration {
  /** Unique; migrations run in this order. Released ones are never edited. */
  readonly number: number;
  readonly name: string;
  /** Runs inside a transaction of its own. */
  up(connection: StoreConnection): void;
}
