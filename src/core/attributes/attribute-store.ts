// The port behind which attributes are kept.
import type { AttributeScope } from "../bus/events.ts";
import type { AttributeColumns, AttributeOwnerId, RefusedAttribute, StoredAttribute } from "./attribute.ts";

/** What one read gives at most. */
export interface ReadBounds {
  /** UTF-16 units of keys and texts; more are refused. */
  readonly textMax?: number;
  /** Attributes; those that come behind them are left out. */
  readonly rowsMax?: number;
  /** Only what comes behind this one, in order of scope and key. */
  readonly after?: Pick<StoredAttribute, "scope" | "key"> | undefined;
}

/** Writes take effect, and resolve, in the order in which they were called; a read sees every write that has resolved. */
export interface AttributeStore {
  /**
   * Inserts or replaces every row, all in one commit that has been synced when this resolves. Rows of a device that does
   * not exist (any more) are left out: it was deleted while they were on their way. So are those that would give a device
   * more attributes than the tenant's profile allows, which are returned in the order of their rows.
   */
  saveOfDevices(scope: AttributeScope, columns: AttributeColumns): Promise<readonly RefusedAttribute[]>;
  /** The same for one device, but all or nothing: rejects with `limit-exceeded`. */
  saveOfDevice(scope: AttributeScope, columns: AttributeColumns): Promise<void>;
  /** The same for a tenant, a customer or a user. */
  saveOfOthers(scope: AttributeScope, columns: AttributeColumns): Promise<void>;
  /** Unknown keys are ignored. */
  delete(ownerId: AttributeOwnerId, scope: AttributeScope, keys: readonly string[]): Promise<void>;
  /**
   * In order of scope and key; keys without an attribute are absent. "all" scopes: a key may come up to three times. Throws
   * `invalid` where what is found has more text than the bounds allow.
   */
  read(
    ownerId: AttributeOwnerId,
    scope: AttributeScope | "all",
    keys: readonly string[] | "all",
    bounds?: ReadBounds,
  ): Promise<readonly StoredAttribute[]>;
  /** In order of key, each once. */
  keys(ownerId: AttributeOwnerId, scope: AttributeScope | "all"): Promise<readonly string[]>;
}
