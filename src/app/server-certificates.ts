// The certificates of our servers as clients may have them: never a key, even where both stand in one file.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { DomainError } from "../core/errors.ts";
import type { Secured } from "../transport/rest/connectivity-commands.ts";
import type { ServerCertificate } from "../transport/rest/routes/connectivity.ts";
import type { Config } from "./config.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** What clients of a protocol are given; undefined where it is served without TLS. Rejects with `unavailable`. */
export async function serverCertificate(config: Config, protocol: Secured): Promise<ServerCertificate | undefined> {
  const named = protocol === "mqtts" ? config.device.connectivity.mqtts.certFile : undefined;
  const file = named ?? (protocol === "mqtts" ? config.mqtt.tls.certFile : config.http.tls.certFile);
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new DomainError("unavailable", "the certificate cannot be read", { cause: error });
  }
  const certificates = text.match(CERTIFICATE) ?? [];
  const last = certificates.at(-1);
  if (last === undefined) return undefined;
  return { pem: `${certificates.join("\n")}\n`, isOwnAuthority: named !== undefined || isSelfSigned(last) };
}

/** A public authority is known to clients, and is not in the file; one of our own is its last certificate. */
function isSelfSigned(pem: string): boolean {
  const certificate = new X509Certificate(pem);
  return certificate.checkIssued(certificate);
}
