// The port to the store of devices. Every write is one transaction; constraints that concurrent writers could violate
// (a taken name, the tenant's limit, a stale version) are checked inside it. A read sees every write that has resolved.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CredentialsId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { NameConflict } from "../name-conflict.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { CheckedCredentials } from "./credentials.ts";
import type { Device, DeviceCredentials, JsonObject } from "./device.ts";
import type { DeviceReferences } from "./references.ts";
import { DomainError } from "../errors.ts";

export type DeviceSortProperty = "createdTime" | "name" | "type" | "deviceProfileName" | "label" | "customerTitle";

/** A device with the additional fields that lists show. */
export interface DeviceInfo extends Device {
  readonly customerTitle: string | null;
  readonly customerIsPublic: boolean;
  readonly active: boolean;
}

/** Selects the devices of a list; null omits a condition. */
export interface DeviceFilter {
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
  /** Name of the profile. */
  readonly type: string | null;
  readonly profileId: DeviceProfileId | null;
  readonly active: boolean | null;
  /** Whether it is a gateway. */
  readonly gateway: boolean | null;
}

/** By id, by name (created under `newId` if missing), or the tenant's default (likewise). */
export type ProfileChoice =
  | { readonly kind: "id"; readonly id: DeviceProfileId }
  | { readonly kind: "name"; readonly name: string; readonly newId: DeviceProfileId }
  | { readonly kind: "default"; readonly newId: DeviceProfileId };

export interface DeviceFields extends DeviceReferences {
  readonly name: string;
  readonly label: string | null;
  readonly customerId: CustomerId | null;
  readonly profile: ProfileChoice;
  /** As sent; the store adapts it to the profile. */
  readonly deviceData: JsonObject | null;
  readonly additionalInfo: JsonObject | null;
}

export interface NewDevice extends DeviceFields {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly credentialsId: CredentialsId;
  readonly credentials: CheckedCredentials;
}

export interface CreatedDevice {
  readonly device: Device;
  readonly credentials: DeviceCredentials;
  readonly createdProfileId: DeviceProfileId | null;
}

export interface DeviceUpdate {
  readonly tenantId: TenantId;
  readonly id: DeviceId;
  readonly fields: DeviceFields;
  /** Null overwrites. */
  readonly expectedVersion: number | null;
  readonly conflict: NameConflict;
  /** Null keeps the existing ones. */
  readonly credentials: CheckedCredentials | null;
  /**
   * The customer of the editing user, who may not change owner, profile or gateway flag; null for users without this
   * restriction.
   */
  readonly editorCustomerId: CustomerId | null;
}

export interface UpdatedDevice {
  readonly device: Device;
  readonly before: Device;
  /** Devices that lost their route because this one is no longer a gateway. */
  readonly unrouted: readonly DeviceId[];
  readonly createdProfileId: DeviceProfileId | null;
}

export interface AssignedDevice {
  readonly device: Device;
  /** False if it already had this owner. */
  readonly changed: boolean;
}

export interface DeletedDevice {
  readonly device: Device;
  /** Devices that were routed through the deleted one. */
  readonly unrouted: readonly DeviceId[];
}

export interface DeviceStore {
  /**
   * Throws `limit-exceeded` at `maxDevices` (0: no limit), and `invalid` for a taken name or credentials id, an unknown
   * profile or customer; `not-found` for the tenant.
   */
  create(device: NewDevice, conflict: NameConflict, maxDevices: number, now: EpochMillis): Promise<CreatedDevice>;
  /** Throws `not-found`, `conflict`, `forbidden` (see `editorCustomerId`), and `invalid` like `create`. */
  update(update: DeviceUpdate, now: EpochMillis): Promise<UpdatedDevice>;
  /**
   * Assigns the device to a customer or, with null, back to the tenant. With `onlyUnowned`, undefined if it already has
   * an owner. Throws `not-found`, `invalid` for an unknown customer.
   */
  assign(
    tenantId: TenantId,
    id: DeviceId,
    customerId: CustomerId | null,
    onlyUnowned: boolean,
  ): Promise<AssignedDevice | undefined>;
  /** Unassigns up to `limit` devices of the customer; returns those that were. */
  unassignSome(tenantId: TenantId, customerId: CustomerId, limit: number): Promise<readonly DeviceId[]>;
  /**
   * Deletes the device in one commit with all its data: credentials, routes, relations, attributes, calls, claims and
   * the series of its telemetry. Undefined if there is no such device.
   */
  delete(tenantId: TenantId, id: DeviceId): Promise<DeletedDevice | undefined>;
  /** Deletes up to `limit` devices of the tenant, in the same way. */
  deleteSome(tenantId: TenantId, limit: number): Promise<readonly DeletedDevice[]>;

  find(tenantId: TenantId, id: DeviceId): Promise<Device | undefined>;
  findByName(tenantId: TenantId, name: string): Promise<Device | undefined>;
  findInfo(tenantId: TenantId, id: DeviceId): Promise<DeviceInfo | undefined>;
  /** `customerId` null: of any owner. Ordered by id; unknown ids are left out. */
  findMany(tenantId: TenantId, customerId: CustomerId | null, ids: readonly DeviceId[]): Promise<readonly Device[]>;
  /** The text search covers name and label. */
  list(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<Device>>;
  /** The text search covers name, label, type and the customer's title. */
  listInfos(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<DeviceInfo>>;
  count(tenantId: TenantId): Promise<number>;
}

export interface DeviceLimit {
  /** The tenant's `maxDevices`; 0 means no limit. */
  maxDevices(tenantId: TenantId): Promise<number>;
}

/** Source: MQTT contract 10.2. */
export function deviceLimitExceeded(maxDevices: number, name: string): DomainError {
  return new DomainError(
    "limit-exceeded",
    `device "${name.slice(0, 64)}" cannot be created: the tenant may have ${String(maxDevices)} devices and has as many`,
    { limit: { name: "maxDevices", value: maxDevices }, entityType: "DEVICE" },
  );
}
