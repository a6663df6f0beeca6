// Tenant management: creating, changing and deleting tenants with all their contents. The caller has already checked
// permissions. Source: REST contract section 5.
import type { Clock } from "../../lib/clock.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { parseContactDetails, type SentContactDetails } from "../contact-details.ts";
import type { JsonObject } from "../devices/device.ts";
import { parseTitle, parseFreeJson } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type TenantId, type TenantProfileId } from "../ids.ts";
import type { Tenant, TenantInfo, TenantFields, TenantStore } from "./tenant-store.ts";

export interface SentTenantFields extends SentContactDetails {
  readonly title: string;
  /** Null stands for the default profile. */
  readonly profileId: TenantProfileId | null;
  readonly additionalInfo: JsonObject | null;
}

/** Creates the device profile `default` of a new tenant. Idempotent. */
export interface DefaultDeviceProfiles {
  createDefaultOf(tenantId: TenantId): Promise<void>;
}

/** Data inside tenants that is deleted with them: devices, telemetry and so on. Idempotent. */
export interface TenantContents {
  deleteAllOf(tenantId: TenantId): Promise<void>;
}

export interface TenantServiceDeps {
  readonly tenants: TenantStore;
  readonly deviceProfiles: DefaultDeviceProfiles;
  /** Deleted in the order given. */
  readonly contents: readonly TenantContents[];
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export class TenantService {
  readonly #deps: TenantServiceDeps;

  constructor(deps: TenantServiceDeps) {
    this.#deps = deps;
  }

  /** Throws `not-found`. */
  async require(id: TenantId): Promise<TenantInfo> {
    const tenant = await this.#deps.tenants.findTenant(id);
    if (tenant === undefined) throw unknown(id);
    return tenant;
  }

  /** Uses the default profile if none is named, and creates a device profile `default`. */
  async create(sent: SentTenantFields): Promise<TenantInfo> {
    const fields = await this.#fields(sent);
    const id = newId<TenantId>();
    await this.#deps.tenants.createTenant({ id, createdAt: this.#deps.clock.now(), ...fields, version: 1 });
    try {
      await this.#deps.deviceProfiles.createDefaultOf(id);
    } catch (error) {
      // If the incomplete tenant stayed, repeating the request would create a second one.
      await this.#deps.tenants.deleteTenant(id);
      throw error;
    }
    return this.require(id);
  }

  /** Replaces all fields. Throws `conflict` if `expectedVersion` is not the stored one; null overwrites. */
  async update({ id }: Tenant, sent: SentTenantFields, expectedVersion: number | null): Promise<Tenant> {
    const tenant = await this.#deps.tenants.updateTenant(id, await this.#fields(sent), expectedVersion);
    this.#deps.bus.publish({ kind: "tenant-changed", tenantId: id });
    return tenant;
  }

  /** Deletes all contents and ends all sessions. After a failure, repeating it continues where it stopped. */
  async delete(id: TenantId): Promise<void> {
    await this.require(id);
    await this.#empty(id);
    await this.#deps.tenants.deleteTenant(id);
    this.#deps.bus.publish({ kind: "tenant-deleted", tenantId: id });
    // Once more, for what devices sent and users created while the tenant was being deleted. Nobody can create anything
    // in it any more.
    await this.#empty(id);
  }

  async #empty(id: TenantId): Promise<void> {
    for (const contents of this.#deps.contents) await contents.deleteAllOf(id);
  }

  async #fields(sent: SentTenantFields): Promise<TenantFields> {
    return {
      title: parseTitle(sent.title, "title"),
      profileId: await this.#profileId(sent.profileId),
      ...parseContactDetails(sent),
      additionalInfo: parseFreeJson(sent.additionalInfo, "additionalInfo"),
    };
  }

  async #profileId(wanted: TenantProfileId | null): Promise<TenantProfileId> {
    const profile =
      wanted === null ? await this.#deps.tenants.findDefaultProfile() : await this.#deps.tenants.findProfile(wanted);
    if (profile !== undefined) return profile.id;
    throw invalid(wanted === null ? "there is no default tenant profile" : `tenant profile ${wanted} does not exist`);
  }
}

function unknown(id: TenantId): DomainError {
  return new DomainError("not-found", `tenant ${id} does not exist`);
}
