// MQTT contract 4.9: a gateway learns that a device it connected has been renamed or deleted on the platform, by a call on
// its own RPC topic that also waits for it while it is away.
import { expect, test } from "vitest";
import { connectGateway, type ConnectedGateway, CONNECT, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestTenant } from "../support/tenant.ts";

// The administrator has to outlive the notices.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 172_800 } });

const OWN_RPC = "v1/devices/me/rpc/request/+";

test("a rename and a deletion reach the gateway, with the names", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await rename(gateway.tenant, device.name, "__proto__");
  expect(await nextNotice(gateway.client)).toBe(
    `{"method":"gateway_device_renamed","params":{${JSON.stringify(device.name)}:"__proto__"}}`,
  );

  expect(await gateway.publish(TELEMETRY, { ["__proto__"]: [{ values: { t: 1 } }] })).toBe(0);
  await gateway.tenant.deleteDevice(device.id);
  expect(await nextNotice(gateway.client)).toBe('{"method":"gateway_device_deleted","params":"__proto__"}');
});

test("a change of another field is no rename, and a device without a gateway tells nobody", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await change(gateway.tenant, device.name, { label: "pump" });
  const direct = await gateway.tenant.createDevice();
  await rename(gateway.tenant, direct.name, gateway.newName());
  await gateway.tenant.deleteDevice(direct.id);
  expect(await noticesUntilNow(gateway)).toEqual([]);
});

test("the notice goes to the gateway that connected the device last", async () => {
  const first = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const second = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await first.connectDevice();
  await second.publish(CONNECT, { device: device.name });
  await first.tenant.deleteDevice(device.id);
  expect(await nextNotice(second.client)).toBe(
    `{"method":"gateway_device_deleted","params":${JSON.stringify(device.name)}}`,
  );
  expect(await noticesUntilNow(first)).toEqual([]);
});

test("also where whoever renamed it left the name of the gateway out of the device", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await change(gateway.tenant, device.name, { name: gateway.newName(), additionalInfo: null });
  expect(await nextNotice(gateway.client)).toContain("gateway_device_renamed");
});

test("a gateway that is away gets the notice when it comes back, and not after a day", async () => {
  const gateway = await connectGateway(platform());
  const devices = [await gateway.connectDevice(), await gateway.connectDevice()] as const;
  await gateway.client.disconnect();
  await gateway.tenant.deleteDevice(devices[0].id);
  const back = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [OWN_RPC] });
  expect(await nextNotice(back.client)).toContain(JSON.stringify(devices[0].name));

  await back.client.disconnect();
  await gateway.tenant.deleteDevice(devices[1].id);
  platform().clock.advance(24 * 3_600_000);
  await platform().settle();
  const late = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [OWN_RPC] });
  expect(await noticesUntilNow(late)).toEqual([]);
});

/** The payload as it came. */
async function nextNotice(client: RawMqttClient): Promise<string> {
  const packet = await client.next("publish", ({ topic }) => topic.startsWith("v1/devices/me/rpc/request/"));
  return packet.payload.toString();
}

async function noticesUntilNow(gateway: ConnectedGateway): Promise<string[]> {
  // Notices and this call travel in one stream, in order.
  const call = gateway.tenant.call(gateway.gateway.id, { method: "last" }, "rpc/oneway");
  await gateway.client.next("publish", ({ payload }) => payload.toString().includes('"last"'));
  await call;
  return gateway.client.received.flatMap((packet) =>
    packet.cmd === "publish" && packet.payload.toString().includes("gateway_device") ? [packet.payload.toString()] : [],
  );
}

function rename(tenant: TestTenant, name: string, newName: string): Promise<void> {
  return change(tenant, name, { name: newName });
}

async function change(tenant: TestTenant, name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const device = await tenant.device(name);
  if (typeof device !== "object" || device === null) throw new Error(`there is no device "${name}"`);
  await tenant.rest.post("/api/device", { ...device, ...fields });
}
