// REST contract 7, 8 and 14: who is given which package, and loads it over HTTP.
import { expect, test } from "vitest";
import { connectGateway, CONNECT, useTestPlatform } from "../support/conformance.ts";
import { DeviceHttp } from "../support/device-http.ts";
import { newFilePackage, newPackage, newProfile, someBytes } from "../support/packages.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({
  settings: { "ota.announcements.sliceDevices": 2, "ota.announcements.retryMillis": 10 },
});

const BYTES = someBytes(1_000);

const versionOf = async (tenant: TestTenant, id: string): Promise<unknown> =>
  (await tenant.attributes(id, "SHARED_SCOPE"))["fw_version"];

/** Asked until it has the answer: devices are notified in the background. */
async function notified(tenant: TestTenant, id: string, version: string | undefined): Promise<void> {
  await expect.poll(() => versionOf(tenant, id)).toBe(version);
}

async function assignToProfile(tenant: TestTenant, profileId: string, fields: object): Promise<void> {
  const shown = (await tenant.rest.get(`/api/deviceProfile/${profileId}`)) as object;
  await tenant.rest.post("/api/deviceProfile", { ...shown, ...fields });
}

test("REST §8: the package of a profile is that of all its devices without one of their own, and of those that come", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const [one, two] = [
    await newFilePackage(tenant.rest, profile.id, BYTES, { version: "1" }),
    await newFilePackage(tenant.rest, profile.id, BYTES, { version: "2" }),
  ];
  const devices = [];
  for (let count = 0; count < 5; count++) devices.push(await tenant.createDevice({ type: profile.name }));
  const [own] = devices;
  if (own === undefined) throw new Error("there is no device");
  await tenant.rest.post("/api/device", {
    id: { id: own.id },
    name: own.name,
    type: profile.name,
    firmwareId: { id: two },
  });
  await notified(tenant, own.id, "2");
  await assignToProfile(tenant, profile.id, { firmwareId: { id: one } });
  for (const { id } of devices.slice(1)) await notified(tenant, id, "1");
  expect(await versionOf(tenant, own.id)).toBe("2");

  const later = await tenant.createDevice({ type: profile.name });
  await notified(tenant, later.id, "1");
  const { client } = await connectGateway(platform(), { tenant });
  await client.publish(CONNECT, { device: "behind a gateway", type: profile.name });
  const proxied = await tenant.existing("behind a gateway");
  await notified(tenant, proxied.id, "1");

  await tenant.rest.post("/api/device", { id: { id: own.id }, name: own.name, type: profile.name });
  await notified(tenant, own.id, "1");
  await assignToProfile(tenant, profile.id, { firmwareId: null });
  for (const { id } of [...devices, later, proxied]) await notified(tenant, id, undefined);
});

test("REST §7, 8: what cannot be assigned is refused with the reason", async () => {
  const [tenant, stranger] = [await platform().createTenant(), await platform().createTenant()];
  const [profile, other, foreign] = [await newProfile(tenant), await newProfile(tenant), await newProfile(stranger)];
  const cases = [
    [UNKNOWN_ID, /does not exist/],
    [await newFilePackage(stranger.rest, foreign.id, BYTES), /does not exist/],
    [await newPackage(tenant.rest, profile.id, { version: "empty" }), /neither a file nor a url/],
    [
      await newFilePackage(tenant.rest, profile.id, BYTES, { type: "SOFTWARE" }),
      /must be firmware, got software "boiler" 1.0/,
    ],
    [await newFilePackage(tenant.rest, other.id, BYTES, { version: "other" }), /devices of another profile/],
  ] as const;
  const device = await tenant.createDevice({ type: profile.name });
  const profileShown = (await tenant.rest.get(`/api/deviceProfile/${profile.id}`)) as object;
  for (const [id, reason] of cases) {
    const firmwareId = { entityType: "OTA_PACKAGE", id };
    for (const [path, body] of [
      ["/api/device", { name: tenant.uniqueName("new"), type: profile.name, firmwareId }],
      ["/api/device", { id: { id: device.id }, name: device.name, type: profile.name, firmwareId }],
      ["/api/deviceProfile", { ...profileShown, firmwareId }],
    ] as const) {
      const answer = await tenant.rest.request("POST", path, body);
      expectError(answer, 400, 31);
      expect(text(answer.body, "message")).toMatch(reason);
    }
  }
});

