// The certificate of TLS_AUTO in backups: clients that trust it trust a restored platform, and a stolen backup does not have its key.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { SERVER_CERTIFICATE } from "../support/certificates.ts";
import { endOfCommand } from "../support/command-call.ts";

const PASSPHRASE = "the passphrase of a test";
const NONE = "it has no certificate of TLS_AUTO";

const scratch = await mkdtemp(join(tmpdir(), "bridgehead-certificate-"));
const data = join(scratch, "data");
const first = join(scratch, "first");
const to = join(scratch, "backups");
const into = join(scratch, "restored");
let ca: string;
let key: string;
beforeAll(async () => {
  const platform = await start(data);
  [ca, key] = await pairIn(data);
  await succeed(["backup", first]);
  await platform.stop();
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

beforeEach(() => cp(first, to, { recursive: true }));
afterEach(async () => {
  await rm(to, { recursive: true });
  await rm(into, { recursive: true, force: true });
});

async function start(folder: string): Promise<Platform> {
  const ports = { HTTP_PORT: "0", MQTT_PORT: "0", MQTT_TLS_PORT: "0" };
  const config = parseConfig(new Map(), { ...ports, DATA_DIR: folder, TLS_AUTO: "true" });
  return await startPlatform(config, { clock: systemClock, log: silentLogger });
}

async function pairIn(folder: string): Promise<[string, string]> {
  const [cert, key] = ["certificate.pem", "key.pem"].map((name) => readFile(join(folder, "tls", name), "utf8"));
  return [(await cert) ?? "", (await key) ?? ""];
}

const environment = () => ({ DATA_DIR: data, BACKUP_PASSPHRASE: PASSPHRASE });

async function succeed(args: readonly string[]): Promise<string> {
  const { code, out, error } = await endOfCommand(args, environment());
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return out;
}

async function refusal(args: readonly string[]): Promise<string> {
  const { code, out, error } = await endOfCommand(args, environment());
  expect({ code, out }).toEqual({ code: 1, out: "" });
  return error;
}

async function manifestFile(): Promise<string> {
  const [name = ""] = (await readdir(join(to, "backups"))).toSorted();
  return join(to, "backups", name);
}

interface Manifest {
  tls?: { certificate: string };
}

/** With the checksum of what it has become. */
async function changeManifest(change: (manifest: Manifest) => void): Promise<void> {
  const file = await manifestFile();
  const [text = ""] = (await readFile(file, "utf8")).split("\n");
  const manifest = JSON.parse(text) as Manifest;
  change(manifest);
  const changed = `${JSON.stringify(manifest)}\n`;
  await writeFile(file, `${changed}${createHash("sha256").update(changed).digest("hex")}\n`);
}

test("a client that trusts the certificate trusts the restored platform, and its files are for their owner only", async () => {
  await succeed(["verify", to]);
  expect(await succeed(["restore", to, into])).not.toContain(NONE);

  expect(await pairIn(into)).toEqual([ca, key]);
  for (const [name, mode] of [
    ["tls", 0o700],
    ["tls/certificate.pem", 0o600],
    ["tls/key.pem", 0o600],
  ] as const)
    expect((await stat(join(into, name))).mode & 0o777).toBe(mode);
  const restored = await start(into);
  try {
    const [answer] = (await once(get(`${restored.http}/api/health/live`, { ca }), "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
  } finally {
    await restored.stop();
  }
});

test("no file of the backup has the key", async () => {
  const [, secret = ""] = key.split("\n");
  expect(secret).toHaveLength(64);
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile()))
    expect((await readFile(join(entry.parentPath, entry.name))).includes(secret)).toBe(false);
});

test("each changed byte of it is refused, and the file is named", async () => {
  const file = await manifestFile();
  const whole = await readFile(file);
  const [from, end] = [whole.indexOf('"tls"'), whole.indexOf('"files"')];
  expect(end - from).toBeGreaterThan(500);
  for (let at = from; at < end; at += 101) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(file, damaged);
    const named = `${file.slice(to.length + 1)} in ${to} is damaged`;
    expect(await refusal(["verify", to])).toContain(named);
    expect(await refusal(["restore", to, into])).toContain(named);
  }
  expect(await readdir(scratch)).not.toContain("restored");
});

test("the key is not restored beside another certificate", async () => {
  await changeManifest(({ tls }) => {
    if (tls !== undefined) tls.certificate = SERVER_CERTIFICATE;
  });
  expect(await refusal(["restore", to, into])).toContain("the certificate of TLS_AUTO in the backup was changed");
});

test("a file that was no certificate when the backup was made is found by verify", async () => {
  const file = join(data, "tls/certificate.pem");
  await writeFile(file, "no certificate");
  await succeed(["backup", to]);
  await writeFile(file, ca);
  expect(await refusal(["verify", to])).toContain("tls/certificate.pem was damaged when the backup was made");
});

test("a backup without it, as earlier versions made them, is verified and restored, and the restore says so", async () => {
  await changeManifest((manifest) => {
    delete manifest.tls;
  });
  await succeed(["verify", to]);
  expect(await succeed(["restore", to, into])).toContain(NONE);
  expect(await readdir(into)).not.toContain("tls");

  await succeed(["backup", to]);
  await rm(into, { recursive: true });
  expect(await succeed(["restore", to, into])).not.toContain(NONE);
});
