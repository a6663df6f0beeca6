// Traces of a process as a collector gets them: a call with what it sets going, a message of a gateway, a report.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReport, createView } from "../support/analytics-tenant.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member } from "../support/rest-client.ts";
import { TraceCollector } from "../support/trace-collector.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TELEMETRY = "v1/gateway/telemetry";
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

const servers = new KillableServers();
let collector: TraceCollector;
beforeAll(async () => void (collector = await TraceCollector.start()));
afterAll(async () => {
  await servers.endAll();
  collector.stop();
});

test("a collector gets calls with their RPCs, messages with their reason codes, and reports, in the trace of the caller", async () => {
  const server = await servers.start(servers.folder(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a%20key",
    OTEL_SERVICE_NAME: "plant-7",
  });
  let number = 0;
  const tenant = await server.tenant(() => ++number);
  const gateway = await tenant.createGateway();
  const session = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: gateway.token });
  await session.subscribe("v1/gateway/rpc");
  await session.publish("v1/gateway/connect", { device: "Boiler" });
  await session.publish(TELEMETRY, { Boiler: [{ temperature: 61.5 }] });
  await session.publish(TELEMETRY, { Boiler: 5 });
  const { id } = await tenant.existing("Boiler");
  const answered = fetch(`${tenant.rest.baseUrl}/api/rpc/twoway/${id}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-authorization": tenant.rest.authorization ?? "",
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify({ method: "getState", params: {}, timeout: 20_000 }),
  });
  const { payload } = await session.next("publish");
  const requestId = member(JSON.parse(payload.toString()), "data", "id");
  await session.publish("v1/gateway/rpc", { device: "Boiler", id: requestId, data: { on: true } });
  expect((await answered).status).toBe(200);
  session.destroy();
  const viewId = await createView(tenant.rest, {
    name: "temperatures",
    scope: { deviceIds: [id] },
    timeRange: { type: "absolute", startTs: 1_767_225_600_000, endTs: 1_767_232_800_000, timezone: "UTC" },
    fields: [{ id: "temp", label: "T", source: { type: "telemetry", key: "temperature" }, aggregation: { fn: "avg" } }],
  });
  expect((await buildReport(tenant.rest, viewId)).status).toBe(200);

  expect(await server.stop()).toBe(0);

  const { posts } = collector;
  expect(posts[0]).toMatchObject({ path: "/v1/traces", headers: { "x-api-key": "a key" } });
  const [resource] = posts.map(({ body }) => member(body, "resourceSpans", "0", "resource", "attributes"));
  expect(resource).toContainEqual({ key: "service.name", value: { stringValue: "plant-7" } });
  const spans = collector.spans();
  const call = spans.find(({ name }) => name === "POST /api/rpc/twoway/:deviceId");
  expect(call).toMatchObject({
    kind: SERVER,
    traceId: TRACE,
    parentSpanId: CALLER,
    attributes: { "http.request.method": "POST", "http.response.status_code": "200" },
    isFailed: false,
  });
  expect(spans.find(({ name }) => name === "rpc")).toMatchObject({
    kind: CLIENT,
    traceId: TRACE,
    parentSpanId: call?.spanId,
    attributes: { "rpc.method": "getState", "bridgehead.device.id": id },
  });
  const report = spans.find(({ name }) => name === "report");
  expect(spans.find(({ spanId }) => spanId === report?.parentSpanId)).toMatchObject({
    name: "POST /apiAnalytics/publicApi/buildReport",
    traceId: report?.traceId,
  });
  const messages = spans.filter(({ name }) => name === `process ${TELEMETRY}`);
  expect(messages).toMatchObject([
    {
      kind: CONSUMER,
      attributes: { "bridgehead.tenant.id": tenant.id, "bridgehead.mqtt.reason_code": "0" },
      isFailed: false,
    },
    {
      kind: CONSUMER,
      attributes: { "messaging.system": "mqtt", "bridgehead.mqtt.reason_code": "153" },
      isFailed: true,
    },
  ]);
  expect(JSON.stringify(posts)).not.toContain(gateway.token);
});

test("what a sampler leaves out is not sent, and the caller decides where it is parent-based", async () => {
  collector.posts.length = 0;
  const server = await servers.start(servers.folder(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  await ask(server);
  await ask(server, `00-${TRACE}-${CALLER}-00`);
  await ask(server, `00-${TRACE}-${CALLER}-01`);

  await server.stop();

  expect(collector.spans()).toMatchObject([{ traceId: TRACE, parentSpanId: CALLER }]);
});

test("a collector that does not answer holds up neither calls nor the stop", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const server = await servers.start(servers.folder(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String((silent.address() as AddressInfo).port)}`,
  });

  await ask(server);

  expect(await server.stop()).toBe(0);
  expect(server.records.map(({ event }) => event)).toContain("spans lost, the platform stops");
  silent.close();
});

async function ask(server: KillableServer, traceparent?: string): Promise<void> {
  const answer = await fetch(`${server.anonymous.baseUrl}/api/noauth/oauth2Clients`, {
    headers: traceparent === undefined ? {} : { traceparent },
  });
  await answer.arrayBuffer();
}
