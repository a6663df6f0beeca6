// The edge of the HTTP server as a whole platform has it: REST contract 1.1, 1.6, 17 and 20, checklist 11 and 114.
import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { request as requestTls } from "node:https";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { connect, getCiphers, type PeerCertificate, type SecureVersion } from "node:tls";
import { connect as connectMqtt } from "mqtt";
import { afterEach, expect, test } from "vitest";
import { silentLogger, type LogFields, type Logger } from "../../src/lib/logger.ts";
import {
  CLIENT_CERTIFICATE,
  CLIENT_KEY,
  RSA_CERTIFICATE,
  RSA_KEY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from "../support/certificates.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startTestPlatform, TEST_SETTINGS } from "../support/platform.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { startForTests } from "../support/start-platform.ts";

let stopped: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stopped?.();
  stopped = undefined;
});

/** A platform whose two ports speak TLS with the certificate of two files. */
async function secured() {
  const folder = await scratchFolder();
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await writeFile(certFile, SERVER_CERTIFICATE);
  await writeFile(keyFile, SERVER_KEY);
  const clock = new ManualClock();
  const events: [string, LogFields | undefined][] = [];
  const waiting: (() => void)[] = [];
  const note = (event: string, fields?: LogFields): void => {
    if (event.startsWith("certificate")) events.push([event, fields]);
    for (const wake of waiting.splice(0)) wake();
  };
  const log: Logger = { ...silentLogger, info: note, error: note };
  const settings = {
    ...TEST_SETTINGS,
    dataDir: join(folder, "data"),
    "http.tls.certFile": certFile,
    "http.tls.keyFile": keyFile,
    "mqtt.tls.port": 0,
    "mqtt.tls.certFile": certFile,
    "mqtt.tls.keyFile": keyFile,
  };
  const platform = await startForTests(settings, { clock, log });
  stopped = async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const renew = async (cert: string, key: string): Promise<void> => {
    for (const [file, text] of [
      [certFile, cert],
      [keyFile, key],
    ] as const) {
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    }
    const before = events.length;
    clock.advance(60_000);
    while (events.length < before + 2 * platform.nodes.length)
      await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { platform, events, renew };
}

/** What a new connection is shown, by its subject; the name of the error where there is no connection. */
function shownBy(address: string, maxVersion: SecureVersion = "TLSv1.3", ciphers = "ALL"): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const options = {
      rejectUnauthorized: false,
      maxVersion,
      minVersion: "TLSv1",
      ciphers: `${ciphers}@SECLEVEL=0`,
    } as const;
    const socket = connect(Number(port), hostname, options, () => {
      const certificate: PeerCertificate = socket.getPeerCertificate();
      const { CN: name } = certificate.subject;
      socket.destroy();
      resolve(String(name));
    });
    socket.on("error", () => {
      resolve("refused");
    });
  });
}

/** What becomes of a second handshake on one connection; TLS 1.3 has none. */
function renegotiate(address: string): Promise<"done" | "refused"> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, maxVersion: "TLSv1.2" } as const;
    const socket = connect(Number(port), hostname, options, () => {
      socket.renegotiate({}, (error) => {
        socket.destroy();
        resolve(error === null ? "done" : "refused");
      });
    });
    socket.on("error", () => {
      resolve("refused");
    });
  });
}

function get(url: string): Promise<{ readonly status: number | undefined; readonly hsts: string | undefined }> {
  return new Promise((resolve, reject) => {
    requestTls(url, { ca: [SERVER_CERTIFICATE] }, (response) => {
      response.resume();
      response.on("end", () => {
        resolve({ status: response.statusCode, hsts: response.headers["strict-transport-security"] });
      });
    })
      .on("error", reject)
      .end();
  });
}

test("REST §20: a renewed certificate is served by both ports without a restart; a broken one is not", async () => {
  const { platform, events, renew } = await secured();
  // Of a cluster, each node gets its turn at each port.
  const addresses = platform.nodes.flatMap(() => [platform.http, platform.mqtts ?? ""]);
  const shown = async (): Promise<Set<string>> => new Set(await Promise.all(addresses.map((each) => shownBy(each))));
  expect(await shown()).toEqual(new Set(["localhost"]));
  await renew(CLIENT_CERTIFICATE, SERVER_KEY);
  expect(events.map(([event]) => event)).toEqual(
    Array.from({ length: 2 * platform.nodes.length }, () => "certificate not replaced, the old one stays in use"),
  );
  expect(await shown()).toEqual(new Set(["localhost"]));
  await renew(CLIENT_CERTIFICATE, CLIENT_KEY);
  expect(await shown()).toEqual(new Set(["device"]));
});

test("REST §20: TLS before 1.2 is not spoken, after a renewal neither; browsers are asked to keep to HTTPS", async () => {
  const { platform, renew } = await secured();
  const versions = async (): Promise<string[][]> =>
    Promise.all(
      [platform.http, platform.mqtts ?? ""].map((address) =>
        Promise.all((["TLSv1.1", "TLSv1.2", "TLSv1.3"] as const).map((version) => shownBy(address, version))),
      ),
    );
  expect(await get(`${platform.http}/api/health/live`)).toEqual({ status: 200, hsts: "max-age=31536000" });
  expect(await get(`${platform.http}/nowhere`)).toEqual({ status: 404, hsts: "max-age=31536000" });
  expect(await versions()).toEqual(Array.from({ length: 2 }, () => ["refused", "localhost", "localhost"]));
  await renew(CLIENT_CERTIFICATE, CLIENT_KEY);
  expect(await versions()).toEqual(Array.from({ length: 2 }, () => ["refused", "device", "device"]));
});

