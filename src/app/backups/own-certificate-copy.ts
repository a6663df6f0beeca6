// The certificate of `tls.auto` in a backup. Its key is encrypted as the master key is, and bound to the certificate.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Manifest } from "../../core/backup/manifest.ts";
import { DamagedBackup } from "../../core/backup/pieces.ts";
import { openKey, sealKey, type DeriveKey } from "../../core/backup/sealed-key.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import type { TlsPair } from "../../transport/tls-rules.ts";
import { ownTlsFiles } from "../own-certificate.ts";

type SealedPair = NonNullable<Manifest["tls"]>;

interface Seal {
  readonly installation: string;
  readonly passphrase: string;
  readonly derive: DeriveKey;
}

/** Undefined if the folder has none. */
export async function sealOwnCertificate(folder: string, seal: Seal): Promise<SealedPair | undefined> {
  const { certFile, keyFile } = ownTlsFiles(folder);
  const certificate = await unlessMissing(readFile(certFile, "utf8"));
  const key = await unlessMissing(readFile(keyFile));
  if (certificate === undefined || key === undefined) return undefined;
  return { certificate, key: await sealKey(key, ownerOf(certificate, seal), seal) };
}

/** With the passphrase that has opened the master key. Throws `DamagedBackup`. */
export async function openOwnCertificate({ certificate, key }: SealedPair, seal: Seal): Promise<TlsPair> {
  try {
    const opened = await openKey(key, ownerOf(certificate, seal), seal);
    return { cert: certificate, key: opened.toString() };
  } catch {
    throw new DamagedBackup("the certificate of TLS_AUTO in the backup was changed: its key is that of another one");
  }
}

function ownerOf(certificate: string, { installation }: Seal): string {
  return `${installation}\n${certificate}`;
}

/** What can be checked without the passphrase. */
export function requireCertificate({ certificate }: SealedPair): void {
  try {
    new X509Certificate(certificate);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedBackup(
      `tls/certificate.pem was damaged when the backup was made: remove the folder tls, so that a start makes both files again (${reason})`,
    );
  }
}
