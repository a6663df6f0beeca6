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
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { requireVersion, violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

const TENANT_LIST: ListColumns<TenantSortProperty> = {
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

const PROFILE_LIST: ListColumns<TenantProfileSortProperty> = {
  search: "tenant_profile.search_text",
  id: "tenant_profile.id",
  sort: {
    createdTime: "tenant_profile.created_at",
    name: "tenant_profile.name",
    description: "tenant_profile.description",
    isDefault: "tenant_profile.is_default",
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

export class SqliteTenantStore extends SqliteStore implements TenantStore {
  async createTenant(tenant: Tenant): Promise<void> {
    await this.db
      .insertInto("tenant")
      .values({ ...TENANT.row(tenant), search_text: foldedText(tenant.title) })
      .execute();
  }

  async updateTenant(id: TenantId, fields: TenantFields, expectedVersion: number | null): Promise<Tenant> {
    const row = await this.db.selectFrom("tenant").selectAll().where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw unknownTenant(id);
    requireVersion(row.version, expectedVersion, `tenant ${id}`);
    const changed = { ...fields, version: row.version + 1 };
    const columns = { ...TENANT.changes(changed), search_text: foldedText(fields.title) };
    await this.db.updateTable("tenant").set(columns).where("id", "=", id).execute();
    return { ...TENANT.entity(row), ...changed };
  }

  async deleteTenant(id: TenantId): Promise<boolean> {
    const { numDeletedRows } = await this.db.deleteFrom("tenant").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async findTenant(id: TenantId): Promise<TenantInfo | undefined> {
    const row = await this.#infos().where("tenant.id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : infoOf(row);
  }

  async findTenants(ids: readonly TenantId[]): Promise<readonly TenantInfo[]> {
    return (await this.#infos().where("tenant.id", "in", ids).orderBy("tenant.id").execute()).map(infoOf);
  }

  async listTenants(request: PageRequest<TenantSortProperty>): Promise<FoundPage<TenantInfo>> {
    const { items, total } = await searchPage(this.#infos(), request, TENANT_LIST);
    return { items: items.map(infoOf), total };
  }

  async createProfile(profile: TenantProfile): Promise<void> {
    try {
      await this.db
        .insertInto("tenant_profile")
        .values({ ...TENANT_PROFILE.row(profile), search_text: foldedText(profile.name) })
        .execute();
    } catch (error) {
      throw profileTaken(error, profile.name);
    }
  }

  async updateProfile(id: TenantProfileId, fields: TenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = await this.#requireProfile(id);
    if (isDefault && !profile.isDefault) throw secondDefault();
    try {
      await this.db
        .updateTable("tenant_profile")
        .set({ ...TENANT_PROFILE.changes(fields), search_text: foldedText(fields.name) })
        .where("id", "=", id)
        .execute();
    } catch (error) {
      throw profileTaken(error, fields.name);
    }
    return { ...profile, ...fields };
  }

  async deleteProfile(id: TenantProfileId): Promise<void> {
    const profile = await this.#requireProfile(id);
    if (profile.isDefault) throw invalid(`tenant profile ${id} is the default one and cannot be deleted`);
    const user = await this.db
      .selectFrom("tenant")
      .select("id")
      .where("profile_id", "=", id)
      .limit(1)
      .executeTakeFirst();
    if (user !== undefined) throw invalid(`tenant profile ${id} is used by tenants and cannot be deleted`);
    await this.db.deleteFrom("tenant_profile").where("id", "=", id).execute();
  }

  async makeDefault(id: TenantProfileId): Promise<TenantProfile> {
    const profile = await this.#requireProfile(id);
    await this.db.updateTable("tenant_profile").set({ is_default: false }).where("is_default", "=", 1).execute();
    await this.db.updateTable("tenant_profile").set({ is_default: true }).where("id", "=", id).execute();
    return { ...profile, isDefault: true };
  }

  async findProfile(id: TenantProfileId): Promise<TenantProfile | undefined> {
    const row = await this.db.selectFrom("tenant_profile").selectAll().where("id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : TENANT_PROFILE.entity(row);
  }

  async findProfiles(ids: readonly TenantProfileId[]): Promise<readonly TenantProfile[]> {
    const rows = await this.db.selectFrom("tenant_profile").selectAll().where("id", "in", ids).orderBy("id").execute();
    return rows.map(TENANT_PROFILE.entity);
  }

  async findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined> {
    const row = await this.db
      .selectFrom("tenant")
      .innerJoin("tenant_profile", "tenant_profile.id", "tenant.profile_id")
      .selectAll("tenant_profile")
      .where("tenant.id", "=", tenantId)
      .executeTakeFirst();
    return row === undefined ? undefined : TENANT_PROFILE.entity(row);
  }

  async findDefaultProfile(): Promise<TenantProfile | undefined> {
    const row = await this.db.selectFrom("tenant_profile").selectAll().where("is_default", "=", 1).executeTakeFirst();
    return row === undefined ? undefined : TENANT_PROFILE.entity(row);
  }

  async listProfiles(request: PageRequest<TenantProfileSortProperty>): Promise<FoundPage<TenantProfile>> {
    const { items, total } = await searchPage(this.db.selectFrom("tenant_profile").selectAll(), request, PROFILE_LIST);
    return { items: items.map(TENANT_PROFILE.entity), total };
  }

  #infos() {
    return this.db
      .selectFrom("tenant")
      .innerJoin("tenant_profile", "tenant_profile.id", "tenant.profile_id")
      .selectAll("tenant")
      .select("tenant_profile.name as profile_name");
  }

  async #requireProfile(id: TenantProfileId): Promise<TenantProfile> {
    const profile = await this.findProfile(id);
    if (profile === undefined) throw new DomainError("not-found", `tenant profile ${id} does not exist`);
    return profile;
  }
}

function infoOf(row: Row & { readonly profile_name: string }): TenantInfo {
  return { ...TENANT.entity(row), profileName: row.profile_name };
}

function profileTaken(error: unknown, name: string): unknown {
  if (violatesUnique(error, "tenant_profile.name")) return invalid(`a tenant profile named "${name}" exists already`);
  if (violatesUnique(error, "tenant_profile.is_default")) return secondDefault();
  return error;
}

function secondDefault(): DomainError {
  return invalid("there is a default tenant profile already; another one is made the default by a call of its own");
}

function unknownTenant(id: TenantId): DomainError {
  return new DomainError("not-found", `tenant ${id} does not exist`);
}
