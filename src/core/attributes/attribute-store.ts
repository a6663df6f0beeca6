// The port to the store of attributes.
import type { AttributeScope } from "../bus/events.ts";
import type { AttributeColumns, AttributeOwnerId, AttributeRow, RefusedAttribute } from "./attribute.ts";

/** Bounds of one read. */
export interface ReadBounds {
  /** UTF-16 units of keys and texts; a read that finds more is refused. */
  readonly textMax?: number;
  /** Attributes; further ones are left out. */
  readonly rowsMax?: number;
  /** Only attributes after this one, in order of scope and key. */
  readonly after?: Pick<AttributeRow, "scope" | "key"> | undefined;
}

/** Writes take effect, and resolve, in the order in which they were called; a read sees every write that has resolved. */
export interface AttributeStore {
  /**
   * Inserts or replaces every row in one commit, synced when it resolves. Skips rows of devices that do not exist (any
   * more), which were deleted while the rows were in transit. Also skips rows that would exceed the attribute limit of
   * the tenant's profile, and returns these in row order.
   */
  saveOfDevices(scope: AttributeScope, columns: AttributeColumns): Promise<readonly RefusedAttribute[]>;
  /** As `saveOfDevices`, for one device and all or nothing: rejects with `limit-exceeded`. */
  saveOfDevice(scope: AttributeScope, columns: AttributeColumns): Promise<void>;
  /**
   * As `saveOfDevice`, only if one of the attributes is absent or has another value; returns whether. Of several callers
   * at once, one stores.
   */
  saveOfDeviceIfOther(scope: AttributeScope, columns: AttributeColumns): Promise<boolean>;
  /** As `saveOfDevice`, for a tenant, customer or user. */
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
  ): Promise<readonly AttributeRow[]>;
  /** Distinct keys, sorted. */
  keys(ownerId: AttributeOwnerId, scope: AttributeScope | "all"): Promise<readonly string[]>;
}
