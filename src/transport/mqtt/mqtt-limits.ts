// Every bound of the MQTT transport, and what happens when it is crossed.

export interface MqttLimits extends FixedLimits {
  /** Largest Remaining Length of a CONNECT, in bytes; afterwards the client's own limit holds. Outcome: close. */
  readonly maxPayloadSize: number;
  /** From the opening of a connection to its whole CONNECT. Outcome: close. */
  readonly connectTimeoutMillis: number;

  /** Packets that may wait for CONNACK. Outcome: close, v5 CONNACK 0x97. */
  readonly queueBeforeConnackMax: number;

  /** Without a packet from a client that has no keep alive. Outcome: close, v5 0xA0. */
  readonly sessionInactivityTimeoutMillis: number;
  /** PUBLISH packets of one session that are not settled yet. Outcome: the socket is not read until some are. */
  readonly unsettledPublishesMax: number;
  /** Downlinks of one session that may not be sent yet. Outcome: close, v5 0x97. */
  readonly downlinkQueueMax: number;
  /** Bytes of such downlinks; the first one may be of any size. Outcome: close, v5 0x97. */
  readonly downlinkQueueBytesMax: number;
  /** Bytes written that the client has not taken. Outcome: the socket is not read and downlinks queue until it has. */
  readonly writeBufferBytesMax: number;
  /** How long the former may last. Outcome: close. */
  readonly drainTimeoutMillis: number;
}

/** Those that are the same in every installation. */
export interface FixedLimits {
  /** From CONNECT to the answer of the credential store. Outcome: CONNACK "unavailable". */
  readonly authenticationTimeoutMillis: number;
  /** Bytes of packets that wait for CONNACK. Outcome: the socket is not read until CONNACK. */
  readonly queueBeforeConnackBytesMax: number;
  /** From the server's last packet to the client's closing of the connection. Outcome: the socket is destroyed. */
  readonly closeGraceMillis: number;
  /** Largest WebSocket frame, in bytes. Outcome: close with WebSocket code 1009. */
  readonly webSocketFrameBytesMax: number;
  /** Fragments of one WebSocket message, each of which costs memory however small. Outcome: close with WebSocket code 1008. */
  readonly webSocketFragmentsMax: number;
  /** How often timeouts are looked at. */
  readonly sweepMillis: number;
}

export const FIXED_LIMITS: FixedLimits = {
  authenticationTimeoutMillis: 30_000,
  queueBeforeConnackBytesMax: 131_072,
  closeGraceMillis: 5_000,
  webSocketFrameBytesMax: 1_048_576,
  webSocketFragmentsMax: 256,
  sweepMillis: 500,
};
