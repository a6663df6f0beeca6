// Devices, for the people who manage them.
import type { CustomerId, DeviceId, TenantId } from "../../../core/ids.ts";
import { alignedDeviceData } from "../../../core/devices/profile-data.ts";
import {
  isGateway,
  type Device,
  type DeviceName,
  type DeviceProfile,
  type TransportType,
} from "../../../core/devices/device.ts";
import {
  deviceLimitExceeded,
  type AssignedDevice,
  type CreatedDevice,
  type DeletedDevice,
  type DeviceFields,
  type DeviceFilter,
  type DeviceInfo,
  type DeviceSortProperty,
  type DeviceStore,
  type DeviceUpdate,
  type NewDevice,
  type ProfileChoice,
  type UpdatedDevice,
} from "../../../core/devices/device-store.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { freeName, type NameConflict } from "../../../core/name-conflict.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { writeJson } from "../../../lib/json.ts";
import { requireVersion } from "../storage-errors.ts";
import { insertCredentials } from "./credentials-rows.ts";
import { derivedColumns, DEVICE, DEVICE_COLUMNS, DEVICE_FROM, devicesOf, insertDevice } from "./device-rows.ts";
import { listDevices, listDeviceInfos, findDeviceInfos } from "./device-lists.ts";
import { requirePackages } from "./package-rows.ts";
import { ensureProfile } from "./profile-rows.ts";
import { replaceCredentials } from "./credentials-store.ts";
import { countDevices } from "./registry-store.ts";
import { SqlStore } from "../store-table.ts";

interface ChosenProfile extends Pick<DeviceProfile, "id" | "transportType"> {
  readonly created: boolean;
}

