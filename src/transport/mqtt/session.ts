// One client after CONNACK: the order of its packets, QoS, subscriptions and the end of the session. The only place that
// sends an acknowledgement, and it sends one only when the message's slot has been settled.
import { OWED, refusedWhole, type Refusal } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { AckRing } from "./ack-ring.ts";
import {
  decodeDisconnect,
  decodePuback,
  decodeSubscribe,
  decodeUnsubscribe,
  encodeDisconnect,
  encodePublish,
  encodeRefusedPuback,
  encodeSuback,
  encodeUnsuback,
  PacketType,
  PINGRESP,
  requireFlags,
} from "./codec.ts";
import { Hold, type Connection, type PacketReceiver } from "./connection.ts";
import type { ConnectPacket } from "./decode-connect.ts";
import { decodePublish, type PublishFields } from "./decode-publish.ts";
import { Downlinks } from "./downlinks.ts";
import type { AcceptedClient, ClosedReason } from "./mqtt-api.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { malformed, protocolError, ProtocolError } from "./protocol-error.ts";
import {
  DISCONNECT_CODES,
  FAULT_CODE,
  publishCode,
  publishOutcome,
  SUBACK_REFUSED,
  SUBACK_REFUSED_V3,
  SUBACK_SHARED,
  UNSUBACK_NO_SUBSCRIPTION,
  UNSUBACK_SUCCESS,
} from "./reason-codes.ts";
import { reasonString } from "./reason-string.ts";
import type { MqttSession, Qos, RoutedMessage, SessionCloseReason } from "./routed-message.ts";
import { TopicCache } from "./topic-cache.ts";

/** What is to be written when a refused slot reaches the head of the ring. */
interface RefusedSlot {
  readonly pubackCode: number | undefined;
  readonly close: ClosedReason | undefined;
  readonly message: string;
}

interface SettledWaiter {
  /** The last slot that has to be settled. */
  readonly slot: number;
  readonly resolve: () => void;
}

export class Session<Client> implements MqttSession, PacketReceiver {
  readonly protocol: 3 | 4 | 5;
  readonly maxPayloadSize: number;
  readonly client: Client;
  readonly #context: MqttContext<Client>;
  readonly #connection: Connection;
  readonly #admission: AcceptedClient<Client>;
  readonly #keepAliveMillis: number;
  readonly #receiveMaximum: number;
  readonly #packetBytesMax: number;
  readonly #wantsReasons: boolean;
  /** One object for all sessions: it is read before the next packet is decoded. */
  readonly #fields: PublishFields;
  readonly #topics: TopicCache<Client>;
  #ring: AckRing | undefined;
  #refusedSlots: Map<number, RefusedSlot> | undefined;
  #subscriptions: Map<string, Qos> | undefined;
  #downlinks: Downlinks | undefined;
  #abort: AbortController | undefined;
  #waiters: SettledWaiter[] | undefined;
  #closeWhenPaid: SessionCloseReason | undefined;
  #isOpen = true;
  /** Packets are being handed over: acknowledgements gather until the last of them. */
  #isReceiving = false;
  #isHandling = false;

  constructor(
    context: MqttContext<Client>,
    connection: Connection,
    connect: ConnectPacket,
    admission: AcceptedClient<Client>,
    fields: PublishFields,
  ) {
    this.#context = context;
    this.#connection = connection;
    this.#keepAliveMillis = connect.keepAliveSeconds * 1_000;
    this.#receiveMaximum = connect.receiveMaximum;
    this.#packetBytesMax = connect.packetBytesMax;
    this.#wantsReasons = connect.wantsReasons;
    this.#admission = admission;
    this.#fields = fields;
    this.#topics = new TopicCache(admission.router);
    this.protocol = connect.protocol;
    this.client = admission.client;
    this.maxPayloadSize = admission.maxPayloadSize;
  }

