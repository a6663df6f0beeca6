// Saves devices: new ones with their credentials, and changes to existing ones.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

export type Device = Schema<"Device">;

export interface NewDevice {
  readonly name: string;
  readonly label: string | null;
  readonly profileId: string | null;
  readonly customerId: string | null;
  readonly isGateway: boolean;
  readonly description: string;
  /** If empty, the platform generates one. */
  readonly accessToken: string;
}

export interface CreatedDevice {
  readonly device: Device;
  readonly accessToken: string;
}

export async function createDevice(fields: NewDevice): Promise<CreatedDevice> {
  const { name, label, profileId, customerId, isGateway, description, accessToken } = fields;
  const device = await ask(
    api.POST("/api/device", {
      params: { query: accessToken === "" ? {} : { accessToken } },
      body: {
        name,
        label,
        ...(profileId === null ? {} : { deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId } }),
        ...(customerId === null ? {} : { customerId: { entityType: "CUSTOMER", id: customerId } }),
        additionalInfo: { gateway: isGateway, ...(description === "" ? {} : { description }) },
      },
    }),
  );
  const credentials = await ask(
    api.GET("/api/device/{deviceId}/credentials", { params: { path: { deviceId: device.id.id } } }),
  );
  return { device, accessToken: credentials.credentialsId };
}

export async function assignToCustomer(deviceId: string, customerId: string): Promise<void> {
  await ask(api.POST("/api/customer/{customerId}/device/{deviceId}", { params: { path: { customerId, deviceId } } }));
}

export async function makePublic(deviceId: string): Promise<void> {
  await ask(api.POST("/api/customer/public/device/{deviceId}", { params: { path: { deviceId } } }));
}

export async function unassign(deviceId: string): Promise<void> {
  await ask(api.DELETE("/api/customer/device/{deviceId}", { params: { path: { deviceId } } }));
}

/**
 * A save replaces the whole device, so the device is read first; if somebody else saves it in between, this save is
 * refused.
 */
export async function changeProfile(deviceId: string, profileId: string): Promise<void> {
  const device = await ask(api.GET("/api/device/{deviceId}", { params: { path: { deviceId } } }));
  const { type: _nameOfProfile, ...kept } = device;
  // Firmware and software belong to one profile.
  const packages = device.deviceProfileId.id === profileId ? {} : { firmwareId: null, softwareId: null };
  await ask(
    api.POST("/api/device", {
      body: { ...kept, ...packages, deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId } },
    }),
  );
}

/** From the gateway's next message on, data for a device also connects that device. */
export async function setConnectOnUplink(gatewayId: string): Promise<void> {
  const device = await ask(api.GET("/api/device/{deviceId}", { params: { path: { deviceId: gatewayId } } }));
  const { type: _nameOfProfile, additionalInfo, ...kept } = device;
  await ask(
    api.POST("/api/device", { body: { ...kept, additionalInfo: { ...additionalInfo, connectOnUplink: true } } }),
  );
}

export async function deleteDevice(deviceId: string): Promise<void> {
  await ask(api.DELETE("/api/device/{deviceId}", { params: { path: { deviceId } } }));
}
