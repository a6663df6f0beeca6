// MQTT contract, sections 1.2 and 1.3, row by row where the checklist leaves a rule out: who a CONNECT belongs to, and
// which code a refusal carries.
import { expect, test } from "vitest";
import { byVersion, pubackCode, TELEMETRY, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

interface Basic {
  readonly clientId?: string;
  readonly userName?: string;
  readonly password?: string;
}

async function withBasic(value: Basic): Promise<TestDevice> {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const credentialsValue = JSON.stringify(value);
  await tenant.setCredentials(device.id, { credentialsType: "MQTT_BASIC", credentialsId: null, credentialsValue });
  return device;
}

interface Presented {
  readonly clientId: string;
  readonly username?: string;
  readonly password?: string;
}

/** The code of CONNACK, and the session that got it. */
async function present(protocol: Protocol, presented: Presented): Promise<{ code: number; client: RawMqttClient }> {
  const { clientId, username, password } = presented;
  const client = await platform().open(protocol);
  const connack = await client.connect({
    clientId,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password: Buffer.from(password) }),
  });
  return { code: connack.reasonCode ?? connack.returnCode ?? -1, client };
}

/** That the session is this device's: what it sends is stored there. */
async function expectDevice(client: RawMqttClient, device: TestDevice): Promise<void> {
  const proof = platform().tenant.uniqueName("proof");
  expect(pubackCode(await client.publish("v1/devices/me/telemetry", { proof }))).toBe(0);
  expect(await platform().tenant.latestValues(device.id)).toMatchObject({ proof });
}

test.each(VERSIONS)(
  "MQTT §1.2 (%s): client id and username together go before a token of the same text, and a wrong password does not fall through to it",
  async (_version, protocol) => {
    const { tenant } = platform();
    const tokenHolder = await tenant.createDevice();
    const clientId = tenant.uniqueName("client");
    const basic = await withBasic({ clientId, userName: tokenHolder.token, password: "right" });

    const right = await present(protocol, { clientId, username: tokenHolder.token, password: "right" });
    expect(right.code).toBe(0);
    await expectDevice(right.client, basic);

    const wrong = await present(protocol, { clientId, username: tokenHolder.token, password: "wrong" });
    expect(wrong.code).toBe(byVersion(protocol, 0x05, 0x86));
    const none = await present(protocol, { clientId, username: tokenHolder.token });
    expect(none.code).toBe(byVersion(protocol, 0x05, 0x86));

    const other = await present(protocol, { clientId: "another", username: tokenHolder.token, password: "wrong" });
    expect(other.code).toBe(0);
    await expectDevice(other.client, tokenHolder);
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): client id and username without a stored password accept any password",
  async (_version, protocol) => {
    const clientId = platform().tenant.uniqueName("client");
    const userName = platform().tenant.uniqueName("user");
    const device = await withBasic({ clientId, userName });
    for (const password of [undefined, "anything"]) {
      const { code, client } = await present(protocol, {
        clientId,
        username: userName,
        ...(password === undefined ? {} : { password }),
      });
      expect(code).toBe(0);
      await expectDevice(client, device);
    }
    const other = await present(protocol, { clientId: "another", username: userName });
    expect(other.code).toBe(byVersion(protocol, 0x05, 0x86));
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): a username alone is accepted with any client id, its password compared",
  async (_version, protocol) => {
    const userName = platform().tenant.uniqueName("user");
    const device = await withBasic({ userName, password: "right" });
    const { code, client } = await present(protocol, { clientId: "any", username: userName, password: "right" });
    expect(code).toBe(0);
    await expectDevice(client, device);
    for (const password of ["wrong", "right ", "Right"])
      expect((await present(protocol, { clientId: "any", username: userName, password })).code).toBe(
        byVersion(protocol, 0x05, 0x86),
      );
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): a client id alone is accepted where credentials name it, whether a password comes with it or not",
  async (_version, protocol) => {
    const clientId = platform().tenant.uniqueName("client");
    const device = await withBasic({ clientId });
    const alone = await present(protocol, { clientId });
    expect(alone.code).toBe(0);
    await expectDevice(alone.client, device);
    // Each takes over from the one before, which every node has to know of: time stands still in a test.
    await platform().holdsEverywhere();
    const emptyName = await present(protocol, { clientId, username: "" });
    expect(emptyName.code).toBe(0);
    await platform().holdsEverywhere();
    const withPassword = await present(protocol, { clientId, username: "", password: "ignored" });
    expect(withPassword.code).toBe(0);
    await expectDevice(withPassword.client, device);
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): tokens are compared byte by byte and never trimmed",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createDevice();
    for (const username of [` ${token}`, `${token} `, `${token}\n`, token.toUpperCase() + "x", token.slice(0, -1)])
      expect((await present(protocol, { clientId: "any", username })).code).toBe(byVersion(protocol, 0x05, 0x86));
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): provision as username or client id opens a provisioning session, whatever else is sent",
  async (_version, protocol) => {
    const presented = [
      { clientId: "any", username: "provision" },
      { clientId: "provision" },
      { clientId: "provision", username: "no-such-token", password: "x" },
    ];
    for (const each of presented) {
      const { code, client } = await present(protocol, each);
      expect(code).toBe(0);
      expect((await client.subscribe("/provision/response")).granted).toEqual([1]);
      client.destroy();
    }
  },
);

