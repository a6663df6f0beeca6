// Shows watchers the traffic of a device's or gateway's connection, or of a gateway about one of its devices.
// Connections are observed only while watched. A watcher gets a limited number of messages per second, and the number
// of those left out.
import type { Clock } from "../../lib/clock.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSession } from "../devices/live-session.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId } from "../ids.ts";
import { ObservedSession } from "./observed-session.ts";
import { TrafficWatch, type TrafficWatcher } from "./traffic-watch.ts";

export interface TrafficInspectorDeps {
  readonly sessions: { ofDevice(id: DeviceId): readonly LiveSession[] };
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface TrafficInspectorOptions {
  /** Messages per second sent to one watcher. */
  readonly perSecondMax: number;
}

export class TrafficInspector {
  readonly #deps: TrafficInspectorDeps;
  readonly #options: TrafficInspectorOptions;
  readonly #watches = new Set<TrafficWatch>();
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
      "device-changed": () => this.#endForbidden(),
      "device-deleted": ({ deviceId }) => {
        for (const watch of this.#watches)
          if (watch.device.id === deviceId)
            this.#end(watch, new DomainError("not-found", `device ${deviceId} does not exist`));
      },
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
    this.#observe();
  }

  /** Cancel the result to end the watch; cancelling twice is harmless. */
  watch(device: KnownDevice, watcher: TrafficWatcher): { cancel(): void } {
    const forbidden = (): void => this.#end(watch, lostAccess(device));
    const watch = new TrafficWatch(device, watcher, { clock: this.#deps.clock, ...this.#options, forbidden });
    this.#watches.add(watch);
    watcher.updated({ messages: [], dropped: 0 });
    this.#observe();
    return {
      cancel: () => this.#remove(watch),
    };
  }

  /**
   * Ends watches whose user may no longer read the device. Deferred, because the device object changes shortly after
   * the event.
   */
  #endForbidden(): void {
    setImmediate(() => {
      for (const watch of this.#watches)
        if (!watch.watcher.mayRead(watch.device)) this.#end(watch, lostAccess(watch.device));
    });
  }

  #end(watch: TrafficWatch, reason: DomainError): void {
    if (!this.#remove(watch)) return;
    watch.watcher.ended(reason);
  }

  #remove(watch: TrafficWatch): boolean {
    watch.stop();
    if (!this.#watches.delete(watch)) return false;
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
