// What the MQTT transport needs from the platform: who a client is, what it may publish and subscribe to, and callbacks
// for the events of its session. MQTT itself never looks inside a `Client`.
import type { Refusal, Remark } from "../../core/acknowledgement.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { MqttSession, Qos, SessionCloseReason } from "./routed-message.ts";
import type { TurnKey } from "./thread-turns.ts";
import type { Topics } from "./topic-router.ts";

export type ListenerKind = "tcp" | "tls" | "websocket";

/**
 * The leaf certificate whose key the TLS client has proved to own. Neither its chain nor its dates have been checked.
 */
export interface ClientCertificate {
  readonly der: Buffer;
  readonly validFrom: EpochMillis;
  readonly validTo: EpochMillis;
}

/** A CONNECT that is valid MQTT. */
export interface ConnectRequest {
  /** 3 is MQTT 3.1, 4 is MQTT 3.1.1. */
  readonly protocol: 3 | 4 | 5;
  /** As sent: empty if the client leaves the choice to the server. */
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  readonly certificate: ClientCertificate | undefined;
  readonly remoteAddress: string;
  readonly listener: ListenerKind;
}

/** `reason-codes.ts` maps each to its CONNACK codes (MQTT contract 1.3). */
export type ConnectRefusal = "bad-credentials" | "bad-client-id" | "not-authorized" | "unavailable" | "rate-limited";

/** The filters that a client may subscribe to. */
export interface Filters {
  has(filter: string): boolean;
}

export interface AcceptedClient<Client> {
  readonly kind: "accepted";
  readonly client: Client;
  readonly router: Topics<Client>;
  readonly filters: Filters;
  /** Largest Remaining Length accepted from this client, in bytes. */
  readonly maxPayloadSize: number;
  /**
   * Clients with the same key, those of one tenant, share the turns of the thread; clients without a key are not
   * limited.
   */
  readonly turnKey?: TurnKey;
  /**
   * If true, a publish to a topic outside the router is refused and ends the session (provisioning sessions). Default
   * false.
   */
  readonly closeOnUnknownTopic?: boolean;
  /**
   * If true, what the client has sent and nobody has read is dropped once it has closed its side. Default false: who
   * sends a value and leaves means it to be stored.
   */
  readonly dropsUnread?: boolean;
}

export interface RefusedClient {
  readonly kind: "refused";
  readonly reason: ConnectRefusal;
  /** Reason String for a v5 client that wants one. */
  readonly message?: string;
}

export type Admission<Client> = AcceptedClient<Client> | RefusedClient;

export interface GrantedFilter {
  readonly filter: string;
  readonly qos: Qos;
}

export interface RefusedPublish {
  readonly topic: string;
  /** Undefined at QoS 0. */
  readonly packetId: number | undefined;
  readonly refusal: Refusal;
}

export type ClosedReason =
  | SessionCloseReason
  | "client-disconnected"
  | "connection-lost"
  | "keep-alive-expired"
  | "idle"
  | "slow-reader"
  | "overflow"
  | "protocol-violation"
  | "refused-publish";

export interface SettledMessage {
  readonly topic: string;
  readonly payloadBytes: number;
  readonly receivedAt: EpochMillis;
  readonly millis: number;
  /** An MQTT 5 code, also for clients of older versions; 0 if the message was acknowledged. */
  readonly reasonCode: number;
}

/**
 * Calls for one client follow the order of its packets; `opened` comes first and `closed` last, each exactly once. Only
 * `authenticate` may wait. An exception from any other method is a fault that ends the session.
 */
export interface MqttApi<Client> {
  /**
   * A rejection other than `rate-limited` is answered with "unavailable". `signal` aborts when the connection is gone.
   */
  authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>>;
  /** CONNACK has been written; no packet of the client has been handled yet. */
  opened(client: Client, session: MqttSession): void;
  /**
   * The granted filters of one SUBSCRIBE, after its SUBACK has been written. A filter subscribed to again is reported
   * again.
   */
  subscribed(client: Client, filters: readonly GrantedFilter[]): void;
  /** The filters of one UNSUBSCRIBE that the client had subscribed to, before its UNSUBACK is written. */
  unsubscribed(client: Client, filters: readonly string[]): void;
  /** The client sent SUBSCRIBE, UNSUBSCRIBE, PINGREQ or PUBACK. A PUBLISH goes to its route instead. */
  activity(client: Client): void;
  /** A PUBLISH was refused in whole or in part, whatever answer the client gets. May come after `closed`. */
  refused(client: Client, publish: RefusedPublish): void;
  /** A note for the client about a PUBLISH that is being handled. */
  remarked(client: Client, remark: Remark): void;
  /** How long a message took from receipt to settling. Measured for a sample: one message of a session at a time. */
  settled(client: Client, message: SettledMessage): void;
  closed(client: Client, reason: ClosedReason): void;
}
