// Provisioning: a device that only has its profile's key and secret asks to be registered and to get credentials.
// Source: MQTT contract 6.6, REST contract 14.
import { equalSecrets } from "../../lib/secrets.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { AuditTrail } from "../audit-trail.ts";
import { DomainError } from "../errors.ts";
import type { GuessThrottle } from "../guess-throttle.ts";
import {
  accessToken,
  basicCredentials,
  certificateCredentials,
  newAccessToken,
  type CheckedCredentials,
  type CredentialsStore,
} from "./credentials.ts";
import { parseDeviceName, type Device, type DeviceProfile, type ProvisionType } from "./device.ts";
import type { DeviceService } from "./device-service.ts";
import { provisionSecretOf } from "./profile-data.ts";
import type { ProfileStore } from "./profile-store.ts";
import { NO_DEVICE_REFERENCES } from "./references.ts";
import type { ServerAttributes } from "./server-attributes.ts";
import type { NewCredentials, ProvisionRequest } from "./provision-request.ts";

/** The server attribute that marks a device as provisioned. */
const STATE_KEY = "provisionState";
const PROVISIONED = "provisioned";

export type ProvisionOutcome =
  | { readonly status: "SUCCESS"; readonly device: Device; readonly credentials: CheckedCredentials }
  | { readonly status: "NOT_FOUND" | "FAILURE"; readonly message: string };

const UNKNOWN_KEY: ProvisionOutcome = {
  status: "NOT_FOUND",
  message: "there is no profile with this provisioning key and secret",
};

export interface ProvisioningServiceDeps {
  readonly devices: Pick<DeviceService, "findByName" | "create">;
  readonly profiles: Pick<ProfileStore, "findByProvisionKey">;
  readonly credentials: Pick<CredentialsStore, "findByDevice">;
  readonly attributes: Pick<ServerAttributes, "saveIfOther">;
  readonly guesses: GuessThrottle;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: AuditTrail;
}

export class ProvisioningService {
  readonly #deps: ProvisioningServiceDeps;

  constructor(deps: ProvisioningServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the device and its credentials are durable. Throws only if a store fails, and `rate-limited` if too
   * many attempts wait because the client at `address`, or others with this key, have sent wrong secrets.
   */
  async provision(request: ProvisionRequest, address: string): Promise<ProvisionOutcome> {
    const profile = await this.#deps.guesses.attempt(
      { address, account: `provision ${request.key}`, secret: request.secret },
      { check: () => this.#profileOf(request), isRight: (found) => found !== undefined },
    );
    if (profile === undefined || profile.provisionType === "DISABLED") return UNKNOWN_KEY;
    const outcome = await this.#decide(profile, profile.provisionType, request);
    await this.#report(profile, request, outcome);
    return outcome;
  }

  /** Undefined for a wrong secret too. */
  async #profileOf(request: ProvisionRequest): Promise<DeviceProfile | undefined> {
    const profile = await this.#deps.profiles.findByProvisionKey(request.key);
    // A profile without a secret cannot provision devices.
    const secret = profile === undefined ? "" : (provisionSecretOf(profile.profileData) ?? "");
    // Compared for an unknown key too, so that the response time does not reveal known keys.
    const secretMatches = equalSecrets(request.secret, secret);
    return secret === "" || !secretMatches ? undefined : profile;
  }

  async #decide(
    profile: DeviceProfile,
    type: Exclude<ProvisionType, "DISABLED">,
    request: ProvisionRequest,
  ): Promise<ProvisionOutcome> {
    switch (type) {
      case "ALLOW_CREATE_NEW_DEVICES":
        return this.#create(profile, request);
      case "CHECK_PRE_PROVISIONED_DEVICES":
        return this.#handOver(profile, request);
      case "X509_CERTIFICATE_CHAIN":
        return {
          status: "FAILURE",
          message: `devices of the profile "${profile.name}" are provisioned by their certificate`,
        };
    }
  }

  /** Only for requests with a valid key and secret: otherwise strangers could fill the log. */
  async #report(profile: DeviceProfile, { deviceName }: ProvisionRequest, outcome: ProvisionOutcome): Promise<void> {
    const { tenantId, name } = profile;
    const done = outcome.status === "SUCCESS";
    await this.#deps.audit.record({
      tenantId,
      user: null,
      entity: done
        ? { type: "DEVICE", id: outcome.device.id, name: outcome.device.name, customerId: outcome.device.customerId }
        : { type: "DEVICE", id: null, ...(deviceName === null ? {} : { name: deviceName }) },
      action: done ? "PROVISION_SUCCESS" : "PROVISION_FAILURE",
      data: { deviceProfileName: name },
      failure: done ? null : outcome.message,
    });
  }

  async #create(profile: DeviceProfile, request: ProvisionRequest): Promise<ProvisionOutcome> {
    const { tenantId } = profile;
    const name = request.deviceName ?? parseDeviceName(newAccessToken());
    if ((await this.#deps.devices.findByName(tenantId, name)) !== undefined)
      return { status: "FAILURE", message: `there is a device named "${name}" already` };
    try {
      const fields = {
        name,
        type: null,
        label: null,
        profileId: profile.id,
        customerId: null,
        deviceData: null,
        additionalInfo: request.gateway ? { gateway: true } : null,
        ...NO_DEVICE_REFERENCES,
      };
      const chosen = { credentials: checkedOf(request.credentials) };
      const { device, credentials } = await this.#deps.devices.create(tenantId, fields, chosen);
      await this.#markProvisioned(device);
      this.#deps.log.info("device provisioned", { tenantId, deviceId: device.id });
      return { status: "SUCCESS", device, credentials };
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
      return { status: "FAILURE", message: error.message };
    }
  }

  async #handOver(profile: DeviceProfile, request: ProvisionRequest): Promise<ProvisionOutcome> {
    const device =
      request.deviceName === null
        ? undefined
        : await this.#deps.devices.findByName(profile.tenantId, request.deviceName);
    if (device?.profileId !== profile.id)
      return { status: "FAILURE", message: `there is no device of that name in the profile "${profile.name}"` };
    const credentials = await this.#deps.credentials.findByDevice(device.tenantId, device.id);
    if (credentials === undefined)
      return { status: "FAILURE", message: `the device "${device.name}" has no credentials` };
    if (!(await this.#markProvisioned(device)))
      return { status: "FAILURE", message: `the device "${device.name}" has been provisioned already` };
    this.#deps.log.info("device provisioned", { tenantId: device.tenantId, deviceId: device.id });
    return { status: "SUCCESS", device, credentials };
  }

  /** False if the device had the mark already: of several requests at once, one gets true. */
  #markProvisioned(device: Device): Promise<boolean> {
    const values = [[STATE_KEY, PROVISIONED]] as const;
    return this.#deps.attributes.saveIfOther(device, "SERVER_SCOPE", values, this.#deps.clock.now());
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
