// Every bound of the MQTT transport, with the outcome of crossing it.

export interface MqttLimits extends FixedLimits {
  /** Largest Remaining Length of a CONNECT, in bytes; after CONNACK the client's own limit applies. Outcome: close. */
  readonly maxPayloadSize: number;
  /** Time from opening the connection to the complete CONNECT. Outcome: close. */
  readonly connectTimeoutMillis: number;

  /** Packets that may wait for CONNACK. Outcome: close, v5 CONNACK 0x97. */
  readonly queueBeforeConnackMax: number;

  /** Time without a packet from a client that set no keep alive. Outcome: close, v5 0xA0. */
  readonly sessionInactivityTimeoutMillis: number;
  /**
   * PUBLISH packets of one session that are unsettled or wait behind one that is. Outcome: the socket is not read until
   * some have been acknowledged.
   */
  readonly unsettledPublishesMax: number;
  /** Downlinks of one session that cannot be sent yet. Outcome: close, v5 0x97. */
  readonly downlinkQueueMax: number;
  /** Bytes of those queued downlinks; the first may be of any size. Outcome: close, v5 0x97. */
  readonly downlinkQueueBytesMax: number;
  /**
   * Bytes written that the operating system has not taken, because the client does not read. Outcome: the socket is not
   * read, and downlinks are queued, until it has.
   */
  readonly writeBufferBytesMax: number;
  /** How long a client may stay above `writeBufferBytesMax`. Outcome: close. */
  readonly drainTimeoutMillis: number;
}

/** Limits that are the same in every installation. */
export interface FixedLimits {
  /** Time from CONNECT to the answer of the credential store. Outcome: CONNACK "unavailable". */
  readonly authenticationTimeoutMillis: number;
  /** Bytes of packets that wait for CONNACK. Outcome: the socket is not read until CONNACK. */
  readonly queueBeforeConnackBytesMax: number;
  /** Time from the server's last packet until the client closes the connection. Outcome: the socket is destroyed. */
  readonly closeGraceMillis: number;
  /** Largest WebSocket frame, in bytes. Outcome: close with WebSocket code 1009. */
  readonly webSocketFrameBytesMax: number;
  /**
   * Fragments of one WebSocket message; each costs memory however small it is. Outcome: close with WebSocket code 1008.
   */
  readonly webSocketFragmentsMax: number;
  /** Interval between checks of timeouts. */
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