export class SqlDeviceStore extends SqlStore implements DeviceStore {
  async create(
    device: NewDevice,
    conflict: NameConflict,
    maxDevices: number,
    now: EpochMillis,
  ): Promise<CreatedDevice> {
    const { id, tenantId } = device;
    if (maxDevices > 0 && countDevices(this.connection, tenantId) >= maxDevices)
      throw deviceLimitExceeded(maxDevices, device.name);
    const name = await this.#freeName(tenantId, device.name, null, conflict);
    this.#requireCustomer(tenantId, device.customerId);
    const profile = this.#chosenProfile(tenantId, device.profile, now);
    requirePackages(this.connection, { ...device, profileId: profile.id }, null);
    insertDevice(this.connection, {
      ...device,
      createdAt: now,
      name,
      profileId: profile.id,
      deviceData: writeJson(alignedDeviceData(device.deviceData, profile.transportType)),
    });
    const credentials = { id: device.credentialsId, createdAt: now, deviceId: id, ...device.credentials, version: 1 };
    insertCredentials(this.context, [{ ...credentials, tenantId }]);
    return { device: this.#require(tenantId, id), credentials, createdProfileId: profile.created ? profile.id : null };
  }

  async update(update: DeviceUpdate, now: EpochMillis): Promise<UpdatedDevice> {
    const { tenantId, id, fields, expectedVersion } = update;
    const before = this.#require(tenantId, id);
    requireVersion(before.version, expectedVersion, `device ${id}`);
    // Checked before anything is written, including a profile that may have to be created.
    requireEditor(update, before);
    const name = await this.#freeName(tenantId, fields.name, id, update.conflict);
    if (fields.customerId !== before.customerId) this.#requireCustomer(tenantId, fields.customerId);
    const profile = this.#chosenProfile(tenantId, fields.profile, now);
    if (update.editorCustomerId !== null && profile.id !== before.profileId) throw forbidden("the profile of a device");
    requirePackages(this.connection, { ...fields, tenantId, profileId: profile.id }, before);
    this.#write(before, { ...fields, name }, profile);
    if (update.credentials !== null)
      replaceCredentials(this.context, { tenantId, deviceId: id }, { ...update.credentials, expectedVersion: null });
    const device = this.#require(tenantId, id);
    const unrouted = isGateway(before) && !isGateway(device) ? (this.#dropRoutes([id]).get(id) ?? []) : [];
    return { device, before, unrouted, createdProfileId: profile.created ? profile.id : null };
  }

  async assign(
    tenantId: TenantId,
    id: DeviceId,
    customerId: CustomerId | null,
    onlyUnowned: boolean,
  ): Promise<AssignedDevice | undefined> {
    const before = this.#require(tenantId, id);
    if (before.customerId === customerId)
      return onlyUnowned && customerId !== null ? undefined : { device: before, changed: false };
    if (onlyUnowned && before.customerId !== null) return undefined;
    this.#requireCustomer(tenantId, customerId);
    this.connection.run("UPDATE device SET customer_id = ?, version = version + 1 WHERE id = ?", customerId, id);
    // The open claim ends with the change of owner, in the same commit: after a crash, neither may remain without the
    // other.
    this.connection.run("DELETE FROM claim WHERE device_id = ?", id);
    return { device: this.#require(tenantId, id), changed: true };
  }

  async unassignSome(tenantId: TenantId, customerId: CustomerId, limit: number): Promise<readonly DeviceId[]> {
    const rows = this.connection.all(
      `UPDATE device SET customer_id = NULL, version = version + 1
       WHERE id IN (SELECT id FROM device WHERE tenant_id = ? AND customer_id = ? ORDER BY id LIMIT ?) RETURNING id`,
      tenantId,
      customerId,
      limit,
    );
    return idsOf(rows, "id");
  }

  async delete(tenantId: TenantId, id: DeviceId): Promise<DeletedDevice | undefined> {
    const device = await this.find(tenantId, id);
    return device === undefined ? undefined : this.#deleteAll([device])[0];
  }

  async deleteSome(tenantId: TenantId, limit: number): Promise<readonly DeletedDevice[]> {
    const rows = this.connection.all(
      `SELECT ${DEVICE_COLUMNS} FROM ${DEVICE_FROM} WHERE d.tenant_id = ? ORDER BY d.id LIMIT ?`,
      tenantId,
      limit,
    );
    return this.#deleteAll(devicesOf(rows));
  }

  async find(tenantId: TenantId, id: DeviceId): Promise<Device | undefined> {
    return this.#one("d.id = ?1 AND d.tenant_id = ?2", id, tenantId);
  }

  async findByName(tenantId: TenantId, name: string): Promise<Device | undefined> {
    return this.#one("d.tenant_id = ?1 AND d.name = ?2", tenantId, name);
  }

  async findInfo(tenantId: TenantId, id: DeviceId): Promise<DeviceInfo | undefined> {
    return findDeviceInfos(this.connection, tenantId, [id])[0];
  }

  async findMany(
    tenantId: TenantId,
    customerId: CustomerId | null,
    ids: readonly DeviceId[],
  ): Promise<readonly Device[]> {
    const rows = this.connection.all(
      `SELECT ${DEVICE_COLUMNS} FROM ${DEVICE_FROM}
       WHERE d.id IN (SELECT value FROM json_each(?1)) AND d.tenant_id = ?2 AND (d.customer_id = ?3 OR ?3 IS NULL) ORDER BY d.id`,
      JSON.stringify(ids),
      tenantId,
      customerId,
    );
    return devicesOf(rows);
  }

  async list(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<Device>> {
    return listDevices(this.connection, filter, page);
  }

  async listInfos(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<DeviceInfo>> {
    return listDeviceInfos(this.connection, filter, page);
  }

  async count(tenantId: TenantId): Promise<number> {
    return countDevices(this.connection, tenantId);
  }

  #one(condition: string, ...parameters: readonly string[]): Device | undefined {
    const row = this.connection.get(`SELECT ${DEVICE_COLUMNS} FROM ${DEVICE_FROM} WHERE ${condition}`, ...parameters);
    return row === undefined ? undefined : DEVICE.entity(row);
  }

  #require(tenantId: TenantId, id: DeviceId): Device {
    const device = this.#one("d.id = ?1 AND d.tenant_id = ?2", id, tenantId);
    if (device === undefined) throw new DomainError("not-found", `device ${id} does not exist`);
    return device;
  }

  /** `own`: the device that may keep its present name. */
  #freeName(tenantId: TenantId, name: string, own: DeviceId | null, conflict: NameConflict): Promise<string> {
    return freeName(name, "name", conflict, async (candidate) => {
      const holder = this.connection.get("SELECT id FROM device WHERE tenant_id = ? AND name = ?", tenantId, candidate);
      return holder !== undefined && holder["id"] !== own;
    });
  }

  #requireCustomer(tenantId: TenantId, customerId: CustomerId | null): void {
    if (customerId === null) return;
    const row = this.connection.get("SELECT 1 FROM customer WHERE id = ? AND tenant_id = ?", customerId, tenantId);
    if (row === undefined) throw invalid(`customer ${customerId} does not exist`);
  }

  #chosenProfile(tenantId: TenantId, choice: ProfileChoice, now: EpochMillis): ChosenProfile {
    switch (choice.kind) {
      case "id": {
        const row = this.connection.get(
          "SELECT transport_type FROM device_profile WHERE id = ? AND tenant_id = ?",
          choice.id,
          tenantId,
        );
        if (row === undefined) throw invalid(`device profile ${choice.id} does not exist`);
        return { id: choice.id, transportType: row["transport_type"] as TransportType, created: false };
      }
      case "name":
        return ensureProfile(this.connection, { tenantId, name: choice.name, newId: choice.newId, now });
      case "default": {
        const row = this.connection.get(
          "SELECT id, transport_type FROM device_profile WHERE tenant_id = ? AND is_default = 1",
          tenantId,
        );
        if (row === undefined)
          return ensureProfile(this.connection, { tenantId, name: "default", newId: choice.newId, now });
        return {
          id: row["id"] as ChosenProfile["id"],
          transportType: row["transport_type"] as TransportType,
          created: false,
        };
      }
    }
  }