  /** Aborted when the session ends. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (!this.#isOpen) this.#abort.abort();
    }
    return this.#abort.signal;
  }

  // ---- what comes from the client

  packet(header: number, bytes: Buffer, start: number, end: number): void {
    this.#isReceiving = true;
    try {
      if (header >> 4 === PacketType.publish) this.#receivePublish(header, bytes, start, end);
      else this.#receiveOther(header, bytes, start, end);
    } catch (error) {
      if (error instanceof ProtocolError) this.violated(error);
      else this.#fault(error);
    }
  }

  pauseBetweenPackets(): void {
    this.#isReceiving = false;
    this.#payOwed();
  }

  queued(): "stop reading" {
    return "stop reading";
  }

  violated(error: ProtocolError): void {
    this.#context.counters.protocolErrors += 1;
    this.#end("protocol-violation", error.code, error.message);
  }

  drained(): void {
    try {
      this.#downlinks?.sendQueued();
    } catch (error) {
      this.#fault(error);
    }
  }

  lost(reason: "connection-lost" | "slow-reader"): void {
    this.#end(reason);
  }

  sweep(now: EpochMillis): void {
    // While we do not read, the client's silence says nothing.
    if (this.#connection.isHeld) return;
    const silence = now - this.#connection.lastPacketAt;
    if (this.#keepAliveMillis > 0) {
      if (silence >= this.#keepAliveMillis * 1.5) this.#end("keep-alive-expired");
    } else if (silence >= this.#context.limits.sessionInactivityTimeoutMillis) this.#end("idle");
  }

  #receivePublish(header: number, bytes: Buffer, start: number, end: number): void {
    const fields = this.#fields;
    decodePublish(header, bytes, start, end, this.protocol, fields);
    this.#context.counters.publishesIn += 1;
    const { packetId, payloadStart } = fields;
    const match = this.#topics.find(bytes, fields.topicStart, fields.topicEnd);
    this.#ring ??= new AckRing(this.#context.limits.unsettledPublishesMax);
    const slot = this.#ring.take(packetId, this.#topics.topic);
    if (this.#ring.isFull) this.#connection.hold(Hold.unsettled);
    if (match === undefined) {
      this.#refuseUnknownTopic(slot);
      return;
    }
    const payload = bytes.subarray(payloadStart, end);
    const message = new Message(this, match.topic, match.id, match.n, payload, this.#connection.receivedAt, slot);
    this.#isHandling = true;
    try {
      const handled = match.route.handle(message);
      if (handled === OWED) this.#isHandling = false;
      else void this.#awaitHandler(handled, slot);
    } catch (error) {
      this.#isHandling = false;
      this.#refuseThrown(slot, error);
    }
  }

  #refuseUnknownTopic(slot: number): void {
    const topic = this.#topics.topic;
    const refusal = refusedWhole(new DomainError("unsupported", `there is no topic "${topic}" to publish to`));
    if (this.#admission.closeOnUnknownTopic === true) this.#refuse(slot, refusal, "provisioning-topic");
    else this.#refuse(slot, refusal);
  }

  /** Nothing further is processed until the handler is done. Never rejects. */
  async #awaitHandler(handled: Promise<unknown>, slot: number): Promise<void> {
    this.#connection.hold(Hold.handler);
    try {
      if ((await handled) !== OWED) this.settle(slot, undefined);
    } catch (error) {
      this.#refuseThrown(slot, error);
    }
    this.#isHandling = false;
    this.flush();
    this.#connection.release(Hold.handler);
  }

  #receiveOther(header: number, bytes: Buffer, start: number, end: number): void {
    switch (header >> 4) {
      case PacketType.puback:
        requireFlags(header, 0);
        this.#receivePuback(bytes, start, end);
        break;
      case PacketType.pingreq:
        requireFlags(header, 0);
        if (start !== end) throw malformed("PINGREQ has a body");
        this.#write(PINGRESP);
        break;
      case PacketType.subscribe:
        requireFlags(header, 2);
        this.#receiveSubscribe(bytes, start, end);
        break;
      case PacketType.unsubscribe:
        requireFlags(header, 2);
        this.#receiveUnsubscribe(bytes, start, end);
        break;
      case PacketType.disconnect:
        requireFlags(header, 0);
        decodeDisconnect(bytes, start, end, this.protocol);
        this.#end("client-disconnected");
        return;
      case PacketType.connect:
        throw protocolError("a second CONNECT on one connection");
      default:
        throw header >> 4 === 0
          ? malformed("packet type 0 is reserved")
          : protocolError(`packet type ${String(header >> 4)} was not expected`);
    }
    if (this.#isOpen) this.#context.api.activity(this.client);
  }

  #receivePuback(bytes: Buffer, start: number, end: number): void {
    const packetId = decodePuback(bytes, start, end, this.protocol);
    this.#downlinks?.acknowledged(packetId);
  }

  #receiveSubscribe(bytes: Buffer, start: number, end: number): void {
    const { packetId, filters } = decodeSubscribe(bytes, start, end, this.protocol);
    this.#subscriptions ??= new Map();
    const codes: number[] = [];
    const granted: { filter: string; qos: Qos }[] = [];
    for (const { filter, qos: requested } of filters) {
      if (!this.#admission.filters.has(filter)) {
        codes.push(
          this.protocol !== 5 ? SUBACK_REFUSED_V3 : filter.startsWith("$share/") ? SUBACK_SHARED : SUBACK_REFUSED,
        );
        continue;
      }
      const qos = requested === 0 ? 0 : 1;
      this.#subscriptions.set(filter, qos);
      codes.push(qos);
      granted.push({ filter, qos });
    }
    this.#write(encodeSuback(this.protocol, packetId, codes));
    if (granted.length > 0 && this.#isOpen) this.#context.api.subscribed(this.client, granted);
  }

  #receiveUnsubscribe(bytes: Buffer, start: number, end: number): void {
    const { packetId, filters } = decodeUnsubscribe(bytes, start, end, this.protocol);
    const removed = filters.filter((filter) => this.#subscriptions?.delete(filter) === true);
    const isRemoved = new Set(removed);
    const codes = filters.map((filter) => (isRemoved.has(filter) ? UNSUBACK_SUCCESS : UNSUBACK_NO_SUBSCRIPTION));
    if (removed.length > 0) this.#context.api.unsubscribed(this.client, removed);
    this.#write(encodeUnsuback(this.protocol, packetId, codes));
  }

  // ---- acknowledgements

  settle(slot: number, refusal: Refusal | undefined): void {
    if (refusal === undefined) this.#settleRing(slot, false);
    else this.#refuse(slot, refusal);
  }

  flush(): void {
    if (!this.#isReceiving) this.#payOwed();
  }

  settled(): Promise<void> {
    const ring = this.#ring;
    // The message being handled is the last one handed out; waiting for it would be waiting for oneself.
    const count = ring === undefined ? 0 : ring.count - (this.#isHandling ? 1 : 0);
    if (ring === undefined || count <= 0 || !this.#isOpen) return Promise.resolve();
    const slot = (ring.head + count - 1) & 0x3fff_ffff;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiters ??= [];
    this.#waiters.push({
      slot,
      resolve: () => {
        resolve(undefined);
      },
    });
    return promise;
  }

  #settleRing(slot: number, isRefused: boolean): boolean {
    // After the end nobody is owed anything.
    if (!this.#isOpen) return false;
    if (this.#ring?.settle(slot, isRefused) === true) return true;
    this.#context.log.error("acknowledgement settled twice", { slot });
    return false;
  }

  /** `close` ends the session with the refusal, whatever a refusal of its kind does otherwise. */
  #refuse(slot: number, refusal: Refusal, close?: ClosedReason): void {
    const packetId = this.#ring?.packetId(slot) ?? 0;
    const topic = this.#ring?.topic(slot) ?? "";
    const code = publishCode(refusal);
    const outcome = publishOutcome(this.protocol, packetId === 0 ? 0 : 1, refusal, this.#admission.ackInvalid);
    if (outcome === "acknowledge" && close === undefined) this.#settleRing(slot, false);
    else
      this.#settleRefused(slot, {
        pubackCode: outcome === "refuse" ? code : undefined,
        close: close ?? (outcome === "close" ? "refused-publish" : undefined),
        message: refusal.entries[0].error.message,
      });
    this.#report(topic, packetId, code, refusal);
  }

  #refuseThrown(slot: number, error: unknown): void {
    if (error instanceof DomainError) {
      this.#refuse(slot, refusedWhole(error));
      return;
    }
    this.#context.log.error("handling a publish failed", { error });
    const packetId = this.#ring?.packetId(slot) ?? 0;
    const topic = this.#ring?.topic(slot) ?? "";
    const fault = new DomainError("unavailable", "the server failed to handle the message", { cause: error });
    const pubackCode = this.protocol === 5 && packetId !== 0 ? FAULT_CODE : undefined;
    this.#settleRefused(slot, { pubackCode, close: "fault", message: fault.message });
    this.#report(topic, packetId, FAULT_CODE, refusedWhole(fault));
  }

  #settleRefused(slot: number, refused: RefusedSlot): void {
    if (!this.#settleRing(slot, true)) return;
    this.#refusedSlots ??= new Map();
    this.#refusedSlots.set(slot, refused);
    // The session ends as soon as what came earlier is paid; nothing that comes later may take effect.
    if (refused.close !== undefined) this.#connection.hold(Hold.ending);
  }

  #report(topic: string, packetId: number, code: number, refusal: Refusal): void {
    this.#context.counters.publishesRefused += 1;
    try {
      this.#context.api.refused(this.client, { topic, packetId: packetId === 0 ? undefined : packetId, code, refusal });
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Writes the acknowledgements at the head of the ring that are settled. */
  #payOwed(): void {
    const ring = this.#ring;
    if (ring === undefined || ring.isEmpty || !this.#isOpen) {
      this.#finishClosing();
      return;
    }
    for (;;) {
      const pubacks = ring.pay();
      if (pubacks !== undefined) this.#send(pubacks, pubacks.length / 4);
      if (!ring.headIsRefused) break;
      if (!this.#payRefused(ring)) return;
    }
    if (this.#waiters !== undefined) this.#wake(ring, this.#waiters);
    if (!ring.isFull) this.#connection.release(Hold.unsettled);
    this.#finishClosing();
  }

  /** False when the session has ended with it. */
  #payRefused(ring: AckRing): boolean {
    const slot = ring.head;
    const packetId = ring.packetId(slot);
    const refused = this.#refusedSlots?.get(slot);
    this.#refusedSlots?.delete(slot);
    ring.drop();
    if (refused === undefined) return true;
    if (refused.pubackCode !== undefined)
      this.#send(this.#refusedPuback(packetId, refused.pubackCode, refused.message), 1);
    if (refused.close === undefined) return true;
    this.#end(refused.close, DISCONNECT_CODES[refused.close], refused.message);
    return false;
  }

  #refusedPuback(packetId: number, code: number, message: string): Buffer {
    const bytes = encodeRefusedPuback(packetId, code, reasonString(message, this.#wantsReasons));
    return bytes.length <= this.#packetBytesMax ? bytes : encodeRefusedPuback(packetId, code, undefined);
  }

  #wake(ring: AckRing, waiters: SettledWaiter[]): void {
    this.#waiters = waiters.filter((waiter) => {
      if (ring.distance(waiter.slot) < ring.count) return true;
      waiter.resolve();
      return false;
    });
  }

  // ---- downlinks

  subscribedQos(filter: string): Qos | undefined {
    return this.#subscriptions?.get(filter);
  }

  publish(topic: string, payload: string | Uint8Array, qos: Qos, acked?: () => void): boolean {
    if (!this.#isOpen) return true;
    const encoded = encodePublish(this.protocol, topic, payload, qos);
    if (encoded.bytes.length > this.#packetBytesMax) return false;
    this.#downlinks ??= new Downlinks(
      this.#connection,
      this.#context.counters,
      this.#receiveMaximum,
      this.#context.limits.downlinkQueueMax,
    );
    const downlinks = this.#downlinks;
    this.#payOwed();
    if (downlinks.send(encoded, acked)) return true;
    this.#context.counters.overflows += 1;
    this.#end(
      "overflow",
      DISCONNECT_CODES.overflow,
      `more than ${String(this.#context.limits.downlinkQueueMax)} messages wait for the client`,
    );
    return true;
  }

  // ---- the end

  close(reason: SessionCloseReason): void {
    if (!this.#isOpen) return;
    if (reason !== "provisioning-topic" && reason !== "provisioned" && reason !== "shutdown") {
      this.#end(reason);
      return;
    }
    this.#closeWhenPaid ??= reason;
    this.#connection.hold(Hold.ending);
    this.flush();
  }

  #finishClosing(): void {
    if (this.#closeWhenPaid !== undefined && (this.#ring === undefined || this.#ring.isEmpty))
      this.#end(this.#closeWhenPaid);
  }

  #fault(error: unknown): void {
    this.#context.log.error("a session failed", { error });
    this.#end("fault");
  }

  #end(reason: ClosedReason, code = DISCONNECT_CODES[reason], message = ""): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // What is settled already is paid, whatever ends the session.
    const pubacks = this.#ring?.pay();
    if (pubacks !== undefined) this.#send(pubacks, pubacks.length / 4);
    if (this.protocol === 5 && code !== undefined) this.#send(this.#disconnect(code, message), 1);
    this.#connection.end();
    this.#context.counters.sessions -= 1;
    // The ring stays: a refusal that comes later is still reported with its topic.
    this.#refusedSlots = undefined;
    this.#subscriptions = undefined;
    this.#downlinks = undefined;
    this.#abort?.abort();
    for (const waiter of this.#waiters ?? []) waiter.resolve();
    this.#waiters = undefined;
    try {
      this.#context.api.closed(this.client, reason);
    } catch (error) {
      this.#context.log.error("closing a session failed", { error });
    }
  }

  #disconnect(code: number, message: string): Buffer {
    const bytes = encodeDisconnect(code, reasonString(message, this.#wantsReasons));
    return bytes.length <= this.#packetBytesMax ? bytes : encodeDisconnect(code, undefined);
  }

  /** What is settled is acknowledged before anything else is said. */
  #write(bytes: Uint8Array): void {
    this.#payOwed();
    this.#send(bytes, 1);
  }

  #send(bytes: Uint8Array, packets: number): void {
    this.#context.counters.packetsOut += packets;
    this.#connection.write(bytes);
  }
}

/** The one object a message costs. */
class Message<Client> implements RoutedMessage<Client> {
  readonly session: Session<Client>;
  readonly topic: string;
  readonly id: number;
  readonly n: number;
  readonly payload: Buffer;
  readonly receivedAt: EpochMillis;
  readonly slot: number;

  constructor(
    session: Session<Client>,
    topic: string,
    id: number,
    n: number,
    payload: Buffer,
    receivedAt: EpochMillis,
    slot: number,
  ) {
    this.session = session;
    this.topic = topic;
    this.id = id;
    this.n = n;
    this.payload = payload;
    this.receivedAt = receivedAt;
    this.slot = slot;
  }

  get client(): Client {
    return this.session.client;
  }

  get signal(): AbortSignal {
    return this.session.signal;
  }
}
