// From the first byte of a connection to CONNACK: the first packet must be a valid CONNECT, the API accepts or refuses
// the client, and packets that arrive in the meantime wait. A refusal sends CONNACK and closes the connection.
import { randomUUID } from "node:crypto";
import { DomainError } from "../../core/errors.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { encodeConnack, PacketType } from "./codec.ts";
import { Hold, type Connection, type PacketReceiver } from "./connection.ts";
import { ConnectError, decodeConnect, type ConnectPacket } from "./decode-connect.ts";
import { FrameCounter } from "./framing.ts";
import type { AcceptedClient, Admission, ClientCertificate, ConnectRefusal, ListenerKind } from "./mqtt-api.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { Property, type SentProperty } from "./properties.ts";
import { protocolError, type ProtocolError } from "./protocol-error.ts";
import {
  CONNACK_IMPLEMENTATION_SPECIFIC,
  CONNACK_QUOTA_EXCEEDED,
  CONNACK_UNSUPPORTED_LEVEL,
  connackCode,
  reasonString,
} from "./reason-codes.ts";
import { Session } from "./session.ts";

export interface Peer {
  readonly listener: ListenerKind;
  readonly certificate: ClientCertificate | undefined;
}

export interface HandshakeDeps<Client> {
  readonly context: MqttContext<Client>;
  readonly connection: Connection;
  /** Called when the client has been accepted, before CONNACK is written. */
  readonly opened: (session: Session<Client>) => void;
}

type State = "awaiting-connect" | "authenticating" | "done";

export class Handshake<Client> implements PacketReceiver {
  readonly maxPayloadSize: number;
  readonly #context: MqttContext<Client>;
  readonly #connection: Connection;
  readonly #peer: Peer;
  readonly #opened: (session: Session<Client>) => void;
  readonly #abort = new AbortController();
  #queue: FrameCounter | undefined;
  #state: State = "awaiting-connect";
  #connect: ConnectPacket | undefined;
  #authenticatingSince = 0;

  constructor({ context, connection, opened }: HandshakeDeps<Client>, peer: Peer) {
    this.#context = context;
    this.#connection = connection;
    this.#opened = opened;
    this.#peer = peer;
    this.maxPayloadSize = context.limits.maxPayloadSize;
  }

  packet(header: number, bytes: Buffer, start: number, end: number): void {
    // A first packet other than CONNECT gets no answer (MQTT contract 1.1).
    if (header !== PacketType.connect << 4) {
      this.violated(protocolError("the first packet is not CONNECT"));
      return;
    }
    try {
      this.#connect = decodeConnect(bytes, start, end);
    } catch (error) {
      if (error instanceof ConnectError) this.#refuseConnect(error);
      else this.#fail(error);
      return;
    }
    this.#connection.hold(Hold.connack);
    this.#state = "authenticating";
    this.#authenticatingSince = this.#connection.receivedAt;
    void this.#authenticate(this.#connect);
  }

  pauseBetweenPackets(): void {}

