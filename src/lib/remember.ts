// The bound of what is kept in memory to be quick, and can be found again when it has been forgotten.

/**
 * Sets the entry, and forgets the one that was set longest ago where there are more than `entriesMax` now. Setting a key
 * again leaves it in its place: where the last use counts, delete it before.
 */
export function remember<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, entriesMax: number): void {
  entries.set(key, value);
  if (entries.size <= entriesMax) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}
