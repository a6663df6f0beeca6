// What provisioning asks of devices, answered by the stores and the device service.
import { newAccessToken } from "./access-token.ts";
import { accessToken, basicCredentials, certificateCredentials, type CheckedCredentials } from "./credentials.ts";
import { parseDeviceName, type Device, type DeviceName } from "./device.ts";
import type { DeviceService } from "./device-service.ts";
import { provisionSecretOf } from "./profile-data.ts";
import type { ProfileStore } from "./profile-store.ts";
import type { NewCredentials } from "./provision-request.ts";
import type {
  NewProvisionedDevice,
  ProvisionedCredentials,
  ProvisioningDevices,
  ProvisionProfile,
} from "./provisioning.ts";
import type { CredentialsStore } from "./credentials-store.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { NO_DEVICE_REFERENCES } from "./references.ts";

export class ProvisionableDevices implements ProvisioningDevices {
  readonly #service: DeviceService;
  readonly #profiles: ProfileStore;
  readonly #credentials: CredentialsStore;

  constructor(service: DeviceService, profiles: ProfileStore, credentials: CredentialsStore) {
    this.#service = service;
    this.#profiles = profiles;
    this.#credentials = credentials;
  }

  async findProvisionProfile(key: string): Promise<ProvisionProfile | undefined> {
    const profile = await this.#profiles.findByProvisionKey(key);
    return profile === undefined ? undefined : { profile, secret: provisionSecretOf(profile.profileData) ?? "" };
  }

  findByName(tenantId: TenantId, name: DeviceName): Promise<Device | undefined> {
    return this.#service.findByName(tenantId, name);
  }

  async create(
    device: NewProvisionedDevice,
  ): Promise<{ readonly device: Device; readonly credentials: ProvisionedCredentials }> {
    const { tenantId, name, profile, gateway, credentials } = device;
    const fields = {
      name,
      type: null,
      label: null,
      profileId: profile.id,
      customerId: null,
      deviceData: null,
      additionalInfo: gateway ? { gateway: true } : null,
      ...NO_DEVICE_REFERENCES,
    };
    return this.#service.create(tenantId, fields, { credentials: checkedOf(credentials) });
  }

  credentialsOf(tenantId: TenantId, deviceId: DeviceId): Promise<ProvisionedCredentials | undefined> {
    return this.#credentials.findByDevice(tenantId, deviceId);
  }

  randomName(): DeviceName {
    return parseDeviceName(newAccessToken());
  }
}

function checkedOf(sent: NewCredentials): CheckedCredentials {
  switch (sent.kind) {
    case "ACCESS_TOKEN":
      return accessToken(sent.token);
    case "MQTT_BASIC":
      return basicCredentials(sent);
    case "X509_CERTIFICATE":
      return certificateCredentials(sent.certificate);
  }
}
