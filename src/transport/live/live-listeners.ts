// The subscriptions of one connection, by command number: what each receives, at which rate, and when it ends.
import { invalid, type DomainError } from "../../core/errors.ts";
import type { TrafficUpdate } from "../../core/monitoring/traffic-watch.ts";
import type { LiveSubscription, Update } from "../../core/subscriptions/subscription.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Admission } from "./live-authenticator.ts";
import type { LiveTraffic, TrafficCommand } from "./live-traffic.ts";
import type { LiveValues, SubscribingCommand } from "./live-values.ts";

/** Sends to the client. */
export interface UpdateSender {
  /** Returns false if the update exceeds the size of one answer; the client has then got an error instead. */
  send(cmdId: number, update: Update): boolean;
  refuse(cmdId: number, error: unknown): void;
  sendTraffic(cmdId: number, update: TrafficUpdate): void;
  /** An update was left out because of the rate limit. */
  tooMany(cmdId: number, refusal: DomainError): void;
}

export interface LiveListenerDeps {
  readonly values: Pick<LiveValues, "subscribe">;
  readonly traffic: Pick<LiveTraffic, "watch">;
  readonly sender: UpdateSender;
  /** Most subscriptions of one connection; further ones are refused. */
  readonly subscriptionsMax: number;
  readonly clock: Clock;
}

class Listener {
  readonly cmdId: number;
  /** Subscriptions to messages have no `present`. */
  subscription: (Pick<LiveSubscription, "cancel"> & Partial<Pick<LiveSubscription, "present">>) | undefined;
  isOver = false;
  isOpen = false;
  /** Updates were left out because of the rate limit, and the present state has not been sent since. */
  isBehind = false;

  constructor(cmdId: number) {
    this.cmdId = cmdId;
  }
}

export class LiveListeners {
  readonly #admission: Admission;
  readonly #deps: LiveListenerDeps;
  readonly #listeners = new Map<number, Listener>();
  #catchUp: Timer | undefined;

  constructor(admission: Admission, deps: LiveListenerDeps) {
    this.#admission = admission;
    this.#deps = deps;
  }

  /**
   * Replaces a subscription with the same number. Rejects with `limit-exceeded` at a limit of the tenant profile,
   * `invalid` at the limit of the connection, and like `LiveValues.subscribe`.
   */
  async subscribe(command: SubscribingCommand, signal: AbortSignal): Promise<void> {
    await this.#open(command.cmdId, (listener, ended) => {
      const watcher = {
        updated: (update: Update) => {
          this.#updated(listener, update);
        },
        ended,
      };
      return this.#deps.values.subscribe(this.#admission.principal, command, watcher, signal);
    });
  }

  /** Likewise for messages. Updates beyond the rate limit are counted as left out. */
  async watch(command: TrafficCommand): Promise<void> {
    await this.#open(command.cmdId, (listener, ended) => {
      const watcher = {
        updated: (update: TrafficUpdate) => this.#trafficUpdated(listener, update),
        ended,
      };
      return this.#deps.traffic.watch(this.#admission.principal, command.entity, watcher);
    });
  }

  #trafficUpdated(listener: Listener, update: TrafficUpdate): boolean {
    if (listener.isOver) return true;
    if (listener.isOpen && this.#admission.allowance.chargeUpdate() !== undefined) return false;
    this.#deps.sender.sendTraffic(listener.cmdId, update);
    return true;
  }

  async #open(
    cmdId: number,
    open: (listener: Listener, ended: (reason: DomainError) => void) => Promise<NonNullable<Listener["subscription"]>>,
  ): Promise<void> {
    const { subscriptionsMax } = this.#deps;
    const { allowance } = this.#admission;
    this.drop(cmdId);
    if (this.#listeners.size >= subscriptionsMax)
      throw invalid(`one connection may have ${String(subscriptionsMax)} subscriptions, this is one more`);
    allowance.takeSubscription();
    const listener = new Listener(cmdId);
    this.#listeners.set(cmdId, listener);
    const ended = (reason: DomainError): void => {
      this.drop(cmdId);
      this.#deps.sender.refuse(cmdId, reason);
    };
    try {
      const subscription = await open(listener, ended);
      listener.subscription = subscription;
      listener.isOpen = true;
      if (listener.isOver) subscription.cancel();
    } catch (error) {
      this.drop(cmdId);
      throw error;
    }
  }

  /** No effect if there is no subscription with this number. */
  drop(cmdId: number): void {
    const listener = this.#listeners.get(cmdId);
    if (listener === undefined) return;
    this.#listeners.delete(cmdId);
    listener.isOver = true;
    listener.subscription?.cancel();
    this.#admission.allowance.returnSubscription();
  }

  dropAll(): void {
    for (const cmdId of [...this.#listeners.keys()]) this.drop(cmdId);
    this.#catchUp?.cancel();
    this.#catchUp = undefined;
  }

  #updated(listener: Listener, update: Update): void {
    if (listener.isOver || listener.isBehind) return;
    // Charge only updates the client did not request, not the initial answer.
    const refusal = listener.isOpen ? this.#admission.allowance.chargeUpdate() : undefined;
    if (refusal === undefined) {
      this.#send(listener.cmdId, update);
      return;
    }
    listener.isBehind = true;
    this.#deps.sender.tooMany(listener.cmdId, refusal);
    this.#catchUpAfter(refusal);
  }

  /** Sends the present state to subscriptions that have missed updates, as soon as the rate allows it. */
  #catchUpAfter(refusal: DomainError): void {
    this.#catchUp ??= this.#deps.clock.after((refusal.details.retryAfterSeconds ?? 1) * 1000, () => {
      this.#catchUp = undefined;
      for (const listener of this.#listeners.values()) {
        if (!listener.isBehind) continue;
        const again = this.#admission.allowance.chargeUpdate();
        if (again !== undefined) {
          this.#catchUpAfter(again);
          return;
        }
        listener.isBehind = false;
        const present = listener.subscription?.present?.();
        if (present !== undefined) this.#send(listener.cmdId, present);
      }
    });
  }

  #send(cmdId: number, update: Update): void {
    if (!this.#deps.sender.send(cmdId, update)) this.drop(cmdId);
  }
}
