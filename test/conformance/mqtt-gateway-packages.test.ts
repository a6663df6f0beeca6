// Firmware and software of the devices behind a gateway, as docs/gateway-api.md has it: offers, and chunks at any place.
import { describe, expect, test } from "vitest";
import { writeJson } from "../../src/lib/json.ts";
import {
  byVersion,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  DISCONNECT,
  ERRORS,
  pubackCode,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { newFilePackage, newPackage, newProfile, someBytes } from "../support/packages.ts";
import { member, text } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const OFFER = "v1/gateway/ota/offer";
const CHUNKS = "v1/gateway/ota/response/+/chunk/+";
const BYTES = someBytes(70_000);
const platform = useTestPlatform({ settings: { "ota.offers.devicesMax": 3 } });

interface Site {
  readonly gateway: ConnectedGateway;
  readonly profile: { readonly id: string; readonly name: string };
  readonly packageId: string;
}

async function site(subscribe: readonly string[] = [OFFER, CHUNKS, ERRORS], protocol: 3 | 4 | 5 = 5): Promise<Site> {
  const { tenant } = platform();
  const profile = await newProfile(tenant);
  const packageId = await newFilePackage(tenant.rest, profile.id, BYTES, { title: profile.name, version: "2.1" });
  return { gateway: await connectGateway(platform(), { subscribe, protocol }), profile, packageId };
}

async function assign({ gateway, profile }: Site, device: TestDevice, packageId: string | null): Promise<void> {
  const firmwareId = packageId === null ? null : { id: packageId };
  const body = { id: { id: device.id }, name: device.name, type: profile.name, firmwareId };
  await gateway.tenant.rest.post("/api/device", body);
}

const connected = ({ gateway, profile }: Site): Promise<TestDevice> => gateway.connectDevice(profile.name);

/** The names of the next offers, until these have come. */
async function offered({ gateway }: Site, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const devices = member(await gateway.client.nextJson(OFFER), "devices");
    if (Array.isArray(devices)) names.push(...devices.map(String));
  }
  return names.sort();
}

async function chunk({ gateway, profile }: Site, device: string, part: number, size: number): Promise<Buffer> {
  const request = { device, type: "FIRMWARE", title: profile.name, version: "2.1", size };
  expect(await gateway.publish(`v1/gateway/ota/request/7/chunk/${String(part)}`, request)).toBe(0);
  const topic = `v1/gateway/ota/response/7/chunk/${String(part)}`;
  return Buffer.from((await gateway.client.next("publish", (packet) => packet.topic === topic)).payload);
}

describe("offers", () => {
  test.each(VERSIONS)("%s: what is assigned to a connected device is offered with what it is", async (_, protocol) => {
    const world = await site([OFFER], protocol);
    const device = await connected(world);
    await assign(world, device, world.packageId);
    expect(await world.gateway.client.nextJson(OFFER)).toEqual({
      type: "FIRMWARE",
      title: world.profile.name,
      version: "2.1",
      size: 70_000,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      checksumAlgorithm: "SHA256",
      devices: [device.name],
    });
  });

  test("a package of the profile is offered for all its devices, so many in a message", async () => {
    const world = await site();
    const devices = [];
    for (let index = 0; index < 7; index++) devices.push(await connected(world));
    const { rest } = world.gateway.tenant;
    const profile = await rest.get(`/api/deviceProfile/${world.profile.id}`);
    await rest.post("/api/deviceProfile", { ...(profile as object), firmwareId: { id: world.packageId } });
    expect(await offered(world, 7)).toEqual(devices.map(({ name }) => name).sort());
  });

  test("at a subscription everything comes that is not installed, and at a connect what the device is to have", async () => {
    const world = await site([]);
    const { gateway } = world;
    const [waiting, installed, late] = [await connected(world), await connected(world), await connected(world)];
    await gateway.publish(DISCONNECT, { device: late.name });
    for (const device of [waiting, installed, late]) await assign(world, device, world.packageId);
    const has = { current_fw_title: world.profile.name, current_fw_version: "2.1" };
    await gateway.publish(TELEMETRY, { [installed.name]: [has] });
    await gateway.client.subscribe(OFFER);
    expect(await offered(world, 1)).toEqual([waiting.name]);
    await gateway.publish(CONNECT, { device: late.name });
    // Assignments are announced in the background: one from just before the subscription may be offered again.
    let next = await offered(world, 1);
    while (next.includes(waiting.name)) next = await offered(world, 1);
    expect(next).toEqual([late.name]);
  });

  test("a session that subscribes again is not notified again", async () => {
    const world = await site();
    const device = await connected(world);
    await assign(world, device, world.packageId);
    await offered(world, 1);
    const before = (await world.gateway.arrivedOn(OFFER)).length;
    for (let again = 0; again < 5; again++) await world.gateway.client.subscribe(OFFER);
    expect(await world.gateway.arrivedOn(OFFER)).toHaveLength(before);
  });

  test("a version that a device reports as a number is installed", async () => {
    const world = await site([]);
    const { gateway, profile } = world;
    const [installed, waiting] = [await connected(world), await connected(world)];
    const seven = await newFilePackage(gateway.tenant.rest, profile.id, BYTES, { title: profile.name, version: "7" });
    for (const device of [installed, waiting]) await assign(world, device, seven);
    const has = { current_fw_title: profile.name, current_fw_version: 7 };
    await gateway.publish(TELEMETRY, { [installed.name]: [has] });
    await gateway.client.subscribe(OFFER);
    expect(await offered(world, 1)).toEqual([waiting.name]);
    for (const offer of await gateway.arrivedOn(OFFER)) expect(member(offer, "devices")).toEqual([waiting.name]);
  });

  test("a package that is taken back is announced without a title, a package elsewhere with its url", async () => {
    const world = await site();
    const device = await connected(world);
    await assign(world, device, world.packageId);
    await offered(world, 1);
    await assign(world, device, null);
    expect(await world.gateway.client.nextJson(OFFER)).toEqual({
      type: "FIRMWARE",
      title: null,
      devices: [device.name],
    });
    const { rest } = world.gateway.tenant;
    const url = "https://files.example/pump.bin";
    const elsewhere = await newPackage(rest, world.profile.id, { title: "far", version: "1", url });
    await assign(world, device, elsewhere);
    expect(await world.gateway.client.nextJson(OFFER)).toMatchObject({ title: "far", url, devices: [device.name] });
  });
});

