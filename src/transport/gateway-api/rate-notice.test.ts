import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { deviceClient, knownDevice, messageOf, type TestClient } from "../../../test/support/recording-session.ts";
import { RateNotices } from "./rate-notice.ts";

let clock: ManualClock;
let notices: RateNotices;
let gateway: TestClient;

beforeEach(() => {
  clock = new ManualClock();
  notices = new RateNotices(clock, 2);
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
});

/** The message is refused; its PUBACK leaves in the same turn. */
async function refuse(names: readonly string[], { client, mqtt } = gateway): Promise<void> {
  for (const name of names) notices.breached(messageOf(client, mqtt, "{}"), { name });
  notices.sendSoon(client);
  mqtt.log.push("PUBACK");
  await new Promise((resolve) => setImmediate(resolve));
}

describe("the notice of a rate limit", () => {
  test("names the device, with reason 150, after the PUBACK and without a subscription", async () => {
    await refuse(["Device A"]);
    expect(gateway.mqtt.log).toEqual(["PUBACK", "v1/gateway/disconnect"]);
    expect(gateway.mqtt.published).toEqual([
      { topic: "v1/gateway/disconnect", qos: 0, payload: { device: "Device A", reason: 150 } },
    ]);
  });

  test("is sent once for a device that is refused several times at once", async () => {
    await refuse(["Device A", "Device A"]);
    expect(gateway.mqtt.published).toHaveLength(1);
  });

  test("is sent for no more devices a second than allowed", async () => {
    await refuse(["A", "B", "C"]);
    await refuse(["D"]);
    expect(gateway.mqtt.published).toHaveLength(2);
    clock.advance(1000);
    await refuse(["E"]);
    expect(gateway.mqtt.published.at(-1)?.payload).toMatchObject({ device: "E" });
  });

  test("is not for the gateway's own messages", async () => {
    await refuse(["Gateway"]);
    expect(gateway.mqtt.published).toEqual([]);
  });

  test.each([3, 4] as const)("is not for MQTT level %i", async (protocol) => {
    const old = deviceClient(knownDevice("Gateway", { isGateway: true }), { protocol });
    await refuse(["Device A"], old);
    expect(old.mqtt.published).toEqual([]);
  });

  test("is not sent on a session that has ended meanwhile", async () => {
    notices.breached(messageOf(gateway.client, gateway.mqtt, "{}"), { name: "Device A" });
    gateway.client.session = null;
    await refuse([]);
    expect(gateway.mqtt.published).toEqual([]);
  });
});
