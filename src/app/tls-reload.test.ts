// Certificate files that change while the platform runs.
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  CLIENT_CERTIFICATE,
  CLIENT_KEY,
  ENDED_CERTIFICATE,
  ENDED_KEY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from "../../test/support/certificates.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { scratchFolder } from "../../test/support/scratch-sqlite.ts";
import { DomainError } from "../core/errors.ts";
import { millis } from "../lib/clock.ts";
import { silentLogger, type Logger } from "../lib/logger.ts";
import type { TlsPair } from "../transport/tls-rules.ts";
import { readTlsPair, TlsReload } from "./tls-reload.ts";

const OLD: TlsPair = { cert: SERVER_CERTIFICATE, key: SERVER_KEY };
const ENDED: TlsPair = { cert: ENDED_CERTIFICATE, key: ENDED_KEY };
const NEW: TlsPair = { cert: CLIENT_CERTIFICATE, key: CLIENT_KEY };

let folder: string;
let reload: TlsReload | undefined;
beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(async () => {
  await reload?.stop();
  reload = undefined;
  await rm(folder, { recursive: true, force: true });
});

const files = () => ({ certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") });

async function write({ cert, key }: Partial<TlsPair>): Promise<void> {
  const { certFile, keyFile } = files();
  if (cert !== undefined) await writeFile(certFile, cert);
  if (key !== undefined) await writeFile(keyFile, key);
}

/** A reload of a server that writes down what it is given, over files that hold `OLD`. */
async function started(clock = new ManualClock()) {
  await write(OLD);
  const used: TlsPair[] = [];
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const note = (event: string): void => {
    events.push(event);
    for (const wake of waiting.splice(0)) wake();
  };
  const log: Logger = { ...silentLogger, info: note, error: note, warn: note };
  const server = {
    certificate: readTlsPair(files()),
    useCertificate: (pair: TlsPair): void => {
      used.push(pair);
    },
  };
  reload = new TlsReload({ files: files(), server, checkMillis: 60_000, clock, log });
  reload.start();
  const nextEvent = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return { reload, clock, used, events, nextEvent };
}

test("a pair that has not changed is left alone", async () => {
  const { reload: each, used, events } = await started();
  await each.read();
  expect([used, events]).toEqual([[], []]);
});

test("a renewed pair is taken when its time to be looked at comes, even if nothing tells of the change", async () => {
  const { clock, used, events, nextEvent } = await started();
  await write(NEW);
  const event = nextEvent();
  clock.advance(60_000);
  await event;
  expect([used, events]).toEqual([[NEW], ["certificate replaced"]]);
});

test("a pair that cannot be used is reported once, and the old one stays until it can", async () => {
  const { reload: each, used, events } = await started();
  await write({ cert: NEW.cert });
  await each.read();
  await each.read();
  expect([used, events]).toEqual([[], ["certificate not replaced, the old one stays in use"]]);
  for (const cert of ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]) {
    await write({ cert });
    await each.read();
  }
  expect(events).toHaveLength(4);
  await rm(files().certFile);
  await each.read();
  await each.read();
  expect([used.length, events.length]).toEqual([0, 5]);
  await write(NEW);
  await each.read();
  expect([used, events.at(-1)]).toEqual([[NEW], "certificate replaced"]);
});

test("the system tells of a change, also where files are links into another folder; both files are waited for", async () => {
  const versions = join(folder, "versions");
  for (const [name, { cert, key }] of [
    ["old", OLD],
    ["new", NEW],
  ] as const) {
    await mkdir(join(versions, name), { recursive: true });
    await writeFile(join(versions, name, "cert.pem"), cert);
    await writeFile(join(versions, name, "key.pem"), key);
  }
  const { clock, used, nextEvent } = await started();
  const link = async (name: string, file: string): Promise<void> => {
    await symlink(join(versions, name, file), join(folder, `${file}.new`));
    await rename(join(folder, `${file}.new`), join(folder, file));
  };
  const event = nextEvent();
  await link("new", "cert.pem");
  await link("new", "key.pem");
  // The notice of the system comes when it comes; what follows it is on the clock.
  const timers = clock.pendingTimers;
  while (clock.pendingTimers === timers && used.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.pendingTimers > 1) clock.advance(1000);
  }
  await event;
  expect(used).toEqual([NEW]);
});

test("a pair that cannot be used stops the start, and says which files they are", async () => {
  expect(readTlsPair({ certFile: undefined, keyFile: undefined })).toBeUndefined();
  await write({ cert: OLD.cert, key: NEW.key });
  expect(() => readTlsPair({ ...files(), keyFile: "/no/such.pem" })).toThrow(
    "/no/such.pem, named as the key of a certificate, cannot be read: ENOENT",
  );
  expect(() => readTlsPair(files())).toThrow(DomainError);
  expect(() => readTlsPair(files())).toThrow(/cert\.pem and .*key\.pem are no certificate with its key/);
});

test.runIf(process.platform === "linux")(
  "a pipe is refused instead of being read without an end, at the start and in a renewal",
  async () => {
    const { reload: each, events } = await started();
    await rm(files().certFile);
    spawnSync("mkfifo", [files().certFile]);

    expect(() => readTlsPair(files())).toThrow(/cert\.pem, named as the certificate, cannot be read: it is no file/);
    await each.read();
    expect(events).toEqual(["certificate not replaced, the old one stays in use"]);
  },
);

test("without TLS there is nothing to look at", () => {
  const clock = new ManualClock();
  const server = { certificate: undefined, useCertificate: () => undefined };
  const none = { certFile: undefined, keyFile: undefined };
  reload = new TlsReload({ files: none, server, checkMillis: 1000, clock, log: silentLogger });
  reload.start();
  expect(clock.pendingTimers).toBe(0);
});

test("a pair that has ended does not take the place of one that has not", async () => {
  const { reload: each, used, events } = await started();
  await write(ENDED);
  await each.read();
  expect([used, events]).toEqual([[], ["certificate not replaced, the old one stays in use"]]);
});

test("where the one in use has ended, too, another is used all the same", async () => {
  const endOfOld = millis(Date.parse(new X509Certificate(OLD.cert).validTo));
  const { reload: each, used } = await started(new ManualClock(endOfOld));
  await write(ENDED);
  await each.read();
  expect(used).toEqual([ENDED]);
});
