// Device profiles in SQLite.
import type { SelectQueryBuilder } from "kysely";
import type { DeviceProfile, JsonObject, TransportType } from "../../core/devices/device.ts";
import { provisionSecretOf, withProvisionSecret } from "../../core/devices/profile-data.ts";
import type {
  DefaultChange,
  NamedProfile,
  PackageKind,
  ProfileFields,
  ProfileSortProperty,
  ProfileStore,
} from "../../core/devices/profile-store.ts";
import { PROFILE_IMAGES_BYTES_MAX } from "../../core/devices/references.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { CustomerId, DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { requireVersion } from "./sqlite-errors.ts";
import { PACKAGE_COLUMNS, requirePackages } from "./package-rows.ts";
import { ensureProfile, PROFILE, profileDataOf, profileOf } from "./profile-rows.ts";
import type { Database } from "./schema.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

const LIST: ListColumns<ProfileSortProperty> = {
  search: "device_profile.search_text",
  id: "device_profile.id",
  sort: {
    createdTime: "device_profile.created_at",
    name: "device_profile.name",
    // Every profile has the type DEFAULT, so the id alone decides.
    type: "device_profile.id",
    transportType: "device_profile.transport_type",
    description: "device_profile.description",
    isDefault: "device_profile.is_default",
  },
};

export class SqliteProfileStore extends SqliteStore implements ProfileStore {
  async create(profile: DeviceProfile): Promise<void> {
    this.#requireRoom(profile.tenantId, profile.id, profile.image);
    requirePackages(this.connection, { ...profile, profileId: profile.id }, null);
    try {
      await this.db
        .insertInto("device_profile")
        .values({ ...PROFILE.row(withoutSecret(profile)), ...derivedColumns(this.secrets, profile.id, profile) })
        .execute();
    } catch (error) {
      throw profileError(error, profile.name);
    }
    if (profile.image !== null) this.#writeImage(profile.tenantId, profile.id, profile.image);
  }

