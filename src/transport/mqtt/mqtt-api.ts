// What the MQTT transport asks of the platform: who a client is, what it may send and hear, and who wants to know when
// something happens to its session. MQTT itself never looks inside a `Client`.
import type { Refusal, Remark } from "../../core/acknowledgement.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { MqttSession, Qos, SessionCloseReason } from "./routed-message.ts";
import type { TurnKey } from "./thread-turns.ts";
import type { Topics } from "./topic-router.ts";

export type ListenerKind = "tcp" | "tls" | "websocket";

/** The leaf certificate that a TLS client has proved to own. Neither its chain nor its dates have been checked. */
export interface ClientCertificate {
  readonly der: Buffer;
  readonly validFrom: EpochMillis;
  readonly validTo: EpochMillis;
}

/** A CONNECT that is valid MQTT. */
export interface ConnectRequest {
  /** 3 is MQTT 3.1, 4 is MQTT 3.1.1. */
  readonly protocol: 3 | 4 | 5;
  /** As sent: empty where the client left it to the server. */
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  readonly certificate: ClientCertificate | undefined;
  readonly remoteAddress: string;
  readonly listener: ListenerKind;
}

/** Each has its CONNACK codes in `reason-codes.ts` (MQTT contract 1.3). */
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
  /** Clients with the same key, those of one tenant, share the turns of the thread; without one a client needs none. */
  readonly turnKey?: TurnKey;
  /** A publish to a topic outside the router ends the session after its refusal (provisioning sessions). Default false. */
  readonly closeOnUnknownTopic?: boolean;
}

export interface RefusedClient {
  readonly kind: "refused";
  readonly reason: ConnectRefusal;
  /** The Reason String of a v5 client that wants one. */
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
  /** That of MQTT 5, also for clients of older versions; 0 where it was acknowledged. */
  readonly reasonCode: number;
}

/**
 * Calls for one client come in the order of its packets; `opened` comes first and `closed` last, each exactly once.
 * Only `authenticate` may wait. What any of the others throws is a fault that ends the session.
 */
export interface MqttApi<Client> {
  /** Rejecting means "unavailable". `signal` aborts when the connection is gone. */
  authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>>;
  /** CONNACK has been written; no packet of the client has been handled yet. */
  opened(client: Client, session: MqttSession): void;
  /** The granted filters of one SUBSCRIBE; its SUBACK has been written. Repeating a filter reports it again. */
  subscribed(client: Client, filters: readonly GrantedFilter[]): void;
  /** The filters of one UNSUBSCRIBE that the client had; its UNSUBACK has not been written yet. */
  unsubscribed(client: Client, filters: readonly string[]): void;
  /** The client sent SUBSCRIBE, UNSUBSCRIBE, PINGREQ or PUBACK. A PUBLISH goes to its route instead. */
  activity(client: Client): void;
  /** A PUBLISH was refused wholly or in part, whatever the client itself gets. May come after `closed`. */
  refused(client: Client, publish: RefusedPublish): void;
  /** Something that the client should know of a PUBLISH that is being handled. */
  remarked(client: Client, remark: Remark): void;
  /** For some messages, one of a session at a time: how long after its receipt it was settled. */
  settled(client: Client, message: SettledMessage): void;
  closed(client: Client, reason: ClosedReason): void;
}
