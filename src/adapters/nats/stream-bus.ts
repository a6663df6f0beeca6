// The message bus of a cluster: facts about stored data also go to the other nodes, in a stream in which they have one order. A
// node that was cut off reads on where it was. What may be lost nevertheless, as when a node is killed between a commit and
// its fact, is caught up with: now and then every node looks again.
import type { BusEvent, BusEventKind, EventOf, Published } from "../../core/bus/events.ts";
import type { LocalBus, MessageBus, SharedFacts, Subscription } from "../../core/bus/message-bus.ts";
import type { NodeId } from "../../core/ids.ts";
import { FramesGone, type ChangeLog, type LoggedFrame } from "../../core/telemetry/change-log.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { Logger } from "../../lib/logger.ts";
import { ShortWait } from "./short-wait.ts";

export interface StreamBusDeps {
  readonly local: LocalBus;
  /** Of events alone; open, and owned by whoever has opened it. */
  readonly events: ChangeLog;
  /** Whether what is stored can be looked at: while it cannot, everybody here keeps what they remember. */
  readonly storesAnswer: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface StreamBusOptions {
  /** So often everybody here looks again at what is stored. */
  readonly recheckMillis: number;
  /** Events that wait until the stream takes them; beyond it they are dropped, and the others hear that they missed some. */
  readonly waitingMax: number;
}

/**
 * Events that other nodes need: of data that all of them store. Those of sessions go another way, as nothing of them is stored
 * (core/devices/sessions-elsewhere.ts). Points reach every node in their own log, attributes only where somebody watches them
 * (core/attributes/attributes-elsewhere.ts).
 */
const SHARED: Readonly<Record<BusEventKind, boolean>> = {
  "device-created": true,
  "device-changed": true,
  "device-deleted": true,
  "credentials-changed": true,
  "device-profile-changed": true,
  "view-changed": true,
  "dashboard-changed": true,
  "report-job-changed": true,
  "tenant-changed": true,
  "tenant-deleted": true,
  "tenant-profile-changed": true,
  "route-changed": true,
  "device-disconnected": true,
  "session-opened": false,
  "session-closed": false,
  "offers-wanted": false,
  "package-announced": true,
  "device-silent": true,
  "rpc-reachable": false,
  "attributes-saved": false,
  "attributes-deleted": false,
  "other-attributes-saved": false,
  "other-attributes-deleted": false,
  "telemetry-stored": false,
  "telemetry-deleted": false,
  "watched-attributes-changed": true,
  "attributes-missed": false,
  "points-missed": false,
  "rpc-queued": true,
  "user-sessions-revoked": true,
  "user-changed": true,
  "api-key-changed": true,
  "user-deleted": true,
  "link-revoked": true,
  "link-used": true,
  "customer-deleted": true,
  "security-settings-changed": true,
  "token-settings-changed": true,
  "changes-missed": false,
};

/** The kind of frames of the stream. */
const EVENTS_FRAME = 1;
/** Of one frame. */
const EVENTS_MAX = 1_000;
/** Characters of one frame, beyond which it gets no further event. */
const EVENT_CHARS_MAX = 1_000_000;
/** Whatever the stream has not taken by then is not sent at a stop. */
const STOP_MILLIS_MAX = 2_000;
/** Longer than a stream that answers ever takes; who waits for other nodes goes on without them then. */
const SHARE_MILLIS_MAX = 1_000;
/** Before a stream that does not answer is asked again. */
const PAUSE_MILLIS = 400;

/** What a frame has. */
interface EventsFrame {
  readonly nodeId: NodeId;
  readonly events: readonly BusEvent[];
}

const CHANGES_MISSED: BusEvent = { kind: "changes-missed" };

/** The first events, as many as one frame may have. */
function textsOfFrame(events: readonly BusEvent[]): readonly string[] {
  const texts: string[] = [];
  let chars = 0;
  for (const event of events.slice(0, EVENTS_MAX)) {
    if (chars > EVENT_CHARS_MAX) break;
    const text = JSON.stringify(event);
    texts.push(text);
    chars += text.length;
  }
  return texts;
}

export class StreamBus implements MessageBus, SharedFacts {
  readonly #deps: StreamBusDeps;
  readonly #options: StreamBusOptions;
  #waiting: BusEvent[] = [];
  /** How often waiting events were dropped since the others heard of it. */
  #drops = 0;
  #sending: Promise<void> | undefined;
  /** Events that were to be sent, ever. */
  #published = 0;
  /** Up to which this node has heard. */
  #position = 0;
  /** How often it has gone on at the end of the stream, as frames were missed. */
  #skips = 0;
  /** Resolves with the next frame that has been heard or sent. */
  #progress = Promise.withResolvers<undefined>();
  readonly #untilSent: ShortWait;
  readonly #untilHandled: ShortWait;
  #following: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  readonly #stopping = new AbortController();
  readonly #stopped = Promise.withResolvers<undefined>();

