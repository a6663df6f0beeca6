// The store of tenants and their profiles. Each call is atomic; constraints that concurrent writers could violate (a
// taken name, a profile in use, a stale version) are checked in the writing call.
import type { TenantId, TenantProfileId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { TenantProfile } from "./tenant-profile.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { ContactDetails, TitledSort } from "../contact-details.ts";

/** A closed unit of devices, customers and users, with a profile that sets its limits. */
export interface Tenant extends ContactDetails {
  readonly id: TenantId;
  readonly createdAt: EpochMillis;
  readonly title: string;
  readonly profileId: TenantProfileId;
  readonly additionalInfo: JsonObject | null;
  /** 1 after creation, incremented by every save. */
  readonly version: number;
}

/** A tenant with the name of its profile, as shown in lists. */
export interface TenantInfo extends Tenant {
  readonly profileName: string;
}

export type TenantSortProperty = TitledSort | "tenantProfileName";

export type TenantProfileSortProperty = "createdTime" | "name" | "description" | "isDefault";

export type TenantFields = Omit<Tenant, "id" | "createdAt" | "version">;

/** The fields of a profile that a save may change; which one is the default changes only through `makeDefault`. */
export type TenantProfileFields = Omit<TenantProfile, "id" | "createdAt" | "isDefault">;

export interface TenantStore {
  createTenant(tenant: Tenant): Promise<void>;
  /** `expectedVersion` null overwrites. Throws `not-found`, or `conflict` if another save came first. */
  updateTenant(id: TenantId, fields: TenantFields, expectedVersion: number | null): Promise<Tenant>;
  /** Deletes the tenant with its users, their accounts and sessions, and its customers. False if there is none. */
  deleteTenant(id: TenantId): Promise<boolean>;
  findTenant(id: TenantId): Promise<TenantInfo | undefined>;
  findTenants(ids: readonly TenantId[]): Promise<readonly TenantInfo[]>;
  listTenants(query: PageRequest<TenantSortProperty>): Promise<FoundPage<TenantInfo>>;

  /** Throws `invalid` if the name is taken or it would be a second default. */
  createProfile(profile: TenantProfile): Promise<void>;
  /** Throws `not-found`, or `invalid` if the name is taken or `isDefault` asks for a second default. */
  updateProfile(id: TenantProfileId, fields: TenantProfileFields, isDefault: boolean): Promise<TenantProfile>;
  /** Throws `not-found`, or `invalid` for the default profile and for one in use. */
  deleteProfile(id: TenantProfileId): Promise<void>;
  /** Throws `not-found`. */
  makeDefault(id: TenantProfileId): Promise<TenantProfile>;
  findProfile(id: TenantProfileId): Promise<TenantProfile | undefined>;
  findProfiles(ids: readonly TenantProfileId[]): Promise<readonly TenantProfile[]>;
  /** The profile of a tenant, for those who enforce its limits; undefined if the tenant does not exist. */
  findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined>;
  findDefaultProfile(): Promise<TenantProfile | undefined>;
  listProfiles(query: PageRequest<TenantProfileSortProperty>): Promise<FoundPage<TenantProfile>>;
}
