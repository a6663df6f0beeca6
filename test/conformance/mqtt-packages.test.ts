// MQTT contract, section 6.5: firmware and software for devices with a connection of their own.
import { expect, test } from "vitest";
import { byVersion, pubackCode, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import { newFilePackage, newPackage, newProfile, someBytes, type NewPackage } from "../support/packages.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { text } from "../support/rest-client.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({
  settings: { "ota.wholeBytesMax": 200_000, "ota.cache.blockBytes": 1_000 },
});

const BYTES = someBytes(70_000);

interface Equipped {
  readonly tenant: TestTenant;
  readonly device: TestDevice;
  readonly profile: { readonly id: string; readonly name: string };
  readonly client: RawMqttClient;
}

/** A device of a profile of its own, connected. */
async function equipped(protocol: Protocol = 5): Promise<Equipped> {
  const { tenant } = platform();
  const profile = await newProfile(tenant);
  const device = await tenant.createDevice({ type: profile.name });
  return { tenant, device, profile, client: await platform().connect(device.token, protocol) };
}

async function assign({ tenant, device, profile }: Equipped, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const { id, name } = device;
  await tenant.rest.post("/api/device", { id: { id }, name, type: profile.name, ...fields });
}

async function withPackage(protocol: Protocol = 5, bytes = BYTES, fields: NewPackage = {}): Promise<Equipped> {
  const made = await equipped(protocol);
  const id = await newFilePackage(made.tenant.rest, made.profile.id, bytes, { title: made.profile.name, ...fields });
  await assign(made, fields.type === "SOFTWARE" ? { softwareId: { id } } : { firmwareId: { id } });
  return made;
}

/** The chunk, after the acknowledgement of its request. */
async function chunk(client: RawMqttClient, number: number, size = "", request = 1, path = "v2/fw"): Promise<Buffer> {
  const topic = `${path}/response/${String(request)}/chunk/${String(number)}`;
  const puback = await client.publish(`${path}/request/${String(request)}/chunk/${String(number)}`, size);
  expect(pubackCode(puback)).toBe(0);
  const { payload, qos } = await client.next("publish", (packet) => packet.topic === topic);
  expect(qos).toBe(1);
  return Buffer.from(payload);
}

test("MQTT-101: firmware chunks arrive although only v2/fw/response/+ is subscribed", async () => {
  const { client } = await withPackage();
  expect((await client.subscribe("v2/fw/response/+", 0)).granted).toEqual([0]);
  expect(await chunk(client, 0, "100")).toEqual(Buffer.from(BYTES.subarray(0, 100)));
});

test.each(VERSIONS)(
  "MQTT §6.5 (%s): chunks of any size come in any order, without a subscription",
  async (_, protocol) => {
    const { client } = await withPackage(protocol);
    for (const [number, size] of [
      [0, 1_000],
      [69, 1_000],
      [3, 17_001],
      [0, 65_000],
      [1, 65_000],
    ] as const) {
      const start = number * size;
      expect(await chunk(client, number, String(size))).toEqual(Buffer.from(BYTES.subarray(start, start + size)));
    }
    const pieces: Buffer[] = [];
    for (let number = 0; ; number++) {
      const piece = await chunk(client, number, "16384", 7);
      if (piece.length === 0) break;
      pieces.push(piece);
    }
    expect(pieces.map(({ length }) => length)).toEqual([16_384, 16_384, 16_384, 16_384, 4_464]);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(BYTES));
  },
);

test("MQTT §6.5: without a size the last one of the request counts, and without any it is the whole file", async () => {
  const { client } = await withPackage();
  expect((await chunk(client, 0, "", 1)).length).toBe(70_000);
  expect((await chunk(client, 1, "", 1)).length).toBe(0);
  expect((await chunk(client, 0, "30000", 2)).length).toBe(30_000);
  expect((await chunk(client, 2, "", 2)).length).toBe(10_000);
  expect((await chunk(client, 2_147_483_647, "", 2)).length).toBe(0);
  expect((await chunk(client, 0, "0", 3)).length).toBe(70_000);
});

test("MQTT §6.5: firmware and software are two packages, also in what a request remembers", async () => {
  const made = await withPackage();
  const software = someBytes(500);
  const id = await newFilePackage(made.tenant.rest, made.profile.id, software, {
    type: "SOFTWARE",
    title: made.profile.name,
  });
  const shown = (await made.tenant.rest.get(`/api/device/${made.device.id}`)) as object;
  await made.tenant.rest.post("/api/device", { ...shown, softwareId: { id } });
  expect((await chunk(made.client, 0, "100", 1, "v2/fw")).length).toBe(100);
  expect(await chunk(made.client, 0, "", 1, "v2/sw")).toEqual(Buffer.from(software));
});

test("MQTT §6.5: a subscription names the QoS of the chunks", async () => {
  const { client } = await withPackage();
  await client.subscribe("v2/fw/response/+/chunk/+", 0);
  await client.publish("v2/fw/request/1/chunk/0", "10");
  expect(await client.next("publish")).toMatchObject({ topic: "v2/fw/response/1/chunk/0", qos: 0 });
});

