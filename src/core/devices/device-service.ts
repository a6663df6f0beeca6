// Device management: creating, changing, assigning and deleting devices, and their credentials. The caller has already
// checked permissions. Events are published after the commit. Source: REST contract 1.4, 7.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { parseLabel, parseTitle, parseFreeJson } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type CustomerId, type DeviceId, type DeviceProfileId, type TenantId } from "../ids.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../name-conflict.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import {
  accessToken,
  checkCredentials,
  pairOf,
  type CheckedCredentials,
  type SentCredentials,
  type CredentialsStore,
} from "./credentials.ts";
import { parseDeviceName, parseProfileName, type Device, type DeviceCredentials, type JsonObject } from "./device.ts";
import type {
  DeviceLimit,
  CreatedDevice,
  DeletedDevice,
  DeviceFields,
  DeviceFilter,
  DeviceInfo,
  DeviceSortProperty,
  DeviceStore,
  ProfileChoice,
} from "./device-store.ts";
import type { DeviceReferences } from "./references.ts";

export type NoticedDevice = Pick<Device, "id" | "tenantId" | "name" | "additionalInfo">;

/**
 * Notifies a gateway that a user has renamed or deleted a device behind it. The change has already been made: a failed
 * notice does not undo it.
 */
export interface DeviceNotices {
  /**
   * `before` is the device under its old name. Resolves when the notice is stored or no gateway is to be notified;
   * never rejects.
   */
  renamed(before: NoticedDevice, newName: string): Promise<void>;
  /** `device` is its last state. Resolves like `renamed`. */
  deleted(device: NoticedDevice): Promise<void>;
}

/** The device fields of a request body; omitted ones are null. */
export interface SentDeviceFields extends DeviceReferences {
  readonly name: string;
  /** Name of the profile, which is created if missing; `profileId` takes precedence. */
  readonly type: string | null;
  readonly label: string | null;
  readonly profileId: DeviceProfileId | null;
  readonly customerId: CustomerId | null;
  readonly deviceData: JsonObject | null;
  readonly additionalInfo: JsonObject | null;
}

export interface CreateOptions {
  readonly conflict?: NameConflict;
  /** Default: a random token. */
  readonly credentials?: SentCredentials;
}

export interface UpdateOptions {
  /** Null overwrites any stored version. */
  readonly expectedVersion: number | null;
  readonly conflict?: NameConflict;
  /** Replaces the credentials in the same transaction. */
  readonly credentials?: SentCredentials;
  /**
   * The customer of the user who makes the change: such a user may not change owner, profile or gateway flag
   * (`forbidden`).
   */
  readonly editorCustomerId?: CustomerId;
}

/** Devices of one customer that are unassigned in one commit. */
const UNASSIGN_BATCH = 1_000;

/** Devices of a tenant that are deleted in one commit. */
const DELETE_BATCH = 500;