describe("chunks", () => {
  test("of any size come in any order, the last one shorter and none behind it", async () => {
    const world = await site();
    const { name, id } = await connected(world);
    await assign(world, { name, id, token: "" }, world.packageId);
    for (const [part, size] of [
      [4, 16_384],
      [0, 16_384],
      [0, 65_000],
      [69, 1_000],
      [5, 16_384],
    ] as const)
      expect(await chunk(world, name, part, size)).toEqual(
        Buffer.from(BYTES.subarray(part * size, part * size + size)),
      );
  });

  test.each(VERSIONS)("%s: what cannot be served is refused by name", async (_, protocol) => {
    const world = await site([CHUNKS, ERRORS], protocol);
    const { gateway, profile } = world;
    const [device, bare] = [await connected(world), await connected(world)];
    await assign(world, device, world.packageId);
    const foreign = (await (await platform().createTenant()).createDevice({ name: `foreign ${profile.name}` })).name;
    const good = { device: device.name, type: "FIRMWARE", title: profile.name, version: "2.1", size: 100 };
    for (const [change, words] of [
      [{ device: undefined }, '"device" must be a string'],
      [{ device: bare.name }, "no firmware is assigned"],
      [{ device: foreign }, "there is no device"],
      [{ type: "SOFTWARE" }, "no software is assigned"],
      [{ type: "fw" }, '"type" must be FIRMWARE or SOFTWARE, got "fw"'],
      [{ version: "2.0" }, `is to have firmware "${profile.name}" 2.1`],
      [{ size: 0 }, '"size" must be the bytes of a chunk, from 1 to 65536, got 0'],
      [{ size: 65_537 }, "got 65537"],
      [{ size: "many" }, 'got "many"'],
      [{ size: 9007199254740993n }, "got 9007199254740993"],
      [{ type: 9007199254740993n }, "got 9007199254740993"],
      [{ type: { a: [9007199254740993n] } }, 'got {"a":[9007199254740993]}'],
    ] as const) {
      const code = await gateway.publish("v1/gateway/ota/request/1/chunk/0", writeJson({ ...good, ...change }));
      expect([change, code]).toEqual([change, byVersion(protocol, 0, 0x99)]);
      expect(text(await gateway.client.nextJson(ERRORS), "message")).toContain(words);
    }
    expect(await gateway.tenant.device(foreign)).toBeUndefined();
  });

  test("a device that is no gateway is refused", async () => {
    const { token } = await platform().tenant.createDevice();
    const client = await platform().connect(token, 5);
    expect(pubackCode(await client.publish("v1/gateway/ota/request/1/chunk/0", "{}"))).toBe(0x87);
  });

  test("without a subscription to chunks none comes", async () => {
    const world = await site([]);
    const device = await connected(world);
    await assign(world, device, world.packageId);
    const request = { device: device.name, type: "FIRMWARE", title: world.profile.name, version: "2.1", size: 100 };
    expect(await world.gateway.publish("v1/gateway/ota/request/1/chunk/0", request)).toBe(0);
    expect(await world.gateway.arrivedOn("v1/gateway/ota/response/1/chunk/0")).toEqual([]);
  });
});
