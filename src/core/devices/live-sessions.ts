// The open connections of devices on this node, and the choice of the session that gets a device's downlinks: its own
// or its gateway's. Of sessions on other nodes only the node, the device and the time of opening are known, which is enough to
// avoid conflicts with them and to choose among them.
import type { Logger } from "../../lib/logger.ts";
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { EventOf, Published } from "../bus/events.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { DeviceId, NodeId, SessionId, TenantId } from "../ids.ts";
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
  readonly id: SessionId;
  /** By the clock of this node, but never before the session that it follows, whatever the clock of that one's node said. */
  readonly openedAt: EpochMillis;
  /**
   * The device's route when the session opened. If the current route differs, it came later, even within the same
   * millisecond.
   */
  readonly routeBefore: GatewayRoute | null;
}

/** A session on another node. */
export interface RemoteSession extends Pick<LiveSession, "id" | "openedAt" | "poll"> {
  readonly nodeId: NodeId;
}

/** The same for a session of this node. */
export type SessionFacts = Omit<EventOf<"session-opened">, "kind">;

/** A session that may take a downlink: one of this node, or one of which its node has to be asked. */
export type Place =
  | { readonly session: LiveSession }
  | { readonly session?: undefined; readonly remote: RemoteSession; readonly of: DeviceId };

