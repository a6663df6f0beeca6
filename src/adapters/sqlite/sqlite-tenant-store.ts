// Tenants and their profiles in SQLite.
import { DomainError, invalid } from "../../core/errors.ts";
import type { TenantId, TenantProfileId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { TenantProfile } from "../../core/tenants/tenant-profile.ts";
import type {
  TenantFields,
  TenantProfileFields,
  TenantProfileSortProperty,
  TenantSortProperty,
  TenantStore,
  Tenant,
  TenantInfo,
} from "../../core/tenants/tenant-store.ts";
import { CONTACT, fromJsonColumn, jsonColumn, requireVersion } from "./contact-columns.ts";
import { foldedText, searchPage } from "./search-page.ts";
import { violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

const TENANT = new Table("tenant", `id createdAt title profileId ${CONTACT} additionalInfo version`, "searchText");
const PROFILE = new Table(
  "tenant_profile",
  "id createdAt name description isDefault isolatedRuleEngine profileData",
  "searchText",
);
const WITH_PROFILE = "tenant JOIN tenant_profile ON tenant_profile.id = tenant.profile_id";
const INFO_COLUMNS = `${TENANT.columns}, tenant_profile.name AS profileName`;
const SELECT_INFO = `SELECT ${INFO_COLUMNS} FROM ${WITH_PROFILE}`;
const SELECT_PROFILE = `SELECT ${PROFILE.columns} FROM tenant_profile`;

const TENANT_LIST = {
  columns: INFO_COLUMNS,
  from: WITH_PROFILE,
  search: "tenant.search_text",
  id: "tenant.id",
  sort: {
    createdTime: "tenant.created_at",
    title: "title",
    email: "email",
    country: "country",
    state: "state",
    city: "city",
    address: "address",
    address2: "address2",
    zip: "zip",
    phone: "phone",
    tenantProfileName: "tenant_profile.name",
  },
  toItem: toInfo,
};

const PROFILE_LIST = {
  columns: PROFILE.columns,
  from: "tenant_profile",
  search: "search_text",
  id: "id",
  sort: { createdTime: "created_at", name: "name", description: "description", isDefault: "is_default" },
  toItem: toProfile,
};

export class SqliteTenantStore extends SqliteStore implements TenantStore {
  async createTenant(tenant: Tenant): Promise<void> {
    TENANT.insert(this.connection, { ...tenant, ...tenantCells(tenant) });
  }

  async updateTenant(id: TenantId, fields: TenantFields, expectedVersion: number | null): Promise<Tenant> {
    const stored = this.one(toTenant, `SELECT ${TENANT.columns} FROM tenant WHERE id = ?`, id);
    if (stored === undefined) throw new DomainError("not-found", `tenant ${id} does not exist`);
    requireVersion(stored.version, expectedVersion, `tenant ${id}`);
    const changed = { ...fields, version: stored.version + 1 };
    TENANT.update(this.connection, id, { ...changed, ...tenantCells(fields) });
    return { ...stored, ...changed };
  }

  async deleteTenant(id: TenantId): Promise<boolean> {
    return this.connection.run("DELETE FROM tenant WHERE id = ?", id) > 0;
  }

  async findTenant(id: TenantId): Promise<TenantInfo | undefined> {
    return this.one(toInfo, `${SELECT_INFO} WHERE tenant.id = ?`, id);
  }

  async findTenants(ids: readonly TenantId[]): Promise<readonly TenantInfo[]> {
    const sql = `${SELECT_INFO} WHERE tenant.id IN (SELECT value FROM json_each(?)) ORDER BY tenant.id`;
    return this.connection.all(sql, JSON.stringify(ids)).map(toInfo);
  }

  async listTenants(request: PageRequest<TenantSortProperty>): Promise<FoundPage<TenantInfo>> {
    return searchPage(this.connection, TENANT_LIST, request);
  }

  async createProfile(profile: TenantProfile): Promise<void> {
    try {
      PROFILE.insert(this.connection, { ...profile, ...profileCells(profile) });
    } catch (error) {
      throw profileTaken(error, profile.name);
    }
  }

  async updateProfile(id: TenantProfileId, fields: TenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = this.#requireProfile(id);
    if (isDefault && !profile.isDefault) throw secondDefault();
    try {
      PROFILE.update(this.connection, id, { ...fields, ...profileCells(fields) });
    } catch (error) {
      throw profileTaken(error, fields.name);
    }
    return { ...profile, ...fields };
  }

  async deleteProfile(id: TenantProfileId): Promise<void> {
    if (this.#requireProfile(id).isDefault)
      throw invalid(`tenant profile ${id} is the default one and cannot be deleted`);
    if (this.connection.get("SELECT 1 FROM tenant WHERE profile_id = ? LIMIT 1", id) !== undefined)
      throw invalid(`tenant profile ${id} is used by tenants and cannot be deleted`);
    this.connection.run("DELETE FROM tenant_profile WHERE id = ?", id);
  }

  async makeDefault(id: TenantProfileId): Promise<TenantProfile> {
    const profile = this.#requireProfile(id);
    this.connection.run("UPDATE tenant_profile SET is_default = 0 WHERE is_default = 1");
    this.connection.run("UPDATE tenant_profile SET is_default = 1 WHERE id = ?", id);
    return { ...profile, isDefault: true };
  }

  async findProfile(id: TenantProfileId): Promise<TenantProfile | undefined> {
    return this.one(toProfile, `${SELECT_PROFILE} WHERE id = ?`, id);
  }

  async findProfiles(ids: readonly TenantProfileId[]): Promise<readonly TenantProfile[]> {
    const sql = `${SELECT_PROFILE} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
    return this.connection.all(sql, JSON.stringify(ids)).map(toProfile);
  }

  async findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined> {
    return this.one(toProfile, `SELECT ${PROFILE.columns} FROM ${WITH_PROFILE} WHERE tenant.id = ?`, tenantId);
  }

  async findDefaultProfile(): Promise<TenantProfile | undefined> {
    return this.one(toProfile, `${SELECT_PROFILE} WHERE is_default = 1`);
  }

  async listProfiles(request: PageRequest<TenantProfileSortProperty>): Promise<FoundPage<TenantProfile>> {
    return searchPage(this.connection, PROFILE_LIST, request);
  }

  #requireProfile(id: TenantProfileId): TenantProfile {
    const profile = this.one(toProfile, `${SELECT_PROFILE} WHERE id = ?`, id);
    if (profile === undefined) throw new DomainError("not-found", `tenant profile ${id} does not exist`);
    return profile;
  }
}

function tenantCells({ title, additionalInfo }: TenantFields) {
  return { additionalInfo: jsonColumn(additionalInfo), searchText: foldedText(title) };
}

function toTenant(row: Readonly<Record<string, unknown>>): Tenant {
  return { ...(row as unknown as Tenant), additionalInfo: fromJsonColumn(row["additionalInfo"]) };
}

function toInfo(row: Readonly<Record<string, unknown>>): TenantInfo {
  return { ...toTenant(row), profileName: String(row["profileName"]) };
}

function profileCells({ name, profileData }: TenantProfileFields) {
  return { profileData: jsonColumn(profileData) ?? "{}", searchText: foldedText(name) };
}

function toProfile(row: Readonly<Record<string, unknown>>): TenantProfile {
  return {
    ...(row as unknown as TenantProfile),
    isDefault: row["isDefault"] === 1,
    isolatedRuleEngine: row["isolatedRuleEngine"] === 1,
    profileData: fromJsonColumn(row["profileData"]) ?? {},
  };
}

function profileTaken(error: unknown, name: string): unknown {
  if (violatesUnique(error, "tenant_profile.name")) return invalid(`a tenant profile named "${name}" exists already`);
  if (violatesUnique(error, "tenant_profile.is_default")) return secondDefault();
  return error;
}

function secondDefault(): DomainError {
  return invalid("there is a default tenant profile already; another one is made the default by a call of its own");
}
