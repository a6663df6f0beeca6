// MQTT contract, checklist "Device limit": what a gateway is told at the tenant's limit, and what still works.
import { expect, test } from "vitest";
import { byVersion, CONNECT, connectGateway, TELEMETRY, useTestPlatform, VERSIONS } from "../support/conformance.ts";

const platform = useTestPlatform();

test.each(VERSIONS)(
  "MQTT-51 (%s): at the limit a new device cannot be connected, and the connection stays open",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 1 });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const type = tenant.uniqueName("profile");
    const device = gateway.newName();
    expect(await gateway.publish(CONNECT, { device, type })).toBe(byVersion(protocol, 0x00, 0x97));
    await gateway.client.ping();
    expect(await tenant.device(device)).toBeUndefined();
    expect(await tenant.profileNames()).not.toContain(type);
  },
);

test.each(VERSIONS)(
  "MQTT-52 (%s): at the limit telemetry of an existing device is stored beside that of a new one",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 2 });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const existing = await gateway.knownDevice();
    const device = gateway.newName();
    const code = await gateway.publish(TELEMETRY, { [device]: [{ a: 1 }], [existing.name]: [{ a: 2 }] });
    expect(code).toBe(byVersion(protocol, 0x00, 0x97));
    expect(await tenant.latestValues(existing.id)).toEqual({ a: 2 });
    expect(await tenant.device(device)).toBeUndefined();
  },
);
