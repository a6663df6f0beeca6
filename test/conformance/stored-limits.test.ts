// REST contract 5, MQTT contract 3.3: how many attributes an entity and how many series a tenant may have.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, imported } from "../support/history-files.ts";
import { member, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();
const PT = "/api/plugins/telemetry";

const many = (count: number, prefix = "k") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${String(index)}`, index]));

function expectLimit({ status, body }: RestAnswer): void {
  expect([status, member(body, "errorCode")]).toEqual([403, 41]);
}

async function attributesOf({ rest }: TestTenant, id: string, scope: string): Promise<readonly string[]> {
  return (await rest.get(`${PT}/DEVICE/${id}/keys/attributes/${scope}`)) as readonly string[];
}

test("REST §5: maxAttributesPerEntity counts all scopes together; a save beyond it writes nothing, and what is there may change", async () => {
  const tenant = await platform().createTenant({ maxAttributesPerEntity: 5 });
  const device = await tenant.createDevice();
  const present = (await attributesOf(tenant, device.id, "SERVER_SCOPE")).length;
  const path = `${PT}/DEVICE/${device.id}/attributes`;
  await tenant.rest.post(`${path}/SHARED_SCOPE`, many(5 - present));
  const refused = await tenant.rest.request("POST", `${path}/SERVER_SCOPE`, { k0: 1, another: 2 });
  expectLimit(refused);
  expect(refused.body).toMatchObject({ entityType: "ATTRIBUTE", limit: 5 });
  expect(member(refused.body, "message")).toContain(`"${device.name}" may have 5 attributes (maxAttributesPerEntity)`);
  expect(await attributesOf(tenant, device.id, "SERVER_SCOPE")).toHaveLength(present);
  await tenant.rest.post(`${path}/SHARED_SCOPE`, { k0: 7 });
  await tenant.rest.request("DELETE", `${PT}/DEVICE/${device.id}/SHARED_SCOPE?keys=k0`);
  await tenant.rest.post(`${path}/SERVER_SCOPE`, { another: 2 });
  expect(await attributesOf(tenant, device.id, "SERVER_SCOPE")).toContain("another");

  const others = `${PT}/TENANT/${tenant.id}/attributes/SERVER_SCOPE`;
  expectError(await tenant.rest.request("POST", others, many(6)), 403, 20);
  const customer = await tenant.createCustomer();
  const ofCustomer = `${PT}/CUSTOMER/${customer.id}/attributes/SERVER_SCOPE`;
  expectLimit(await tenant.rest.request("POST", ofCustomer, many(6)));
  await tenant.rest.post(ofCustomer, many(5));
});

test("REST §5: a profile that says nothing allows 10,000 attributes of an entity, and 0 any number", async () => {
  const tenant = await platform().createTenant();
  const device = await tenant.createDevice();
  const path = `${PT}/DEVICE/${device.id}/attributes/SHARED_SCOPE`;
  expectLimit(await tenant.rest.request("POST", path, many(10_001)));
  await tenant.rest.post(path, many(9_000));
  const free = await platform().createTenant({ maxAttributesPerEntity: 0 });
  const other = await free.createDevice();
  await free.rest.post(`${PT}/DEVICE/${other.id}/attributes/SHARED_SCOPE`, many(10_001));
  expectError(
    await platform().sysAdmin.request("POST", "/api/tenantProfile", {
      name: "wrong",
      profileData: { configuration: { maxSeries: -1 } },
    }),
    400,
    31,
  );
});

test("MQTT §3.3: attributes beyond maxAttributesPerEntity are left out one by one, named and reported; the others are stored", async () => {
  const tenant = await platform().createTenant({ maxAttributesPerEntity: 4 });
  const gateway = await tenant.createGateway();
  const client = await platform().connect(gateway.token, 5);
  await client.subscribe("v1/gateway/errors", 1);
  const first = await client.publish("v1/gateway/attributes", { Fan: { a: 1 } });
  expect(first?.reasonCode).toBe(0);
  const fan = await tenant.existing("Fan");
  const room = 4 - 1 - (await attributesOf(tenant, fan.id, "SERVER_SCOPE")).length;
  const ack = await client.publish("v1/gateway/attributes", {
    Fan: { a: 2, ...many(room + 2) },
    Pump: { a: 1 },
  });
  expect(ack?.reasonCode).toBe(0x97);
  const notice = await client.next("publish");
  expect(JSON.parse(notice.payload.toString())).toMatchObject({
    device: "Fan",
    code: 0x97,
    error: "device-limit",
    message: `"Fan" may have 4 attributes (maxAttributesPerEntity): there is no room for "k${String(room)}" and 1 more`,
    limit: { name: "maxAttributesPerEntity", value: 4 },
  });
  expect(await tenant.rest.get(`${PT}/DEVICE/${fan.id}/values/attributes/CLIENT_SCOPE?keys=a`)).toMatchObject([
    { key: "a", value: 2 },
  ]);
  expect(await attributesOf(tenant, fan.id, "CLIENT_SCOPE")).toHaveLength(1 + room);
  expect(await attributesOf(tenant, (await tenant.existing("Pump")).id, "CLIENT_SCOPE")).toEqual(["a"]);

  const device = await tenant.createDevice();
  const own = await platform().connect(device.token, 5);
  expect((await own.publish("v1/devices/me/attributes", many(9)))?.reasonCode).toBe(0x97);
});

test("REST §5: maxSeries counts the series of all owners of a tenant; one beyond it is refused, and a deletion makes room", async () => {
  const tenant = await platform().createTenant({ maxSeries: 5 });
  const [one, two] = [await tenant.createDevice(), await tenant.createDevice()];
  const save = (id: string, values: object, type = "DEVICE") =>
    tenant.rest.request("POST", `${PT}/${type}/${id}/timeseries/ANY`, values);
  expect((await save(one.id, many(3))).status).toBe(200);
  const refused = await save(two.id, many(3));
  expectLimit(refused);
  expect(refused.body).toMatchObject({ entityType: "SERIES", limit: 5 });
  expect(refused.text).toContain("the tenant may have 5 series (maxSeries) and has 3");
  expect((await save(two.id, many(2))).status).toBe(200);
  expect((await save(two.id, many(2))).status).toBe(200);
  const customer = await tenant.createCustomer();
  expectLimit(await save(customer.id, { a: 1 }, "CUSTOMER"));

  const gateway = await tenant.createGateway();
  const client = await platform().connect(gateway.token, 5);
  await client.subscribe("v1/gateway/errors", 1);
  const ack = await client.publish("v1/gateway/telemetry", { [one.name]: [{ k0: 1 }], [two.name]: [{ fresh: 1 }] });
  expect(ack?.reasonCode).toBe(0x97);
  expect(JSON.parse((await client.next("publish")).payload.toString())).toMatchObject({
    device: two.name,
    limit: { name: "maxSeries", value: 5 },
  });
  const csv = `device,ts,fresh\n${two.name},1,1\n`;
  expect(await imported(tenant.rest, CSV, csv)).toMatchObject({
    refused: 1,
    refusals: [{ field: "key", reason: "limit" }],
  });

  await tenant.rest.request("DELETE", `/api/device/${one.id}`);
  expect((await save(customer.id, { a: 1 }, "CUSTOMER")).status).toBe(200);
  const other = await platform().createTenant({ maxSeries: 5 });
  const foreign = await other.createDevice();
  await other.rest.post(`${PT}/DEVICE/${foreign.id}/timeseries/ANY`, many(5));
});
