// What must go through a proxy in front of the platform: REST calls, MQTT over WebSocket, live values, and nothing of its monitoring.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { text as textOf } from "node:stream/consumers";
import { createWebSocketStream, WebSocket } from "ws";
import { RawMqttClient } from "../../support/raw-mqtt-client.ts";
import type { CompatServer } from "../compat-server.ts";

/** What a proxy stands in front of, as the administrator of its tenant sees it. */
type Proxied = Pick<CompatServer, "tenant">;

export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** The name of its certificate, and what trusts that. */
  readonly servername: string;
  readonly ca: string;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly body: string;
}

export async function ask(
  proxy: ProxyAddress,
  path: string,
  options: Pick<RequestOptions, "method"> & { readonly headers?: Readonly<Record<string, string | undefined>> } = {},
  body = "",
): Promise<ProxyAnswer> {
  const headers = { host: proxy.servername, ...options.headers };
  const { host, port } = proxy;
  const asked = request({ host, port, path, agent: agentOf(proxy), ...options, headers }).end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await textOf(answer) };
}

/** Monitoring is closed, whatever else goes through. */
export async function showMonitoringClosed(proxy: ProxyAddress): Promise<void> {
  for (const path of ["/metrics", "/api/health/ready", "/actuator/health", "/apiAnalytics/v1/metrics"])
    assert.equal((await ask(proxy, path)).status, 403, path);
}

/** A point that a device posts through the proxy is read back through it. */
export async function showRest(proxy: ProxyAddress, server: Proxied): Promise<void> {
  const device = await server.tenant.createDevice();
  const posted = await ask(
    proxy,
    `/api/v1/${device.token}/telemetry`,
    { method: "POST", headers: { "content-type": "application/json" } },
    '{"level":7}',
  );
  assert.equal(posted.status, 200);
  await stored(proxy, server, device.id, "level", "7");
}

/** MQTT over WebSocket at `/mqtt`. */
export async function showMqttOverWebSocket(proxy: ProxyAddress, server: Proxied): Promise<void> {
  const device = await server.tenant.createDevice();
  const socket = new WebSocket(`wss://${proxy.host}:${String(proxy.port)}/mqtt`, "mqtt", upgradeOptions(proxy));
  const client = await RawMqttClient.open({ port: proxy.port, stream: createWebSocketStream(socket) });
  await client.connect({ username: device.token });
  await client.publish("v1/devices/me/telemetry", '{"flow":8}');
  await stored(proxy, server, device.id, "flow", "8");
  socket.terminate();
}

/** A WebSocket of `/api/ws` gets the answer to its first command. */
export async function showLiveValues(proxy: ProxyAddress, server: Proxied): Promise<void> {
  const token = (server.tenant.rest.authorization ?? "").replace("Bearer ", "");
  const socket = new WebSocket(`wss://${proxy.host}:${String(proxy.port)}/api/ws`, upgradeOptions(proxy));
  await once(socket, "open");
  const device = await server.tenant.createDevice();
  const command = {
    type: "TIMESERIES",
    cmdId: 1,
    entityType: "DEVICE",
    entityId: device.id,
    scope: "LATEST_TELEMETRY",
  };
  socket.send(JSON.stringify({ authCmd: { cmdId: 0, token }, cmds: [command] }));
  const [message] = (await once(socket, "message")) as [Buffer];
  assert.equal((JSON.parse(message.toString()) as { subscriptionId: number }).subscriptionId, 1);
  socket.terminate();
}

export async function stored(
  proxy: ProxyAddress,
  server: Proxied,
  deviceId: string,
  key: string,
  value: string,
): Promise<void> {
  const path = `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=${key}`;
  const { body } = await ask(proxy, path, { headers: { "x-authorization": server.tenant.rest.authorization } });
  const [point] = (JSON.parse(body) as Record<string, { value: string }[]>)[key] ?? [];
  assert.equal(point?.value, value);
}

function agentOf({ servername, ca }: ProxyAddress): Agent {
  return new Agent({ servername, ca });
}

function upgradeOptions(proxy: ProxyAddress) {
  return { agent: agentOf(proxy), headers: { host: proxy.servername } };
}
