// The open connections of devices on this node, and the choice of the session that gets a device's downlinks: its own
// or its gateway's. For sessions on other nodes, only the device and the time of opening are known, which is enough to
// avoid conflicts with them.
import type { Logger } from "../../lib/logger.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { DeviceId, SessionId, TenantId } from "../ids.ts";
import type { GatewayRoute, KnownDevice } from "./known-device.ts";
import type { CloseReason, DownlinkKind, LiveSession } from "./live-session.ts";
import type { SessionEnd } from "./session-end.ts";

/** Notified of connections: the keeper of `lastConnectTime` and `lastDisconnectTime`. */
export interface ConnectionWitness {
  sessionOpened(device: KnownDevice, at: EpochMillis): void;
  /** Called when the last session of the device has closed; `end` is null if the reason is not known. */
  lastSessionClosed(device: KnownDevice, at: EpochMillis, end: SessionEnd | null): void;
  /** Called when another session of the device has taken over. */
  sessionReplaced(device: KnownDevice, at: EpochMillis): void;
}

export interface LiveSessionDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly witness: ConnectionWitness;
  readonly log: Logger;
}

export interface LiveSessionOptions {
  /** Limit of lasting sessions per device, at least 1. */
  readonly sessionsMax: (tenantId: TenantId) => number;
}

interface HeldSession {
  readonly session: LiveSession;
  /**
   * The device's route when the session opened. If the current route differs, it came later, even within the same
   * millisecond.
   */
  readonly routeBefore: GatewayRoute | null;
}

/** What is known of a session on any node. */
type SessionFacts = Pick<LiveSession, "openedAt" | "poll">;

export class LiveSessions {
  readonly #deps: LiveSessionDeps;
  readonly #options: LiveSessionOptions;
  /** By device, in order of opening. */
  readonly #held = new Map<DeviceId, HeldSession[]>();
  readonly #remote = new Map<DeviceId, Map<SessionId, SessionFacts>>();
  #count = 0;
  #subscription: Subscription | undefined;

