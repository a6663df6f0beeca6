// Tenants and their profiles in SQLite.
import type { Selectable } from "kysely";
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
import { millis } from "../../lib/clock.ts";
import { contactColumns, fromJsonColumn, jsonColumn, requireVersion } from "./contact-columns.ts";
import type { TenantProfileTable, TenantTable } from "./schema/accounts.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

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

export class SqliteTenantStore extends SqliteStore implements TenantStore {
  async createTenant(tenant: Tenant): Promise<void> {
    await this.db
      .insertInto("tenant")
      .values({
        id: tenant.id,
        created_at: tenant.createdAt,
        ...tenantColumns(tenant),
        version: tenant.version,
      })
      .execute();
  }

  async updateTenant(id: TenantId, fields: TenantFields, expectedVersion: number | null): Promise<Tenant> {
    const row = await this.db.selectFrom("tenant").selectAll().where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw unknownTenant(id);
    requireVersion(row.version, expectedVersion, `tenant ${id}`);
    const columns = { ...tenantColumns(fields), version: row.version + 1 };
    await this.db.updateTable("tenant").set(columns).where("id", "=", id).execute();
    return toTenant({ ...row, ...columns });
  }

  async deleteTenant(id: TenantId): Promise<boolean> {
    const { numDeletedRows } = await this.db.deleteFrom("tenant").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async findTenant(id: TenantId): Promise<TenantInfo | undefined> {
    const row = await this.#infos().where("tenant.id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : toInfo(row);
  }

  async findTenants(ids: readonly TenantId[]): Promise<readonly TenantInfo[]> {
    return (await this.#infos().where("tenant.id", "in", ids).orderBy("tenant.id").execute()).map(toInfo);
  }

  async listTenants(request: PageRequest<TenantSortProperty>): Promise<FoundPage<TenantInfo>> {
    const { items, total } = await searchPage(this.#infos(), request, TENANT_LIST);
    return { items: items.map(toInfo), total };
  }

  async createProfile(profile: TenantProfile): Promise<void> {
    try {
      await this.db
        .insertInto("tenant_profile")
        .values({
          id: profile.id,
          created_at: profile.createdAt,
          is_default: profile.isDefault,
          ...profileColumns(profile),
        })
        .execute();
    } catch (error) {
      throw profileTaken(error, profile.name);
    }
  }

  async updateProfile(id: TenantProfileId, fields: TenantProfileFields, isDefault: boolean): Promise<TenantProfile> {
    const profile = await this.#requireProfile(id);
    if (isDefault && !profile.isDefault) throw secondDefault();
    try {
      await this.db.updateTable("tenant_profile").set(profileColumns(fields)).where("id", "=", id).execute();
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
    return row === undefined ? undefined : toProfile(row);
  }

  async findProfiles(ids: readonly TenantProfileId[]): Promise<readonly TenantProfile[]> {
    const rows = await this.db.selectFrom("tenant_profile").selectAll().where("id", "in", ids).orderBy("id").execute();
    return rows.map(toProfile);
  }

  async findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined> {
    const row = await this.db
      .selectFrom("tenant")
      .innerJoin("tenant_profile", "tenant_profile.id", "tenant.profile_id")
      .selectAll("tenant_profile")
      .where("tenant.id", "=", tenantId)
      .executeTakeFirst();
    return row === undefined ? undefined : toProfile(row);
  }

  async findDefaultProfile(): Promise<TenantProfile | undefined> {
    const row = await this.db.selectFrom("tenant_profile").selectAll().where("is_default", "=", 1).executeTakeFirst();
    return row === undefined ? undefined : toProfile(row);
  }

  async listProfiles(request: PageRequest<TenantProfileSortProperty>): Promise<FoundPage<TenantProfile>> {
    const { items, total } = await searchPage(this.db.selectFrom("tenant_profile").selectAll(), request, PROFILE_LIST);
    return { items: items.map(toProfile), total };
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

type TenantRow = Selectable<TenantTable>;

function tenantColumns(fields: TenantFields) {
  return {
    title: fields.title,
    profile_id: fields.profileId,
    ...contactColumns(fields),
    additional_info: jsonColumn(fields.additionalInfo),
    search_text: foldedText(fields.title),
  };
}

// The ids of a row were made by our own parser before they were stored; the same in the other stores.
function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id as TenantId,
    createdAt: millis(row.created_at),
    title: row.title,
    profileId: row.profile_id as TenantProfileId,
    ...contactColumns(row),
    additionalInfo: fromJsonColumn(row.additional_info),
    version: row.version,
  };
}

function toInfo(row: TenantRow & { readonly profile_name: string }): TenantInfo {
  return { ...toTenant(row), profileName: row.profile_name };
}

function profileColumns(fields: TenantProfileFields) {
  return {
    name: fields.name,
    description: fields.description,
    isolated_rule_engine: fields.isolatedRuleEngine,
    profile_data: jsonColumn(fields.profileData) ?? "{}",
    search_text: foldedText(fields.name),
  };
}

function toProfile(row: Selectable<TenantProfileTable>): TenantProfile {
  return {
    id: row.id as TenantProfileId,
    createdAt: millis(row.created_at),
    name: row.name,
    description: row.description,
    isDefault: row.is_default === 1,
    isolatedRuleEngine: row.isolated_rule_engine === 1,
    profileData: fromJsonColumn(row.profile_data) ?? {},
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

function unknownTenant(id: TenantId): DomainError {
  return new DomainError("not-found", `tenant ${id} does not exist`);
}
