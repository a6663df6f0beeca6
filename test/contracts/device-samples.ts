// What the suites of the device ports have in common: the stores under test inside one tenant, and samples to put in.
import { newAccessToken, accessToken, type CredentialsStore } from "../../src/core/devices/credentials.ts";
import type { Device, DeviceProfile, ProfileName } from "../../src/core/devices/device.ts";
import type { CreatedDevice, DeviceStore, NewDevice } from "../../src/core/devices/device-store.ts";
import { PLAIN_PROFILE_DATA } from "../../src/core/devices/profile-data.ts";
import type { PackageKind, ProfileStore } from "../../src/core/devices/profile-store.ts";
import type { DeviceOrder, RegistryStore } from "../../src/core/devices/registry-store.ts";
import {
  newId,
  type ContentId,
  type CredentialsId,
  type CustomerId,
  type DeviceId,
  type DeviceProfileId,
  type PackageId,
  type TenantId,
} from "../../src/core/ids.ts";
import type { PackageChanges } from "../../src/core/ota/package-changes.ts";
import type { FileContent, OtaPackage } from "../../src/core/ota/ota-package.ts";
import type { PackageStore } from "../../src/core/ota/package-store.ts";
import type { RolloutStore, RolloutWork } from "../../src/core/ota/rollout-store.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import type { PageRequest } from "../../src/core/page.ts";
import { millis } from "../../src/lib/clock.ts";
import { NO_DEVICE_REFERENCES, type ProfileReferences } from "../../src/core/devices/references.ts";

export interface DeviceStoresUnderTest extends AsyncDisposable {
  readonly registry: RegistryStore;
  readonly devices: DeviceStore;
  readonly credentials: CredentialsStore;
  readonly profiles: ProfileStore;
  readonly packages: PackageStore;
  readonly rollouts: RolloutStore;
  readonly rolloutWork: RolloutWork;
  readonly packageChanges: PackageChanges;
  addTenant(): Promise<TenantId>;
  addCustomer(tenantId: TenantId, title: string, isPublic?: boolean): Promise<CustomerId>;
  /** As the keeper of connectivity does. */
  activate(deviceId: DeviceId): Promise<void>;
  /** Telemetry under these names, as the directory of series knows it. */
  giveKeys(deviceId: DeviceId, keys: readonly string[]): Promise<void>;
  /** Whether this text can be found anywhere in what is stored. */
  isReadable(text: string): Promise<boolean>;
}

export type OpenDeviceStores = () => Promise<DeviceStoresUnderTest>;

export const NOW = millis(1_767_225_600_000);

let lastNumber = 0;

export function freshName(): string {
  return `device ${String(++lastNumber)}`;
}

export function sampleDevice(tenantId: TenantId, fields: Partial<NewDevice> = {}): NewDevice {
  return {
    id: newId<DeviceId>(),
    tenantId,
    credentialsId: newId<CredentialsId>(),
    credentials: accessToken(null),
    name: freshName(),
    label: null,
    customerId: null,
    profile: { kind: "default", newId: newId<DeviceProfileId>() },
    deviceData: null,
    additionalInfo: null,
    ...NO_DEVICE_REFERENCES,
    ...fields,
  };
}

export async function addDevice(
  store: DeviceStore,
  tenantId: TenantId,
  fields: Partial<NewDevice> = {},
): Promise<Device> {
  return (await createDevice(store, sampleDevice(tenantId, fields))).device;
}

export function createDevice(store: DeviceStore, device: NewDevice): Promise<CreatedDevice> {
  return store.create(device, FAIL_ON_CONFLICT, 0, NOW);
}

export const NO_PROFILE_REFERENCES: ProfileReferences = {
  image: null,
  defaultRuleChainId: null,
  defaultDashboardId: null,
  defaultQueueName: null,
  defaultEdgeRuleChainId: null,
  firmwareId: null,
  softwareId: null,
  externalId: null,
};

export function sampleProfile(tenantId: TenantId, fields: Partial<DeviceProfile> = {}): DeviceProfile {
  const id = newId<DeviceProfileId>();
  return {
    id,
    createdAt: NOW,
    tenantId,
    name: `profile ${id}` as ProfileName,
    description: null,
    isDefault: false,
    transportType: "DEFAULT",
    provisionType: "DISABLED",
    provisionKey: null,
    ...NO_PROFILE_REFERENCES,
    profileData: PLAIN_PROFILE_DATA,
    version: 1,
    ...fields,
  };
}

export const PACKAGE_FILE: FileContent = {
  kind: "file",
  contentId: newId<ContentId>(),
  fileName: "boiler.bin",
  contentType: "application/octet-stream",
  bytes: 1_000,
  checksum: { algorithm: "SHA256", value: "00ff" },
};

/** Without a content. */
export function samplePackage(
  profile: Pick<DeviceProfile, "id" | "tenantId">,
  fields: Partial<OtaPackage> = {},
): OtaPackage {
  const id = newId<PackageId>();
  return {
    id,
    createdAt: NOW,
    tenantId: profile.tenantId,
    profileId: profile.id,
    kind: "FIRMWARE",
    title: "boiler",
    version: `1.${id}`,
    tag: null,
    content: { kind: "none" },
    additionalInfo: null,
    externalId: null,
    ...fields,
  };
}

/** One that devices of the profile can be given. */
export async function addPackage(
  { packages }: Pick<DeviceStoresUnderTest, "packages">,
  profile: Pick<DeviceProfile, "id" | "tenantId">,
  kind: PackageKind = "FIRMWARE",
): Promise<PackageId> {
  const created = samplePackage(profile, { kind, content: PACKAGE_FILE });
  await packages.create(created);
  return created.id;
}

export function orderOf(
  gateway: Pick<Device, "id" | "tenantId">,
  names: readonly string[],
  fields: Partial<DeviceOrder> = {},
): DeviceOrder {
  return {
    tenantId: gateway.tenantId,
    gatewayId: gateway.id,
    candidates: names.map((name) => ({ id: newId(), name, credentialsId: newId(), accessToken: newAccessToken() })),
    profileName: "default",
    profileId: newId<DeviceProfileId>(),
    requiresProfile: false,
    maxDevices: 0,
    now: NOW,
    connects: false,
    ...fields,
  };
}

export function pageOf<Sort extends string>(
  fields: { size?: number; page?: number; textSearch?: string; by?: Sort | "id"; order?: "ASC" | "DESC" } = {},
): PageRequest<Sort> {
  const { size = 100, page = 0, textSearch = null, by, order = "ASC" } = fields;
  return { page, size, textSearch, sort: by === undefined ? null : { property: by, order } };
}
