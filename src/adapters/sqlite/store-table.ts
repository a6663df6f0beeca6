// How a store class becomes the implementation of its port: its reads run on this thread, its writes in the writer.
import { Kysely } from "kysely";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { SqliteConnection } from "./connection.ts";
import { NodeSqliteDialect } from "./kysely-dialect.ts";
import type { Database } from "./schema.ts";
import { storageError } from "./sqlite-errors.ts";

/** What a store is made of, in either thread. */
export interface StoreSetting {
  readonly db: Kysely<Database>;
  /** For statements that are too hot for a query builder. */
  readonly connection: SqliteConnection;
  readonly secrets: SecretBox;
}

export function storeSetting(connection: SqliteConnection, secrets: SecretBox): StoreSetting {
  return { db: new Kysely<Database>({ dialect: new NodeSqliteDialect(connection) }), connection, secrets };
}

/**
 * One store: how to make it, and which methods of its port write. Arguments and results of those cross a thread, so they
 * are plain data (no class instances, no functions). A writing method is one transaction by itself: it throws to undo
 * everything it did. It may await its own queries and nothing else: other calls of the batch wait behind it.
 */
export interface StoreEntry<Port extends object> {
  readonly make: (setting: StoreSetting) => Port;
  readonly writes: readonly (keyof Port & string)[];
}

export type StoreTable = Readonly<
  Record<string, { readonly make: (setting: StoreSetting) => object; readonly writes: readonly string[] }>
>;

/** The ports that a table of stores implements. */
export type PortsOf<Table extends StoreTable> = { readonly [Name in keyof Table]: ReturnType<Table[Name]["make"]> };

export function storeEntry<Port extends object>(
  make: (setting: StoreSetting) => Port,
  writes: readonly (keyof Port & string)[],
): StoreEntry<Port> {
  return { make, writes };
}

export type RemoteCall = (method: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * The port: `reads` with the methods named in `writes` sent to the writer instead. Faults of the storage come out of both
 * as `unavailable`.
 */
export function splitStore<Port extends object>(reads: Port, writes: readonly string[], call: RemoteCall): Port {
  const port: Record<string, unknown> = {};
  for (const name of methodNames(reads)) {
    const method: unknown = Reflect.get(reads, name);
    if (typeof method === "function")
      port[name] = guarded(method.bind(reads) as (...args: unknown[]) => Promise<unknown>);
  }
  for (const name of writes) port[name] = (...args: unknown[]) => call(name, args);
  // Every method of the port is there, either bound or sent on; the type system cannot follow names.
  return port as Port;
}

function guarded(read: (...args: unknown[]) => Promise<unknown>): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await read(...args);
    } catch (error) {
      throw storageError(error);
    }
  };
}

function methodNames(store: object): Set<string> {
  const names = new Set<string>();
  for (
    let level: unknown = Object.getPrototypeOf(store);
    typeof level === "object" && level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  )
    for (const name of Object.getOwnPropertyNames(level)) if (name !== "constructor") names.add(name);
  return names;
}
