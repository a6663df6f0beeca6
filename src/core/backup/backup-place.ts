// Where backups are kept, a folder or a bucket, as the port behind which they are written and read.

export interface BackupPlace {
  /** As messages name it. */
  readonly name: string;
  /** There as a whole or not at all, and durable, when it resolves. What has the name already is replaced. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** As `put`, but durable when the next `sync` has resolved; after a loss of power before that a part of it may be there. */
  write(name: string, content: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  /** Undefined where there is nothing of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** The names that begin with `prefix`, a path that ends in a slash. */
  list(prefix: string): Promise<readonly string[]>;
  /** Nothing where there is nothing of that name. */
  remove(name: string): Promise<void>;
  /** Takes the place for one writer, until the release. Throws `conflict` where another has it. */
  lock(): Promise<PlaceLock>;
}

export interface PlaceLock {
  /** Throws `conflict` where another writer has the place by now, as after a long standstill of this one. */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}
