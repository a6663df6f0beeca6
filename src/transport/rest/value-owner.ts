// Whose attributes or telemetry a path names, as `{entityType}/{id}`, for a caller who may read or write them.
// Source: REST contract 1.7 and 9.
import { permit, permitRole, type ResourceOf } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, type CustomerId, type TenantId, type UserId } from "../../core/ids.ts";
import type { DeviceAccess } from "./device-access.ts";
import { parseEntityType } from "./entity-ids.ts";

/** What permissions want to know of entities that are not devices; undefined where there is none of that id. */
export interface OwnerLookup {
  tenant(id: TenantId): Promise<ResourceOf<"TENANT"> | undefined>;
  customer(id: CustomerId): Promise<ResourceOf<"CUSTOMER"> | undefined>;
  user(id: UserId): Promise<ResourceOf<"USER"> | undefined>;
}

export type ValueOwner =
  | { readonly kind: "device"; readonly device: KnownDevice }
  | { readonly kind: "other"; readonly id: TenantId | CustomerId | UserId };

export type ValueOperation = "read-values" | "write-values";

export class ValueOwners {
  readonly #devices: DeviceAccess;
  readonly #others: OwnerLookup;

  constructor(devices: DeviceAccess, others: OwnerLookup) {
    this.#devices = devices;
    this.#others = others;
  }

  /**
   * The owner a path names. Throws `invalid` for a bad type or id, `unsupported` for a type that has no values,
   * `forbidden` or `not-found`.
   */
  async require(principal: Principal, entityType: string, entityId: string, operation: ValueOperation): Promise<ValueOwner> {
    const type = parseEntityType(entityType.toUpperCase(), "entityType");
    switch (type) {
      case "DEVICE":
        return { kind: "device", device: await this.#devices.require(principal, entityId, operation) };
      case "TENANT": {
        const id = parseId<TenantId>(entityId, "entityId");
        permitRole(principal, operation, type);
        permit<"TENANT">(principal, operation, found(await this.#others.tenant(id), "tenant", id));
        return { kind: "other", id };
      }
      case "CUSTOMER": {
        const id = parseId<CustomerId>(entityId, "entityId");
        permitRole(principal, operation, type);
        permit<"CUSTOMER">(principal, operation, found(await this.#others.customer(id), "customer", id));
        return { kind: "other", id };
      }
      case "USER": {
        const id = parseId<UserId>(entityId, "entityId");
        permitRole(principal, operation, type);
        permit<"USER">(principal, operation, found(await this.#others.user(id), "user", id));
        return { kind: "other", id };
      }
      default:
        throw new DomainError("unsupported", `entities of the type ${type} have no attributes or telemetry`);
    }
  }
}

function found<Facts>(facts: Facts | undefined, what: string, id: string): Facts {
  if (facts === undefined) throw new DomainError("not-found", `${what} ${id} does not exist`);
  return facts;
}