  constructor(deps: StreamBusDeps, options: StreamBusOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#untilSent = new ShortWait(deps, {
      millisMax: SHARE_MILLIS_MAX,
      givenUp: "nobody waits until other nodes can read changes, as the stream does not take them",
    });
    this.#untilHandled = new ShortWait(deps, {
      millisMax: SHARE_MILLIS_MAX,
      givenUp: "nobody waits for changes of other nodes, as they are not handled in time",
    });
  }

  /** Resolves when it gets what others publish from now on. Rejects with `unavailable`. */
  async start(): Promise<void> {
    this.#position = await this.#deps.events.last();
    this.#following = this.#follow();
    this.#timer = this.#deps.clock.every(this.#options.recheckMillis, () => void this.#recheck());
  }

  /** Sends what waits, unless the stream does not take it at once. May be called twice. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#stopping.abort();
    this.#stopped.resolve(undefined);
    this.#progressed();
    await this.#following;
    const late = Promise.withResolvers<undefined>();
    const timer = this.#deps.clock.after(STOP_MILLIS_MAX, () => late.resolve(undefined));
    await Promise.race([this.#sending, late.promise]);
    timer.cancel();
  }

  publish(event: BusEvent): void {
    this.#deps.local.publish(event);
    if (!SHARED[event.kind]) return;
    this.#waiting.push(event);
    this.#published++;
    if (this.#waiting.length > this.#options.waitingMax) {
      this.#waiting = [];
      this.#drops++;
    }
    this.#beginSending();
  }

  #beginSending(): void {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length > 0 && !this.#stopping.signal.aborted) this.#beginSending();
    });
  }

  subscribe<Kind extends BusEventKind>(kind: Kind, handle: (event: Published<EventOf<Kind>>) => unknown): Subscription {
    return this.#deps.local.subscribe(kind, handle);
  }

  get shared(): SharedFacts {
    return this;
  }

  get publishedCount(): number {
    return this.#published;
  }

  async published(): Promise<void> {
    if (this.#waiting.length > 0 || this.#drops > 0) await this.#untilSent.until(() => this.#allSent());
  }

  async caughtUp(): Promise<void> {
    await this.#untilHandled.until(() => this.#allHandled());
  }

  async #allSent(): Promise<void> {
    const last = this.#published;
    const areSent = (): boolean => this.#drops === 0 && this.#published - this.#waiting.length >= last;
    while (!areSent() && !this.#stopping.signal.aborted) await this.#progress.promise;
  }

  async #allHandled(): Promise<void> {
    const skips = this.#skips;
    const last = await this.#deps.events.last();
    // A stream that was made again may not come that far for long.
    const isReached = (): boolean => this.#position >= last || this.#skips > skips;
    while (!isReached() && !this.#stopping.signal.aborted) await this.#progress.promise;
    await this.#deps.local.settled();
  }

  #progressed(): void {
    this.#progress.resolve(undefined);
    this.#progress = Promise.withResolvers();
  }

  async #send(): Promise<void> {
    // All events of one turn go together, and those that come while a frame is on its way are the next one.
    await Promise.resolve();
    const { events, local, clock, log } = this.#deps;
    while (this.#waiting.length > 0 || this.#drops > 0) {
      const drops = this.#drops;
      const taken = drops > 0 ? [JSON.stringify(CHANGES_MISSED)] : textsOfFrame(this.#waiting);
      const frame = `{"nodeId":${JSON.stringify(local.nodeId)},"events":[${taken.join(",")}]}`;
      try {
        await events.append(EVENTS_FRAME, [Buffer.from(frame, "utf8")]);
      } catch (error) {
        log.warn("changes cannot be published to other nodes", { waiting: this.#waiting.length, error });
        if (this.#stopping.signal.aborted) return;
        await this.#pause(clock);
        continue;
      }
      // Otherwise what was taken is among what has been dropped meanwhile.
      if (this.#drops !== drops) continue;
      if (drops > 0) this.#drops = 0;
      else this.#waiting.splice(0, taken.length);
      this.#progressed();
    }
  }

  async #follow(): Promise<void> {
    const { events, clock, log } = this.#deps;
    const { signal } = this.#stopping;
    const isOver = (): boolean => signal.aborted;
    const take = (frame: LoggedFrame): Promise<void> => {
      this.#take(frame);
      this.#position = frame.position;
      this.#progressed();
      return Promise.resolve();
    };
    while (!isOver())
      try {
        await events.follow(this.#position, take, signal);
      } catch (error) {
        if (isOver()) return;
        log.warn("changes of other nodes were missed", { error });
        // Also where the stream was made again.
        const end = await events.last().catch(() => undefined);
        if (end !== undefined) {
          this.#position = end;
          this.#skips++;
        }
        this.#lookAgain();
        this.#progressed();
        if (!(error instanceof FramesGone)) await this.#pause(clock);
      }
  }

  #take({ kind, content }: LoggedFrame): void {
    // Of a newer version; it concerns nothing that this one remembers. The same holds for events that nobody here subscribes to.
    if (kind !== EVENTS_FRAME) return;
    const { nodeId, events } = parseNamed(content.toString("utf8")) as EventsFrame;
    if (nodeId === this.#deps.local.nodeId) return;
    for (const event of events) this.#deps.local.deliver({ ...event, nodeId });
  }

  async #recheck(): Promise<void> {
    const { storesAnswer, log } = this.#deps;
    try {
      if ((await storesAnswer()) && !this.#stopping.signal.aborted) this.#lookAgain();
    } catch (error) {
      log.debug("what is stored not looked at again", { error });
    }
  }

  #lookAgain(): void {
    this.#deps.local.publish({ kind: "changes-missed" });
  }

  async #pause(clock: Clock): Promise<void> {
    const over = Promise.withResolvers<undefined>();
    const timer = clock.after(PAUSE_MILLIS, () => over.resolve(undefined));
    await Promise.race([over.promise, this.#stopped.promise]);
    timer.cancel();
  }
}
