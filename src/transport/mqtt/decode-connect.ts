// CONNECT, the only packet that names its protocol version. Checks everything that MQTT requires of it, including its
// will. The will itself is dropped, because the platform never publishes one (MQTT contract 1.5).
import { PacketReader } from "./packet-reader.ts";
import { Property } from "./properties.ts";
import { malformed, protocolError, ProtocolError, Violation } from "./protocol-error.ts";

export interface ConnectPacket {
  readonly protocol: 3 | 4 | 5;
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  readonly cleanStart: boolean;
  /** 0 turns keep alive off. */
  readonly keepAliveSeconds: number;
  /** How many QoS 1 downlinks may be unacknowledged at a time. */
  readonly receiveMaximum: number;
  /** The largest packet the client accepts, in bytes; Infinity if it set no limit. */
  readonly packetBytesMax: number;
  readonly sessionExpirySeconds: number;
  /** Whether refusals may carry a Reason String. */
  readonly wantsReasons: boolean;
}

/** `protocol` is 5 if the client named that version before the violation: only then may CONNACK carry a v5 code. */
export class ConnectError extends ProtocolError {
  readonly protocol: 3 | 4 | 5 | "unsupported" | "unknown";
  readonly wantsReasons: boolean;
  readonly packetBytesMax: number;

  constructor(error: ProtocolError, { protocol, wantsReasons, packetBytesMax }: Progress) {
    super(error.code, error.message);
    this.protocol = protocol;
    this.wantsReasons = wantsReasons;
    this.packetBytesMax = packetBytesMax;
  }
}

const FLAG_RESERVED = 0x01;
const FLAG_CLEAN = 0x02;
const FLAG_WILL = 0x04;
const FLAG_WILL_RETAIN = 0x20;
const FLAG_PASSWORD = 0x40;
const FLAG_USERNAME = 0x80;

const CONNECT_PROPERTIES: ReadonlySet<Property> = new Set([
  Property.sessionExpiry,
  Property.receiveMaximum,
  Property.maximumPacketSize,
  Property.topicAliasMaximum,
  Property.requestResponseInformation,
  Property.requestProblemInformation,
  Property.userProperty,
  Property.authenticationMethod,
  Property.authenticationData,
]);

const WILL_PROPERTIES: ReadonlySet<Property> = new Set([
  Property.willDelay,
  Property.payloadFormat,
  Property.messageExpiry,
  Property.contentType,
  Property.responseTopic,
  Property.correlationData,
  Property.userProperty,
]);

/** Throws ConnectError. */
export function decodeConnect(bytes: Buffer, start: number, end: number): ConnectPacket {
  const reader = new PacketReader(bytes, start, end);
  const progress: Progress = { protocol: "unknown", wantsReasons: true, packetBytesMax: Infinity };
  try {
    return readConnect(reader, progress);
  } catch (error) {
    if (error instanceof ProtocolError) throw new ConnectError(error, progress);
    throw error;
  }
}

interface Progress {
  protocol: ConnectError["protocol"];
  wantsReasons: boolean;
  packetBytesMax: number;
}

function readConnect(reader: PacketReader, progress: Progress): ConnectPacket {
  const protocol = readProtocol(reader, progress);
  const flags = reader.byte("the connect flags");
  requireFlags(flags);
  const keepAliveSeconds = reader.uint16("keep alive");
  const properties = protocol === 5 ? reader.properties(CONNECT_PROPERTIES) : undefined;
  const wantsReasons = properties?.get(Property.requestProblemInformation) !== 0;
  progress.wantsReasons = wantsReasons;
  const receiveMaximum = properties?.get(Property.receiveMaximum) ?? 65_535;
  if (receiveMaximum === 0) throw protocolError("Receive Maximum must not be 0");
  const packetBytesMax = properties?.get(Property.maximumPacketSize) ?? Infinity;
  if (packetBytesMax === 0) throw protocolError("Maximum Packet Size must not be 0");
  progress.packetBytesMax = packetBytesMax;
  const clientId = reader.string("the client id");
  if ((flags & FLAG_WILL) !== 0) readWill(reader, protocol);
  const username = (flags & FLAG_USERNAME) === 0 ? undefined : reader.string("the username");
  const password = (flags & FLAG_PASSWORD) === 0 ? undefined : reader.binary("the password");
  reader.requireEnd("CONNECT");
  if (properties?.has(Property.authenticationMethod) === true)
    throw new ProtocolError(Violation.badAuthenticationMethod, "enhanced authentication is not supported");
  if (properties?.has(Property.authenticationData) === true)
    throw protocolError("Authentication Data is given without Authentication Method");
  return {
    protocol,
    clientId,
    username,
    password,
    cleanStart: (flags & FLAG_CLEAN) !== 0,
    keepAliveSeconds,
    receiveMaximum,
    packetBytesMax,
    sessionExpirySeconds: properties?.get(Property.sessionExpiry) ?? 0,
    wantsReasons,
  };
}

function readProtocol(reader: PacketReader, progress: Progress): 3 | 4 | 5 {
  const name = reader.string("the protocol name");
  if (name !== "MQTT" && name !== "MQIsdp") throw malformed(`the protocol name must be MQTT or MQIsdp`);
  const level = reader.byte("the protocol level");
  const isSupported = name === "MQIsdp" ? level === 3 : level === 4 || level === 5;
  if (!isSupported) {
    progress.protocol = "unsupported";
    throw protocolError(`protocol level ${String(level)} of ${name} is not supported`);
  }
  const protocol = level === 3 ? 3 : level === 4 ? 4 : 5;
  progress.protocol = protocol;
  return protocol;
}

function requireFlags(flags: number): void {
  if ((flags & FLAG_RESERVED) !== 0) throw malformed("the reserved connect flag must be 0"); // [MQTT-3.1.2-3]
  const willQos = (flags >> 3) & 3;
  if (willQos === 3) throw malformed("the will's QoS must be 0, 1 or 2, got 3"); // [MQTT-3.1.2-12]
  if ((flags & FLAG_WILL) === 0 && (willQos !== 0 || (flags & FLAG_WILL_RETAIN) !== 0))
    throw malformed("will flags are set without a will"); // [MQTT-3.1.2-11, MQTT-3.1.2-13]
  // 3.1.1 forbids a password without a username; authentication refuses it instead (MQTT contract 1.3).
}

function readWill(reader: PacketReader, protocol: 3 | 4 | 5): void {
  if (protocol === 5) reader.properties(WILL_PROPERTIES);
  const topic = reader.string("the will's topic");
  if (topic === "" || topic.includes("+") || topic.includes("#"))
    throw malformed("the will's topic must not be empty or hold wildcards");
  reader.binary("the will's payload");
}
