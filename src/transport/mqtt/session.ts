// One client after CONNACK: packet order, QoS, subscriptions and the end of the session. The session is the only sender
// of acknowledgements, and sends one only after it has been settled.
import { DEFERRED, refusedMessage, type Handled, type Refusal, type Remark } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import type { TrafficObserver } from "../../core/traffic-observer.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { Acknowledgements, type AckWriter, type RefusedAck } from "./acknowledgements.ts";
import {
  decodeDisconnect,
  decodePuback,
  decodePubrel,
  decodeSubscribe,
  decodeUnsubscribe,
  encodeDisconnect,
  encodePubcomp,
  encodePublish,
  encodeRefusedPuback,
  encodeSuback,
  encodeUnsuback,
  PacketType,
  PINGRESP,
  PUBACK_BYTES,
  requireFlags,
} from "./codec.ts";
import { Hold, type Connection, type PacketReceiver } from "./connection.ts";
import type { ConnectPacket } from "./decode-connect.ts";
import { decodePublish } from "./decode-publish.ts";
import { Downlinks } from "./downlinks.ts";
import { Exchanges } from "./exchanges.ts";
import type { AcceptedClient, ClosedReason } from "./mqtt-api.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { malformed, protocolError, ProtocolError, Violation } from "./protocol-error.ts";
import {
  DISCONNECT_CODES,
  DISCONNECT_REASONS,
  FAULT_CODE,
  publishCode,
  publishOutcome,
  reasonString,
} from "./reason-codes.ts";
import type { MqttSession, PublishHooks, Qos, RoutedMessage, SessionCloseReason } from "./routed-message.ts";
import { Subscriptions } from "./subscriptions.ts";
import { TopicCache } from "./topic-cache.ts";

const NO_HOOKS: PublishHooks = {};

export interface SessionDeps<Client> {
  readonly context: MqttContext<Client>;
  readonly connection: Connection;
}

export class Session<Client> implements MqttSession, PacketReceiver, AckWriter {
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
  readonly #topics: TopicCache<Client>;
  readonly #subscriptions: Subscriptions;
  // Created on first use, because most sessions are idle most of the time.
  #acks: Acknowledgements | undefined;
  #downlinks: Downlinks | undefined;
  #exchanges: Exchanges | undefined;
  #closeWhenAcknowledged: SessionCloseReason | undefined;
  /** Set only while somebody watches this session. */
  #observer: TrafficObserver | undefined;
  /** The pending acknowledgement whose time is being measured, or -1 when there is none. One message is measured at a time. */
  #timedAck = -1;
  #timedSince = millis(0);
  #timedBytes = 0;
  #isOpen = true;
  /** True while packets of a chunk are being handed over; acknowledgements gather until the last of them. */
  #isReceiving = false;
  #isHandling = false;

  constructor({ context, connection }: SessionDeps<Client>, connect: ConnectPacket, admission: AcceptedClient<Client>) {
    this.#context = context;
    this.#connection = connection;
    this.#keepAliveMillis = connect.keepAliveSeconds * 1_000;
    this.#receiveMaximum = connect.receiveMaximum;
    this.#packetBytesMax = connect.packetBytesMax;
    this.#wantsReasons = connect.wantsReasons;
    this.#admission = admission;
    this.#topics = new TopicCache(admission.router);
    this.#subscriptions = new Subscriptions(connect.protocol, admission.filters);
    this.protocol = connect.protocol;
    this.client = admission.client;
    this.maxPayloadSize = admission.maxPayloadSize;
  }

  get isOpen(): boolean {
    return this.#isOpen;
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
    this.#acknowledge();
  }

  queued(): "stop reading" {
    return "stop reading";
  }

