// MQTT contract, sections 1.1 to 1.3, what concerns TLS: the port, its versions, and clients that show a certificate.
import { X509Certificate } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { millis } from "../../src/lib/clock.ts";
import { CLIENT_CERTIFICATE, CLIENT_KEY, SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { byVersion, pubackCode, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { TestPlatform } from "../support/platform.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

const files = await scratchFolder();
const certFile = join(files, "server.pem");
const keyFile = join(files, "server.key");
await writeFile(certFile, SERVER_CERTIFICATE);
await writeFile(keyFile, SERVER_KEY);
afterAll(() => rm(files, { recursive: true, force: true }));

const { validFrom, validTo } = new X509Certificate(CLIENT_CERTIFICATE);
const validityStart = Date.parse(validFrom);

const settings = { "mqtt.tls.port": 0, "mqtt.tls.certFile": certFile, "mqtt.tls.keyFile": keyFile };
const platform = useTestPlatform({ settings, clock: new ManualClock(millis(validityStart)) });
const earlier = useTestPlatform({ settings, clock: new ManualClock(millis(validityStart - 1)) });
const later = useTestPlatform({ settings, clock: new ManualClock(millis(Date.parse(validTo) + 1)) });

const WITH_CERTIFICATE = { cert: CLIENT_CERTIFICATE, key: CLIENT_KEY };

/** The code of CONNACK over TLS, with or without the client's certificate. */
async function present(
  protocol: Protocol,
  username: string | undefined,
  certificate: { cert?: string; key?: string } = WITH_CERTIFICATE,
  server: TestPlatform = platform(),
): Promise<{ code: number; client: RawMqttClient }> {
  const client = await server.open(protocol, {
    port: server.mqttsPort,
    tls: { ca: SERVER_CERTIFICATE, ...certificate },
  });
  const connack = await client.connect({ keepalive: 0, ...(username === undefined ? {} : { username }) });
  return { code: connack.reasonCode ?? connack.returnCode ?? -1, client };
}

test.each(VERSIONS)(
  "MQTT §1.2 (%s): a client with a certificate is the device it belongs to, and no username helps an unknown one",
  async (_version, protocol) => {
    const { tenant } = platform();
    const other = await tenant.createDevice();
    const unknown = await present(protocol, other.token);
    expect(unknown.code).toBe(byVersion(protocol, 0x05, 0x87));
    await unknown.client.closed();
    expect((await present(protocol, undefined)).code).toBe(byVersion(protocol, 0x05, 0x87));

    const device = await tenant.createDevice();
    await ownCertificate(tenant, device);
    for (const username of [undefined, other.token, "anything"]) {
      const { code, client } = await present(protocol, username);
      expect(code).toBe(0);
      const proof = tenant.uniqueName("proof");
      expect(pubackCode(await client.publish("v1/devices/me/telemetry", { proof }))).toBe(0);
      expect(await tenant.latestValues(device.id)).toMatchObject({ proof });
      await client.disconnect();
    }
    await tenant.deleteDevice(device.id);
  },
);

test.each(VERSIONS)("MQTT §1.2 (%s): over TLS without a certificate the token counts", async (_version, protocol) => {
  const { token } = await platform().tenant.createDevice();
  expect((await present(protocol, token, {})).code).toBe(0);
  expect((await present(protocol, "unknown", {})).code).toBe(byVersion(protocol, 0x05, 0x86));
});

test.each(VERSIONS)(
  "MQTT §1.2 (%s): provision is a provisioning session also with a certificate",
  async (_version, protocol) => {
    const { code, client } = await present(protocol, "provision");
    expect(code).toBe(0);
    expect((await client.subscribe("/provision/response")).granted).toEqual([1]);
  },
);

test.each([
  ["not yet valid", earlier],
  ["expired", later],
] as const)("MQTT §1.3: a certificate of a device that is %s is refused", async (_case, platformThen) => {
  const { tenant } = platformThen();
  const device = await tenant.createDevice();
  await ownCertificate(tenant, device);
  for (const [, protocol] of VERSIONS) {
    const { code } = await present(protocol, device.token, WITH_CERTIFICATE, platformThen());
    expect(code).toBe(byVersion(protocol, 0x05, 0x87));
  }
});

async function ownCertificate(tenant: TestTenant, { id }: TestDevice): Promise<void> {
  const credentialsValue = CLIENT_CERTIFICATE;
  await tenant.setCredentials(id, { credentialsType: "X509_CERTIFICATE", credentialsId: null, credentialsValue });
}
