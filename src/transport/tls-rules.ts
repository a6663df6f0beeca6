// TLS rules shared by all servers of the platform.
import { constants } from "node:crypto";
import type { SecureContextOptions } from "node:tls";

/** A certificate with its chain, and its private key, as PEM texts. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Allowed versions and ciphers. TLS 1.2 is the oldest version (MQTT contract 1.1), and only with ciphers that have
 * forward secrecy and authenticated encryption: otherwise a key that leaks later would decrypt recorded traffic, or
 * traffic could be tampered with. All ciphers of TLS 1.3 have both. A connection makes one handshake: clients of TLS 1.2
 * could otherwise ask for thousands, each of which costs the server more than them.
 */
export const TLS_RULES = {
  minVersion: "TLSv1.2",
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
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
