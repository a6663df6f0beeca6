// The properties of MQTT 5 (table 2-4): the type of each, and the encoding of those that the server sends.

type PropertyType = "flag" | "uint16" | "uint32" | "varint" | "string" | "topic" | "binary" | "pair";

export interface Property {
  readonly id: number;
  readonly type: PropertyType;
}

/** The properties that a client may send and those that the server sends. */
export const Property = {
  payloadFormat: { id: 0x01, type: "flag" },
  messageExpiry: { id: 0x02, type: "uint32" },
  contentType: { id: 0x03, type: "string" },
  responseTopic: { id: 0x08, type: "topic" },
  correlationData: { id: 0x09, type: "binary" },
  subscriptionIdentifier: { id: 0x0b, type: "varint" },
  sessionExpiry: { id: 0x11, type: "uint32" },
  assignedClientIdentifier: { id: 0x12, type: "string" },
  authenticationMethod: { id: 0x15, type: "string" },
  authenticationData: { id: 0x16, type: "binary" },
  requestProblemInformation: { id: 0x17, type: "flag" },
  willDelay: { id: 0x18, type: "uint32" },
  requestResponseInformation: { id: 0x19, type: "flag" },
  reasonString: { id: 0x1f, type: "string" },
  receiveMaximum: { id: 0x21, type: "uint16" },
  topicAliasMaximum: { id: 0x22, type: "uint16" },
  topicAlias: { id: 0x23, type: "uint16" },
  userProperty: { id: 0x26, type: "pair" },
  maximumPacketSize: { id: 0x27, type: "uint32" },
  subscriptionIdentifiersAvailable: { id: 0x29, type: "flag" },
  sharedSubscriptionAvailable: { id: 0x2a, type: "flag" },
} as const satisfies Record<string, Property>;

const PROPERTIES_BY_ID: ReadonlyMap<number, Property> = new Map(
  Object.values(Property).map((property) => [property.id, property]),
);

export function propertyOf(id: number): Property | undefined {
  return PROPERTIES_BY_ID.get(id);
}

/** A property that the server sends; omitted if its value is undefined. */
export type SentProperty =
  | readonly [Property & { readonly type: "flag" | "uint16" | "uint32" }, number | undefined]
  | readonly [Property & { readonly type: "string" }, string | undefined];

/** Encodes the properties in the given order, preceded by their length. */
export function encodeProperties(properties: readonly SentProperty[]): Buffer {
  return withLength(properties.map(encodeProperty));
}

function encodeProperty([{ id, type }, value]: SentProperty): ArrayLike<number> {
  if (value === undefined) return [];
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([id, text.length >>> 8, text.length & 0xff]), text]);
  }
  const width = type === "flag" ? 1 : type === "uint16" ? 2 : 4;
  const bytes = Buffer.allocUnsafe(1 + width);
  bytes[0] = id;
  bytes.writeUIntBE(value, 1, width);
  return bytes;
}

/** Joins `parts`, preceded by their total length in bytes. */
export function withLength(parts: readonly ArrayLike<number>[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = Buffer.allocUnsafe(varintBytes(length) + length);
  let at = writeVarint(bytes, length, 0);
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Bytes that `value`, below 2^28, takes as a variable byte integer. */
export function varintBytes(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;
}

/** Returns the index after the last byte written. */
export function writeVarint(bytes: Buffer, value: number, start: number): number {
  let at = start;
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}
