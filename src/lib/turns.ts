// A bounded queue in which keys, such as tenants, take turns: what one key has in masses delays an item of another by
// one item per turn. Within a key, items come in order of arrival.

export class Turns<Key, Item> {
  readonly #itemsMax: number;
  /** Keys in the order of their turns, none without items. */
  readonly #itemsByKey = new Map<Key, Item[]>();
  #length = 0;

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Returns the item for which there is no room, if any: the newest of the key with the most, or the given one if no
   * key has more than its own.
   */
  push(key: Key, item: Item): Item | undefined {
    const own = this.#itemsByKey.get(key);
    let surplus: Item | undefined;
    if (this.#length >= this.#itemsMax) {
      const [most, items] = this.#largest();
      if (most === undefined || items.length <= (own?.length ?? 0)) return item;
      surplus = items.pop();
      this.#length--;
      if (items.length === 0) this.#itemsByKey.delete(most);
    }
    if (own === undefined) this.#itemsByKey.set(key, [item]);
    else own.push(item);
    this.#length++;
    return surplus;
  }

  /** The next item; its key goes behind the others. */
  shift(): Item | undefined {
    for (const [key, items] of this.#itemsByKey) {
      const item = items.shift();
      this.#itemsByKey.delete(key);
      if (items.length > 0) this.#itemsByKey.set(key, items);
      this.#length--;
      return item;
    }
    return undefined;
  }

  /** Takes all items out. */
  takeAll(): Item[] {
    const items = [...this.#itemsByKey.values()].flat();
    this.#itemsByKey.clear();
    this.#length = 0;
    return items;
  }

  #largest(): readonly [key: Key | undefined, items: Item[]] {
    let largest: readonly [Key | undefined, Item[]] = [undefined, []];
    for (const entry of this.#itemsByKey) if (entry[1].length > largest[1].length) largest = entry;
    return largest;
  }
}
