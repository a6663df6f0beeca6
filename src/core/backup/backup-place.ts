// The port to the place where backups are stored: a folder or a bucket.

export interface BackupPlace {
  /** Its name in messages. */
  readonly name: string;
  /** Atomic and durable when it resolves. Replaces an existing object with the name. */
  put(name: string, content: Uint8Array): Promise<void>;
  /**
   * As `put`, but durable only when the next `sync` has resolved; a power failure before that may leave a part of it.
   */
  write(name: string, content: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  /** Undefined if there is nothing with this name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** The names that begin with `prefix`, a path ending in a slash. */
  list(prefix: string): Promise<readonly string[]>;
  /** Does nothing if there is nothing with this name. */
  remove(name: string): Promise<void>;
  /** Locks the place for one writer, until released. Throws `conflict` if another writer holds the lock. */
  lock(): Promise<PlaceLock>;
}

export interface PlaceLock {
  /**
   * Throws `conflict` if another writer has taken over the place, for example after this one was suspended for long.
   */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}