test.each(VERSIONS)(
  "MQTT §6.5 (%s): what cannot be answered is reported on the errors topic, and ends the session",
  async (_, protocol) => {
    const url = await equipped(protocol);
    const id = await newPackage(url.tenant.rest, url.profile.id, {
      title: url.profile.name,
      url: "https://example.com",
    });
    await assign(url, { firmwareId: { id } });
    const cases = [
      { made: await equipped(protocol), size: "", path: "v2/fw", error: "NOT_FOUND" },
      { made: await withPackage(protocol), size: "", path: "v2/sw", error: "NOT_FOUND" },
      { made: await withPackage(protocol), size: "65537", path: "v2/fw", error: "PAYLOAD_TOO_LARGE" },
      { made: await withPackage(protocol, someBytes(200_001)), size: "", path: "v2/fw", error: "PAYLOAD_TOO_LARGE" },
      { made: url, size: "", path: "v2/fw", error: "FAILURE" },
    ];
    for (const { made, size, path, error } of cases) {
      const { client } = made;
      expect(pubackCode(await client.publish(`${path}/request/1/chunk/0`, size))).toBe(0);
      expect(await client.next("publish")).toMatchObject({ topic: `${path}/error`, payload: Buffer.from(error) });
      if (protocol === 5) expect(await client.next("disconnect")).toMatchObject({ reasonCode: 0x83 });
      await client.closed();
    }
  },
);

test.each(VERSIONS)(
  "MQTT §6.5 (%s): a size that is no number is refused, and the session goes on",
  async (_, protocol) => {
    const { client } = await withPackage(protocol);
    for (const size of ["abc", "-1", "1.5", "1e3", " 1", "12345678901"])
      expect(pubackCode(await client.publish("v2/fw/request/1/chunk/0", size))).toBe(byVersion(protocol, 0, 0x99));
    for (const topic of ["v2/fw/request/x/chunk/0", "v2/fw/request/1/chunk/-1", "v2/fw/request/1/chunk/"])
      expect(pubackCode(await client.publish(topic, ""))).toBe(byVersion(protocol, 0, 0x90));
    expect((await chunk(client, 0, "10")).length).toBe(10);
  },
);

test("MQTT §6.5: what is assigned now counts, also within one request", async () => {
  const made = await withPackage();
  expect((await chunk(made.client, 0, "10")).length).toBe(10);
  await assign(made, {});
  await made.client.publish("v2/fw/request/1/chunk/1", "");
  expect(await made.client.next("publish", ({ topic }) => topic.startsWith("v2/fw"))).toMatchObject({
    topic: "v2/fw/error",
  });
});

test("MQTT §6.5: an assignment sets the shared attributes in one message, and its end deletes them", async () => {
  const made = await equipped();
  const { client, tenant, profile, device } = made;
  await client.subscribe("v1/devices/me/attributes");
  const fields = { title: profile.name, tag: "t" };
  const id = await newFilePackage(tenant.rest, profile.id, BYTES, fields);
  const info = await tenant.rest.get(`/api/otaPackage/info/${id}`);
  await assign(made, { firmwareId: { id } });
  const notified = {
    fw_title: profile.name,
    fw_version: "1.0",
    fw_tag: "t",
    fw_size: 70_000,
    fw_checksum: text(info, "checksum"),
    fw_checksum_algorithm: "SHA256",
  };
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual(notified);
  expect(await tenant.attributes(device.id, "SHARED_SCOPE")).toEqual(notified);
  const now = platform().clock.now();
  expect(await tenant.latestValues(device.id)).toEqual({
    fw_state: "INITIATED",
    target_fw_title: profile.name,
    target_fw_version: "1.0",
    target_fw_tag: "t",
    target_fw_ts: now,
  });
  expect((await tenant.history(device.id, "fw_state")).map(({ value }) => value)).toEqual(["QUEUED", "INITIATED"]);

  const url = await newPackage(tenant.rest, profile.id, { ...fields, version: "2", tag: null, url: "https://a.b/c" });
  await assign(made, { firmwareId: { id: url } });
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual({
    deleted: ["fw_checksum", "fw_checksum_algorithm", "fw_size", "fw_tag"],
  });
  const toldUrl = { fw_title: profile.name, fw_version: "2", fw_url: "https://a.b/c" };
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual(toldUrl);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { mine: 1 });
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual({ mine: 1 });
  await assign(made, {});
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual({ deleted: ["fw_title", "fw_url", "fw_version"] });
  expect(await tenant.attributes(device.id, "SHARED_SCOPE")).toEqual({ mine: 1 });
});

test("MQTT §6.5: a device that reports the version already is not asked to install it", async () => {
  const made = await equipped();
  const { client, tenant, profile, device } = made;
  await client.subscribe("v1/devices/me/attributes");
  await client.publish("v1/devices/me/telemetry", { current_sw_title: profile.name, current_sw_version: "1.0" });
  const id = await newFilePackage(tenant.rest, profile.id, BYTES, { type: "SOFTWARE", title: profile.name });
  await assign(made, { softwareId: { id } });
  expect(await client.nextJson("v1/devices/me/attributes")).toMatchObject({
    sw_title: profile.name,
    sw_version: "1.0",
  });
  expect((await tenant.history(device.id, "sw_state")).map(({ value }) => value)).toEqual(["UPDATED"]);
});
