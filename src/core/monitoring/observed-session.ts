// A watched connection: turns its traffic into messages for its watchers.
import type { Clock } from "../../lib/clock.ts";
import type { Refusal } from "../acknowledgement.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { PassingMessage, TrafficObserver } from "../traffic-observer.ts";
import { contentAbout, contentOf, verdictOf, type Content, type TrafficMessage } from "./traffic-message.ts";
import type { TrafficWatch } from "./traffic-watch.ts";

/** Messages waiting for their verdict; beyond this, the oldest is shown without one. */
const PENDING_MAX = 1_000;
const TOO_MANY_PENDING = `more than ${String(PENDING_MAX)} messages wait for their acknowledgement; this one's is not shown`;
const CONNECTION_ENDED = "the connection ended before it was acknowledged";

/** A message to one watcher, before its verdict is known. */
interface Shown {
  readonly watch: TrafficWatch;
  /** The device that the watcher looks at, if it is one behind the gateway. */
  readonly about: string | null;
  readonly message: TrafficMessage;
}

export class ObservedSession implements TrafficObserver {
  /** The current watches. */
  watches: readonly TrafficWatch[] = [];
  readonly #device: KnownDevice;
  readonly #clock: Clock;
  readonly #newId: () => number;
  readonly #pending = new Map<number, readonly Shown[]>();

  constructor(device: KnownDevice, clock: Clock, newId: () => number) {
    this.#device = device;
    this.#clock = clock;
    this.#newId = newId;
  }

  received(ack: number, passing: PassingMessage): void {
    const shown = this.#show("up", passing);
    if (shown.length === 0) return;
    this.#pending.set(ack, shown);
    const oldest = this.#pending.keys().next();
    if (this.#pending.size > PENDING_MAX && oldest.done === false) this.#giveUp(oldest.value, TOO_MANY_PENDING);
  }

  remarked(ack: number, remark: string): void {
    const shown = this.#pending.get(ack) ?? [];
    if (shown.length === 0) return;
    this.#pending.set(
      ack,
      shown.map((each) => ({ ...each, message: { ...each.message, reason: remark } })),
    );
  }

  settled(ack: number, refusal: Refusal | undefined): void {
    const shown = this.#pending.get(ack);
    if (shown === undefined) return;
    this.#pending.delete(ack);
    const now = this.#clock.now();
    for (const { watch, about, message } of shown) {
      const { verdict, reason } = verdictOf(message.topic, refusal, about);
      const ackMillis = Math.max(0, now - message.ts);
      watch.add({ ...message, verdict, reason: reason ?? message.reason, ackMillis });
    }
  }

  sent(topic: string, qos: 0 | 1, payload: string | Uint8Array): () => void {
    const shown = this.#show("down", { topic, qos, payload, ts: this.#clock.now() });
    if (qos === 1) for (const { watch, message } of shown) watch.add(message);
    return () => {
      const now = this.#clock.now();
      for (const { watch, message } of shown)
        watch.add({ ...message, verdict: "sent", ackMillis: qos === 0 ? null : Math.max(0, now - message.ts) });
    };
  }

  unsent(topic: string, payload: string, reason: string): void {
    for (const { watch, message } of this.#show("down", { topic, qos: 0, payload, ts: this.#clock.now() }))
      watch.add({ ...message, verdict: "refused", reason });
  }

  violated(reason: string): void {
    // The packet may be unreadable or too large, so there is nothing of it to show.
    for (const { watch, message } of this.#show("up", { topic: "", qos: 0, payload: "", ts: this.#clock.now() }))
      watch.add({ ...message, verdict: "refused", reason });
  }

  closed(): void {
    for (const ack of [...this.#pending.keys()]) this.#giveUp(ack, CONNECTION_ENDED);
  }

  /** Shows the message without a verdict, because none will come. */
  #giveUp(ack: number, reason: string): void {
    for (const { watch, message } of this.#pending.get(ack) ?? []) watch.add({ ...message, reason });
    this.#pending.delete(ack);
  }

  /**
   * The message for each watcher that it concerns and that has room for one more; parsed once for all who see the whole
   * message.
   */
  #show(direction: "up" | "down", { topic, qos, payload, ts }: PassingMessage): readonly Shown[] {
    const shown: Shown[] = [];
    let whole: Content | undefined;
    for (const watch of this.watches) {
      if (!watch.hasRoom(ts)) continue;
      const about = watch.device.id === this.#device.id ? null : watch.device.name;
      const content = about === null ? (whole ??= contentOf(topic, payload)) : contentAbout(about, topic, payload);
      if (content === undefined) continue;
      watch.take();
      const { text, ...rest } = content;
      const message: TrafficMessage = {
        id: this.#newId(),
        ts,
        direction,
        topic,
        qos,
        ...rest,
        payload: text,
        verdict: "waiting",
        reason: null,
        ackMillis: null,
      };
      shown.push({ watch, about, message });
    }
    return shown;
  }
}
