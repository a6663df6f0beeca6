// Relations as clients read them: from a gateway to the devices that it brought. Source: MQTT contract 4.2, REST contract 1.7.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { connectGateway } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { text, type RestClient } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const device = (id: string) => ({ entityType: "DEVICE", id });
const ids = (relations: unknown, end: "from" | "to"): readonly string[] =>
  (relations as readonly unknown[]).map((relation) => text(relation, end, "id")).toSorted();

/** The same question in its two forms. */
const paths = (end: "from" | "to", id: string, more = "", type = "DEVICE"): readonly string[] => [
  `/api/relations?${end}Id=${id}&${end}Type=${type}${more}`,
  `/api/relations/${end}/${type}/${id}?${more.slice(1)}`,
  `/api/relations/info?${end}Id=${id}&${end}Type=${type}${more}`,
  `/api/relations/info/${end}/${type}/${id}?${more.slice(1)}`,
];

test("REST §7: a gateway's relations lead to the devices that it brought, a device's to its gateway, each as Created", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const [one, two] = [await gateway.connectDevice(), await gateway.connectDevice()];
  const made = await tenant.createDevice();
  await gateway.publish("v1/gateway/connect", { device: made.name });
  const relation = {
    from: device(gateway.gateway.id),
    to: device(one.id),
    type: "Created",
    typeGroup: "COMMON",
    additionalInfo: null,
  };
  const info = { ...relation, fromName: gateway.gateway.name, toName: one.name };
  for (const path of paths("from", gateway.gateway.id)) {
    const found = (await tenant.rest.get(path)) as readonly unknown[];
    expect(ids(found, "to")).toEqual([one.id, two.id].toSorted());
    expect(found).toContainEqual(path.includes("/info") ? info : relation);
  }
  for (const path of paths("to", one.id))
    expect(await tenant.rest.get(path)).toEqual([path.includes("/info") ? info : relation]);
  for (const [end, id] of [
    ["to", gateway.gateway.id],
    ["from", one.id],
    ["to", made.id],
  ] as const)
    for (const path of paths(end, id)) expect(await tenant.rest.get(path)).toEqual([]);
});

test("REST §7: relations are narrowed by type and group; other entities than devices have none", async () => {
  const gateway = await connectGateway(platform());
  const { rest } = gateway.tenant;
  await gateway.connectDevice();
  const { id } = gateway.gateway;
  for (const [more, count] of [
    ["&relationType=Created", 1],
    ["&relationType=&relationTypeGroup=COMMON", 1],
    ["&relationType=Contains", 0],
    ["&relationType=__proto__", 0],
    ["&relationTypeGroup=DASHBOARD", 0],
  ] as const)
    for (const path of paths("from", id, more))
      expect([path, await rest.get(path)]).toMatchObject([path, { length: count }]);
  for (const path of paths("from", UNKNOWN_ID, "", "CUSTOMER")) expect(await rest.get(path)).toEqual([]);
});

test("REST §7: relations that name no entity, or one that is none, are refused", async () => {
  const { rest } = platform().tenant;
  const { id } = await platform().tenant.createDevice();
  for (const path of ["/api/relations", "/api/relations/info"]) {
    const refused = async (query: string): Promise<void> => {
      expectError(await rest.request("GET", `${path}?${query}`), 400, 31);
    };
    await refused("");
    await refused(`fromId=${id}`);
    await refused("fromType=DEVICE");
    await refused(`fromId=${id}&fromType=DEVICE&toId=${id}&toType=DEVICE`);
    await refused("fromId=x&fromType=DEVICE");
    await refused("toId=x&toType=CUSTOMER");
    await refused(`toId=${id}&toType=PUMP`);
    await refused(`toId=${id}&toType=DEVICE&relationTypeGroup=ANY`);
  }
  for (const end of ["from", "to"]) {
    const unnamed = await rest.request("GET", `/api/relations?${end}Type=DEVICE`);
    expectError(unnamed, 400, 31);
    expect(text(unnamed.body, "message")).toBe(`${end}Id must be a UUID, got ""`);
  }
  for (const end of ["from", "to"] as const)
    for (const path of paths(end, UNKNOWN_ID)) expectError(await rest.request("GET", path), 404, 32);
});

test("REST §1.7: relations show neither another tenant's devices nor those of another customer", async () => {
  const gateway = await connectGateway(platform());
  const { tenant } = gateway;
  const customer = await tenant.createCustomer();
  const [shared, kept] = [await gateway.connectDevice(), await gateway.connectDevice()];
  const stranger = (await platform().createTenant()).rest;
  const ask = async (caller: RestClient, end: "from" | "to", id: string): Promise<readonly number[]> =>
    await Promise.all(paths(end, id).map(async (path) => (await caller.request("GET", path)).status));
  const all = (status: number): readonly number[] => [status, status, status, status];
  for (const [end, { id }] of [
    ["from", gateway.gateway],
    ["to", shared],
  ] as const) {
    expect(await ask(stranger, end, id)).toEqual(all(404));
    expect(await ask(customer.rest, end, id)).toEqual(all(403));
    expect(await ask(platform().sysAdmin, end, id)).toEqual(all(403));
    expect(await ask(platform().anonymous, end, id)).toEqual(all(401));
  }
  await tenant.rest.post(`/api/customer/${customer.id}/device/${shared.id}`);
  // The gateway is not the customer's.
  for (const path of paths("to", shared.id)) expect(await customer.rest.get(path)).toEqual([]);
  await tenant.rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`);
  for (const path of paths("from", gateway.gateway.id))
    expect(ids(await customer.rest.get(path), "to")).toEqual([shared.id]);
  for (const path of paths("to", shared.id))
    expect(ids(await customer.rest.get(path), "from")).toEqual([gateway.gateway.id]);
  expect(await ask(customer.rest, "to", kept.id)).toEqual(all(403));
});

test("REST §7: an answer that leaves out relations of a gateway says so", async () => {
  await using small = await startTestPlatform({ settings: { "rest.pageRowsMax": 2 } });
  const gateway = await connectGateway(small);
  for (let count = 0; count < 2; count++) await gateway.connectDevice();
  for (const path of paths("from", gateway.gateway.id)) expect(await gateway.tenant.rest.get(path)).toHaveLength(2);
  await gateway.connectDevice();
  for (const path of paths("from", gateway.gateway.id)) {
    const refused = await gateway.tenant.rest.request("GET", path);
    expectError(refused, 400, 31);
    expect(text(refused.body, "message")).toContain("more than 2 relations");
  }
});
