// Tenant profiles. A change takes effect at once for all tenants with the profile, on every node. Source: REST contract
// section 5.
import type { Clock } from "../../lib/clock.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { JsonObject } from "../devices/device.ts";
import { parseText, parseTitle, parseFreeJson, PROFILE_DATA_LENGTH_MAX } from "../entity-text.ts";
import { DomainError } from "../errors.ts";
import { newId, type TenantProfileId } from "../ids.ts";
import { requireProfileData, UNLIMITED_PROFILE_DATA } from "./tenant-configuration.ts";
import type { TenantProfile } from "./tenant-profile.ts";
import type { TenantProfileFields, TenantStore } from "./tenant-store.ts";

export interface SentTenantProfileFields {
  readonly name: string;
  readonly description: string | null;
  readonly isolatedRuleEngine: boolean;
  /** Null means everything unlimited. */
  readonly profileData: JsonObject | null;
}

export class TenantProfileService {
  readonly #tenants: TenantStore;
  readonly #bus: MessageBus;
  readonly #clock: Clock;

  constructor(tenants: TenantStore, bus: MessageBus, clock: Clock) {
    this.#tenants = tenants;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Throws `not-found`. */
  async require(id: TenantProfileId): Promise<TenantProfile> {
    const profile = await this.#tenants.findProfile(id);
    if (profile === undefined) throw new DomainError("not-found", `tenant profile ${id} does not exist`);
    return profile;
  }

  async requireDefault(): Promise<TenantProfile> {
    const profile = await this.#tenants.findDefaultProfile();
    if (profile === undefined) throw new DomainError("not-found", "there is no default tenant profile");
    return profile;
  }

  /** Throws `invalid` for a taken name, a second default, and limits that do not parse. */
  async create(sent: SentTenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = { id: newId<TenantProfileId>(), createdAt: this.#clock.now(), isDefault, ...parseFields(sent) };
    await this.#tenants.createProfile(profile);
    return profile;
  }

  /**
   * `isDefault` true is refused for any profile but the default: there is a separate call for making one the default.
   */
  async update(id: TenantProfileId, sent: SentTenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = await this.#tenants.updateProfile(id, parseFields(sent), isDefault);
    this.#bus.publish({ kind: "tenant-profile-changed", profileId: id });
    return profile;
  }
}

function parseFields(sent: SentTenantProfileFields): TenantProfileFields {
  const profileData = parseFreeJson(sent.profileData ?? UNLIMITED_PROFILE_DATA, "profileData", PROFILE_DATA_LENGTH_MAX);
  requireProfileData(profileData);
  return {
    name: parseTitle(sent.name, "name"),
    description: parseText(sent.description, "description"),
    isolatedRuleEngine: sent.isolatedRuleEngine,
    profileData,
  };
}
