// What all servers of the platform have in common where they speak TLS.
import type { SecureContextOptions } from "node:tls";

/** A certificate with what leads to its authority, and its private key, as PEM texts. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * What a connection may be secured with. TLS 1.2 is the oldest version (MQTT contract 1.1), and of its ciphers only those
 * that agree on a key for the connection alone and authenticate what they encrypt: with any other, a key that leaks later
 * opens what was recorded, or what is sent can be tampered with. Those of TLS 1.3 are all of this kind.
 */
export const TLS_RULES = {
  minVersion: "TLSv1.2",
  ciphers: [
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-RSA-CHACHA20-POLY1305",
  ].join(":"),
} as const satisfies SecureContextOptions;
