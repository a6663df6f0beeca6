// A certificate with its private key, read from files. An unusable pair is rejected here, before a server gets it.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { DomainError } from "../core/errors.ts";
import { TLS_RULES, type TlsPair } from "../transport/tls-rules.ts";

/** Names as configured; either both are set or neither. */
export interface TlsFiles {
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

/** Throws `invalid`, naming the files, if they are not a certificate and its key. */
export function requireTlsPair(cert: string, key: string, { certFile, keyFile }: TlsFiles): TlsPair {
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error("the key is not its key");
    // Checks that the other certificates in the file can be read. An empty text would pass this check.
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

/** When the server's certificate expires, in the certificate's own notation. */
export function endOf({ cert }: TlsPair): string {
  return new X509Certificate(cert).validTo;
}

/**
 * The text of a file named by a setting; `purpose` is for example `certificate of HTTPS`. Throws `invalid` if it cannot
 * be read, with the purpose and the name, which the system's error leaves out.
 */
export function readNamedFile(purpose: string, file: string): string {
  try {
    requireFile(statSync(file));
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("invalid", `${file}, named as the ${purpose}, cannot be read: ${reason}`, { cause: error });
  }
}

/** The text of such a file as it is later, while the platform runs. */
export async function readFileAgain(file: string): Promise<string> {
  requireFile(await stat(file));
  return await readFile(file, "utf8");
}

/** Reading a pipe would never end. */
function requireFile(stats: Stats): void {
  if (!stats.isFile()) throw new Error("it is no file");
}
