// Creates a self-signed certificate: X.509 version 3 in DER (RFC 5280), in the one form needed here. Node can read
// certificates but not create them.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import type { EpochMillis } from "./clock.ts";

export interface CertificateRequest {
  /** Names and addresses of the server; the first is that of the subject. */
  readonly names: readonly [string, ...string[]];
  readonly validFrom: EpochMillis;
  readonly validTo: EpochMillis;
}

export interface SelfSigned {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

/** ECDSA on P-256 with SHA-256, only for servers: it cannot sign other certificates. */
export function selfSignedCertificate(request: CertificateRequest): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = certificateBody(request, publicKey);
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, encode(BIT_STRING, Buffer.of(0), signature));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** `TBSCertificate`, RFC 5280, 4.1. */
function certificateBody({ names, validFrom, validTo }: CertificateRequest, publicKey: KeyObject): Buffer {
  const name = sequence(encode(SET, sequence(identifier("550403"), encode(UTF8_STRING, Buffer.from(names[0])))));
  const keyInfo = publicKey.export({ type: "spki", format: "der" });
  return sequence(
    encode(explicit(0), encode(INTEGER, Buffer.of(2))),
    encode(INTEGER, serialNumber()),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    keyInfo,
    encode(explicit(3), sequence(...extensions(names, keyInfo))),
  );
}

function extensions(names: readonly string[], keyInfo: Buffer): readonly Buffer[] {
  const keyIdentifier = createHash("sha1").update(keyInfo).digest();
  return [
    // subjectAltName
    extension("551d11", sequence(...names.map(alternativeName))),
    // basicConstraints, critical: not an authority
    sequence(identifier("551d13"), encode(BOOLEAN, Buffer.of(0xff)), encode(OCTET_STRING, sequence())),
    // extKeyUsage: serverAuth
    extension("551d25", sequence(identifier("2b06010505070301"))),
    // subjectKeyIdentifier
    extension("551d0e", encode(OCTET_STRING, keyIdentifier)),
  ];
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), encode(OCTET_STRING, value));
}

/** `GeneralName`: dNSName or iPAddress. */
function alternativeName(name: string): Buffer {
  if (isIPv4(name)) return encode(0x87, Buffer.from(name.split(".").map(Number)));
  if (isIPv6(name)) return encode(0x87, ipv6Bytes(name));
  return encode(0x82, Buffer.from(name, "ascii"));
}

function ipv6Bytes(address: string): Buffer {
  // A URL writes an IPv6 address in hexadecimal only, without dots.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = new Array<string>(8 - before.length - after.length).fill("0");
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Positive, and without the leading zero that DER forbids. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

/** UTCTime until 2049, GeneralizedTime from 2050 on: RFC 5280, 4.1.2.5. */
function time(at: EpochMillis): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, "");
  return digits < "2050"
    ? encode(UTC_TIME, Buffer.from(digits.slice(2)))
    : encode(GENERALIZED_TIME, Buffer.from(digits));
}

const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));

function explicit(number: number): number {
  return 0xa0 + number;
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return encode(SEQUENCE, ...parts);
}

/** An object identifier from its DER bytes in hexadecimal. */
function identifier(hex: string): Buffer {
  return encode(OBJECT_IDENTIFIER, Buffer.from(hex, "hex"));
}

function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), value]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), value]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), value]);
}
