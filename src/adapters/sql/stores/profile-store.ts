// Device profiles.
import type { DeviceProfile, JsonObject, TransportType } from "../../../core/devices/device.ts";
import { provisionSecretOf, withProvisionSecret } from "../../../core/devices/profile-data.ts";
import type {
  DefaultChange,
  NamedProfile,
  PackageKind,
  ProfileFields,
  ProfileSortProperty,
  ProfileStore,
} from "../../../core/devices/profile-store.ts";
import { PROFILE_IMAGES_BYTES_MAX } from "../../../core/devices/references.ts";
import { DomainError, invalid, wrong } from "../../../core/errors.ts";
import type { CustomerId, DeviceProfileId, TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import { requireVersion } from "../storage-errors.ts";
import { PACKAGE_COLUMNS, requirePackages } from "./package-rows.ts";
import { ensureProfile, PROFILE, profileDataOf, profileOf, requireTenant } from "./profile-rows.ts";
import { allOf, equal, foldedText, searchPage, type Condition, type List } from "./search-page.ts";
import { violatesUnique } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs } from "./stored-as.ts";

const NAMED = storedAs<NamedProfile>()("id, name");

/** The columns of whole profiles. */
const COLUMNS = `*, (SELECT image FROM device_profile_image WHERE profile_id = device_profile.id) AS image`;

const LIST: List<ProfileSortProperty> = {
  columns: COLUMNS,
  from: "device_profile",
  search: "search_text",
  id: "id",
  sort: {
    createdTime: "created_at",
    name: "name",
    // Every profile has the type DEFAULT, so only the id decides.
    type: "id",
    transportType: "transport_type",
    description: "description",
    isDefault: "is_default",
  },
};

export class SqlProfileStore extends SqlStore implements ProfileStore {
  async create(profile: DeviceProfile): Promise<void> {
    requireTenant(this.connection, profile.tenantId);
    this.#requireRoom(profile.tenantId, profile.id, profile.image);
    requirePackages(this.connection, { ...profile, profileId: profile.id }, null);
    try {
      const derived = derivedColumns(this.secrets, profile.id, profile);
      this.connection.insert("device_profile", { ...PROFILE.row(withoutSecret(profile)), ...derived });
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
      const derived = derivedColumns(this.secrets, id, fields);
      this.connection.update("device_profile", id, { ...PROFILE.changes(withoutSecret(fields)), ...derived, version });
    } catch (error) {
      throw profileError(error, fields.name);
    }
    if (fields.image !== present.image) this.#writeImage(tenantId, id, fields.image);
    return { ...present, ...fields, version };
  }

  async delete(tenantId: TenantId, id: DeviceProfileId): Promise<void> {
    const { isDefault, name } = await this.#require(tenantId, id);
    if (isDefault) throw wrong("device-profile-default", { field: "id", found: name });
    if (this.#isUsed(id)) throw wrong("device-profile-used", { field: "id", found: name });
    this.connection.run("DELETE FROM device_profile WHERE id = ?", id);
  }

  async makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DefaultChange> {
    const present = await this.#require(tenantId, id);
    const formerId = (await this.findDefault(tenantId))?.id ?? null;
    if (formerId === id) return { profile: present, formerId };
    if (formerId !== null)
      this.connection.run("UPDATE device_profile SET is_default = 0, version = version + 1 WHERE id = ?", formerId);
    const version = present.version + 1;
    this.connection.update("device_profile", id, { is_default: 1, version });
    return { profile: { ...present, isDefault: true, version }, formerId };
  }

  async ensureDefault(tenantId: TenantId, newId: DeviceProfileId, now: EpochMillis): Promise<DeviceProfile> {
    requireTenant(this.connection, tenantId);
    const { id } = ensureProfile(this.connection, { tenantId, name: "default", newId, now });
    return this.#require(tenantId, id);
  }

  async deleteAllOf(tenantId: TenantId): Promise<void> {
    this.connection.run(
      `DELETE FROM device_profile WHERE tenant_id = ?1
         AND NOT EXISTS (SELECT 1 FROM device d WHERE d.profile_id = device_profile.id)`,
      tenantId,
    );
  }

  async tenantOf(id: DeviceProfileId): Promise<TenantId | undefined> {
    const row = this.connection.get("SELECT tenant_id FROM device_profile WHERE id = ?", id);
    return row?.["tenant_id"] as TenantId | undefined;
  }

  async find(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile | undefined> {
    return this.#all([...equal("tenant_id", tenantId), ...equal("id", id)])[0];
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
    const among = { sql: "id IN (SELECT value FROM json_each(?))", parameters: [JSON.stringify(ids)] };
    return this.#all([...equal("tenant_id", tenantId), among]);
  }

  async findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined> {
    return this.#all([...equal("tenant_id", tenantId), ...equal("is_default", 1)])[0];
  }

  async findByProvisionKey(key: string): Promise<DeviceProfile | undefined> {
    return this.#all(equal("provision_key", key))[0];
  }

  async list(
    tenantId: TenantId,
    transportType: TransportType | null,
    request: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>> {
    const where = [...equal("tenant_id", tenantId), ...equal("transport_type", transportType)];
    return searchPage(this.connection, { list: LIST, where, request }, (row) => profileOf(this.secrets, row));
  }

  async names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]> {
    const used = "AND EXISTS (SELECT 1 FROM device WHERE profile_id = device_profile.id)";
    const rows = this.connection.all(
      `SELECT id, name FROM device_profile WHERE tenant_id = ? ${inUse ? used : ""} ORDER BY name`,
      tenantId,
    );
    return rows.map(NAMED.entity);
  }

  async countWithoutPackage(
    tenantId: TenantId,
    customerId: CustomerId | null,
    id: DeviceProfileId,
    kind: PackageKind,
  ): Promise<number> {
    // All devices minus those with one: devices without a package may be very many, and counting in an index is faster.
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

  /** The length of a text is read from the head of its row, without reading the text. */
  #requireRoom(tenantId: TenantId, id: DeviceProfileId, image: string | null): void {
    if (image === null) return;
    const row = this.connection.get(
      "SELECT coalesce(sum(octet_length(image)), 0) AS bytes FROM device_profile_image WHERE tenant_id = ? AND profile_id <> ?",
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

  #all(where: readonly Condition[]): readonly DeviceProfile[] {
    const { sql, parameters } = allOf(where);
    const rows = this.connection.all(`SELECT ${COLUMNS} FROM device_profile WHERE ${sql} ORDER BY id`, ...parameters);
    return rows.map((row) => profileOf(this.secrets, row));
  }
}

/** The profile as stored in its row: the secret is encrypted separately, and the image has its own table. */
function withoutSecret<Part extends ProfileFields>({ image: _, ...part }: Part) {
  return { ...part, profileData: withProvisionSecret(part.profileData, null) };
}

function derivedColumns(secrets: SecretBox, id: DeviceProfileId, { name, profileData }: ProfileFields) {
  const secret = provisionSecretOf(profileData);
  return { provision_secret: secret === null ? null : secrets.seal(secret, id), search_text: foldedText(name) };
}

function profileError(error: unknown, name: string): unknown {
  if (violatesUnique(error, "device_profile.tenant_id, device_profile.name"))
    return wrong("taken", { field: "name", found: name });
  if (violatesUnique(error, "device_profile.provision_key"))
    return wrong("used-elsewhere", { field: "provisionDeviceKey", by: "device profile" });
  if (violatesUnique(error, "device_profile.tenant_id"))
    return invalid("the tenant has a default device profile already");
  return error;
}
