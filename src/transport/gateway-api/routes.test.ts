import { expect, test } from "vitest";
import { deviceClient, handle, knownDevice, messageOf } from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { DEFERRED } from "../../core/acknowledgement.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { Client } from "../device-api/client.ts";
import { GatewayAttributeRequests } from "./attribute-answer.ts";
import { GatewayAttributes } from "./attributes.ts";
import { GatewayClaims } from "./claims.ts";
import { GatewayConnect } from "./connect.ts";
import { GatewayPackages } from "./packages.ts";
import { gatewayRoutes } from "./routes.ts";
import { GatewayRpc } from "./rpc.ts";

const world = new World();
const deps = world.gatewayDeps;
const never = (): Promise<never> => Promise.reject(new Error("nothing is loaded"));
const routes = gatewayRoutes({
  connect: new GatewayConnect({ ...deps, bus: new InProcessBus(silentLogger) }),
  attributes: new GatewayAttributes(deps, { stringLengthMax: 0 }),
  attributeRequests: new GatewayAttributeRequests(deps),
  rpc: new GatewayRpc(deps),
  claims: new GatewayClaims(deps),
  packages: new GatewayPackages({ ...deps, packages: { assignedTo: never, read: never }, chunkBytesMax: 1 }),
  telemetry: { receive: () => DEFERRED },
});

test.each(routes.map((route) => [route.topic, route] as const))("%s is for gateways", async (_topic, route) => {
  const { client, mqtt } = deviceClient(knownDevice("Device"));
  await handle(messageOf<Client>(client, mqtt, { "Device A": {} }), (message) => route.handle(message));
  expect(mqtt.refused).toEqual([[undefined, "forbidden"]]);
  expect(world.stored.size).toBe(0);
});

test("whether a session is a gateway's was decided when it connected", async () => {
  const { client, mqtt } = deviceClient(knownDevice("Gateway", { isGateway: true }));
  client.device.isGateway = false;
  const claim = routes.find(({ topic }) => topic.endsWith("/claim"));
  await handle(messageOf<Client>(client, mqtt, { "Device A": {} }), (message) => claim?.handle(message) ?? DEFERRED);
  expect(mqtt.log).toEqual(["ok"]);
});
