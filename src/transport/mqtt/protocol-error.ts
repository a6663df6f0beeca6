// A violation of MQTT by the client: the connection ends, and a v5 client gets the reason code.

/** The MQTT 5 reason codes for violations (MQTT contract 1.6). */
export const Violation = {
  malformed: 0x81,
  protocol: 0x82,
  badAuthenticationMethod: 0x8c,
  topicAlias: 0x94,
  tooLarge: 0x95,
  subscriptionIdentifier: 0xa1,
} as const;

export class ProtocolError extends Error {
  /** The v5 reason code. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "ProtocolError";
    this.code = code;
  }
}

export function malformed(message: string): ProtocolError {
  return new ProtocolError(Violation.malformed, message);
}

export function protocolError(message: string): ProtocolError {
  return new ProtocolError(Violation.protocol, message);
}
