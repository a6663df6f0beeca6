// MQTT contract, section 6.5: packages that are asked for whole by devices that do not read. They are larger than what the
// operating system takes for a connection.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { newFilePackage, newProfile, someBytes } from "../support/packages.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";

const MIB = 1024 * 1024;
const platform = useTestPlatform({
  settings: { "ota.wholeBytesMax": 20 * MIB, "ota.wholesBytesMax": 50 * MIB },
});

/** Connections of devices that have the same package of 20 MiB. */
async function devices(count: number): Promise<readonly RawMqttClient[]> {
  const { tenant } = platform();
  const profile = await newProfile(tenant);
  const id = await newFilePackage(tenant.rest, profile.id, someBytes(20 * MIB), { title: profile.name });
  const clients: RawMqttClient[] = [];
  for (let each = 0; each < count; each++) {
    const device = await tenant.createDevice({ type: profile.name });
    const { id: deviceId, name } = device;
    await tenant.rest.post("/api/device", { id: { id: deviceId }, name, type: profile.name, firmwareId: { id } });
    clients.push(await platform().connect(device.token, 4));
  }
  return clients;
}

/** Asks for all of it at QoS 0 and reads no further than the acknowledgement of the request. */
async function askAndStop(client: RawMqttClient): Promise<void> {
  await client.subscribe("v2/fw/response/+/chunk/+", 0);
  await client.subscribe("v2/fw/error", 0);
  await client.publish("v2/fw/request/1/chunk/0", "");
  client.pause();
}

async function askAgain(client: RawMqttClient): Promise<string> {
  await client.publish("v2/fw/request/1/chunk/0", "");
  const { topic, payload } = await client.next("publish");
  return topic === "v2/fw/error" ? payload.toString() : `${String(payload.length)} bytes`;
}

test.each([
  ["stay", () => undefined],
  ["have left in order", (client: RawMqttClient) => client.end()],
])(
  "MQTT §6.5: whole packages of devices that do not read, and %s, are bounded together at QoS 0; chunks go on",
  async (_, leave) => {
    const [one, two, three, four] = await devices(4);
    if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error("four");
    for (const client of [one, two]) {
      await askAndStop(client);
      leave(client);
    }
    await three.publish("v2/fw/request/2/chunk/0", "60000");
    expect((await three.next("publish")).payload.length).toBe(60_000);
    expect(await askAgain(three)).toBe("FAILURE");
    // What one of them holds is free as soon as it has read, or is gone.
    one.resume();
    await one.next("publish");
    two.destroy();
    expect(await askAgain(four)).toBe(`${String(20 * MIB)} bytes`);
  },
);
