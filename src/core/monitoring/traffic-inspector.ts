// Shows watchers the traffic of a device's or gateway's connection, or of a gateway about one of its devices.
// Connections are observed only while watched. A watcher gets a limited number of messages per second, and the number
// of those left out. In a cluster all nodes show a watcher what they see (traffic-elsewhere.ts).
import type { Clock } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSession } from "../devices/live-session.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, NodeId } from "../ids.ts";
import type { SharedWatches } from "../shared-watches.ts";
import { ObservedSession } from "./observed-session.ts";
import { TrafficWatch, type TrafficUpdate, type TrafficWatcher } from "./traffic-watch.ts";

export interface TrafficInspectorDeps {
  readonly sessions: { ofDevice(id: DeviceId): readonly LiveSession[] };
  readonly devices: {
    /** Resolves once every change of the device published on the bus so far is in the shared object. */
    refreshed(id: DeviceId): Promise<void>;
  };
  readonly bus: MessageBus;
  /** Undefined if there is no cluster. */
  readonly watches?: SharedWatches | undefined;
  readonly clock: Clock;
}

export interface TrafficInspectorOptions {
  /** Messages per second sent to one watcher; each node of a cluster has its own count. */
  readonly perSecondMax: number;
}

/** Messages of other nodes that may come again, with their verdict; one that is forgotten would then show up as another one. */
const NUMBERED_MAX = 10_000;

export class TrafficInspector {
  readonly #deps: TrafficInspectorDeps;
  readonly #options: TrafficInspectorOptions;
  readonly #watches = new Set<TrafficWatch>();
  /** Those of this node that begin when the other nodes know of them. */
  readonly #beginning = new Set<TrafficWatch>();
  /** The ids here of messages of other nodes, by node and their id there. */
  readonly #ids = new Map<string, number>();
  readonly #observed = new Map<LiveSession, ObservedSession>();
  #subscription: Subscription | undefined;
  #lastId = 0;

