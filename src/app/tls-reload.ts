// Renews certificates while the platform runs: reads their files when the system reports a change, and periodically in
// case it does not. A pair that cannot be used is reported once, and the old pair stays in use.
import { watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";
import { DomainError } from "../core/errors.ts";
import { millis, type Clock, type EpochMillis, type Timer } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { TlsPair } from "../transport/tls-rules.ts";
import { readFileAgain, readNamedFile, endOf, requireTlsPair, type TlsFiles } from "./tls-pair.ts";

/** A renewal writes both files within this time. */
const SETTLE_MILLIS = 1000;

/** Reads the pair at startup; undefined if none is configured. Throws if it cannot be used. */
export function readTlsPair(files: TlsFiles): TlsPair | undefined {
  const { certFile, keyFile } = files;
  if (certFile === undefined || keyFile === undefined) return undefined;
  return requireTlsPair(readNamedFile("certificate", certFile), readNamedFile("key of a certificate", keyFile), files);
}

/** A server whose certificate can be replaced while it runs. */
export interface CertificateUser {
  /** The initial certificate; undefined if the server does not use TLS. */
  readonly certificate: TlsPair | undefined;
  useCertificate(pair: TlsPair): void;
}

export interface TlsReloadDeps {
  readonly files: TlsFiles;
  readonly server: CertificateUser;
  /** Interval between reads of the files. */
  readonly checkMillis: number;
  readonly clock: Clock;
  readonly log: Logger;
}

export class TlsReload {
  readonly #deps: TlsReloadDeps;
  #inUse: TlsPair | undefined;
  /** The contents of the files when last read, whether usable or not. */
  #seen: string;
  #watchers: FSWatcher[] = [];
  #check: Timer | undefined;
  #settling: Timer | undefined;
  #reading: Promise<void> | undefined;
  #stopped = false;

  constructor(deps: TlsReloadDeps) {
    this.#deps = deps;
    this.#inUse = deps.server.certificate;
    this.#seen = deps.server.certificate === undefined ? "" : textOf(deps.server.certificate);
  }

  get file(): string | undefined {
    return this.#deps.files.certFile;
  }

  /** When the certificate in use expires; undefined if there is none. */
  get expiresAt(): EpochMillis | undefined {
    return this.#inUse === undefined ? undefined : millis(Date.parse(endOf(this.#inUse)));
  }

  start(): void {
    const { files, server, checkMillis, clock, log } = this.#deps;
    const { certFile, keyFile } = files;
    if (server.certificate === undefined || certFile === undefined || keyFile === undefined) return;
    this.#check = clock.every(checkMillis, () => void this.read());
    // Watches the folders, because a renewal replaces the files or links.
    for (const folder of new Set([dirname(certFile), dirname(keyFile)])) {
      try {
        const watcher = watch(folder, { persistent: false }, () => {
          this.#readSoon();
        });
        watcher.on("error", (error) => {
          log.warn("certificate folder not watched", { folder, error });
          watcher.close();
        });
        this.#watchers.push(watcher);
      } catch (error) {
        log.warn("certificate folder not watched", { folder, error });
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#check?.cancel();
    this.#settling?.cancel();
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
    await this.#reading;
  }

  /** Resolves when the contents of the files are in use or their fault has been reported. Never rejects. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #readSoon(): void {
    this.#settling?.cancel();
    this.#settling = this.#deps.clock.after(SETTLE_MILLIS, () => void this.read());
  }

  async #read(): Promise<void> {
    const { files, server, log } = this.#deps;
    const { certFile = "", keyFile = "" } = files;
    const found = await Promise.all([readFileAgain(certFile), readFileAgain(keyFile)]).catch(asError);
    const text = found instanceof Error ? found.message : textOf({ cert: found[0], key: found[1] });
    if (this.#stopped || text === this.#seen) return;
    this.#seen = text;
    try {
      if (found instanceof Error) throw found;
      const pair = requireTlsPair(found[0], found[1], files);
      const [now, end] = [this.#deps.clock.now(), endOf(pair)];
      if (Date.parse(end) <= now && (this.expiresAt ?? now) > now)
        throw new DomainError("invalid", `the certificate ${certFile} has ended on ${end}, and the old one has not`);
      server.useCertificate(pair);
      this.#inUse = pair;
      log.info("certificate replaced", { certFile, validTo: endOf(pair) });
    } catch (error) {
      log.error("certificate not replaced, the old one stays in use", { certFile, error });
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function textOf({ cert, key }: TlsPair): string {
  return `${cert}\n${key}`;
}
