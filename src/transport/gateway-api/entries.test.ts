import { expect, test } from "vitest";
import { deviceClient, handle, knownDevice, messageOf } from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { GatewayAttributes } from "./attributes.ts";
import { GatewayTelemetry } from "./telemetry.ts";

type Receive = (message: RoutedMessage<DeviceClient>) => typeof DEFERRED | Promise<typeof DEFERRED | void>;

const world = new World();
const attributes = new GatewayAttributes(world.gatewayDeps, { stringLengthMax: 0 });
const telemetry = new GatewayTelemetry(
  { ...world.gatewayDeps, telemetry: { record: () => DEFERRED }, metrics: { record: () => undefined } },
  { stringLengthMax: 0 },
);

test.each([
  ["telemetry", (message) => telemetry.receive(message), "the telemetry of a device must be an array"],
  ["attributes", (message) => attributes.receive(message), "the attributes of a device must be a JSON object"],
] as const satisfies readonly (readonly [string, Receive, string])[])(
  "%s of thousands of devices that are of the wrong type make an error for each type, not for each device",
  async (_what, receive, rule) => {
    const { client, mqtt } = deviceClient(knownDevice("Gateway", { isGateway: true }));
    const payload = Object.fromEntries(
      Array.from({ length: 3_000 }, (_none, index) => [`device ${String(index)}`, index % 2 === 0 ? index : "text"]),
    );

    await handle(messageOf(client, mqtt, payload), receive);

    const entries = mqtt.refusals.flatMap((refusal) => refusal.entries);
    expect(entries.map(({ device }) => device)).toEqual(Object.keys(payload));
    expect(new Set(entries.map(({ error }) => error)).size).toBe(2);
    expect(entries.slice(0, 2).map(({ error }) => error.message)).toEqual([
      `${rule}, got a number`,
      `${rule}, got a string`,
    ]);
  },
);