test.each(VERSIONS)(
  "MQTT §1.2 (%s): the gateway flag counts as it was at CONNECT, and a change at the next one",
  async (_version, protocol) => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const client = await platform().connect(device.token, protocol);
    const stored = await tenant.rest.get(`/api/device/${device.id}`);
    if (typeof stored !== "object") throw new Error("there is no such device");
    await tenant.rest.post("/api/device", { ...stored, additionalInfo: { gateway: true } });
    const name = tenant.uniqueName("Device");
    expect(pubackCode(await client.publish(TELEMETRY, { [name]: [{ a: 1 }] }))).toBe(byVersion(protocol, 0x00, 0x87));
    await client.ping();
    expect(await tenant.device(name)).toBeUndefined();
    await client.disconnect();
    const again = await platform().connect(device.token, protocol);
    expect(pubackCode(await again.publish(TELEMETRY, { [name]: [{ a: 1 }] }))).toBe(0);
    expect(await tenant.device(name)).toBeDefined();
  },
);

test.each(VERSIONS)("MQTT §1.3 (%s): every refusal has the code of its case", async (_version, protocol) => {
  const bad = byVersion(protocol, 0x05, 0x86);
  const cases: readonly (readonly [Presented, number])[] = [
    [{ clientId: "nobody", username: "unknown" }, bad],
    [{ clientId: "", username: "unknown" }, bad],
    [{ clientId: "nobody", username: "unknown", password: "x" }, bad],
    [{ clientId: "nobody", username: "", password: "x" }, bad],
    [{ clientId: "nobody" }, byVersion(protocol, 0x02, 0x85)],
    [{ clientId: "" }, byVersion(protocol, 0x05, 0x87)],
    [{ clientId: "  " }, byVersion(protocol, 0x05, 0x87)],
  ];
  for (const [presented, expected] of cases) {
    const { code, client } = await present(protocol, presented);
    expect([presented, code]).toEqual([presented, expected]);
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
  }
});

test("MQTT §1.3 (v5): a Reason String goes with a refusal, and not where Request Problem Information is 0", async () => {
  const wanted = await platform().open(5);
  const connack = await wanted.connect({ username: "unknown" });
  expect(connack.properties?.reasonString).toMatch(/user name/);
  const unwanted = await platform().open(5);
  const terse = await unwanted.connect({ username: "unknown", properties: { requestProblemInformation: false } });
  expect(terse.reasonCode).toBe(0x86);
  expect(terse.properties?.reasonString).toBeUndefined();
});