  async update(
    tenantId: TenantId,
    id: DeviceProfileId,
    fields: ProfileFields,
    expectedVersion: number | null,
  ): Promise<DeviceProfile> {
    const present = await this.#require(tenantId, id);
    requireVersion(present.version, expectedVersion, `device profile ${id}`);
    if (present.transportType !== fields.transportType && this.#isUsed(id))
      throw invalid(`the transport type of "${present.name}" cannot change while devices use the profile`);
    if (fields.image !== present.image) this.#requireRoom(tenantId, id, fields.image);
    requirePackages(this.connection, { ...fields, tenantId, profileId: id }, { ...present, profileId: id });
    const version = present.version + 1;
    try {
      await this.db
        .updateTable("device_profile")
        .set({ ...PROFILE.changes(withoutSecret(fields)), ...derivedColumns(this.secrets, id, fields), version })
        .where("id", "=", id)
        .execute();
    } catch (error) {
      throw profileError(error, fields.name);
    }
    if (fields.image !== present.image) this.#writeImage(tenantId, id, fields.image);
    return { ...present, ...fields, version };
  }

  async delete(tenantId: TenantId, id: DeviceProfileId): Promise<void> {
    const { isDefault, name } = await this.#require(tenantId, id);
    if (isDefault) throw invalid(`"${name}" is the default device profile and cannot be deleted`);
    if (this.#isUsed(id)) throw invalid(`the device profile "${name}" cannot be deleted while devices use it`);
    await this.db.deleteFrom("device_profile").where("id", "=", id).execute();
  }

  async makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DefaultChange> {
    const present = await this.#require(tenantId, id);
    const formerId = (await this.findDefault(tenantId))?.id ?? null;
    if (formerId === id) return { profile: present, formerId };
    if (formerId !== null)
      await this.db
        .updateTable("device_profile")
        .set(({ eb }) => ({ is_default: 0, version: eb("version", "+", 1) }))
        .where("id", "=", formerId)
        .execute();
    const version = present.version + 1;
    await this.db.updateTable("device_profile").set({ is_default: 1, version }).where("id", "=", id).execute();
    return { profile: { ...present, isDefault: true, version }, formerId };
  }

  async ensureDefault(tenantId: TenantId, newId: DeviceProfileId, now: EpochMillis): Promise<DeviceProfile> {
    const { id } = ensureProfile(this.connection, { tenantId, name: "default", newId, now });
    return this.#require(tenantId, id);
  }

  async deleteAllOf(tenantId: TenantId): Promise<void> {
    await this.db.deleteFrom("device_profile").where("tenant_id", "=", tenantId).execute();
  }

  async tenantOf(id: DeviceProfileId): Promise<TenantId | undefined> {
    const row = await this.db.selectFrom("device_profile").select("tenant_id").where("id", "=", id).executeTakeFirst();
    return row?.tenant_id;
  }

  async find(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile | undefined> {
    return this.#one(this.#profilesOf(tenantId).where("id", "=", id));
  }

  async findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined> {
    const row = this.connection.get(
      "SELECT profile_data FROM device_profile WHERE id = ? AND tenant_id = ?",
      id,
      tenantId,
    );
    return row === undefined ? undefined : profileDataOf(row);
  }

  async findMany(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<readonly DeviceProfile[]> {
    return this.#all(this.#profilesOf(tenantId).where("id", "in", ids).orderBy("id"));
  }

  async findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined> {
    return this.#one(this.#profilesOf(tenantId).where("is_default", "=", 1));
  }

  async findByProvisionKey(key: string): Promise<DeviceProfile | undefined> {
    return this.#one(this.#profiles().where("provision_key", "=", key));
  }

  async list(
    tenantId: TenantId,
    transportType: TransportType | null,
    page: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>> {
    const ofTenant = this.#profilesOf(tenantId);
    const query = transportType === null ? ofTenant : ofTenant.where("transport_type", "=", transportType);
    const { items, total } = await searchPage(query, page, LIST);
    return { items: items.map((row) => profileOf(this.secrets, row)), total };
  }

  async names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]> {
    return this.db
      .selectFrom("device_profile")
      .select(["id", "name"])
      .where("tenant_id", "=", tenantId)
      .$if(inUse, (query) =>
        query.where((where) =>
          where.exists(
            where.selectFrom("device").select("device.id").whereRef("device.profile_id", "=", "device_profile.id"),
          ),
        ),
      )
      .orderBy("name")
      .execute();
  }

  async countWithoutPackage(
    tenantId: TenantId,
    customerId: CustomerId | null,
    id: DeviceProfileId,
    kind: PackageKind,
  ): Promise<number> {
    // All minus those that have one: the devices without, of which there may be very many, are counted in an index.
    const owned = customerId === null ? "" : "AND tenant_id = p.tenant_id AND customer_id = ?3";
    const row = this.connection.get(
      `SELECT (SELECT count(*) FROM device WHERE profile_id = p.id ${owned})
         - (SELECT count(*) FROM device WHERE profile_id = p.id AND ${PACKAGE_COLUMNS[kind]} IS NOT NULL ${owned}) AS n
       FROM device_profile p WHERE p.id = ?1 AND p.tenant_id = ?2`,
      ...[id, tenantId, ...(customerId === null ? [] : [customerId])],
    );
    return Number(row?.["n"] ?? 0);
  }

  async #require(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile> {
    const profile = await this.find(tenantId, id);
    if (profile === undefined) throw new DomainError("not-found", `device profile ${id} does not exist`);
    return profile;
  }

  /** The length of a text is read from the head of its row, not from the text. */
  #requireRoom(tenantId: TenantId, id: DeviceProfileId, image: string | null): void {
    if (image === null) return;
    const row = this.connection.get(
      "SELECT total(octet_length(image)) AS bytes FROM device_profile_image WHERE tenant_id = ? AND profile_id <> ?",
      tenantId,
      id,
    );
    const bytes = Number(row?.["bytes"]) + Buffer.byteLength(image);
    if (bytes > PROFILE_IMAGES_BYTES_MAX)
      throw invalid(
        `image: the images of all device profiles may have ${String(PROFILE_IMAGES_BYTES_MAX)} bytes together, got ${String(bytes)}`,
      );
  }

  #writeImage(tenantId: TenantId, id: DeviceProfileId, image: string | null): void {
    const { connection } = this;
    if (image === null) connection.run("DELETE FROM device_profile_image WHERE profile_id = ?", id);
    else
      connection.run(
        `INSERT INTO device_profile_image (profile_id, tenant_id, image) VALUES (?, ?, ?)
         ON CONFLICT (profile_id) DO UPDATE SET image = excluded.image`,
        id,
        tenantId,
        image,
      );
  }

  #isUsed(id: DeviceProfileId): boolean {
    return this.connection.get("SELECT 1 FROM device WHERE profile_id = ? LIMIT 1", id) !== undefined;
  }

  #profilesOf(tenantId: TenantId) {
    return this.#profiles().where("tenant_id", "=", tenantId);
  }

  /** Whole profiles, of all tenants: for a key that is unique in the installation. */
  #profiles() {
    return this.db
      .selectFrom("device_profile")
      .selectAll("device_profile")
      .select((eb) =>
        eb
          .selectFrom("device_profile_image")
          .select("image")
          .whereRef("profile_id", "=", "device_profile.id")
          .as("image"),
      );
  }

  async #one(query: ProfileQuery): Promise<DeviceProfile | undefined> {
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : profileOf(this.secrets, row);
  }

  async #all(query: ProfileQuery): Promise<readonly DeviceProfile[]> {
    return (await query.execute()).map((row) => profileOf(this.secrets, row));
  }
}

/** As it is kept in the row: the secret is sealed apart, and the image has a table of its own. */
function withoutSecret<Part extends ProfileFields>({ image: _, ...part }: Part) {
  return { ...part, profileData: withProvisionSecret(part.profileData, null) };
}

function derivedColumns(secrets: SecretBox, id: DeviceProfileId, { name, profileData }: ProfileFields) {
  const secret = provisionSecretOf(profileData);
  return { provision_secret: secret === null ? null : secrets.seal(secret, id), search_text: foldedText(name) };
}

type ProfileQuery = SelectQueryBuilder<Database, "device_profile", Record<string, unknown>>;

function profileError(error: unknown, name: string): unknown {
  if (violatesUnique(error, "device_profile.tenant_id, device_profile.name"))
    return invalid(`a device profile named "${name}" exists already`);
  if (violatesUnique(error, "device_profile.provision_key"))
    return invalid("provisionDeviceKey is used by another device profile already");
  if (violatesUnique(error, "device_profile.tenant_id"))
    return invalid("the tenant has a default device profile already");
  return error;
}
