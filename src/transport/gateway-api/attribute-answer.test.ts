import { beforeEach, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DomainError } from "../../core/errors.ts";
import { JsonText } from "../../core/values.ts";
import { ATTRIBUTES_RESPONSE_TOPIC, GatewayAttributeRequests } from "./attribute-answer.ts";

let world: World;
let gateway: TestClient;
let api: GatewayAttributeRequests;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  gateway.mqtt.subscriptions.set(ATTRIBUTES_RESPONSE_TOPIC, 1);
  api = new GatewayAttributeRequests(world.gatewayDeps);
});

async function request(members: object): Promise<void> {
  const message = messageOf(gateway.client, gateway.mqtt, { id: 1, ...members });
  await handle(message, (each) => api.answer(each));
}

test("the answer keeps every digit, and the order of what is stored", async () => {
  const device = world.add("Device A");
  world.set(device, "CLIENT_SCOPE", "10", 9_007_199_254_740_993n);
  world.set(device, "CLIENT_SCOPE", "2", new JsonText('{"z":12345678901234567890,"1":2}'));
  world.set(device, "CLIENT_SCOPE", "__proto__", "x");
  await request({ device: "Device A", client: [] });
  const values = '{"10":9007199254740993,"2":{"z":12345678901234567890,"1":2},"__proto__":"x"}';
  expect(gateway.mqtt.texts).toEqual([`{"id":1,"device":"Device A","client":${values},"values":${values}}`]);
});

test("a request that cannot be read is refused and not answered", async () => {
  world.failure = new DomainError("unavailable", "no store");
  await request({ device: "Device A" });
  expect(gateway.mqtt.log).toEqual(["unavailable"]);
});
