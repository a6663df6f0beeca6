// Turns a CONNECT into a client with the topics it may use, or into a refusal. Source: MQTT contract 1.2, 1.3, 11.
import type { CredentialsRefusal, Identified, PresentedCredentials } from "../../core/devices/credentials-directory.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { ConnectionFacts } from "../../core/devices/live-session.ts";
import type { GuessThrottle } from "../../core/guess-throttle.ts";
import type { DeviceId, TenantId } from "../../core/ids.ts";
import type { TenantLimits } from "../../core/tenants/tenant-limits.ts";
import type { TrafficMeter } from "../../core/tenants/traffic-meter.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Admission, ConnectRequest } from "../mqtt/mqtt-api.ts";
import type { Topics } from "../mqtt/topic-router.ts";
import type { AdmissionTicket, AdmissionTickets } from "./admission-tickets.ts";
import { newNoticeBudget, type Client } from "./client.ts";
import { PROVISIONING_FILTERS } from "./filters.ts";
import type { SessionTopics } from "./profile-topics.ts";

export interface AuthenticatorDeps {
  readonly credentials: CredentialsCheck;
  readonly devices: { loadById(id: DeviceId): Promise<KnownDevice | undefined> };
  readonly tenantLimits: { load(tenantId: TenantId): Promise<TenantLimits> };
  readonly meter: TrafficMeter;
  readonly tickets: AdmissionTickets;
  readonly guesses: GuessThrottle;
  readonly clock: Clock;
  readonly topics: { of(device: KnownDevice): Promise<SessionTopics> };
  readonly provisioningRouter: Topics<Client>;
  /** Largest Remaining Length accepted, in bytes. */
  readonly maxPayloadSize: number;
}

/** Tries the methods of MQTT contract 1.2 from number 2 on. Rejects with `unavailable` when the store does. */
export interface CredentialsCheck {
  identify(presented: PresentedCredentials, now: EpochMillis): Promise<Identified>;
  /** The device whose password is presented; undefined if the user name is the secret itself. */
  accountOf(presented: PresentedCredentials): Promise<DeviceId | undefined>;
}

/** As user name or client id, requests a provisioning session. */
const PROVISION = "provision";

const REFUSALS: Readonly<Record<CredentialsRefusal, string>> = {
  "bad-credentials": "the user name, password and client id do not belong to a device",
  "bad-client-id": "the client id does not belong to a device, and there is no user name",
  "not-authorized": "there are no credentials, or the client certificate is unknown or not valid at this time",
};

export class Authenticator {
  readonly #deps: AuthenticatorDeps;

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps;
  }

  /** Rejects if a store cannot be read; the client then gets "unavailable". */
  async authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>> {
    const { clientId, username: userName = "", password, certificate, remoteAddress } = connect;
    if (userName === PROVISION || clientId === PROVISION) return this.#admitProvisioning(remoteAddress);
    const presented = { clientId, userName, password, certificate };
    const identified = await this.#identify(presented, remoteAddress, signal);
    if (identified.kind === "device") return this.#admitDevice(identified.deviceId, connect, signal);
    return { kind: "refused", reason: identified.reason, message: REFUSALS[identified.reason] };
  }

  async #identify(presented: PresentedCredentials, address: string, signal: AbortSignal): Promise<Identified> {
    const { clock, credentials, guesses } = this.#deps;
    const identify = (): Promise<Identified> => credentials.identify(presented, clock.now());
    // A client that presents a certificate has proved to own its key, so there is no guessing to guard against.
    if (presented.certificate !== undefined) return identify();
    const { clientId, userName, password = null } = presented;
    const device = await credentials.accountOf(presented);
    const secret = [clientId, userName, password === null ? null : Buffer.from(password).toString("latin1")];
    return guesses.attempt(
      { address, secret: JSON.stringify(secret), ...(device === undefined ? {} : { account: `device ${device}` }) },
      { check: identify, isRight: ({ kind }) => kind === "device", signal },
    );
  }

  async #admitDevice(deviceId: DeviceId, connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>> {
    const { tickets } = this.#deps;
    const ticket = tickets.take(deviceId, signal);
    let admission: Admission<Client> | undefined;
    try {
      admission = await this.#admit(ticket, connect);
      return admission;
    } finally {
      if (admission?.kind !== "accepted") tickets.giveBack(ticket);
    }
  }

  async #admit(ticket: AdmissionTicket, connect: ConnectRequest): Promise<Admission<Client>> {
    const { clock, devices, maxPayloadSize, meter, tenantLimits, topics } = this.#deps;
    const device = await devices.loadById(ticket.deviceId);
    if (device === undefined)
      return { kind: "refused", reason: "bad-credentials", message: "the device has been deleted" };
    const { isGateway, tenantId } = device;
    const [limits, { router, filters, downlinks }] = await Promise.all([
      tenantLimits.load(tenantId),
      topics.of(device),
    ]);
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
        connection: connectionOf(connect),
        downlinks,
        session: null,
        errorBudget: newNoticeBudget(),
        rateBudget: newNoticeBudget(),
        breached: new Set(),
        chunkSizes: new Map(),
      },
      router,
      filters,
      maxPayloadSize,
      turnKey: tenantId,
    };
  }

  #admitProvisioning(address: string): Admission<Client> {
    return {
      kind: "accepted",
      client: { kind: "provisioning", address, session: null, closing: null },
      router: this.#deps.provisioningRouter,
      filters: PROVISIONING_FILTERS,
      maxPayloadSize: this.#deps.maxPayloadSize,
      // Nobody had to show credentials, so all of them together share one turn on the thread.
      turnKey: PROVISION,
      closeOnUnknownTopic: true,
      // What is left of those that have gone must not delay those that wait for an answer.
      dropsUnread: true,
    };
  }
}

const PROTOCOLS = { 3: "MQTT 3.1", 4: "MQTT 3.1.1", 5: "MQTT 5" } as const;
const TRANSPORTS = { tcp: "TCP", tls: "TLS", websocket: "WEBSOCKET" } as const;

function connectionOf({ protocol, listener, remoteAddress }: ConnectRequest): ConnectionFacts {
  return { protocol: PROTOCOLS[protocol], transport: TRANSPORTS[listener], remoteAddress };
}
