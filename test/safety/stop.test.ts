// A stop while clients do not answer: each edge gives them some time, and all of them give it at once.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { encodeConnect } from "../../bench/load/packets.ts";
import { bounds } from "../../src/app/bounds.ts";
import { createView } from "../support/analytics-tenant.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { BUILD_REPORT } from "../support/report-server.ts";

test("clients of every edge that do not answer make a stop no longer than the slowest of them", async () => {
  const platform = await startTestPlatform();
  const { token } = await platform.tenant.createDevice();
  const deaf = [
    await sessionWithoutEnd(platform, token),
    await webSocketWithoutAnswer(platform),
    await bodyWithoutEnd(platform, token),
    await reportUnread(platform),
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

/** A report larger than what the operating system takes for a caller who reads none of it. */
async function reportUnread({ anonymous, tenant }: TestPlatform): Promise<Socket> {
  const { id } = await tenant.createDevice();
  const text = "x".repeat(60_000);
  for (let post = 0; post < 10; post++)
    await tenant.rest.post(
      `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`,
      Array.from({ length: 30 }, (_, index) => ({ ts: post * 30 + index, values: { text } })),
    );
  const viewId = await createView(tenant.rest, {
    name: "texts",
    grouping: { mode: "raw" },
    timeRange: { type: "absolute", startTs: 0, endTs: 1_000, timezone: "UTC" },
    fields: [{ id: "v", label: "v", source: { type: "telemetry", key: "text" } }],
  });
  const body = JSON.stringify({ viewConfigId: viewId });
  const head = [`POST ${BUILD_REPORT} HTTP/1.1`, "Host: localhost", `jwt: ${tenant.rest.authorization ?? ""}`];
  const type = ["Content-Type: application/json", `Content-Length: ${String(body.length)}`, "", body];
  const socket = await opened(portOf(anonymous.baseUrl), [...head, ...type].join("\r\n"));
  socket.pause();
  expect(await anonymous.getText("/metrics")).toMatch(/^bridgehead_analytics_reports_running 1$/m);
  return socket;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
