// Who is this client? Turns a CONNECT into a session's client with the topics it may use, or into a refusal.
// Source: MQTT contract 1.2, 1.3, 11.
import type { DeviceProfile } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DeviceId, DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { TenantLimits } from "../../core/tenants/tenant-limits.ts";
import type { TrafficMeter } from "../../core/tenants/traffic-meter.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Admission, ConnectRequest } from "../mqtt/mqtt-api.ts";
import type { TopicRouter } from "../mqtt/topic-router.ts";
import type { AdmissionTicket, AdmissionTickets } from "./admission-tickets.ts";
import { newNoticeBudget, type Client } from "./client.ts";
import { checkCredentials, type CredentialsDirectory } from "./credentials.ts";
import { DEVICE_FILTERS, PROVISIONING_FILTERS } from "./filters.ts";

export interface AuthenticatorParts {
  readonly credentials: CredentialsDirectory;
  readonly devices: { loadById(id: DeviceId): Promise<KnownDevice | undefined> };
  readonly profiles: DeviceProfiles;
  readonly tenantLimits: { load(tenantId: TenantId): Promise<TenantLimits> };
  readonly meter: TrafficMeter;
  readonly tickets: AdmissionTickets;
  readonly clock: Clock;
  readonly deviceRouter: TopicRouter<Client>;
  readonly provisioningRouter: TopicRouter<Client>;
  /** Largest Remaining Length accepted, in bytes. */
  readonly maxPayloadSize: number;
}

export interface DeviceProfiles {
  findById(tenantId: TenantId, id: DeviceProfileId): Promise<Pick<DeviceProfile, "profileData"> | undefined>;
}

export class Authenticator {
  readonly #parts: AuthenticatorParts;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /** Rejects where a store cannot be read, which the client is told as "unavailable". */
  async authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>> {
    const { clock, credentials } = this.#parts;
    const check = await checkCredentials(connect, credentials, clock.now());
    switch (check.kind) {
      case "refused":
        return check;
      case "provisioning":
        return this.#admitProvisioning();
      case "device":
        return this.#admitDevice(check.deviceId, signal);
    }
  }

  async #admitDevice(deviceId: DeviceId, signal: AbortSignal): Promise<Admission<Client>> {
    const { tickets } = this.#parts;
    const ticket = tickets.take(deviceId, signal);
    let admission: Admission<Client> | undefined;
    try {
      admission = await this.#admit(ticket);
      return admission;
    } finally {
      if (admission?.kind !== "accepted") tickets.giveBack(ticket);
    }
  }

  async #admit(ticket: AdmissionTicket): Promise<Admission<Client>> {
    const { clock, devices, deviceRouter, maxPayloadSize, meter, profiles, tenantLimits } = this.#parts;
    const device = await devices.loadById(ticket.deviceId);
    if (device === undefined) return { kind: "refused", reason: "bad-credentials", message: "the device has been deleted" };
    const { isGateway, profileId, tenantId } = device;
    const limits = await tenantLimits.load(tenantId);
    const profile = await profiles.findById(tenantId, profileId);
    const now = clock.now();
    const traffic = meter.of(device, isGateway, limits, now);
    const breach = traffic.admit(now);
    if (breach !== null) return { kind: "refused", reason: "rate-limited", message: breach.message };
    return {
      kind: "accepted",
      client: {
        kind: "device",
        device,
        isGateway,
        traffic,
        ticket,
        session: null,
        errorBudget: newNoticeBudget(),
        rateBudget: newNoticeBudget(),
        breached: new Set(),
      },
      router: deviceRouter,
      filters: DEVICE_FILTERS,
      maxPayloadSize,
      ackInvalid: acksInvalid(profile),
    };
  }

  #admitProvisioning(): Admission<Client> {
    return {
      kind: "accepted",
      client: { kind: "provisioning", session: null, closing: null },
      router: this.#parts.provisioningRouter,
      filters: PROVISIONING_FILTERS,
      maxPayloadSize: this.#parts.maxPayloadSize,
      ackInvalid: false,
      closeOnUnknownTopic: true,
    };
  }
}

/** The profile's `sendAckOnValidationException`. Source: MQTT contract 3.2. */
function acksInvalid(profile: Pick<DeviceProfile, "profileData"> | undefined): boolean {
  const transport = profile?.profileData["transportConfiguration"];
  return (
    typeof transport === "object" &&
    transport !== null &&
    "sendAckOnValidationException" in transport &&
    transport.sendAckOnValidationException === true
  );
}
