// Device profiles: common properties of one kind of device, and how new ones are provisioned. The caller has already
// checked permissions. Source: REST contract 8.
import type { Clock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { parseText, parseTitle, parseFreeJson, PROFILE_DATA_LENGTH_MAX } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type CustomerId, type DeviceProfileId, type TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { newAccessToken } from "./credentials.ts";
import {
  parseProfileName,
  type DeviceProfile,
  type JsonObject,
  type ProvisionType,
  type TransportType,
} from "./device.ts";
import { parseMqttProfile } from "./mqtt-profile.ts";
import { requireKeys } from "./profile-keys.ts";
import type { PayloadSchemas } from "./payload-schema.ts";
import { alignedProfileData, provisionSecretOf } from "./profile-data.ts";
import { profileWarnings, requireServed } from "./profile-warnings.ts";
import { checkProfileReferences, type ProfileReferences } from "./references.ts";
import type { NamedProfile, ProfileFields, ProfileSortProperty, ProfileStore, PackageKind } from "./profile-store.ts";

/** The profile fields of a request body; omitted ones are null. */
export interface SentProfile extends ProfileReferences {
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  /** Always DEFAULT. */
  readonly type: string | null;
  readonly transportType: string | null;
  readonly provisionType: string | null;
  readonly provisionKey: string | null;
  readonly profileData: JsonObject | null;
}

export const TRANSPORT_TYPES: readonly TransportType[] = ["DEFAULT", "MQTT", "COAP", "LWM2M", "SNMP"];
export const PROVISION_TYPES: readonly ProvisionType[] = [
  "DISABLED",
  "ALLOW_CREATE_NEW_DEVICES",
  "CHECK_PRE_PROVISIONED_DEVICES",
  "X509_CERTIFICATE_CHAIN",
];

export interface DeviceProfileServiceDeps {
  readonly profiles: ProfileStore;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly schemas: PayloadSchemas;
}

export class DeviceProfileService {
  readonly #profiles: ProfileStore;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #schemas: PayloadSchemas;

  constructor({ profiles, bus, clock, schemas }: DeviceProfileServiceDeps) {
    this.#profiles = profiles;
    this.#bus = bus;
    this.#clock = clock;
    this.#schemas = schemas;
  }

  /** Throws `invalid`, also for a taken name or provision key or a second default profile. */
  async create(tenantId: TenantId, sent: SentProfile): Promise<DeviceProfile> {
    const fields = parseProfile(sent, this.#schemas);
    requireServed(fields);
    requireKeys(fields.profileData);
    const id = newId<DeviceProfileId>();
    const profile: DeviceProfile = {
      id,
      createdAt: this.#clock.now(),
      tenantId,
      ...fields,
      isDefault: sent.isDefault,
      version: 1,
    };
    await this.#profiles.create(profile);
    this.#changed(tenantId, id);
    return profile;
  }

  /** Throws `not-found`, `conflict` for a stale version (null overwrites), and `invalid` like `create`. */
  async update(
    tenantId: TenantId,
    id: DeviceProfileId,
    sent: SentProfile,
    expectedVersion: number | null,
  ): Promise<DeviceProfile> {
    const present = await this.require(tenantId, id);
    if (sent.isDefault && !present.isDefault)
      throw invalid("the tenant has another default profile; make this one the default instead");
    const fields = parseProfile(sent, this.#schemas);
    requireServed(fields, present);
    requireKeys(fields.profileData, present.profileData);
    const profile = await this.#profiles.update(tenantId, id, fields, expectedVersion);
    this.#changed(tenantId, id);
    return profile;
  }

  /** Parts of the profile that have no effect, one sentence each. */
  warningsOf(profile: DeviceProfile): readonly string[] {
    return profileWarnings(profile, this.#schemas);
  }

  /** Throws `not-found`, and `invalid` for the default profile and for one in use. */
  async delete(tenantId: TenantId, id: DeviceProfileId): Promise<void> {
    await this.#profiles.delete(tenantId, id);
    this.#changed(tenantId, id);
  }

  /** Throws `not-found`. */
  async makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile> {
    const { profile, formerId } = await this.#profiles.makeDefault(tenantId, id);
    this.#changed(tenantId, id);
    if (formerId !== null && formerId !== id) this.#changed(tenantId, formerId);
    return profile;
  }

  /** The tenant of the profile; undefined if it does not exist. */
  tenantOf(id: DeviceProfileId): Promise<TenantId | undefined> {
    return this.#profiles.tenantOf(id);
  }

  /** Throws `not-found`, also for a profile of another tenant. */
  async require(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile> {
    const profile = await this.#profiles.find(tenantId, id);
    if (profile === undefined) throw unknown(id);
    return profile;
  }

  /** Throws `not-found` if the tenant has no default profile. */
  async requireDefault(tenantId: TenantId): Promise<DeviceProfile> {
    const profile = await this.#profiles.findDefault(tenantId);
    if (profile === undefined) throw new DomainError("not-found", "the tenant has no default device profile");
    return profile;
  }

  /** Unknown ids are left out. */
  findMany(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<readonly DeviceProfile[]> {
    return this.#profiles.findMany(tenantId, ids);
  }

  /** Throws `invalid` for a transport type that does not exist. */
  async list(
    tenantId: TenantId,
    transportType: string | null,
    page: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>> {
    const filter = transportType === null ? null : oneOf(transportType, TRANSPORT_TYPES, "transportType");
    return this.#profiles.list(tenantId, filter, page);
  }

  /** `inUse`: only profiles with devices. */
  names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]> {
    return this.#profiles.names(tenantId, inUse);
  }

  /** The number of devices of the profile without a package of their own: those of one customer or, with null, all. */
  countWithoutPackage(
    tenantId: TenantId,
    customerId: CustomerId | null,
    id: DeviceProfileId,
    kind: PackageKind,
  ): Promise<number> {
    return this.#profiles.countWithoutPackage(tenantId, customerId, id, kind);
  }

  /** Creates the profile `default` of a tenant. Idempotent. */
  async createDefaultOf(tenantId: TenantId): Promise<void> {
    await this.#profiles.ensureDefault(tenantId, newId(), this.#clock.now());
  }

  /** Except those that devices use; call it when the tenant has none any more. Idempotent. */
  async deleteAllOf(tenantId: TenantId): Promise<void> {
    await this.#profiles.deleteAllOf(tenantId);
  }

  #changed(tenantId: TenantId, profileId: DeviceProfileId): void {
    this.#bus.publish({ kind: "device-profile-changed", tenantId, profileId });
  }
}

function unknown(id: DeviceProfileId): DomainError {
  return new DomainError("not-found", `device profile ${id} does not exist`);
}

function parseProfile(sent: SentProfile, schemas: PayloadSchemas): ProfileFields {
  if (sent.type !== null) oneOf(sent.type, ["DEFAULT"], "type");
  const transportType = oneOf(sent.transportType ?? "DEFAULT", TRANSPORT_TYPES, "transportType");
  const provisionType = oneOf(sent.provisionType ?? "DISABLED", PROVISION_TYPES, "provisionType");
  const { key, secret } = provisioning(sent, provisionType);
  const profileData = alignedProfileData(
    parseFreeJson(sent.profileData ?? {}, "profileData", PROFILE_DATA_LENGTH_MAX),
    transportType,
    provisionType,
    secret,
  );
  parseMqttProfile(profileData, schemas);
  requireCastFlag(profileData);
  return {
    name: parseProfileName(parseTitle(sent.name, "name")),
    description: parseText(sent.description, "description"),
    transportType,
    provisionType,
    provisionKey: key,
    ...checkProfileReferences(sent),
    profileData,
  };
}

function requireCastFlag({ configuration }: JsonObject): void {
  const flag = (configuration as JsonObject)["jsonTypeCast"] ?? false;
  if (typeof flag !== "boolean")
    throw invalid(`profileData.configuration.jsonTypeCast must be true or false, got ${writeJson(flag).slice(0, 64)}`);
}

/** A provisioning profile has a key and a secret; missing ones are generated at random. */
function provisioning(
  sent: SentProfile,
  type: ProvisionType,
): { readonly key: string | null; readonly secret: string | null } {
  const key = parseText(sent.provisionKey, "provisionDeviceKey");
  const secret = provisionSecretOf(sent.profileData ?? {});
  const given = { key: key === null || key.trim() === "" ? null : key, secret };
  if (type === "DISABLED") return given;
  return { key: given.key ?? newAccessToken(), secret: secret ?? newAccessToken() };
}

function oneOf<Choice extends string>(text: string, choices: readonly Choice[], field: string): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw invalid(`${field} must be one of ${choices.join(", ")}, got "${text.slice(0, 64)}"`);
  return choice;
}