  violated(error: ProtocolError): void {
    this.#context.counters.protocolErrors += 1;
    this.#context.log.debug("mqtt violation", { remoteAddress: this.#connection.remoteAddress, reason: error.message });
    this.#observer?.violated(error.message);
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
    // While the socket is not read, silence does not mean that the client has gone.
    if (this.#connection.isHeld) return;
    const silence = now - this.#connection.lastPacketAt;
    if (this.#keepAliveMillis > 0) {
      if (silence >= this.#keepAliveMillis * 1.5) this.#end("keep-alive-expired");
    } else if (silence >= this.#context.limits.sessionInactivityTimeoutMillis) this.#end("idle");
  }

  #receivePublish(header: number, bytes: Buffer, start: number, end: number): void {
    const { fields } = this.#context;
    decodePublish(header, bytes, start, end, this.protocol, fields);
    this.#context.counters.publishesIn += 1;
    const { packetId, payloadStart, qos } = fields;
    const match = this.#topics.find(bytes, fields.topicStart, fields.topicEnd);
    this.#acks ??= new Acknowledgements(this.#context.limits.unsettledPublishesMax);
    const ack = this.#acks.take(packetId, qos, this.#topics.topic);
    if (this.#acks.isFull) this.#connection.hold(Hold.unsettled);
    if (qos === 2 && this.#isRepeated(packetId, ack)) return;
    if (this.#timedAck < 0) this.#timeSettling(ack, end - payloadStart);
    const payload = bytes.subarray(payloadStart, end);
    const { receivedAt } = this.#connection;
    this.#observer?.received(ack, { topic: this.#topics.topic, qos, payload, ts: receivedAt });
    if (match === undefined) {
      this.#refuseUnknownTopic(ack, payload);
      return;
    }
    const { client } = this;
    const { route, topic, id, part } = match;
    const message: RoutedMessage<Client> = { client, session: this, topic, id, part, payload, receivedAt, ack };
    this.#isHandling = true;
    try {
      const handled = route.handle(message);
      if (handled === DEFERRED) this.#isHandling = false;
      else void this.#awaitHandler(handled, message);
    } catch (error) {
      this.#isHandling = false;
      this.#refuseThrown(message, error);
    }
  }

  /**
   * True when this QoS 2 PUBLISH repeats one whose PUBREL has not arrived. The repetition gets the same answer and is
   * not handled.
   */
  #isRepeated(packetId: number, ack: number): boolean {
    const exchanges = (this.#exchanges ??= new Exchanges());
    if (!exchanges.isOpen(packetId)) {
      exchanges.begin(packetId);
      return false;
    }
    if (!exchanges.joins(packetId, ack)) this.#acks?.settle(ack);
    return true;
  }

  #refuseUnknownTopic(ack: number, payload: Buffer): void {
    const topic = this.#topics.topic;
    const error = new DomainError("unsupported", `there is no topic "${topic}" to publish to`);
    const refusal = refusedMessage(error, payload);
    if (this.#admission.closeOnUnknownTopic === true) this.#refuse(ack, refusal, "provisioning-topic");
    else this.#refuse(ack, refusal);
  }

  /** Holds the connection until the handler has finished, so no later packet is processed before. Never rejects. */
  async #awaitHandler(handled: Promise<unknown>, message: RoutedMessage<Client>): Promise<void> {
    this.#connection.hold(Hold.handler);
    try {
      if ((await handled) !== DEFERRED) this.settle(message.ack, undefined);
    } catch (error) {
      this.#refuseThrown(message, error);
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
      case PacketType.pubrel:
        requireFlags(header, 2);
        this.#receivePubrel(bytes, start, end);
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

  #receivePubrel(bytes: Buffer, start: number, end: number): void {
    const packetId = decodePubrel(bytes, start, end, this.protocol);
    this.#write(encodePubcomp(this.protocol, packetId, this.#exchanges?.release(packetId) === true));
  }

  #receiveSubscribe(bytes: Buffer, start: number, end: number): void {
    const packet = decodeSubscribe(bytes, start, end, this.protocol);
    const { codes, granted } = this.#subscriptions.add(packet);
    if (!this.#answer(encodeSuback(this.protocol, packet.packetId, codes))) return;
    if (granted.length > 0 && this.#isOpen) this.#context.api.subscribed(this.client, granted);
  }

  #receiveUnsubscribe(bytes: Buffer, start: number, end: number): void {
    const packet = decodeUnsubscribe(bytes, start, end, this.protocol);
    const { codes, removed } = this.#subscriptions.remove(packet);
    if (removed.length > 0) this.#context.api.unsubscribed(this.client, removed);
    this.#answer(encodeUnsuback(this.protocol, packet.packetId, codes));
  }

  /** Nothing of these answers can be left out, so a client that cannot take one is told that [MQTT-3.1.2-24]. */
  #answer(bytes: Buffer): boolean {
    const isSmallEnough = bytes.length <= this.#packetBytesMax;
    if (isSmallEnough) this.#write(bytes);
    else
      this.violated(
        new ProtocolError(
          Violation.tooLarge,
          `the client takes packets of ${String(this.#packetBytesMax)} bytes, the answer has ${String(bytes.length)}`,
        ),
      );
    return isSmallEnough;
  }

  // ---- acknowledgements

  settle(ack: number, refusal: Refusal | undefined): void {
    if (refusal !== undefined) {
      this.#refuse(ack, refusal);
      return;
    }
    if (ack === this.#timedAck) this.#settledInTime(0);
    this.#observer?.settled(ack, undefined);
    this.#settle(ack);
  }

  remark(ack: number, remark: Remark): void {
    this.#observer?.remarked(ack, remark.message);
    const packetId = this.#acks?.packetId(ack);
    this.#context.api.remarked(this.client, packetId === 0 ? remark : { ...remark, packetId });
  }

  observe(observer: TrafficObserver | undefined): void {
    this.#observer = observer;
  }

  #timeSettling(ack: number, payloadBytes: number): void {
    this.#timedAck = ack;
    this.#timedBytes = payloadBytes;
    this.#timedSince = this.#connection.receivedAt;
  }

  #settledInTime(reasonCode: number): void {
    const topic = this.#acks?.topic(this.#timedAck) ?? "";
    const [receivedAt, payloadBytes] = [this.#timedSince, this.#timedBytes];
    this.#timedAck = -1;
    const passed = Math.max(0, this.#context.clock.now() - receivedAt);
    this.#context.api.settled(this.client, { topic, payloadBytes, receivedAt, millis: passed, reasonCode });
  }

  flush(): void {
    if (!this.#isReceiving) this.#acknowledge();
  }

  settled(): Promise<void> {
    if (this.#acks === undefined || !this.#isOpen) return Promise.resolve();
    // Inside a handler, leave out its own message, the last one taken: waiting for it would be a deadlock.
    return this.#acks.settled(this.#isHandling ? 1 : 0);
  }

  #settle(ack: number, refused?: RefusedAck): void {
    // Once the session has ended, no acknowledgement is pending.
    if (!this.#isOpen) return;
    const acks = this.#acks;
    if (acks?.settle(ack, refused) !== true) {
      this.#context.log.error("acknowledgement settled twice", { ack });
      return;
    }
    if (acks.qos(ack) === 2)
      for (const repeated of this.#exchanges?.answered(acks.packetId(ack), refused !== undefined) ?? [])
        acks.settle(repeated, refused);
    // The session ends as soon as all earlier messages are acknowledged; no later packet may take effect.
    if (refused?.close !== undefined) this.#connection.hold(Hold.ending);
  }

  /** `close` ends the session after the refusal, even if a refusal of this kind would otherwise leave it open. */
  #refuse(ack: number, refusal: Refusal, close?: ClosedReason): void {
    this.#observer?.settled(ack, refusal);
    const packetId = this.#acks?.packetId(ack) ?? 0;
    const topic = this.#acks?.topic(ack) ?? "";
    const code = publishCode(refusal);
    if (ack === this.#timedAck) this.#settledInTime(code);
    const outcome = publishOutcome(this.protocol, packetId === 0 ? 0 : 1, refusal);
    const ending = close ?? (outcome === "close" ? "refused-publish" : undefined);
    // If the refusal ends the session, report it first, while listeners are still attached.
    if (ending !== undefined) this.#report(topic, packetId, refusal);
    if (outcome === "acknowledge" && ending === undefined) this.#settle(ack);
    else {
      const pubackCode = outcome === "refuse" ? code : undefined;
      this.#settle(ack, { pubackCode, close: ending, message: refusal.entries[0].error.message });
    }
    if (ending === undefined) this.#report(topic, packetId, refusal);
  }

  #refuseThrown({ ack, payload }: RoutedMessage<Client>, error: unknown): void {
    if (error instanceof DomainError) {
      this.#refuse(ack, refusedMessage(error, payload));
      return;
    }
    this.#context.log.error("handling a publish failed", { error });
    const packetId = this.#acks?.packetId(ack) ?? 0;
    const topic = this.#acks?.topic(ack) ?? "";
    const fault = new DomainError("unavailable", "the server failed to handle the message", { cause: error });
    if (ack === this.#timedAck) this.#settledInTime(FAULT_CODE);
    const refusal = refusedMessage(fault, payload);
    this.#observer?.settled(ack, refusal);
    const pubackCode = this.protocol === 5 && packetId !== 0 ? FAULT_CODE : undefined;
    this.#settle(ack, { pubackCode, close: "fault", message: fault.message });
    this.#report(topic, packetId, refusal);
  }

  #report(topic: string, packetId: number, refusal: Refusal): void {
    this.#context.counters.publishesRefused += 1;
    try {
      this.#context.api.refused(this.client, { topic, packetId: packetId === 0 ? undefined : packetId, refusal });
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Writes the settled acknowledgements at the head of the queue, in order of receipt. */
  #acknowledge(): void {
    const acks = this.#acks;
    if (acks !== undefined && this.#isOpen && !acks.isEmpty) {
      const last = acks.write(this);
      if (last?.close !== undefined) this.#end(last.close, DISCONNECT_CODES[last.close], last.message);
      else if (!acks.isFull) this.#connection.release(Hold.unsettled);
    }
    this.#finishClosing();
  }

  writePubacks(bytes: Buffer): void {
    this.#send(bytes, bytes.length / PUBACK_BYTES);
  }

  writeRefused(qos: 1 | 2, packetId: number, code: number, message: string): void {
    this.#sendWithReason(message, (reason) => encodeRefusedPuback(qos, packetId, code, reason));
  }

  // ---- downlinks

  subscribedQos(filter: string): Qos | undefined {
    return this.#subscriptions.qos(filter);
  }

  publish(topic: string, payload: string | Uint8Array, qos: Qos, hooks: PublishHooks = NO_HOOKS): boolean {
    if (!this.#isOpen) {
      hooks.released?.();
      return true;
    }
    const encoded = encodePublish(this.protocol, topic, payload, qos);
    if (encoded.bytes.length > this.#packetBytesMax) {
      hooks.released?.();
      return false;
    }
    this.#downlinks ??= new Downlinks(this.#connection, this.#context, this.#receiveMaximum);
    const downlinks = this.#downlinks;
    this.#acknowledge();
    const acked = this.#observed(topic, payload, qos, hooks.acked);
    if (downlinks.send(encoded, acked === hooks.acked ? hooks : { ...hooks, acked })) return true;
    hooks.released?.();
    this.#context.counters.overflows += 1;
    const { downlinkQueueMax, downlinkQueueBytesMax } = this.#context.limits;
    const bound = `${String(downlinkQueueMax)} messages or ${String(downlinkQueueBytesMax)} bytes`;
    this.#end("overflow", DISCONNECT_CODES.overflow, `more than ${bound} wait for the client`);
    return true;
  }

  inTurn(work: () => void): Promise<void> {
    return this.#context.turns.run(this.#admission.turnKey, work);
  }

  async inSteps(work: Iterator<void, Handled, void>): Promise<typeof DEFERRED | void> {
    const outcome: { handled: Handled } = { handled: DEFERRED };
    await this.#context.turns.runSteps(this.#admission.turnKey, () => {
      // Its sender gets no acknowledgement any more.
      if (!this.#isOpen) return false;
      const step = work.next();
      if (step.done === true) outcome.handled = step.value;
      return step.done !== true;
    });
    return await outcome.handled;
  }

  unsent(topic: string, payload: string, reason: string): void {
    this.#observer?.unsent(topic, payload, reason);
  }

  /** Returns the callback for the client's acknowledgement of a message, including the observer's. */
  #observed(topic: string, payload: string | Uint8Array, qos: Qos, acked: (() => void) | undefined) {
    const sent = this.#observer?.sent(topic, qos, payload);
    if (sent === undefined) return acked;
    return () => {
      sent();
      acked?.();
    };
  }

  // ---- the end

  close(reason: SessionCloseReason): void {
    if (!this.#isOpen) return;
    if (reason !== "provisioning-topic" && reason !== "provisioned" && reason !== "shutdown") {
      this.#end(reason);
      return;
    }
    this.#closeWhenAcknowledged ??= reason;
    this.#connection.hold(Hold.ending);
    this.flush();
  }

  #finishClosing(): void {
    if (this.#closeWhenAcknowledged !== undefined && (this.#acks === undefined || this.#acks.isEmpty))
      this.#end(this.#closeWhenAcknowledged);
  }

  #fault(error: unknown): void {
    this.#context.log.error("a session failed", { error });
    this.#end("fault");
  }

  #end(reason: ClosedReason, code = DISCONNECT_CODES[reason], message = DISCONNECT_REASONS[reason] ?? ""): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Whatever ends the session, acknowledge what has already been settled.
    this.#acks?.writeSuccesses(this);
    if (this.protocol === 5 && code !== undefined)
      this.#sendWithReason(message, (reason) => encodeDisconnect(code, reason));
    this.#connection.end();
    this.#context.counters.sessions -= 1;
    this.#acks?.release();
    this.#downlinks?.drop();
    this.#downlinks = undefined;
    try {
      this.#context.api.closed(this.client, reason);
    } catch (error) {
      this.#context.log.error("closing a session failed", { error });
    }
  }

  /** Omits the Reason String if the client does not want it, or if the packet would exceed its Maximum Packet Size. */
  #sendWithReason(message: string, encode: (reason: string | undefined) => Buffer): void {
    const bytes = encode(reasonString(message, this.#wantsReasons));
    this.#send(bytes.length <= this.#packetBytesMax ? bytes : encode(undefined), 1);
  }

  /** Writes settled acknowledgements first, then these bytes. */
  #write(bytes: Uint8Array): void {
    this.#acknowledge();
    this.#send(bytes, 1);
  }

  #send(bytes: Uint8Array, packets: number): void {
    this.#context.counters.packetsOut += packets;
    this.#connection.write(bytes);
  }
}
