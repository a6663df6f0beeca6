// The self-signed certificate that the platform creates if `tls.auto` is set and none is configured: for getting
// started, until the operator has one from an authority.
import { X509Certificate } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { type Clock, millis } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { isMissing } from "../lib/missing-file.ts";
import { selfSignedCertificate } from "../lib/self-signed-certificate.ts";
import { syncFolder } from "../lib/sync-folder.ts";
import { DAY_MILLIS } from "../lib/units.ts";
import { requireTlsPair } from "./tls-pair.ts";
import { readTlsPair } from "./tls-reload.ts";

const FOLDER = "tls";
const VALID_DAYS = 730;
/** A certificate with fewer days left is replaced at startup. */
const RENEWAL_DAYS = 30;

/** The part of the configuration used here; config.ts imports this file. */
interface Certified {
  readonly dataDir: string;
  readonly baseUrl?: string | undefined;
  readonly tls: { readonly auto: boolean };
  readonly http: { readonly tls: { readonly certFile?: string | undefined } };
  readonly mqtt: { readonly tls: { readonly certFile?: string | undefined } };
}

interface OwnTlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Where it is stored in the data folder. */
export function ownTlsFiles(dataDir: string): OwnTlsFiles {
  return { certFile: join(dataDir, FOLDER, "certificate.pem"), keyFile: join(dataDir, FOLDER, "key.pem") };
}

/** Creates the certificate if a server uses it and there is none, or it expires soon. */
export async function prepareOwnCertificate(config: Certified, deps: { clock: Clock; log: Logger }): Promise<void> {
  const { clock, log } = deps;
  const files = ownTlsFiles(config.dataDir);
  const isUsed = [config.http.tls, config.mqtt.tls].some(({ certFile }) => certFile === files.certFile);
  if (!config.tls.auto || !isUsed) return;
  const cert = (await validCertificate(files, clock)) ?? (await makeCertificate(files, config, clock));
  const { fingerprint256, validTo } = new X509Certificate(cert);
  log.warn("certificate made by the platform in use, which clients do not trust by themselves", {
    certFile: files.certFile,
    fingerprint256,
    validTo,
    remedy:
      "give files of an authority as HTTP_TLS_CERT_FILE and HTTP_TLS_KEY_FILE, MQTT_TLS_CERT_FILE and MQTT_TLS_KEY_FILE, " +
      "or have clients trust certFile",
  });
}

async function validCertificate(files: OwnTlsFiles, clock: Clock): Promise<string | undefined> {
  if (!(await exists(files.certFile)) || !(await exists(files.keyFile))) return undefined;
  const pair = readTlsPair(files);
  if (pair === undefined) return undefined;
  const end = Date.parse(new X509Certificate(pair.cert).validTo);
  return end - clock.now() > RENEWAL_DAYS * DAY_MILLIS ? pair.cert : undefined;
}

async function makeCertificate(files: OwnTlsFiles, config: Certified, clock: Clock): Promise<string> {
  const now = clock.now();
  const { cert, key } = selfSignedCertificate({
    names: namesOfThisMachine(config.baseUrl),
    // Clocks of devices are often behind.
    validFrom: millis(now - DAY_MILLIS),
    validTo: millis(now + VALID_DAYS * DAY_MILLIS),
  });
  requireTlsPair(cert, key, files);
  await mkdir(dirname(files.certFile), { recursive: true, mode: 0o700 });
  // A certificate that exists must match its key: after a crash in between there is none, and both are created again.
  await rm(files.certFile, { force: true });
  await writeDurably(files.keyFile, key);
  await writeDurably(files.certFile, cert);
  await syncFolder(dirname(files.certFile));
  return cert;
}

/** How clients address the server: the public address, the machine's names, and its addresses. */
function namesOfThisMachine(baseUrl: string | undefined): readonly [string, ...string[]] {
  const publicNames = baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replace(/^\[|\]$/g, "")];
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.filter(({ scopeid }) => scopeid === undefined || scopeid === 0).map(({ address }) => address),
  );
  const names = new Set([...publicNames, hostname(), "localhost", "127.0.0.1", "::1", ...addresses]);
  const [first = "localhost", ...others] = [...names].filter((name) => /^[\w.:-]+$/.test(name));
  return [first, ...others];
}

async function writeDurably(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}

async function exists(file: string): Promise<boolean> {
  try {
    await (await open(file)).close();
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
