// How a store class becomes the implementation of its port: writes run in the writer's thread, reads in a reader's, and
// the few reads listed as `direct` on the calling thread.
import type { SecretBox } from "../../lib/secret-box.ts";
import type { StoreConnection } from "./store-connection.ts";
import type { StoreCall } from "./store-calls.ts";
import { storageError } from "./storage-errors.ts";

/** The dependencies of a store, in any thread. */
export interface StoreContext {
  readonly connection: StoreConnection;
  readonly secrets: SecretBox;
}

/** A store over the connection of its thread. Inherited methods are not calls of its port: see `methodsOf`. */
export abstract class SqlStore {
  protected readonly context: StoreContext;
  protected readonly connection: StoreConnection;
  protected readonly secrets: SecretBox;

  constructor(context: StoreContext) {
    this.context = context;
    this.connection = context.connection;
    this.secrets = context.secrets;
  }
}

/**
 * Arguments and results cross threads, so they must be plain data (no class instances, no functions), except those of
 * direct reads.
 */
interface Methods<Name> {
  /**
   * Each write is one transaction: it throws to undo everything it did. It must not await anything outside its thread.
   */
  readonly writes?: readonly Name[];
  /** Reads of a few rows by key, on the path of a message or of every request. */
  readonly direct?: readonly Name[];
}

export interface StoreEntry<Store extends object = object> extends Methods<string> {
  readonly make: (context: StoreContext) => Store;
  /** The methods of the class itself, not of its parent. */
  readonly methods: readonly string[];
}

export type StoreTable = Readonly<Record<string, StoreEntry>>;

/** The ports that a table of stores implements. */
export type PortsOf<Table extends StoreTable> = {
  readonly [Name in keyof Table]: PublicOf<ReturnType<Table[Name]["make"]>>;
};

/** The public methods of a class. */
type PublicOf<Store> = Pick<Store, keyof Store>;

export function storeEntry<Store extends object>(
  Store: new (context: StoreContext) => Store,
  methods: Methods<keyof Store & string> = {},
): StoreEntry<Store> {
  return { make: (context) => new Store(context), methods: methodNames(Store.prototype as object), ...methods };
}

type StoreCaller = (store: string, method: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * The ports of all stores of a table: direct reads use `direct`, other calls go through `write` and `read`. Without
 * `direct`, direct reads are like any other.
 */
export function portsOver<Table extends StoreTable>(
  table: Table,
  direct: StoreContext | undefined,
  { write, read }: { readonly write: StoreCaller; readonly read: StoreCaller },
): PortsOf<Table> {
  const ports = Object.entries(table).map(([name, entry]) => [
    name,
    splitStore(direct === undefined ? undefined : entry.make(direct), entry, {
      write: (method, args) => write(name, method, args),
      read: (method, args) => read(name, method, args),
    }),
  ]);
  // One port per entry, under its name; the type system cannot follow Object.fromEntries.
  return Object.fromEntries(ports) as PortsOf<Table>;
}

type RemoteCall = (method: string, args: readonly unknown[]) => Promise<unknown>;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The port of `store`, whose methods run where the entry says. Storage faults become `unavailable`. */
export function splitStore<Store extends object>(
  store: Store | undefined,
  { methods, writes = [], direct = [] }: Omit<StoreEntry, "make">,
  threads: { readonly write: RemoteCall; readonly read: RemoteCall },
): PublicOf<Store> {
  const port: Record<string, Method> = {};
  const own = store === undefined ? undefined : methodsOf(store);
  for (const name of methods) {
    const { write, read } = threads;
    const method = direct.includes(name) ? own?.get(name) : undefined;
    if (writes.includes(name)) port[name] = (...args) => write(name, args);
    else if (method !== undefined) port[name] = guarded(method);
    else port[name] = (...args) => read(name, args);
  }
  // Every method of the port is present; the type system cannot follow names.
  return port as PublicOf<Store>;
}

function guarded(read: Method): Method {
  return async (...args) => {
    try {
      return await read(...args);
    } catch (error) {
      throw storageError(error);
    }
  };
}

/** All stores over one connection, in a thread that makes their calls. */
export class StoreMethods {
  readonly #methods = new Map<string, Method>();

  constructor(stores: StoreTable, connection: StoreConnection, secrets: SecretBox) {
    for (const [store, { make }] of Object.entries(stores))
      for (const [name, method] of methodsOf(make({ connection, secrets })))
        this.#methods.set(`${store}.${name}`, method);
  }

  async run({ store, method, args }: StoreCall): Promise<unknown> {
    const found = this.#methods.get(`${store}.${method}`);
    if (found === undefined) throw new Error(`there is no store method ${store}.${method}`);
    return await found(...args);
  }
}

/** The methods of the class itself, not of its parent, by name and bound to the store. */
function methodsOf(store: object): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  for (const name of methodNames(Object.getPrototypeOf(store) as object)) {
    const method: unknown = Reflect.get(store, name);
    if (typeof method === "function") methods.set(name, method.bind(store) as Method);
  }
  return methods;
}

function methodNames(prototype: object): string[] {
  return Object.getOwnPropertyNames(prototype).filter(
    (name) => name !== "constructor" && typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === "function",
  );
}
