// A bound for caches whose entries can be looked up again.

/**
 * Sets the entry, and drops the oldest if there are more than `entriesMax`. Setting an existing key keeps its position;
 * delete it first to order by last use.
 */
export function remember<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, entriesMax: number): void {
  entries.set(key, value);
  if (entries.size <= entriesMax) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}