  queued(chunk: Buffer, bytesWaiting: number): "read on" | "stop reading" {
    this.#queue ??= new FrameCounter();
    this.#queue.push(chunk);
    const { queueBeforeConnackMax, queueBeforeConnackBytesMax } = this.#context.limits;
    if (this.#queue.count > queueBeforeConnackMax) {
      this.#context.counters.overflows += 1;
      const complaint = `only ${String(queueBeforeConnackMax)} packets may be sent before CONNACK`;
      if (this.#connect?.protocol === 5) this.#connack(this.#connect, CONNACK_QUOTA_EXCEEDED, complaint);
      this.#finish();
    }
    return bytesWaiting > queueBeforeConnackBytesMax ? "stop reading" : "read on";
  }

  violated(error: ProtocolError): void {
    this.#countViolation(error);
    this.#finish();
  }

  drained(): void {}

  sweep(now: EpochMillis): void {
    const { connectTimeoutMillis, authenticationTimeoutMillis } = this.#context.limits;
    if (this.#state === "awaiting-connect" && now - this.#connection.openedAt >= connectTimeoutMillis) this.#finish();
    if (this.#state === "authenticating" && now - this.#authenticatingSince >= authenticationTimeoutMillis) {
      this.#context.log.warn("authentication took too long", { limitMillis: authenticationTimeoutMillis });
      if (this.#connect !== undefined) this.#refuse(this.#connect, "unavailable", "the server is busy");
    }
  }

  lost(): void {
    this.#finish();
  }

  async #authenticate(connect: ConnectPacket): Promise<void> {
    let admission: Admission<Client>;
    try {
      if (connect.protocol !== 5 && connect.clientId === "" && !connect.cleanStart) {
        // [MQTT-3.1.3-8]
        this.#refuse(connect, "bad-client-id", "");
        return;
      }
      admission = await this.#context.api.authenticate(
        {
          protocol: connect.protocol,
          clientId: connect.clientId,
          username: connect.username,
          password: connect.password,
          certificate: this.#peer.certificate,
          remoteAddress: this.#connection.remoteAddress,
          listener: this.#peer.listener,
        },
        this.#abort.signal,
      );
    } catch (error) {
      this.#refuseFailed(connect, error);
      return;
    }
    if (this.#state !== "authenticating") return;
    if (admission.kind === "refused") this.#refuse(connect, admission.reason, admission.message ?? "");
    else this.#accept(connect, admission);
  }

  #accept(connect: ConnectPacket, admission: AcceptedClient<Client>): void {
    const { api, counters, guard, log } = this.#context;
    guard?.forget(this.#connection.remoteAddress);
    const connack = encodeConnack(connect.protocol, 0, this.#properties(connect, admission));
    if (connack.length > connect.packetBytesMax) {
      // What the server supports must not be left out, so this client cannot be told [MQTT-3.1.2-24].
      const message = `CONNACK has ${String(connack.length)} bytes, the client takes ${String(connect.packetBytesMax)}`;
      this.#context.log.debug("mqtt client refused", {
        remoteAddress: this.#connection.remoteAddress,
        reason: message,
      });
      this.#context.counters.connectsRefused += 1;
      this.#connack(connect, CONNACK_IMPLEMENTATION_SPECIFIC, message);
      this.#finish();
      return;
    }
    if (this.#connection.isExhausted) {
      // A session could do nothing any more, except take over one that the client has opened since.
      this.#write(connack);
      this.#finish();
      return;
    }
    this.#state = "done";
    const session = new Session({ context: this.#context, connection: this.#connection }, connect, admission);
    this.#connection.handOver(session, admission);
    this.#opened(session);
    counters.sessions += 1;
    this.#write(connack);
    try {
      api.opened(admission.client, session);
    } catch (error) {
      log.error("opening a session failed", { error });
      session.close("fault");
    }
    this.#connection.release(Hold.connack);
  }

  /** CONNACK properties that tell the client what the server supports (MQTT contract 1.4). */
  #properties(connect: ConnectPacket, admission: AcceptedClient<Client>): readonly SentProperty[] {
    return [
      [Property.sessionExpiry, connect.sessionExpirySeconds > 0 ? 0 : undefined],
      [Property.maximumPacketSize, admission.maxPayloadSize],
      [Property.assignedClientIdentifier, connect.clientId === "" ? randomUUID() : undefined],
      [Property.subscriptionIdentifiersAvailable, 0],
      [Property.sharedSubscriptionAvailable, 0],
    ];
  }

  #countViolation(error: ProtocolError): void {
    this.#context.counters.protocolErrors += 1;
    this.#context.log.debug("mqtt violation", { remoteAddress: this.#connection.remoteAddress, reason: error.message });
  }

  #refuseConnect(error: ConnectError): void {
    this.#countViolation(error);
    if (error.protocol === "unsupported") this.#connection.write(encodeConnack(4, CONNACK_UNSUPPORTED_LEVEL));
    // A v5 client gets the reason in CONNACK; DISCONNECT must not be sent before it [MQTT-3.14.0-1].
    const { protocol, wantsReasons, packetBytesMax } = error;
    if (protocol === 5) this.#connack({ protocol, wantsReasons, packetBytesMax }, error.code, error.message);
    this.#finish();
  }

  #refuseFailed(connect: ConnectPacket, error: unknown): void {
    if (this.#state !== "authenticating") return;
    const kind = error instanceof DomainError ? error.kind : undefined;
    if (kind === "rate-limited") this.#refuse(connect, "rate-limited", "");
    else {
      this.#context.log.error("authentication failed", { error });
      this.#refuse(connect, "unavailable", "");
    }
  }

  #refuse(connect: ConnectPacket, refusal: ConnectRefusal, message: string): void {
    if (this.#state === "done") return;
    this.#context.counters.connectsRefused += 1;
    if (refusal !== "unavailable" && refusal !== "rate-limited")
      this.#context.guard?.add(this.#connection.remoteAddress, this.#context.clock.now());
    this.#connack(connect, connackCode(connect.protocol, refusal), message);
    this.#finish();
  }

  /** Leaves the reason out if the client does not want it or could not take it; one that takes no CONNACK gets none. */
  #connack(
    { protocol, wantsReasons, packetBytesMax }: Pick<ConnectPacket, "protocol" | "wantsReasons" | "packetBytesMax">,
    code: number,
    message: string,
  ): void {
    const whole = encodeConnack(protocol, code, [[Property.reasonString, reasonString(message, wantsReasons)]]);
    const bytes = whole.length <= packetBytesMax ? whole : encodeConnack(protocol, code);
    if (bytes.length <= packetBytesMax) this.#write(bytes);
  }

  #write(bytes: Uint8Array): void {
    this.#context.counters.packetsOut += 1;
    this.#connection.write(bytes);
  }

  #fail(error: unknown): void {
    this.#context.log.error("decoding CONNECT failed", { error });
    this.#finish();
  }

  #finish(): void {
    this.#state = "done";
    this.#abort.abort();
    this.#connection.end();
  }
}
