// PUBLISH, which may arrive a quarter of a million times a second: decoded in place into numbers, without allocating an
// object or a string. The payload is not inspected.
import { PacketReader } from "./packet-reader.ts";
import { Property } from "./properties.ts";
import { malformed, protocolError, ProtocolError, Violation } from "./protocol-error.ts";

/** Where the parts of one PUBLISH are in its bytes. One object serves all packets, one after the other. */
export class PublishFields {
  qos: 0 | 1 | 2 = 0;
  /** 0 at QoS 0. */
  packetId = 0;
  topicStart = 0;
  topicEnd = 0;
  payloadStart = 0;
}

const PUBLISH_PROPERTIES: ReadonlySet<Property> = new Set([
  Property.payloadFormat,
  Property.messageExpiry,
  Property.contentType,
  Property.responseTopic,
  Property.correlationData,
  Property.topicAlias,
  Property.userProperty,
]);

/**
 * Decodes the body `bytes[start, end)` of a PUBLISH with the first byte `header`. Does not check the text of the topic;
 * `requireTopicName` does when the session sees a topic other than its last. Throws ProtocolError.
 */
export function decodePublish(
  header: number,
  bytes: Buffer,
  start: number,
  end: number,
  protocol: 3 | 4 | 5,
  into: PublishFields,
): void {
  const qos = (header >> 1) & 3;
  const topicStart = start + 2;
  if (topicStart > end) throw malformed("PUBLISH ends inside its topic");
  const topicEnd = topicStart + (((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0));
  let at = topicEnd;
  if (qos === 3) throw malformed("QoS must be 0, 1 or 2, got 3"); // [MQTT-3.3.1-4]
  if (qos === 1 || qos === 2) {
    at += 2;
    if (at > end) throw malformed("PUBLISH ends inside its topic or packet id");
    const packetId = ((bytes[topicEnd] ?? 0) << 8) | (bytes[topicEnd + 1] ?? 0);
    if (packetId === 0) throw protocolError("a packet id must be 1 to 65535, got 0");
    into.packetId = packetId;
    into.qos = qos;
  } else {
    if (at > end) throw malformed("PUBLISH ends inside its topic");
    if ((header & 0x08) !== 0) throw malformed("DUP is set at QoS 0"); // [MQTT-3.3.1-2]
    into.packetId = 0;
    into.qos = 0;
  }
  if (protocol === 5) {
    if (at < end && bytes[at] === 0) at += 1;
    else at = skipProperties(bytes, at, end);
  }
  into.topicStart = topicStart;
  into.topicEnd = topicEnd;
  into.payloadStart = at;
}

function skipProperties(bytes: Buffer, at: number, end: number): number {
  const reader = new PacketReader(bytes, at, end);
  const properties = reader.properties(PUBLISH_PROPERTIES);
  if (properties.has(Property.topicAlias))
    throw new ProtocolError(Violation.topicAlias, "topic aliases are not supported: Topic Alias Maximum is 0");
  return reader.at;
}

/** Throws ProtocolError if the topic of a PUBLISH is empty or contains a wildcard (MQTT contract 3.1). */
export function requireTopicName(topic: string): void {
  if (topic === "") throw malformed("the topic is empty");
  if (topic.includes("+") || topic.includes("#")) throw malformed("the topic of a PUBLISH holds a wildcard");
}
