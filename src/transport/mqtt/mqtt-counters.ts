// What the MQTT transport counts. Plain numbers, so that counting a packet costs an addition; metrics read them when asked.

export class MqttCounters {
  /** Connections open now, whether or not they have sent CONNECT. */
  connections = 0;
  /** Sessions open now. */
  sessions = 0;
  connectionsOpened = 0;
  /** Connections closed at once: too many, or from a blocked address. */
  connectionsTurnedAway = 0;
  /** CONNECT packets answered with a refusal. */
  connectsRefused = 0;
  packetsIn = 0;
  packetsOut = 0;
  bytesIn = 0;
  bytesOut = 0;
  publishesIn = 0;
  publishesOut = 0;
  /** PUBLISH packets refused wholly or in part. */
  publishesRefused = 0;
  /** Connections ended because the client broke a rule of MQTT. */
  protocolErrors = 0;
  /** Sessions ended because too many downlinks waited, or because the client did not read. */
  overflows = 0;
}
