// A stop beside clients that do not answer: each edge gives them some time, and all of them give it at once.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { encodeConnect } from "../../bench/load/packets.ts";
import { bounds } from "../../src/app/bounds.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";

test("clients of every edge that do not answer make a stop no longer than the slowest of them", async () => {
  const platform = await startTestPlatform();
  const { token } = await platform.tenant.createDevice();
  const deaf = [
    await sessionWithoutEnd(platform, token),
    await webSocketWithoutAnswer(platform),
    await bodyWithoutEnd(platform, token),
  ] as const;
  const notified = deaf.slice(0, 2).map((socket) => once(socket, "data"));

  const stopped = platform.stop();
  await Promise.all(notified);
  platform.clock.advance(Math.max(bounds["mqtt.stopMillis"], bounds["http.stopSeconds"] * 1_000));
  await stopped;

  expect(bounds["mqtt.stopMillis"]).toBeLessThan(bounds["stop.timeoutMillis"]);
  for (const socket of deaf) socket.destroy();
});

/** Each has been answered once when it is given; none closes when the other side does. */
async function opened(port: number, first: string | Uint8Array): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  socket.on("error", () => undefined);
  socket.write(first);
  await once(socket, "data");
  return socket;
}

function sessionWithoutEnd({ mqttPort }: TestPlatform, token: string): Promise<Socket> {
  return opened(mqttPort, encodeConnect({ protocol: 5, token, clientId: "deaf", keepAliveSeconds: 0 }));
}

function webSocketWithoutAnswer({ anonymous }: TestPlatform): Promise<Socket> {
  const key = Buffer.alloc(16).toString("base64");
  const head = ["GET /api/ws HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket"];
  const upgrade = [...head, "Sec-WebSocket-Version: 13", `Sec-WebSocket-Key: ${key}`, "", ""];
  return opened(portOf(anonymous.baseUrl), upgrade.join("\r\n"));
}

/** The 100 that it is answered with says that its body is being waited for. */
function bodyWithoutEnd({ anonymous }: TestPlatform, token: string): Promise<Socket> {
  const head = [`POST /api/v1/${token}/telemetry HTTP/1.1`, "Host: localhost", "Content-Length: 100"];
  return opened(portOf(anonymous.baseUrl), [...head, "Expect: 100-continue", "", "{"].join("\r\n"));
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
