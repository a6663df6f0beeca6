// What the device topics do where a store fails or a limit holds; what they mean is tested through a session, in `test/conformance/`.
import { beforeEach, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  tenantLimits,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DEFERRED } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import type { TenantLimits } from "../../core/tenants/tenant-limits.ts";
import { TopicRouter } from "../mqtt/topic-router.ts";
import { DeviceAttributes } from "./attributes.ts";
import { DeviceClaims } from "./claims.ts";
import type { Client } from "./client.ts";
import { DevicePackages } from "./packages.ts";
import { deviceRoutes } from "./routes.ts";
import { DeviceRpc } from "./rpc.ts";

const NO_PACKAGES = { assignedTo: () => Promise.resolve(undefined), read: () => Promise.resolve(new Uint8Array()) };

let world: World;
let device: TestClient;
let router: TopicRouter<Client>;

beforeEach(() => {
  world = new World();
  connect();
  router = new TopicRouter(
    deviceRoutes({
      telemetry: { receive: () => DEFERRED },
      attributes: new DeviceAttributes(world.attributeService, world.activity, { stringLengthMax: 3 }),
      rpc: new DeviceRpc(world.rpcService, world.activity, { maxPayloadSize: 65_536, maxInflightMessages: 100 }),
      claims: new DeviceClaims(world.claimService, world.activity),
      packages: new DevicePackages(NO_PACKAGES, world.activity, {
        maxPayloadSize: 65_536,
        wholeBytesMax: 65_536,
        wholesBytesMax: 65_536,
        chunkSizesMax: 1,
      }),
    }),
  );
});

function connect(limits?: TenantLimits): void {
  device = deviceClient(world.add("Device"), limits === undefined ? {} : { limits });
}

async function publish(topic: string, payload: unknown): Promise<void> {
  const match = router.find(topic);
  if (match === undefined) throw new Error(`no route for ${topic}`);
  const message = messageOf<Client>(device.client, device.mqtt, payload, { topic, id: match.id });
  await handle(message, (each) => match.route.handle(each));
}

test("attributes beyond a rate limit are refused, and use none of it up", async () => {
  connect(tenantLimits({ device: { telemetryDataPoints: "2:1" } }));
  await publish("v2/a", { a: 1, b: 2, c: 3 });
  await publish("v2/a", { a: 1, b: 2 });
  expect(device.mqtt.log).toEqual(["rate-limited", "ok"]);
});

test("an attribute request that cannot be read is refused", async () => {
  world.failure = new DomainError("unavailable", "no store");
  await publish("v2/a/req/7", {});
  expect(device.mqtt.log).toEqual(["unavailable"]);
});

test("a message of a device that a provisioning session were given is a fault, not a crash of types", () => {
  const route = router.find("v2/c")?.route;
  const { mqtt } = deviceClient(knownDevice("D"));
  expect(() =>
    route?.handle(
      messageOf<Client>({ kind: "provisioning", address: "192.0.2.1", session: null, closing: null }, mqtt, ""),
    ),
  ).toThrow(/provisioning session/);
});
