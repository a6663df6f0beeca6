// The servers' certificates for download by clients: never a key, even if a file contains both.
import { X509Certificate } from "node:crypto";
import { DomainError } from "../core/errors.ts";
import type { Secured } from "../transport/rest/connectivity-commands.ts";
import type { ServerCertificate } from "../transport/rest/routes/connectivity.ts";
import type { Config } from "./config.ts";
import { readFileAgain } from "./tls-pair.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificate for clients of a protocol; undefined if it is served without TLS. Rejects with `unavailable`. */
export async function serverCertificate(config: Config, protocol: Secured): Promise<ServerCertificate | undefined> {
  const named = protocol === "mqtts" ? config.device.connectivity.mqtts.certFile : undefined;
  const file = named ?? (protocol === "mqtts" ? config.mqtt.tls.certFile : config.http.tls.certFile);
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = await readFileAgain(file);
  } catch (error) {
    throw new DomainError("unavailable", "the certificate cannot be read", { cause: error });
  }
  const certificates = text.match(CERTIFICATE) ?? [];
  const last = certificates.at(-1);
  if (last === undefined) return undefined;
  return { pem: `${certificates.join("\n")}\n`, isOwnAuthority: named !== undefined || isSelfSigned(last) };
}

/** Clients know a public authority, which is not in the file; a private authority is the file's last certificate. */
function isSelfSigned(pem: string): boolean {
  const certificate = new X509Certificate(pem);
  return certificate.checkIssued(certificate);
}
