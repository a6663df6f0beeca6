// One address that opens as many connections as it can: others find room, and what stays silent is closed soon.
import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";

const CONNECTIONS_MAX = 100;
/** An address alone gets three times what is left for others. */
const SHARE = 75;
/** Long enough that a busy machine ends no connection before it has been counted. */
const PATIENT_SECONDS = 600;
/** What the runtime would do by itself comes after a minute. */
const SOON_MILLIS = 45_000;

const sockets: Socket[] = [];

/** A platform would wait at its end for those that are open. */
function endAll(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}

afterEach(endAll);

interface Crowd {
  readonly port: number;
  readonly localAddress: string;
  readonly count: number;
  /** What each sends. */
  readonly sent?: string;
}

/** Opens connections one after the other; resolves with those that the server has not closed at once. */
async function crowd(platform: TestPlatform, { port, localAddress, count, sent }: Crowd): Promise<readonly Socket[]> {
  const opened: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    sockets.push(socket);
    opened.push(socket);
    socket.on("error", () => undefined);
    socket.resume();
    await once(socket, "connect");
    if (sent !== undefined) socket.write(sent);
  }
  await platform.settle();
  return opened.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded);
}

const httpPortOf = (platform: TestPlatform): number => Number(new URL(platform.anonymous.baseUrl).port);

/** From an address of its own, so that it is no other caller's connection. */
async function healthFrom(platform: TestPlatform, localAddress: string): Promise<number | undefined> {
  const request = requestHttp({
    host: "127.0.0.1",
    port: httpPortOf(platform),
    path: "/api/health/live",
    agent: false,
    localAddress,
  });
  request.end();
  const [response] = (await once(request, "response")) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

test("however many silent connections one address opens, others are served over HTTP and MQTT", async () => {
  await using platform = await startTestPlatform({
    settings: {
      "http.connectionsMax": CONNECTIONS_MAX,
      "mqtt.connectionsMax": CONNECTIONS_MAX,
      "http.headSeconds": PATIENT_SECONDS,
    },
  });
  const { token } = await platform.tenant.createDevice();
  for (const port of [httpPortOf(platform), platform.mqttPort]) {
    const kept = await crowd(platform, { port, localAddress: "127.0.0.2", count: 2 * CONNECTIONS_MAX });
    expect(kept.length).toBeLessThanOrEqual(SHARE);
    expect(kept.length).toBeGreaterThan(SHARE - 5);
  }
  expect(await healthFrom(platform, "127.0.0.3")).toBe(200);
  expect((await platform.connect(token, 5)).connackCode).toBe(0);
  for (const edge of ["http", "mqtt"]) {
    const metric = new RegExp(`^bridgehead_${edge}_connections_turned_away_total (\\d+)$`, "m");
    const [, count] = metric.exec(await platform.anonymous.getText("/metrics")) ?? [];
    expect(Number(count), edge).toBeGreaterThanOrEqual(2 * CONNECTIONS_MAX - SHARE);
  }
  endAll();
});

test("a connection that does not send the head of a request is closed after http.headSeconds", async () => {
  await using platform = await startTestPlatform({ settings: { "http.headSeconds": 1 } });
  const startedAt = performance.now();
  const port = httpPortOf(platform);
  const kept = [
    ...(await crowd(platform, { port, localAddress: "127.0.0.2", count: 10 })),
    ...(await crowd(platform, { port, localAddress: "127.0.0.2", count: 10, sent: "GET / HTTP/1.1\r\nHost: x\r\n" })),
  ];
  await Promise.all(kept.map((socket) => once(socket, "close")));
  expect(performance.now() - startedAt).toBeLessThan(SOON_MILLIS);
});

test("a declared proxy is not one caller, and those behind it that open WebSockets are distinguished", async () => {
  await using platform = await startTestPlatform({
    settings: {
      "http.connectionsMax": CONNECTIONS_MAX,
      "http.trustedProxies": "127.0.0.2",
      "http.headSeconds": PATIENT_SECONDS,
    },
  });
  const proxy = { port: httpPortOf(platform), localAddress: "127.0.0.2" };
  const upgrade = (address: string): string =>
    "GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
    `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  const one = await crowd(platform, { ...proxy, count: 85, sent: upgrade("203.0.113.1") });
  expect(one.length).toBeLessThanOrEqual(SHARE);
  const other = await crowd(platform, { ...proxy, count: 5, sent: upgrade("203.0.113.2") });
  expect(other.length).toBe(5);
  const silent = await crowd(platform, { ...proxy, count: 15 });
  expect(one.length + other.length + silent.length).toBeGreaterThan(90);
  endAll();
});