  constructor(deps: TrafficInspectorDeps, options: TrafficInspectorOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  get watchCount(): number {
    return this.#watches.size;
  }

  start(): void {
    const { bus } = this.#deps;
    this.#subscription = listen(bus, {
      "session-opened": () => this.#observe(),
      "session-closed": () => this.#observe(),
      "route-changed": () => this.#observe(),
      "device-changed": ({ deviceId }) => void this.#endForbidden(deviceId),
      "device-deleted": ({ deviceId }) => {
        for (const watch of this.#all())
          if (watch.device.id === deviceId)
            this.#end(watch, new DomainError("not-found", `device ${deviceId} does not exist`));
      },
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
    this.#beginning.clear();
    this.#observe();
  }

  /** Resolves when all nodes show what they see. Cancel the result to end the watch; cancelling twice is harmless. */
  async watch(device: KnownDevice, watcher: TrafficWatcher): Promise<{ cancel(): void }> {
    const forbidden = (): void => this.#end(watch, lostAccess(device));
    const watch = new TrafficWatch(device, watcher, { clock: this.#deps.clock, ...this.#options, forbidden });
    this.#beginning.add(watch);
    await this.#deps.watches?.begin("traffic", device);
    // Otherwise it has ended meanwhile.
    if (this.#beginning.delete(watch)) this.#begin(watch);
    return {
      cancel: () => this.#remove(watch),
    };
  }

  /** For a watcher on another node, which checks itself who may see it. */
  watchForNode(device: KnownDevice, send: (update: TrafficUpdate) => void): { cancel(): void } {
    const watcher: TrafficWatcher = {
      mayRead: () => true,
      updated: (update) => {
        send(update);
        return true;
      },
      ended: () => undefined,
    };
    const { clock } = this.#deps;
    const deps = { clock, ...this.#options, forbidden: () => undefined, isForNode: true };
    const watch = new TrafficWatch(device, watcher, deps);
    this.#watches.add(watch);
    this.#observe();
    return {
      cancel: () => this.#remove(watch),
    };
  }

  /** Another node has seen these messages of a device that is watched here. */
  heard(deviceId: DeviceId, node: NodeId, { messages, dropped }: TrafficUpdate): void {
    const update = { messages: messages.map((message) => ({ ...message, id: this.#idOf(node, message.id) })), dropped };
    for (const watch of this.#watches) if (watch.device.id === deviceId && !watch.isForNode) watch.forward(update);
  }

  #begin(watch: TrafficWatch): void {
    this.#watches.add(watch);
    watch.watcher.updated({ messages: [], dropped: 0 });
    this.#observe();
  }

  #idOf(node: NodeId, id: number): number {
    const key = `${node} ${String(id)}`;
    const known = this.#ids.get(key) ?? ++this.#lastId;
    remember(this.#ids, key, known, NUMBERED_MAX);
    return known;
  }

  /** Ends watches whose user may no longer read the device, as soon as the device object has changed. */
  async #endForbidden(deviceId: DeviceId): Promise<void> {
    const watches = this.#all().filter(({ device }) => device.id === deviceId);
    if (watches.length === 0) return;
    let failure: DomainError | undefined;
    try {
      await this.#deps.devices.refreshed(deviceId);
    } catch (error) {
      failure =
        error instanceof DomainError
          ? error
          : new DomainError("unavailable", "it could not be found out who may look", { cause: error });
    }
    for (const watch of watches)
      if (failure !== undefined || !watch.watcher.mayRead(watch.device))
        this.#end(watch, failure ?? lostAccess(watch.device));
  }

  #all(): readonly TrafficWatch[] {
    return [...this.#watches, ...this.#beginning];
  }

  #end(watch: TrafficWatch, reason: DomainError): void {
    if (!this.#remove(watch)) return;
    watch.watcher.ended(reason);
  }

  #remove(watch: TrafficWatch): boolean {
    watch.stop();
    const isBeginning = this.#beginning.delete(watch);
    if (!this.#watches.delete(watch) && !isBeginning) return false;
    const { device, isForNode } = watch;
    const others = this.#all().filter((each) => !each.isForNode);
    if (!isForNode && !others.some((other) => other.device.id === device.id))
      this.#deps.watches?.end("traffic", device);
    this.#observe();
    return true;
  }

  /** Observes exactly the sessions that are watched. Called whenever sessions or watches may have changed. */
  #observe(): void {
    if (this.#watches.size === 0 && this.#observed.size === 0) return;
    const wanted = new Map<LiveSession, TrafficWatch[]>();
    for (const watch of this.#watches)
      for (const session of this.#sessionsAbout(watch.device)) {
        const watches = wanted.get(session) ?? [];
        wanted.set(session, watches);
        watches.push(watch);
      }
    for (const [session, observed] of this.#observed) {
      if (wanted.has(session)) continue;
      this.#observed.delete(session);
      session.observe?.(undefined);
      observed.closed();
    }
    for (const [session, watches] of wanted) {
      const known = this.#observed.get(session);
      const observed = known ?? new ObservedSession(session.device, this.#deps.clock, () => ++this.#lastId);
      observed.watches = watches;
      if (known !== undefined) continue;
      this.#observed.set(session, observed);
      session.observe?.(observed);
    }
  }

  /**
   * The sessions of the device itself, and those of its gateway: the one of its route, or else the one it sends
   * through.
   */
  #sessionsAbout({ id, route, sentThrough }: KnownDevice): readonly LiveSession[] {
    const { sessions } = this.#deps;
    const own = sessions.ofDevice(id);
    const gatewayId = route?.gatewayId ?? sentThrough;
    return gatewayId === null || gatewayId === id ? own : [...own, ...sessions.ofDevice(gatewayId)];
  }
}

function lostAccess({ id }: KnownDevice): DomainError {
  return new DomainError("forbidden", `the messages of device ${id} are not yours to see any more`);
}
