// Long polls: a device without a lasting connection asks for its next call or attribute update, and is answered when
// there is one. To core, each request is a session that takes one downlink. Source: REST contract 14.
import type { MessageBus } from "../../../core/bus/message-bus.ts";
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import {
  downlinkKindOf,
  type CloseReason,
  type Downlink,
  type DownlinkKind,
  type LiveSession,
  type SessionDelivery,
} from "../../../core/devices/live-session.ts";
import { DomainError, stopping } from "../../../core/errors.ts";
import { newId, type DeviceId, type SessionId } from "../../../core/ids.ts";
import type { Clock, EpochMillis, Timer } from "../../../lib/clock.ts";
import { writeDownlink } from "../../device-api/downlink-text.ts";
import type { SessionRegister } from "../../device-api/mqtt-api.ts";

export interface PollDeps {
  readonly sessions: SessionRegister;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface PollOptions {
  /** How long a request without a timeout waits. */
  readonly pollMillis: number;
  /** The longest wait, whatever timeout is requested. */
  readonly pollMillisMax: number;
  /** Most requests waiting at a time; further ones are refused as `rate-limited`. */
  readonly pollsMax: number;
  /** Most waiting requests of one device and kind; one more ends the oldest. */
  readonly devicePollsMax: number;
}

/** When a caller refused for lack of room should try again. */
const RETRY_AFTER_SECONDS = 5;

/** The downlink that answers a waiting request. */
export interface PollAnswer {
  /** JSON text. */
  readonly text: string;
  /** Must be called when the answer has been handed to the network, and not if that fails. */
  readonly delivered: () => void;
}

export interface PollCounters {
  /** Requests refused because too many were waiting. */
  refused: number;
  /** Requests ended because their device sent another. */
  displaced: number;
}

export class Polls {
  readonly counters: PollCounters = { refused: 0, displaced: 0 };
  readonly #deps: PollDeps;
  readonly #options: PollOptions;
  readonly #waiting: Readonly<Record<DownlinkKind, Map<DeviceId, Poll[]>>> = { attributes: new Map(), rpc: new Map() };
  #count = 0;
  #stopped = false;

  constructor(deps: PollDeps, options: PollOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Number of waiting requests. */
  get count(): number {
    return this.#count;
  }

  /**
   * Waits for the next downlink of this kind. `timeoutMillis` 0 or undefined takes the default. Rejects with `timeout`;
   * `forbidden` if the device is deleted; `unauthenticated` if its credentials change; `rate-limited` if too many
   * requests wait already; `unavailable` at shutdown or when `signal` aborts because the caller has disconnected.
   */
  async next(
    kind: DownlinkKind,
    device: KnownDevice,
    timeoutMillis: number | undefined,
    signal: AbortSignal,
  ): Promise<PollAnswer> {
    const { pollsMax, pollMillisMax } = this.#options;
    if (this.#stopped) throw stopping();
    if (signal.aborted) throw abandoned();
    if (this.#count >= pollsMax) {
      this.counters.refused++;
      throw new DomainError("rate-limited", `${String(pollsMax)} requests of devices wait already`, {
        limit: { name: "http.deviceApi.pollsMax", value: pollsMax },
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    const wait = Math.min(
      timeoutMillis === undefined || timeoutMillis === 0 ? this.#options.pollMillis : timeoutMillis,
      pollMillisMax,
    );
    const poll = new Poll(kind, device, this.#deps.clock.now());
    const abort = (): void => {
      poll.end(abandoned());
    };
    this.#add(poll, wait);
    signal.addEventListener("abort", abort, { once: true });
    try {
      this.#deps.sessions.open(poll);
      if (kind === "rpc") this.#deps.bus.publish({ kind: "rpc-reachable", deviceId: device.id });
      return await poll.ended;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends all waiting requests as `unavailable` and refuses new ones. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const polls of Object.values(this.#waiting))
      for (const waiting of [...polls.values()]) for (const poll of [...waiting]) poll.end(stopping());
  }

  #add(poll: Poll, waitMillis: number): void {
    const waiting = this.#waiting[poll.poll];
    const ofDevice = waiting.get(poll.device.id) ?? [];
    const oldest = ofDevice.length >= this.#options.devicePollsMax ? ofDevice[0] : undefined;
    waiting.set(poll.device.id, ofDevice);
    ofDevice.push(poll);
    this.#count++;
    const timer = this.#deps.clock.after(waitMillis, () => {
      poll.end(timedOut());
    });
    poll.onEnd = () => {
      this.#remove(poll, timer);
    };
    if (oldest === undefined) return;
    this.counters.displaced++;
    oldest.end(timedOut());
  }

  #remove(poll: Poll, timer: Timer): void {
    timer.cancel();
    const waiting = this.#waiting[poll.poll];
    const ofDevice = waiting.get(poll.device.id)?.filter((each) => each !== poll) ?? [];
    if (ofDevice.length === 0) waiting.delete(poll.device.id);
    else waiting.set(poll.device.id, ofDevice);
    this.#count--;
    this.#deps.sessions.close(poll);
  }
}

class Poll implements LiveSession {
  readonly id = newId<SessionId>();
  readonly device: KnownDevice;
  readonly openedAt: EpochMillis;
  readonly poll: DownlinkKind;
  readonly ended: Promise<PollAnswer>;
  onEnd: () => void = nothing;
  readonly #resolve: (answer: PollAnswer) => void;
  readonly #reject: (error: DomainError) => void;
  #isOver = false;

  constructor(kind: DownlinkKind, device: KnownDevice, openedAt: EpochMillis) {
    const { promise, resolve, reject } = Promise.withResolvers<PollAnswer>();
    this.poll = kind;
    this.device = device;
    this.openedAt = openedAt;
    this.ended = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  accepts(kind: DownlinkKind, device: KnownDevice): boolean {
    return !this.#isOver && kind === this.poll && device.id === this.device.id;
  }

  deliver(device: KnownDevice, downlink: Downlink, acknowledged: () => void = nothing): SessionDelivery {
    if (!this.accepts(downlinkKindOf(downlink), device)) return "not-subscribed";
    this.end({ text: writeDownlink(downlink, true), delivered: acknowledged });
    return "sent";
  }

  close(reason: CloseReason): void {
    if (reason === "shutdown") this.end(stopping());
    else if (this.device.deleted) this.end(new DomainError("forbidden", "the device has been deleted"));
    else this.end(new DomainError("unauthenticated", "the credentials of the device have changed"));
  }

  /** Only the first outcome counts. */
  end(outcome: PollAnswer | DomainError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (outcome instanceof DomainError) this.#reject(outcome);
    else this.#resolve(outcome);
    this.onEnd();
  }
}

function nothing(): void {
  // The default for optional callbacks.
}

function timedOut(): DomainError {
  return new DomainError("timeout", "nothing came for the device in time");
}

function abandoned(): DomainError {
  return new DomainError("unavailable", "the caller has gone away");
}
