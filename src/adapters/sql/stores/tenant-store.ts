// Tenants and their profiles.
import { DomainError, invalid, wrong } from "../../../core/errors.ts";
import type { TenantId, TenantProfileId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { TenantProfile } from "../../../core/tenants/tenant-profile.ts";
import type {
  TenantFields,
  TenantProfileFields,
  TenantProfileSortProperty,
  TenantSortProperty,
  TenantStore,
  Tenant,
  TenantInfo,
} from "../../../core/tenants/tenant-store.ts";
import { foldedText, searchPage, type List } from "./search-page.ts";
import { requireVersion, violatesUnique } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

const INFO_COLUMNS = "tenant.*, tenant_profile.name AS profile_name";
const INFO_FROM = "tenant JOIN tenant_profile ON tenant_profile.id = tenant.profile_id";

const TENANT_LIST: List<TenantSortProperty> = {
  columns: INFO_COLUMNS,
  from: INFO_FROM,
  search: "tenant.search_text",
  id: "tenant.id",
  sort: {
    createdTime: "tenant.created_at",
    title: "tenant.title",
    email: "tenant.email",
    country: "tenant.country",
    state: "tenant.state",
    city: "tenant.city",
    address: "tenant.address",
    address2: "tenant.address2",
    zip: "tenant.zip",
    phone: "tenant.phone",
    tenantProfileName: "tenant_profile.name",
  },
};

const PROFILE_LIST: List<TenantProfileSortProperty> = {
  columns: "*",
  from: "tenant_profile",
  search: "search_text",
  id: "id",
  sort: {
    createdTime: "created_at",
    name: "name",
    description: "description",
    isDefault: "is_default",
  },
};

const TENANT = storedAs<Tenant>()(
  `id, created_at, title, profile_id, country, state, city, address, address2, zip, phone, email, additional_info,
    version`,
  { additionalInfo: JSON_TEXT },
);

const TENANT_PROFILE = storedAs<TenantProfile>()(
  "id, created_at, name, description, is_default, isolated_rule_engine, profile_data",
  { isDefault: FLAG, isolatedRuleEngine: FLAG, profileData: JSON_TEXT },
);

export class SqlTenantStore extends SqlStore implements TenantStore {
  async createTenant(tenant: Tenant): Promise<void> {
    this.connection.insert("tenant", { ...TENANT.row(tenant), search_text: foldedText(tenant.title) });
  }

  async updateTenant(id: TenantId, fields: TenantFields, expectedVersion: number | null): Promise<Tenant> {
    const tenant = TENANT.found(this.connection.get("SELECT * FROM tenant WHERE id = ?", id));
    if (tenant === undefined) throw new DomainError("not-found", `tenant ${id} does not exist`);
    requireVersion(tenant.version, expectedVersion, `tenant ${id}`);
    const changed = { ...fields, version: tenant.version + 1 };
    this.connection.update("tenant", id, { ...TENANT.changes(changed), search_text: foldedText(fields.title) });
    return { ...tenant, ...changed };
  }

  async deleteTenant(id: TenantId): Promise<boolean> {
    return this.connection.run("DELETE FROM tenant WHERE id = ?", id) > 0;
  }

  async findTenant(id: TenantId): Promise<TenantInfo | undefined> {
    const row = this.connection.get(`SELECT ${INFO_COLUMNS} FROM ${INFO_FROM} WHERE tenant.id = ?`, id);
    return row === undefined ? undefined : infoOf(row);
  }

  async findTenants(ids: readonly TenantId[]): Promise<readonly TenantInfo[]> {
    const rows = this.connection.all(
      `SELECT ${INFO_COLUMNS} FROM ${INFO_FROM} WHERE tenant.id IN (SELECT value FROM json_each(?)) ORDER BY tenant.id`,
      JSON.stringify(ids),
    );
    return rows.map(infoOf);
  }

  async listTenants(request: PageRequest<TenantSortProperty>): Promise<FoundPage<TenantInfo>> {
    return searchPage(this.connection, { list: TENANT_LIST, where: [], request }, infoOf);
  }

  async createProfile(profile: TenantProfile): Promise<void> {
    try {
      const row = { ...TENANT_PROFILE.row(profile), search_text: foldedText(profile.name) };
      this.connection.insert("tenant_profile", row);
    } catch (error) {
      throw profileTaken(error, profile.name);
    }
  }

  async updateProfile(id: TenantProfileId, fields: TenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = await this.#requireProfile(id);
    if (isDefault && !profile.isDefault) throw secondDefault();
    try {
      const row = { ...TENANT_PROFILE.changes(fields), search_text: foldedText(fields.name) };
      this.connection.update("tenant_profile", id, row);
    } catch (error) {
      throw profileTaken(error, fields.name);
    }
    return { ...profile, ...fields };
  }

  async deleteProfile(id: TenantProfileId): Promise<void> {
    const profile = await this.#requireProfile(id);
    if (profile.isDefault) throw invalid(`tenant profile ${id} is the default one and cannot be deleted`);
    if (this.connection.get("SELECT 1 FROM tenant WHERE profile_id = ? LIMIT 1", id) !== undefined)
      throw invalid(`tenant profile ${id} is used by tenants and cannot be deleted`);
    this.connection.run("DELETE FROM tenant_profile WHERE id = ?", id);
  }

  async makeDefault(id: TenantProfileId): Promise<TenantProfile> {
    const profile = await this.#requireProfile(id);
    this.connection.run("UPDATE tenant_profile SET is_default = 0 WHERE is_default = 1");
    this.connection.run("UPDATE tenant_profile SET is_default = 1 WHERE id = ?", id);
    return { ...profile, isDefault: true };
  }

  async findProfile(id: TenantProfileId): Promise<TenantProfile | undefined> {
    return TENANT_PROFILE.found(this.connection.get("SELECT * FROM tenant_profile WHERE id = ?", id));
  }

  async findProfiles(ids: readonly TenantProfileId[]): Promise<readonly TenantProfile[]> {
    const rows = this.connection.all(
      "SELECT * FROM tenant_profile WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
      JSON.stringify(ids),
    );
    return rows.map(TENANT_PROFILE.entity);
  }

  async findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined> {
    const row = this.connection.get(`SELECT tenant_profile.* FROM ${INFO_FROM} WHERE tenant.id = ?`, tenantId);
    return TENANT_PROFILE.found(row);
  }

  async findDefaultProfile(): Promise<TenantProfile | undefined> {
    return TENANT_PROFILE.found(this.connection.get("SELECT * FROM tenant_profile WHERE is_default = 1"));
  }

  async listProfiles(request: PageRequest<TenantProfileSortProperty>): Promise<FoundPage<TenantProfile>> {
    return searchPage(this.connection, { list: PROFILE_LIST, where: [], request }, TENANT_PROFILE.entity);
  }

  async #requireProfile(id: TenantProfileId): Promise<TenantProfile> {
    const profile = await this.findProfile(id);
    if (profile === undefined) throw new DomainError("not-found", `tenant profile ${id} does not exist`);
    return profile;
  }
}

function infoOf(row: Row): TenantInfo {
  return { ...TENANT.entity(row), profileName: row["profile_name"] as string };
}

function profileTaken(error: unknown, name: string): unknown {
  if (violatesUnique(error, "tenant_profile.name")) return wrong("taken", { field: "name", found: name });
  if (violatesUnique(error, "tenant_profile.is_default")) return secondDefault();
  return error;
}

function secondDefault(): DomainError {
  return invalid("there is a default tenant profile already; another one is made the default by a call of its own");
}
