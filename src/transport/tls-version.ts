// What all servers of the platform have in common where they speak TLS.

/** The oldest version spoken. Source: MQTT contract 1.1; older ones are broken. */
export const TLS_VERSION_MIN = "TLSv1.2";

/** A certificate with what leads to its authority, and its private key, as PEM texts. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}