  constructor(deps: LiveSessionDeps, options: LiveSessionOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "credentials-changed": ({ deviceId }) => {
        this.#closeAllOf(deviceId, "administrative", "CREDENTIALS_CHANGED");
      },
      "device-deleted": ({ deviceId }) => {
        this.#closeAllOf(deviceId, "administrative", "DELETED");
      },
      "session-opened": ({ deviceId, sessionId, ...facts }) => {
        this.#openedElsewhere(deviceId, sessionId, facts);
      },
      "session-closed": ({ deviceId, sessionId }) => {
        this.#closedElsewhere(deviceId, sessionId);
      },
    });
  }

  /** Closes all open sessions with the reason "shutdown". May be called twice. */
  stop(): void {
    for (const deviceId of [...this.#held.keys()]) this.#closeAllOf(deviceId, "shutdown", "SERVER_STOPPED");
    this.#subscription?.cancel();
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds an accepted session. Lasting sessions of its device beyond the limit are closed as taken over, oldest first.
   * Polls are limited where they are opened.
   */
  open(session: LiveSession): void {
    const { device, id, openedAt, poll } = session;
    const held = this.#held.get(device.id) ?? [];
    this.#held.set(device.id, held);
    held.push({ session, routeBefore: device.route });
    this.#count++;
    if (poll === undefined) {
      this.#evictBeyondLimit(device, held);
      this.#deps.witness.sessionOpened(device, openedAt);
    }
    this.#deps.bus.publish({
      kind: "session-opened",
      deviceId: device.id,
      sessionId: id,
      openedAt,
      ...(poll === undefined ? {} : { poll }),
    });
  }

  /**
   * Call once for each opened session when either side has ended its connection, with the reason if known. Idempotent.
   */
  close(session: LiveSession, end: SessionEnd | null = null): void {
    const { device, id } = session;
    const held = this.#held.get(device.id);
    const index = held?.findIndex((entry) => entry.session === session) ?? -1;
    if (held === undefined || index < 0) return;
    held.splice(index, 1);
    this.#count--;
    if (held.length === 0) this.#held.delete(device.id);
    const closedAt = this.#deps.clock.now();
    if (isLasting(session) && !this.isOnline(device.id)) this.#deps.witness.lastSessionClosed(device, closedAt, end);
    this.#deps.bus.publish({ kind: "session-closed", deviceId: device.id, sessionId: id, closedAt });
  }

  /**
   * The session that gets an RPC of the device: the newest one that has subscribed to RPC. Source: MQTT contract 1.5,
   * 4.1.
   */
  holderFor(device: KnownDevice, kind: DownlinkKind): LiveSession | undefined {
    const held = this.#candidates(device, kind);
    for (let index = held.length - 1; index >= 0; index--) {
      const session = held[index]?.session;
      if (session?.accepts(kind, device) === true) return session;
    }
    return undefined;
  }

  /** Every session that gets an attribute notification of the device, in order of opening. */
  holdersFor(device: KnownDevice, kind: DownlinkKind): readonly LiveSession[] {
    return this.#candidates(device, kind)
      .map(({ session }) => session)
      .filter((session) => session.accepts(kind, device));
  }

  /** Whether the device has a lasting connection, here or on another node. */
  isOnline(deviceId: DeviceId): boolean {
    return (
      (this.#held.get(deviceId) ?? []).some(({ session }) => isLasting(session)) ||
      this.#remoteAges(deviceId).length > 0
    );
  }

  /** The device's own sessions on this node, in order of opening. */
  ofDevice(deviceId: DeviceId): readonly LiveSession[] {
    return (this.#held.get(deviceId) ?? []).map(({ session }) => session);
  }

  *all(): Iterable<LiveSession> {
    for (const held of this.#held.values()) for (const { session } of held) yield session;
  }

  /** The sessions of the newer of two paths: the device's own connection or its gateway's connect message. */
  #candidates(device: KnownDevice, kind: DownlinkKind): readonly HeldSession[] {
    const { route } = device;
    const holderId = route === null || this.#hasLaterOwnSession(device, route, kind) ? device.id : route.gatewayId;
    const held = this.#held.get(holderId) ?? [];
    // An RPC must not run twice: if another node holds a newer session of the same client, that node sends it.
    return kind === "rpc" && this.#newestIsElsewhere(holderId, held) ? [] : held;
  }

  /** A poll takes precedence over the gateway only for the kind of downlink that it waits for. */
  #hasLaterOwnSession(device: KnownDevice, route: GatewayRoute, kind: DownlinkKind): boolean {
    if (route.gatewayId === device.id) return true;
    for (const { session, routeBefore } of this.#held.get(device.id) ?? []) {
      if (!isLasting(session) && !session.accepts(kind, device)) continue;
      if (session.openedAt > route.connectedAt || isSameRoute(routeBefore, route)) return true;
    }
    for (const { openedAt, poll } of this.#remote.get(device.id)?.values() ?? [])
      if ((poll ?? kind) === kind && openedAt > route.connectedAt) return true;
    return false;
  }

  #newestIsElsewhere(deviceId: DeviceId, held: readonly HeldSession[]): boolean {
    const newestHere = held.findLast(({ session }) => session.poll !== "attributes")?.session.openedAt ?? 0;
    for (const { openedAt, poll } of this.#remote.get(deviceId)?.values() ?? [])
      if (poll !== "attributes" && openedAt > newestHere) return true;
    return false;
  }

  #evictBeyondLimit(device: KnownDevice, held: readonly HeldSession[]): void {
    const ages = [...held.map(({ session }) => session).filter(isLasting), ...this.#remoteAges(device.id)];
    const excess = ages.length - Math.max(1, this.#options.sessionsMax(device.tenantId));
    if (excess <= 0) return;
    // Each session of the device is known here or on the node that holds it, and that node closes its own by the same
    // rule.
    ages.sort((a, b) => a.openedAt - b.openedAt);
    const oldest = new Set(ages.slice(0, excess).map(({ id }) => id));
    for (const { session } of [...held]) {
      if (!oldest.has(session.id)) continue;
      this.#deps.log.info("session taken over", { deviceId: device.id, sessionId: session.id });
      session.close("taken-over");
      // The connection reports its own end later; for downlinks it ends now.
      this.close(session, "REPLACED");
      this.#deps.witness.sessionReplaced(device, this.#deps.clock.now());
    }
  }

  /** Lasting sessions on other nodes. */
  #remoteAges(deviceId: DeviceId): { readonly id: SessionId; readonly openedAt: EpochMillis }[] {
    const remote = [...(this.#remote.get(deviceId) ?? [])].filter(([, facts]) => isLasting(facts));
    return remote.map(([id, { openedAt }]) => ({ id, openedAt }));
  }

  #closeAllOf(deviceId: DeviceId, reason: CloseReason, end: SessionEnd): void {
    for (const { session } of [...(this.#held.get(deviceId) ?? [])]) {
      session.close(reason);
      this.close(session, end);
    }
  }

  #openedElsewhere(deviceId: DeviceId, sessionId: SessionId, facts: SessionFacts): void {
    const held = this.#held.get(deviceId);
    if (held?.some(({ session }) => session.id === sessionId) === true) return;
    const remote = this.#remote.get(deviceId) ?? new Map<SessionId, SessionFacts>();
    this.#remote.set(deviceId, remote.set(sessionId, facts));
    const device = held?.[0]?.session.device;
    if (held !== undefined && device !== undefined) this.#evictBeyondLimit(device, held);
  }

  #closedElsewhere(deviceId: DeviceId, sessionId: SessionId): void {
    const remote = this.#remote.get(deviceId);
    if (remote?.delete(sessionId) === true && remote.size === 0) this.#remote.delete(deviceId);
  }
}

function isLasting({ poll }: SessionFacts): boolean {
  return poll === undefined;
}

function isSameRoute(a: GatewayRoute | null, b: GatewayRoute): boolean {
  return a !== null && a.gatewayId === b.gatewayId && a.connectedAt === b.connectedAt;
}