export interface DeviceServiceDeps {
  readonly devices: DeviceStore;
  readonly credentials: CredentialsStore;
  readonly limit: DeviceLimit;
  readonly notices: DeviceNotices;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export class DeviceService {
  readonly #deps: DeviceServiceDeps;

  constructor(deps: DeviceServiceDeps) {
    this.#deps = deps;
  }

  /** Throws `invalid`, or `limit-exceeded` at the tenant's maxDevices. */
  async create(tenantId: TenantId, sent: SentDeviceFields, options: CreateOptions = {}): Promise<CreatedDevice> {
    const { devices, limit, bus, clock } = this.#deps;
    const fields = parseFields(sent);
    const credentials = options.credentials === undefined ? accessToken(null) : checkCredentials(options.credentials);
    const maxDevices = await limit.maxDevices(tenantId);
    const device = {
      ...fields,
      id: newId<DeviceId>(),
      tenantId,
      credentialsId: newId<DeviceCredentials["id"]>(),
      credentials,
    };
    const created = await devices.create(device, options.conflict ?? FAIL_ON_CONFLICT, maxDevices, clock.now());
    this.#profileCreated(tenantId, created.createdProfileId);
    const deviceId = created.device.id;
    bus.publish({ kind: "device-created", tenantId, deviceId, gatewayId: null, ...pairMember(credentials) });
    return created;
  }

  /** Replaces all fields. Throws `not-found`, `conflict` for a stale version, `invalid`, `forbidden`. */
  async update(tenantId: TenantId, id: DeviceId, sent: SentDeviceFields, options: UpdateOptions): Promise<Device> {
    const { devices, notices, clock } = this.#deps;
    const checked: CheckedCredentials | null =
      options.credentials === undefined ? null : checkCredentials(options.credentials);
    const { device, before, unrouted, createdProfileId } = await devices.update(
      {
        tenantId,
        id,
        fields: parseFields(sent),
        expectedVersion: options.expectedVersion,
        conflict: options.conflict ?? FAIL_ON_CONFLICT,
        credentials: checked,
        editorCustomerId: options.editorCustomerId ?? null,
      },
      clock.now(),
    );
    this.#profileCreated(tenantId, createdProfileId);
    this.#unrouted(unrouted);
    const isRenamed = before.name !== device.name;
    this.#changed(tenantId, id, isRenamed ? before.name : null);
    if (checked !== null) this.#credentialsChanged(id, checked);
    if (isRenamed) await notices.renamed(before, device.name);
    return device;
  }

  /** Throws `not-found`, also for a device of another tenant. */
  async require(tenantId: TenantId, id: DeviceId): Promise<Device> {
    return (await this.#deps.devices.find(tenantId, id)) ?? noSuchDevice(id);
  }

  async requireInfo(tenantId: TenantId, id: DeviceId): Promise<DeviceInfo> {
    return (await this.#deps.devices.findInfo(tenantId, id)) ?? noSuchDevice(id);
  }

  findByName(tenantId: TenantId, name: string): Promise<Device | undefined> {
    return this.#deps.devices.findByName(tenantId, name);
  }

  /** Ids that are unknown, or not the customer's if one is given, are left out. */
  findMany(tenantId: TenantId, customerId: CustomerId | null, ids: readonly DeviceId[]): Promise<readonly Device[]> {
    return this.#deps.devices.findMany(tenantId, customerId, ids);
  }

  list(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<Device>> {
    return this.#deps.devices.list(filter, page);
  }

  listInfos(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<DeviceInfo>> {
    return this.#deps.devices.listInfos(filter, page);
  }

  /** Throws `not-found` for the device, `invalid` for the customer. */
  async assign(tenantId: TenantId, id: DeviceId, customerId: CustomerId): Promise<Device> {
    const assigned = await this.#deps.devices.assign(tenantId, id, customerId, false);
    if (assigned === undefined) return noSuchDevice(id);
    if (assigned.changed) this.#changed(tenantId, id, null);
    return assigned.device;
  }

  /** Undefined if the device has an owner by then or no longer exists. */
  async assignIfUnowned(tenantId: TenantId, id: DeviceId, customerId: CustomerId): Promise<Device | undefined> {
    const { devices } = this.#deps;
    if ((await devices.find(tenantId, id)) === undefined) return undefined;
    const assigned = await devices.assign(tenantId, id, customerId, true);
    if (assigned?.changed === true) this.#changed(tenantId, id, null);
    return assigned?.device;
  }

  /** Also succeeds for a device without an owner and for one that does not exist. */
  async unassign(tenantId: TenantId, id: DeviceId): Promise<void> {
    if ((await this.#deps.devices.find(tenantId, id)) === undefined) return;
    const unassigned = await this.#deps.devices.assign(tenantId, id, null, false);
    if (unassigned?.changed === true) this.#changed(tenantId, id, null);
  }

  /** Throws `not-found`, and `invalid` for a device without an owner. */
  async takeBack(tenantId: TenantId, id: DeviceId): Promise<Device> {
    const unassigned = await this.#deps.devices.assign(tenantId, id, null, false);
    if (unassigned === undefined) return noSuchDevice(id);
    if (!unassigned.changed) throw invalid(`device ${id} is not assigned to a customer`);
    this.#changed(tenantId, id, null);
    return unassigned.device;
  }

  /** Unassigns every device of the customer. Idempotent. */
  async unassignAllOf(tenantId: TenantId, customerId: CustomerId): Promise<void> {
    let unassigned: readonly DeviceId[];
    do {
      unassigned = await this.#deps.devices.unassignSome(tenantId, customerId, UNASSIGN_BATCH);
      for (const id of unassigned) this.#changed(tenantId, id, null);
    } while (unassigned.length === UNASSIGN_BATCH);
  }

  /** Deletes the device and all its data. Throws `not-found`. */
  async delete(tenantId: TenantId, id: DeviceId): Promise<void> {
    const { devices, notices } = this.#deps;
    const deleted = await devices.delete(tenantId, id);
    if (deleted === undefined) return noSuchDevice(id);
    this.#deleted(deleted.device, deleted.unrouted);
    await notices.deleted(deleted.device);
  }

  /** Deletes every device of the tenant. As this includes the gateways, none is notified. Idempotent. */
  async deleteAllOf(tenantId: TenantId): Promise<void> {
    const { devices, log } = this.#deps;
    let count = 0;
    let deleted: readonly DeletedDevice[];
    do {
      deleted = await devices.deleteSome(tenantId, DELETE_BATCH);
      for (const { device, unrouted } of deleted) this.#deleted(device, unrouted);
      count += deleted.length;
    } while (deleted.length === DELETE_BATCH);
    if (count > 0) log.info("devices of tenant deleted", { tenantId, devices: count });
  }

  /** Throws `not-found`. */
  async credentialsOf(tenantId: TenantId, id: DeviceId): Promise<DeviceCredentials> {
    return (await this.#deps.credentials.findByDevice(tenantId, id)) ?? noSuchDevice(id);
  }

  /** Ends the device's open sessions. Throws `not-found`, `conflict` for a stale version, `invalid`. */
  async saveCredentials(
    tenantId: TenantId,
    id: DeviceId,
    sent: SentCredentials,
    expectedVersion: number | null,
  ): Promise<DeviceCredentials> {
    const checked = checkCredentials(sent);
    const saved = await this.#deps.credentials.replace(tenantId, id, checked, expectedVersion);
    this.#credentialsChanged(id, checked);
    return saved;
  }

  #credentialsChanged(deviceId: DeviceId, credentials: CheckedCredentials): void {
    this.#deps.bus.publish({ kind: "credentials-changed", deviceId, ...pairMember(credentials) });
  }

  #changed(tenantId: TenantId, deviceId: DeviceId, oldName: string | null): void {
    this.#deps.bus.publish({ kind: "device-changed", tenantId, deviceId, oldName });
  }

  #deleted({ id, tenantId, name }: Device, unrouted: readonly DeviceId[]): void {
    this.#unrouted(unrouted);
    this.#deps.bus.publish({ kind: "device-deleted", tenantId, deviceId: id, name });
  }

  #unrouted(devices: readonly DeviceId[]): void {
    const now = this.#deps.clock.now();
    for (const deviceId of devices)
      this.#deps.bus.publish({ kind: "route-changed", deviceId, gatewayId: null, connectedAt: now });
  }

  #profileCreated(tenantId: TenantId, profileId: DeviceProfileId | null): void {
    if (profileId !== null) this.#deps.bus.publish({ kind: "device-profile-changed", tenantId, profileId });
  }
}

function pairMember(credentials: CheckedCredentials): { readonly pair?: string } {
  const pair = pairOf(credentials);
  return pair === undefined ? {} : { pair };
}

/** Throws `invalid`. */
export function parseFields(sent: SentDeviceFields): DeviceFields {
  return {
    name: parseDeviceName(parseTitle(sent.name, "name")),
    label: parseLabel(sent.label, "label"),
    customerId: sent.customerId,
    profile: parseProfileChoice(sent),
    deviceData: parseFreeJson(sent.deviceData, "deviceData"),
    additionalInfo: parseFreeJson(sent.additionalInfo, "additionalInfo"),
    firmwareId: sent.firmwareId,
    softwareId: sent.softwareId,
    externalId: sent.externalId,
  };
}

function parseProfileChoice({ profileId, type }: SentDeviceFields): ProfileChoice {
  if (profileId !== null) return { kind: "id", id: profileId };
  const fresh = newId<DeviceProfileId>();
  if (type === null || type.trim() === "") return { kind: "default", newId: fresh };
  return { kind: "name", name: parseProfileName(parseTitle(type, "type")), newId: fresh };
}

function noSuchDevice(id: DeviceId): never {
  throw new DomainError("not-found", `device ${id} does not exist`);
}