  #write({ id, version }: Device, fields: DeviceFields, { id: profileId, transportType }: ChosenProfile): void {
    const deviceData = alignedDeviceData(fields.deviceData, transportType);
    const { name, label, customerId, additionalInfo, firmwareId, softwareId, externalId } = fields;
    const references = { customerId, profileId, firmwareId, softwareId, externalId };
    const changed = DEVICE.row({ ...references, name: name as DeviceName, label, deviceData, additionalInfo });
    this.connection.update("device", id, { ...changed, ...derivedColumns(fields), version: version + 1 });
  }

  /** The devices that each of these gateways had. */
  #dropRoutes(gatewayIds: readonly DeviceId[]): ReadonlyMap<DeviceId, readonly DeviceId[]> {
    const rows = this.connection.all(
      "DELETE FROM device_route WHERE gateway_id IN (SELECT value FROM json_each(?)) RETURNING gateway_id, device_id",
      JSON.stringify(gatewayIds),
    );
    const routes = Map.groupBy(rows, ({ gateway_id: gatewayId }) => gatewayId as DeviceId);
    return new Map([...routes].map(([gatewayId, of]) => [gatewayId, idsOf(of, "device_id")]));
  }

  /** Triggers and cascades remove what other tables store about the devices. */
  #deleteAll(devices: readonly Device[]): readonly DeletedDevice[] {
    const ids = devices.map(({ id }) => id);
    const unrouted = this.#dropRoutes(ids);
    for (const [table, column] of [
      ["relation", "from_id"],
      ["relation", "to_id"],
      ["device", "id"],
    ])
      this.connection.run(
        `DELETE FROM ${table ?? ""} WHERE ${column ?? ""} IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
    return devices.map((device) => ({ device, unrouted: unrouted.get(device.id) ?? [] }));
  }
}

/** A customer's user may change the name and description of a device, but not what it is. */
function requireEditor({ editorCustomerId, fields, credentials }: DeviceUpdate, before: Device): void {
  if (editorCustomerId === null) return;
  if (before.customerId !== editorCustomerId) throw forbidden("a device of somebody else");
  if (fields.customerId !== before.customerId) throw forbidden("the owner of a device");
  if (
    fields.profile.kind === "id"
      ? fields.profile.id !== before.profileId
      : fields.profile.kind === "name" && fields.profile.name !== before.type
  )
    throw forbidden("the profile of a device");
  if (isGateway(fields) !== isGateway(before)) throw forbidden("whether a device is a gateway");
  if (credentials !== null) throw forbidden("the credentials of a device");
}

function forbidden(what: string): DomainError {
  return new DomainError("forbidden", `CUSTOMER_USER may not change ${what}`);
}

function idsOf(rows: readonly Record<string, unknown>[], column: string): readonly DeviceId[] {
  return rows.map((row) => row[column] as DeviceId);
}
