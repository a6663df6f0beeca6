// The port behind which devices are kept. Every write is one transaction; what must hold against other writers (a taken
// name, the tenant's limit, a stale version) is checked inside it. A read sees each write that has resolved.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CredentialsId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { NameConflict } from "../name-conflict.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { CheckedCredentials } from "./credentials.ts";
import type { Device, DeviceCredentials, JsonObject } from "./device.ts";
import type { DeviceReferences } from "./references.ts";
import { DomainError } from "../errors.ts";

export type DeviceSortProperty = "createdTime" | "name" | "type" | "deviceProfileName" | "label" | "customerTitle";

/** A device with what lists show along with it. */
export interface DeviceInfo extends Device {
  readonly customerTitle: string | null;
  readonly customerIsPublic: boolean;
  readonly active: boolean;
}

/** Which devices a list shows; null leaves a condition out. */
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

/** By id, by name (created under `newId` where it is missing), or the tenant's default (the same). */
export type ProfileChoice =
  | { readonly kind: "id"; readonly id: DeviceProfileId }
  | { readonly kind: "name"; readonly name: string; readonly newId: DeviceProfileId }
  | { readonly kind: "default"; readonly newId: DeviceProfileId };

export interface DeviceFields extends DeviceReferences {
  readonly name: string;
  readonly label: string | null;
  readonly customerId: CustomerId | null;
  readonly profile: ProfileChoice;
  /** As sent; the store aligns it with the profile. */
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
  /** Null keeps the present ones. */
  readonly credentials: CheckedCredentials | null;
  /** A customer's user may change neither owner, profile nor gateway flag; null for those who may. */
  readonly editorCustomerId: CustomerId | null;
}

export interface UpdatedDevice {
  readonly device: Device;
  readonly before: Device;
  /** Devices that have lost their route, because this one is no gateway any more. */
  readonly unrouted: readonly DeviceId[];
  readonly createdProfileId: DeviceProfileId | null;
}

export interface AssignedDevice {
  readonly device: Device;
  /** False where it had this owner already. */
  readonly changed: boolean;
}

export interface DeletedDevice {
  readonly device: Device;
  /** Devices that were routed through it. */
  readonly unrouted: readonly DeviceId[];
}

export interface DeviceStore {
  /**
   * Throws `limit-exceeded` at `maxDevices` (0: no limit), and `invalid` for a taken name or credentials id, an unknown
   * profile or customer.
   */
  create(device: NewDevice, conflict: NameConflict, maxDevices: number, now: EpochMillis): Promise<CreatedDevice>;
  /** Throws `not-found`, `conflict`, `forbidden` (see `editorCustomerId`), and `invalid` as `create`. */
  update(update: DeviceUpdate, now: EpochMillis): Promise<UpdatedDevice>;
  /**
   * Gives the device to a customer, or back to the tenant with null. `onlyUnowned`: undefined where it has an owner.
   * Throws `not-found`, `invalid` for an unknown customer.
   */
  assign(
    tenantId: TenantId,
    id: DeviceId,
    customerId: CustomerId | null,
    onlyUnowned: boolean,
  ): Promise<AssignedDevice | undefined>;
  /** Up to `limit` devices of the customer; those whose owner it was. */
  unassignSome(tenantId: TenantId, customerId: CustomerId, limit: number): Promise<readonly DeviceId[]>;
  /**
   * In one commit with everything that is kept of the device: credentials, routes, relations, attributes, calls, claims
   * and the series of its telemetry. Undefined where there is no such device.
   */
  delete(tenantId: TenantId, id: DeviceId): Promise<DeletedDevice | undefined>;
  /** Up to `limit` devices of the tenant, in the same way. */
  deleteSome(tenantId: TenantId, limit: number): Promise<readonly DeletedDevice[]>;

  find(tenantId: TenantId, id: DeviceId): Promise<Device | undefined>;
  findByName(tenantId: TenantId, name: string): Promise<Device | undefined>;
  findInfo(tenantId: TenantId, id: DeviceId): Promise<DeviceInfo | undefined>;
  /** `customerId` null: of any owner. In order of id; unknown ids are left out. */
  findMany(tenantId: TenantId, customerId: CustomerId | null, ids: readonly DeviceId[]): Promise<readonly Device[]>;
  /** The search text is looked for in name and label. */
  list(filter: DeviceFilter, page: PageRequest<DeviceSortProperty>): Promise<FoundPage<Device>>;
  /** The search text is looked for in name, label, type and the customer's title. */
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