test("REST §8: a package in use cannot be deleted, and the answer says who uses it", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const id = await newFilePackage(tenant.rest, profile.id, BYTES);
  await assignToProfile(tenant, profile.id, { firmwareId: { id } });
  await tenant.rest.post("/api/device", { name: "pump", type: profile.name, firmwareId: { id } });
  const refused = await tenant.rest.request("DELETE", `/api/otaPackage/${id}`);
  expectError(refused, 400, 31);
  expect(text(refused.body, "message")).toBe(
    `firmware "boiler" 1.0 cannot be deleted while the device profile "${profile.name}" and the device "pump" refer to it`,
  );
  await assignToProfile(tenant, profile.id, { firmwareId: null });
  await tenant.deleteDevice(text(await tenant.device("pump"), "id", "id"));
  await tenant.rest.delete(`/api/otaPackage/${id}`);
});

test("REST §7: the profile of a device cannot change to one that its own package is not for", async () => {
  const tenant = await platform().createTenant();
  const [profile, other] = [await newProfile(tenant), await newProfile(tenant)];
  const firmwareId = { id: await newFilePackage(tenant.rest, profile.id, BYTES) };
  const device = (await tenant.rest.post("/api/device", { name: "pump", type: profile.name, firmwareId })) as object;
  const moved = { ...device, deviceProfileId: null, type: other.name };
  expectError(await tenant.rest.request("POST", "/api/device", moved), 400, 31);
  const id = text(device, "id", "id");
  await notified(tenant, id, "1.0");
  await tenant.rest.post("/api/device", { ...moved, firmwareId: null });
  await notified(tenant, id, undefined);
});

test("REST §14: a device loads its package whole or in chunks; another version is 400, none is 404", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const id = await newFilePackage(tenant.rest, profile.id, BYTES, { title: "a & b", version: "1 ä" });
  const device = await tenant.createDevice({ type: profile.name });
  const http = new DeviceHttp(platform().anonymous, device.token);
  const named = new URLSearchParams({ title: "a & b", version: "1 ä" });
  expect((await http.get(`/firmware?${named.toString()}`)).status).toBe(404);
  await assignToProfile(tenant, profile.id, { firmwareId: { id } });

  const bytes = async (more: string): Promise<Buffer> => {
    const url = `${platform().anonymous.baseUrl}/api/v1/${device.token}/firmware?${named.toString()}${more}`;
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(body.length));
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="boiler.bin"');
    return body;
  };
  expect(await bytes("")).toEqual(Buffer.from(BYTES));
  expect(await bytes("&size=0&chunk=0")).toEqual(Buffer.from(BYTES));
  expect(await bytes("&size=300&chunk=1")).toEqual(Buffer.from(BYTES.subarray(300, 600)));
  expect(await bytes("&size=300&chunk=3")).toEqual(Buffer.from(BYTES.subarray(900)));
  expect(await bytes("&size=300&chunk=4")).toEqual(Buffer.alloc(0));
  expect(await bytes("&size=9007199254740991&chunk=9007199254740991")).toEqual(Buffer.alloc(0));
  for (const query of ["", "title=a%20%26%20b", "title=a%20%26%20b&version=2", "title=b&version=1%20%C3%A4"]) {
    const refused = await http.get(`/firmware?${query}`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"a & b" and "1 ä"')]);
  }
  const software = await http.get(`/software?${named.toString()}`);
  expect([software.status, member(JSON.parse(software.text), "errorCode")]).toEqual([404, 32]);
});

test("REST §14: a package with a url is not loaded here", async () => {
  const tenant = await platform().createTenant();
  const profile = await newProfile(tenant);
  const id = await newPackage(tenant.rest, profile.id, { url: "https://example.com" });
  const device = await tenant.createDevice({ type: profile.name });
  await assignToProfile(tenant, profile.id, { firmwareId: { id } });
  const http = new DeviceHttp(platform().anonymous, device.token);
  expect((await http.get("/firmware?title=boiler&version=1.0")).status).toBe(404);
});