test("REST §20: in TLS 1.2 only ciphers with a key for each connection and authenticated encryption are spoken", async () => {
  const { platform, renew } = await secured();
  const kept = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"];
  const weak = getCiphers()
    .map((name) => name.toUpperCase())
    .filter(
      (name) =>
        !name.startsWith("TLS_") && !kept.some((each) => /^ECDHE-(ECDSA|RSA)-/.test(name) && name.endsWith(each)),
    );
  const accepted = async (ciphers: readonly string[]): Promise<string[][]> =>
    Promise.all(
      [platform.http, platform.mqtts ?? ""].map(async (address) => {
        const shown = await Promise.all(ciphers.map((cipher) => shownBy(address, "TLSv1.2", cipher)));
        return ciphers.filter((_cipher, index) => shown[index] !== "refused");
      }),
    );
  expect(weak).toContain("AES128-SHA");
  for (const kind of ["ECDSA", "RSA"]) {
    if (kind === "RSA") await renew(RSA_CERTIFICATE, RSA_KEY);
    const modern = kept.map((each) => `ECDHE-${kind}-${each}`);
    expect(await accepted([...modern, ...weak]), kind).toEqual([modern, modern]);
  }
});

test("REST §20: a connection makes one TLS handshake: another one, which costs the server most, is refused", async () => {
  const { platform, renew } = await secured();
  const addresses = [platform.http, platform.mqtts ?? ""];
  const again = (): Promise<string[]> => Promise.all(addresses.map(renegotiate));
  expect(await again()).toEqual(["refused", "refused"]);
  await renew(CLIENT_CERTIFICATE, CLIENT_KEY);
  expect(await again()).toEqual(["refused", "refused"]);
});

test("REST §20: behind a trusted proxy the scheme, host and address are what it says; of others they are not", async () => {
  const forwarded = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "iot.example.com",
    "x-forwarded-for": "203.0.113.9",
  };
  for (const [trustedProxies, hsts] of [
    ["", null],
    ["192.0.2.0/24", null],
    ["127.0.0.1", "max-age=600"],
    ["loopback", "max-age=600"],
  ] as const) {
    await using platform = await startTestPlatform({
      settings: { "http.trustedProxies": trustedProxies, "http.hstsSeconds": 600 },
    });
    const { headers } = await checkedFetch(`${platform.anonymous.baseUrl}/api/health/live`, { headers: forwarded });
    expect(headers.get("strict-transport-security")).toBe(hsts);
  }
});

test("REST §1.1: every answer of the API has the headers, also a refusal, a device's, and a preflight", async () => {
  await using platform = await startTestPlatform();
  const base = platform.anonymous.baseUrl;
  const answers = [
    await checkedFetch(`${base}/api/health/live`),
    await checkedFetch(`${base}/api/nowhere`),
    await checkedFetch(`${base}/api/device`, { method: "POST", body: "{" }),
    await checkedFetch(`${base}/api/v1/unknown/telemetry`, { method: "POST", body: "{}" }),
    await checkedFetch(`${base}/api/v1/unknown/telemetry`, { method: "OPTIONS" }),
    await checkedFetch(`${base}/api/device/%ZZ`),
  ];
  for (const { headers, url } of answers) {
    expect(headers.get("x-content-type-options"), url).toBe("nosniff");
    expect(headers.get("cache-control"), url).toBe("no-store");
    expect(headers.get("referrer-policy"), url).toBe("strict-origin-when-cross-origin");
    expect(headers.get("access-control-allow-origin"), url).toBe("*");
    expect(headers.get("strict-transport-security"), url).toBeNull();
  }
  const preflight = answers[4]?.headers;
  expect([preflight?.get("access-control-max-age"), preflight?.get("set-cookie")]).toEqual(["1800", null]);
});

test("REST §20: MQTT over WebSocket knows its clients by the address that a trusted proxy tells", async () => {
  await using platform = await startTestPlatform({
    settings: {
      "http.trustedProxies": "127.0.0.1",
      "mqtt.ipGuard.enabled": true,
      "mqtt.ipGuard.failuresMax": 2,
    },
  });
  const { token } = await platform.tenant.createDevice();
  const url = `${platform.anonymous.baseUrl.replace("http:", "ws:")}/mqtt`;
  const connects = async (username: string, address: string): Promise<boolean> => {
    const client = connectMqtt(url, {
      username,
      reconnectPeriod: 0,
      wsOptions: { headers: { "x-forwarded-for": address } },
    });
    client.on("error", () => undefined);
    const connected = await new Promise<boolean>((resolve) => {
      client.once("connect", () => {
        resolve(true);
      });
      client.once("close", () => {
        resolve(false);
      });
    });
    await client.endAsync(true);
    return connected;
  };
  expect(await connects(token, "203.0.113.1")).toBe(true);
  for (let guess = 0; guess < 2; guess++) expect(await connects("wrong", "203.0.113.1")).toBe(false);
  expect(await connects(token, "203.0.113.1")).toBe(false);
  expect(await connects(token, "203.0.113.2")).toBe(true);
});

test("REST §20: an upgrade without the subprotocol is refused, and its client's sudden end harms nobody", async () => {
  await using platform = await startTestPlatform();
  const { port, hostname } = new URL(platform.anonymous.baseUrl);
  const upgrade = "GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const socket = connectTcp(Number(port), hostname);
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  socket.write(upgrade);
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  for (let round = 0; round < 20; round++) {
    const leaver = connectTcp(Number(port), hostname);
    leaver.on("error", () => undefined);
    await once(leaver, "connect");
    leaver.write(upgrade);
    leaver.resetAndDestroy();
  }
  await platform.settle();
  expect((await checkedFetch(`${platform.anonymous.baseUrl}/api/health/live`)).status).toBe(200);
  expect((await checkedFetch(`${platform.anonymous.baseUrl}/mqtt`)).status).toBe(426);
});
