// A certificate with its private key, read from files. What cannot be used is refused here, before a server has it.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { DomainError } from "../core/errors.ts";
import { TLS_RULES, type TlsPair } from "../transport/tls-rules.ts";

/** Names as the settings give them; either both or none is there. */
export interface TlsFiles {
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

/** Throws `invalid`, with the names of the files, where the two are no certificate and its key. */
export function requireTlsPair(cert: string, key: string, { certFile, keyFile }: TlsFiles): TlsPair {
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error("the key is not its key");
    // What remains is whether the other certificates of the file can be read. An empty text would pass here.
    createSecureContext({ cert, key, ...TLS_RULES });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError(
      "invalid",
      `${certFile ?? ""} and ${keyFile ?? ""} are no certificate with its key: ${reason}`,
      {
        cause: error,
      },
    );
  }
  return { cert, key };
}

/** When the certificate of the server ends, as the certificate writes it. */
export function endOf({ cert }: TlsPair): string {
  return new X509Certificate(cert).validTo;
}

/**
 * The text of a file that a setting names; `purpose` as `certificate of HTTPS`. Throws `invalid` where it cannot be read,
 * with the purpose and the name, which the system's own words leave out.
 */
export function readNamedFile(purpose: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("invalid", `${file}, named as the ${purpose}, cannot be read: ${reason}`, { cause: error });
  }
}
