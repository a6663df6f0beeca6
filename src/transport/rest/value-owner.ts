// The owner of attributes or telemetry in a path, as `{entityType}/{id}`, for a caller that may read or write them.
// Source: REST contract 1.7 and 9.
import { permit, permitRole } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { CustomerService } from "../../core/customers/customer-service.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, type CustomerId, type TenantId, type UserId } from "../../core/ids.ts";
import { otherOwner, type OtherOwnerId, type SeriesOwner } from "../../core/telemetry/series-owner.ts";
import type { TenantService } from "../../core/tenants/tenant-service.ts";
import type { UserService } from "../../core/users/user-service.ts";
import type { DeviceAccess } from "./device-access.ts";
import { parseEntityType } from "./entity-ids.ts";
import { uuidText, wordOf } from "./nullable.ts";

/** Parameters of a path that names an owner. */
export const OWNER = { entityType: wordOf(["DEVICE", "TENANT", "CUSTOMER", "USER"]), entityId: uuidText() } as const;

/** The services for entities other than devices. Their `require` throws `not-found`. */
export interface OtherOwners {
  readonly tenants: Pick<TenantService, "require">;
  readonly customers: Pick<CustomerService, "require">;
  readonly users: Pick<UserService, "require">;
}

export type ValueOwner =
  | { readonly kind: "device"; readonly device: KnownDevice }
  | { readonly kind: "other"; readonly id: OtherOwnerId; readonly name: string };

/** The owner in telemetry's own form. */
export function seriesOwner(owner: ValueOwner): SeriesOwner {
  return owner.kind === "device" ? owner.device : otherOwner(owner.id, owner.name);
}

export type ValueOperation = "read-values" | "write-values";

export class ValueOwners {
  readonly #devices: DeviceAccess;
  readonly #others: OtherOwners;

  constructor(devices: DeviceAccess, others: OtherOwners) {
    this.#devices = devices;
    this.#others = others;
  }

  /**
   * The owner named by a path. Throws `invalid` for a bad type or id, `unsupported` for a type without values,
   * `forbidden` or `not-found`.
   */
  async require(
    principal: Principal,
    entityType: string,
    entityId: string,
    operation: ValueOperation,
  ): Promise<ValueOwner> {
    const type = parseEntityType(entityType.toUpperCase(), "entityType");
    const { tenants, customers, users } = this.#others;
    switch (type) {
      case "DEVICE":
        return { kind: "device", device: await this.#devices.require(principal, entityId, operation) };
      case "TENANT": {
        permitRole(principal, operation, type);
        const { id, title: name } = await tenants.require(parseId<TenantId>(entityId, "entityId"));
        permit<"TENANT">(principal, operation, { kind: type, tenantId: id });
        return { kind: "other", id, name };
      }
      case "CUSTOMER": {
        permitRole(principal, operation, type);
        const { id, tenantId, title: name } = await customers.require(parseId<CustomerId>(entityId, "entityId"));
        permit<"CUSTOMER">(principal, operation, { kind: type, tenantId, customerId: id });
        return { kind: "other", id, name };
      }
      case "USER": {
        permitRole(principal, operation, type);
        const user = await users.require(parseId<UserId>(entityId, "entityId"));
        const { id, tenantId, customerId, authority, email: name } = user;
        permit<"USER">(principal, operation, { kind: type, userId: id, tenantId, customerId, authority });
        return { kind: "other", id, name };
      }
      default:
        throw new DomainError("unsupported", `entities of the type ${type} have no attributes or telemetry`);
    }
  }
}
