// Device profiles in SQLite.
import type { DeviceProfile, JsonObject, TransportType } from "../../core/devices/device.ts";
import type {
  DefaultChange,
  KeysOf,
  NamedProfile,
  PackageKind,
  ProfileFields,
  ProfileSortProperty,
  ProfileStore,
  ValueKind,
} from "../../core/devices/profile-store.ts";
import { PROFILE_IMAGES_BYTES_MAX } from "../../core/devices/references.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { CustomerId, DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { requireVersion } from "./contact-columns.ts";
import { derivedCells, ensureProfile, PROFILE, PROFILE_COLUMNS, profileDataOf, profileOf } from "./profile-rows.ts";
import { searchPage } from "./search-page.ts";
import { violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

const SELECT = `SELECT ${PROFILE_COLUMNS} FROM device_profile`;

const LIST = {
  columns: PROFILE_COLUMNS,
  from: "device_profile",
  search: "search_text",
  id: "id",
  sort: {
    createdTime: "created_at",
    name: "name",
    // Every profile has the type DEFAULT, so the id alone decides.
    type: "id",
    transportType: "transport_type",
    description: "description",
    isDefault: "is_default",
  },
};

const VALUES_OF_DEVICE: Readonly<Record<ValueKind, string>> = {
  timeseries: "series v ON v.owner_id = d.id",
  attributes: "attribute_owner o ON o.id = d.id CROSS JOIN attribute v ON v.owner = o.number",
};

const PACKAGE_COLUMNS: Readonly<Record<PackageKind, string>> = { FIRMWARE: "firmware_id", SOFTWARE: "software_id" };

export class SqliteProfileStore extends SqliteStore implements ProfileStore {
  async create(profile: DeviceProfile): Promise<void> {
    const { id, tenantId, image } = profile;
    this.#requireRoom(tenantId, id, image);
    try {
      PROFILE.insert(this.connection, { ...profile, ...derivedCells(this.secrets, id, profile) });
    } catch (error) {
      throw profileError(error, profile.name);
    }
    if (image !== null) this.#writeImage(tenantId, id, image);
  }

  async update(
    tenantId: TenantId,
    id: DeviceProfileId,
    fields: ProfileFields,
    expectedVersion: number | null,
  ): Promise<DeviceProfile> {
    const present = this.#require(tenantId, id);
    requireVersion(present.version, expectedVersion, `device profile ${id}`);
    if (present.transportType !== fields.transportType && this.#isUsed(id))
      throw invalid(`the transport type of "${present.name}" cannot change while devices use the profile`);
    if (fields.image !== present.image) this.#requireRoom(tenantId, id, fields.image);
    const changed = { ...fields, version: present.version + 1 };
    try {
      PROFILE.update(this.connection, id, { ...changed, ...derivedCells(this.secrets, id, fields) });
    } catch (error) {
      throw profileError(error, fields.name);
    }
    if (fields.image !== present.image) this.#writeImage(tenantId, id, fields.image);
    return { ...present, ...changed };
  }

  async delete(tenantId: TenantId, id: DeviceProfileId): Promise<void> {
    const { isDefault, name } = this.#require(tenantId, id);
    if (isDefault) throw invalid(`"${name}" is the default device profile and cannot be deleted`);
    if (this.#isUsed(id)) throw invalid(`the device profile "${name}" cannot be deleted while devices use it`);
    this.connection.run("DELETE FROM device_profile WHERE id = ?", id);
  }

  async makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DefaultChange> {
    const present = this.#require(tenantId, id);
    const formerId = (await this.findDefault(tenantId))?.id ?? null;
    if (formerId === id) return { profile: present, formerId };
    const sql = "UPDATE device_profile SET is_default = ?, version = version + 1 WHERE id = ?";
    if (formerId !== null) this.connection.run(sql, 0, formerId);
    this.connection.run(sql, 1, id);
    return { profile: { ...present, isDefault: true, version: present.version + 1 }, formerId };
  }

  async ensureDefault(tenantId: TenantId, newId: DeviceProfileId, now: EpochMillis): Promise<DeviceProfile> {
    const { id } = ensureProfile(this.connection, { tenantId, name: "default", newId, now });
    return this.#require(tenantId, id);
  }

  async deleteAllOf(tenantId: TenantId): Promise<void> {
    this.connection.run("DELETE FROM device_profile WHERE tenant_id = ?", tenantId);
  }

  async tenantOf(id: DeviceProfileId): Promise<TenantId | undefined> {
    return this.one((row) => row["tenant_id"] as TenantId, "SELECT tenant_id FROM device_profile WHERE id = ?", id);
  }

  async find(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile | undefined> {
    return this.one(this.#profile, `${SELECT} WHERE id = ? AND tenant_id = ?`, id, tenantId);
  }

  async findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined> {
    const sql = "SELECT profile_data AS text FROM device_profile WHERE id = ? AND tenant_id = ?";
    return this.one(({ text }) => profileDataOf(text), sql, id, tenantId);
  }

  async findMany(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<readonly DeviceProfile[]> {
    const sql = `${SELECT} WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id`;
    return this.connection.all(sql, tenantId, JSON.stringify(ids)).map(this.#profile);
  }

  async findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined> {
    return this.one(this.#profile, `${SELECT} WHERE tenant_id = ? AND is_default = 1`, tenantId);
  }

  async findByProvisionKey(key: string): Promise<DeviceProfile | undefined> {
    return this.one(this.#profile, `${SELECT} WHERE provision_key = ?`, key);
  }

  async list(
    tenantId: TenantId,
    transportType: TransportType | null,
    page: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>> {
    const where = {
      sql: "tenant_id = ?1 AND (?2 IS NULL OR transport_type = ?2)",
      parameters: [tenantId, transportType],
    };
    return searchPage(this.connection, { ...LIST, where, toItem: this.#profile }, page);
  }

  async names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]> {
    const used = inUse ? "AND EXISTS (SELECT 1 FROM device WHERE device.profile_id = device_profile.id)" : "";
    const sql = `SELECT id, name FROM device_profile WHERE tenant_id = ? ${used} ORDER BY name`;
    return this.connection.all(sql, tenantId).map((row) => ({ ...(row as unknown as NamedProfile) }));
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

  async keysInUse(tenantId: TenantId, { profileId, kind }: KeysOf, keysMax: number): Promise<readonly string[]> {
    const rows = this.connection.all(
      `SELECT DISTINCT v.key FROM device d CROSS JOIN ${VALUES_OF_DEVICE[kind]}
       WHERE d.tenant_id = ?1 AND (?2 IS NULL OR d.profile_id = ?2) LIMIT ?3`,
      tenantId,
      profileId,
      keysMax + 1,
    );
    if (rows.length > keysMax)
      throw invalid(`the devices have more than ${String(keysMax)} different keys, which is the most one answer gives`);
    return rows.map(({ key }) => String(key)).sort();
  }

  #require(tenantId: TenantId, id: DeviceProfileId): DeviceProfile {
    const profile = this.one(this.#profile, `${SELECT} WHERE id = ? AND tenant_id = ?`, id, tenantId);
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

  readonly #profile = (row: Readonly<Record<string, unknown>>): DeviceProfile => profileOf(this.secrets, row);
}

function profileError(error: unknown, name: string): unknown {
  if (violatesUnique(error, "device_profile.tenant_id, device_profile.name"))
    return invalid(`a device profile named "${name}" exists already`);
  if (violatesUnique(error, "device_profile.provision_key"))
    return invalid("provisionDeviceKey is used by another device profile already");
  if (violatesUnique(error, "device_profile.tenant_id"))
    return invalid("the tenant has a default device profile already");
  return error;
}
