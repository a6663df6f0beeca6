import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { deviceClient, knownDevice, type TestClient } from "../../../test/support/recording-session.ts";
import { DomainError } from "../../core/errors.ts";
import { RateNotices } from "./rate-notice.ts";

const error = new DomainError("rate-limited", "too many messages");

let clock: ManualClock;
let notices: RateNotices;
let gateway: TestClient;

beforeEach(() => {
  clock = new ManualClock();
  notices = new RateNotices(clock, 2);
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
});

/** The message is refused; its PUBACK leaves in the same turn. */
async function refuse(names: readonly string[], { client, mqtt } = gateway, qos: 0 | 1 = 1): Promise<void> {
  for (const device of names)
    notices.refused(client, {
      topic: "v1/gateway/telemetry",
      packetId: qos === 0 ? undefined : 7,
      refusal: { entries: [{ device, error }], partly: false },
    });
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

  test("is not for messages of QoS 0, which nothing answers", async () => {
    await refuse(["Device A"], gateway, 0);
    expect(gateway.mqtt.published).toEqual([]);
  });

  test("is not sent on a session that has ended meanwhile", async () => {
    const refused = refuse(["Device A"]);
    gateway.client.session = null;
    await refused;
    expect(gateway.mqtt.published).toEqual([]);
  });
});