export class LiveSessions {
  readonly #deps: LiveSessionDeps;
  readonly #options: LiveSessionOptions;
  /** By device, in order of opening. */
  readonly #held = new Map<DeviceId, HeldSession[]>();
  /** A list for each device, which takes less memory than a map. */
  readonly #remote = new Map<DeviceId, readonly RemoteSession[]>();
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
      "session-opened": (event) => {
        this.#openedElsewhere(event);
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
    const { device, id, poll } = session;
    const held = this.#held.get(device.id) ?? [];
    this.#held.set(device.id, held);
    const entry = { session, id, openedAt: this.#orderOf(session, held), routeBefore: device.route };
    held.push(entry);
    this.#count++;
    if (poll === undefined) {
      this.#evictBeyondLimit(device, held);
      this.#deps.witness.sessionOpened(device, session.openedAt);
    }
    this.#deps.bus.publish({ kind: "session-opened", ...factsOf(entry) });
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
   * Of the sessions of this node, the one that gets an RPC of the device: the newest one that has subscribed to RPC. Source: MQTT
   * contract 1.5, 4.1.
   */
  holderFor(device: KnownDevice, kind: DownlinkKind): LiveSession | undefined {
    return this.holdersFor(device, kind).at(-1);
  }

  /** Whether anything is known of sessions on other nodes. */
  get areElsewhere(): boolean {
    return this.#remote.size > 0;
  }

  /** Whether all sessions that may get downlinks of the device are on this node. */
  areHere(device: KnownDevice): boolean {
    const { id, route } = device;
    return !this.#remote.has(id) && (route === null || !this.#remote.has(route.gatewayId));
  }

  /** The sessions on all nodes that may get downlinks of the device, newest first; whether they accept them is not looked at. */
  placesFor(device: KnownDevice, kind: DownlinkKind): readonly Place[] {
    const of = this.#holderOf(device, kind);
    const remote = (this.#remote.get(of) ?? []).filter(({ poll }) => (poll ?? kind) === kind);
    const all: readonly (HeldSession | RemoteSession)[] = [...(this.#held.get(of) ?? []), ...remote];
    return all
      .toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
      .map((each) => ("session" in each ? { session: each.session } : { remote: each, of }));
  }

  /** The session of the device with this id, if it is on this node. */
  find(deviceId: DeviceId, id: SessionId): LiveSession | undefined {
    return this.#held.get(deviceId)?.find((held) => held.id === id)?.session;
  }

  /** When the newest of the device's sessions on all nodes opened; 0 if there is none. */
  newestOf(deviceId: DeviceId): EpochMillis {
    const all: readonly Age[] = [...(this.#held.get(deviceId) ?? []), ...(this.#remote.get(deviceId) ?? [])];
    return millis(all.reduce((newest, { openedAt }) => Math.max(newest, openedAt), 0));
  }

  /** What other nodes need to know of the sessions of this one. */
  *facts(): Iterable<SessionFacts> {
    for (const held of this.#held.values()) for (const entry of held) yield factsOf(entry);
  }

  /** The sessions that are known of that node. */
  *ofNode(nodeId: NodeId): Iterable<{ readonly deviceId: DeviceId; readonly sessionId: SessionId }> {
    for (const [deviceId, sessions] of this.#remote)
      for (const session of sessions) if (session.nodeId === nodeId) yield { deviceId, sessionId: session.id };
  }

  /** The nodes that have sessions of the device, without this one. */
  nodesOf(deviceId: DeviceId): ReadonlySet<NodeId> {
    return new Set(this.#remote.get(deviceId)?.map(({ nodeId }) => nodeId));
  }

  /** Every session of this node that gets an attribute notification of the device, in order of opening. */
  holdersFor(device: KnownDevice, kind: DownlinkKind): readonly LiveSession[] {
    return (this.#held.get(this.#holderOf(device, kind)) ?? [])
      .map(({ session }) => session)
      .filter((session) => session.accepts(kind, device));
  }

  /** Whether the device has a lasting connection, here or on another node. */
  isOnline(deviceId: DeviceId): boolean {
    return (
      (this.#held.get(deviceId) ?? []).some(({ session }) => isLasting(session)) ||
      (this.#remote.get(deviceId) ?? []).some(isLasting)
    );
  }

  /** The number of lasting connections that the device has, here and on other nodes. */
  countOf(deviceId: DeviceId): number {
    const here = (this.#held.get(deviceId) ?? []).filter(({ session }) => isLasting(session));
    return here.length + this.lastingElsewhere(deviceId).length;
  }

  /** Its lasting connections on other nodes. */
  lastingElsewhere(deviceId: DeviceId): readonly RemoteSession[] {
    return (this.#remote.get(deviceId) ?? []).filter(isLasting);
  }

  /** The device's own sessions on this node, in order of opening. */
  ofDevice(deviceId: DeviceId): readonly LiveSession[] {
    return (this.#held.get(deviceId) ?? []).map(({ session }) => session);
  }

  *all(): Iterable<LiveSession> {
    for (const held of this.#held.values()) for (const { session } of held) yield session;
  }

  /** Never before what it follows: the clocks of nodes may differ, and one may be set back. */
  #orderOf({ device, openedAt }: LiveSession, held: readonly HeldSession[]): EpochMillis {
    const remote = (this.#remote.get(device.id) ?? []).map((each) => each.openedAt + 1);
    const route = device.route === null || device.route.connectedAt <= openedAt ? 0 : device.route.connectedAt + 1;
    return millis(Math.max(openedAt, held.at(-1)?.openedAt ?? 0, route, ...remote));
  }

  /** Of the newer of two paths: the device's own connection or its gateway's connect message. */
  #holderOf(device: KnownDevice, kind: DownlinkKind): DeviceId {
    const { route } = device;
    return route === null || this.#hasLaterOwnSession(device, route, kind) ? device.id : route.gatewayId;
  }

  /** A poll takes precedence over the gateway only for the kind of downlink that it waits for. */
  #hasLaterOwnSession(device: KnownDevice, route: GatewayRoute, kind: DownlinkKind): boolean {
    if (route.gatewayId === device.id) return true;
    for (const { session, openedAt, routeBefore } of this.#held.get(device.id) ?? []) {
      if (!isLasting(session) && !session.accepts(kind, device)) continue;
      if (openedAt > route.connectedAt || isSameRoute(routeBefore, route)) return true;
    }
    for (const { openedAt, poll } of this.#remote.get(device.id) ?? [])
      if ((poll ?? kind) === kind && openedAt > route.connectedAt) return true;
    return false;
  }

  #evictBeyondLimit(device: KnownDevice, held: readonly HeldSession[]): void {
    const ages: Age[] = held.filter(({ session }) => isLasting(session));
    for (const remote of this.#remote.get(device.id) ?? []) if (isLasting(remote)) ages.push(remote);
    const excess = ages.length - Math.max(1, this.#options.sessionsMax(device.tenantId));
    if (excess <= 0) return;
    // Each session of the device is known here or on the node that holds it, and that node closes its own by the same
    // rule. The node of the newest one records what it replaced: so the former session ends before the newer one begins.
    ages.sort((a, b) => (isNewer(a, b) ? 1 : -1));
    const oldest = new Set(ages.slice(0, excess).map(({ id }) => id));
    const isNewestHere = held.some(({ id }) => id === ages.at(-1)?.id);
    for (const { session } of [...held]) {
      if (!oldest.has(session.id)) continue;
      this.#deps.log.info("session taken over", { deviceId: device.id, sessionId: session.id });
      session.close("taken-over");
      // The connection reports its own end later; for downlinks it ends now.
      this.close(session, "REPLACED");
    }
    if (!isNewestHere) return;
    for (const id of oldest) {
      this.#closedElsewhere(device.id, id);
      this.#deps.witness.sessionReplaced(device, this.#deps.clock.now());
    }
  }

  #closeAllOf(deviceId: DeviceId, reason: CloseReason, end: SessionEnd): void {
    for (const { session } of [...(this.#held.get(deviceId) ?? [])]) {
      session.close(reason);
      this.close(session, end);
    }
  }

  #openedElsewhere({ deviceId, sessionId: id, openedAt, poll, nodeId }: Published<EventOf<"session-opened">>): void {
    const held = this.#held.get(deviceId);
    if (held?.some((each) => each.id === id) === true) return;
    const remote = (this.#remote.get(deviceId) ?? []).filter((each) => each.id !== id);
    const opened = poll === undefined ? { id, openedAt, nodeId } : { id, openedAt, nodeId, poll };
    this.#remote.set(deviceId, [...remote, opened]);
    const device = held?.[0]?.session.device;
    if (held !== undefined && device !== undefined) this.#evictBeyondLimit(device, held);
  }

  #closedElsewhere(deviceId: DeviceId, sessionId: SessionId): void {
    const remote = this.#remote.get(deviceId);
    if (remote === undefined) return;
    const left = remote.filter(({ id }) => id !== sessionId);
    if (left.length === 0) this.#remote.delete(deviceId);
    else if (left.length < remote.length) this.#remote.set(deviceId, left);
  }
}

type Age = Pick<LiveSession, "id" | "openedAt">;

/** One order on all nodes: of two sessions that opened in the same millisecond, all choose the same. */
function isNewer(a: Age, b: Age): boolean {
  return a.openedAt > b.openedAt || (a.openedAt === b.openedAt && a.id > b.id);
}

function factsOf({ session, id, openedAt }: HeldSession): SessionFacts {
  const { device, poll } = session;
  return { deviceId: device.id, sessionId: id, openedAt, ...(poll === undefined ? {} : { poll }) };
}

function isLasting({ poll }: Pick<LiveSession, "poll">): boolean {
  return poll === undefined;
}

function isSameRoute(a: GatewayRoute | null, b: GatewayRoute): boolean {
  return a !== null && a.gatewayId === b.gatewayId && a.connectedAt === b.connectedAt;
}
