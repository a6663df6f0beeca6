// REST contract 15: what subscriptions of /api/ws tell, and when. Telemetry, attributes, history, permissions, hostile frames.
import { afterEach, describe, expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";
import { neighbours, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { Scope, TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();
const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function login(rest: RestClient, ...cmds: readonly object[]): Promise<LiveClient> {
  const client = await LiveClient.login(rest, ...cmds);
  clients.push(client);
  return client;
}

/** An administrator who has said this. */
function admin(...cmds: readonly object[]): Promise<LiveClient> {
  return login(platform().tenant.rest, ...cmds);
}

function timeseries(device: { readonly id: string }, more: object = {}): object {
  return {
    type: "TIMESERIES",
    cmdId: 1,
    entityType: "DEVICE",
    entityId: device.id,
    scope: "LATEST_TELEMETRY",
    ...more,
  };
}

function attributes(device: { readonly id: string }, more: object = {}): object {
  return { type: "ATTRIBUTES", cmdId: 1, entityType: "DEVICE", entityId: device.id, ...more };
}

async function save(device: { readonly id: string }, body: unknown): Promise<void> {
  await platform().tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, body);
}

async function remove(device: TestDevice, query: string): Promise<void> {
  await platform().tenant.rest.delete(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/delete?${query}`);
}

function at(ts: number, values: Readonly<Record<string, unknown>>): object {
  return { ts, values };
}

test("ALIVE is answered with nothing, and leaves subscriptions alone", async () => {
  const device = await platform().tenant.createDevice();
  const client = await admin(timeseries(device, { keys: "a" }), { type: "ALIVE", cmdId: 0 });
  expect(await client.next()).toMatchObject({ subscriptionId: 1, errorCode: 0 });
  expect(await client.next()).toEqual({
    subscriptionId: 0,
    errorCode: 0,
    errorMsg: null,
    data: {},
    latestValues: {},
  });
  await save(device, { a: 1 });
  expect(await client.next()).toMatchObject({ subscriptionId: 1, data: { a: [[expect.any(Number), "1"]] } });
});

describe("TIMESERIES", () => {
  test("REST-109: it sends the current values first, then changes, with subscriptionId equal to cmdId", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, [at(1_000, { temperature: 21.5, mode: "eco" }), at(900, { temperature: 20 })]);
    const client = await admin(timeseries(device, { cmdId: 17, keys: "temperature,mode" }));

    expect(await client.next()).toEqual({
      subscriptionId: 17,
      errorCode: 0,
      errorMsg: null,
      data: { temperature: [[1_000, "21.5"]], mode: [[1_000, "eco"]] },
      latestValues: { temperature: 1_000, mode: 1_000 },
    });

    await save(device, at(2_000, { temperature: 22 }));
    expect(await client.next()).toEqual({
      subscriptionId: 17,
      errorCode: 0,
      errorMsg: null,
      data: { temperature: [[2_000, "22"]] },
      latestValues: { temperature: 2_000 },
    });
  });

  test("REST §15: values are strings, whatever their type, with every digit", async () => {
    const device = await platform().tenant.createDevice();
    const client = await admin(timeseries(device));
    await client.nextData();
    await platform().tenant.rest.post(
      `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`,
      at(5, { i: 9_007_199_254_740_993n, d: 1e21, b: true, s: 'é"', j: { a: [1] }, w: 42.0 }),
    );

    expect(await client.nextData()).toEqual({
      i: [[5, "9007199254740993"]],
      d: [[5, "1000000000000000000000"]],
      b: [[5, "true"]],
      s: [[5, 'é"']],
      j: [[5, '{"a":[1]}']],
      w: [[5, "42"]],
    });
  });

  test("REST §15: without keys subscribers get all keys, those that come later too", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, at(1, { old: 1 }));
    const client = await admin(timeseries(device));
    expect(await client.nextData()).toEqual({ old: [[1, "1"]] });

    await save(device, at(2, { young: true }));
    expect(await client.nextData()).toEqual({ young: [[2, "true"]] });
    await save(device, at(3, { young: false, old: 2 }));
    expect(await client.nextData()).toEqual({ young: [[3, "false"]], old: [[3, "2"]] });
  });

  test("REST §15: subscribers get nothing of other keys and other devices", async () => {
    const [device, other] = [await platform().tenant.createDevice(), await platform().tenant.createDevice()];
    const client = await admin(timeseries(device, { keys: "wanted" }));
    await client.nextData();

    await save(device, at(1, { unwanted: 1 }));
    await save(other, at(1, { wanted: 1 }));
    await save(device, at(2, { wanted: 2, unwanted: 2 }));

    expect(await client.nextData()).toEqual({ wanted: [[2, "2"]] });
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: a named key without data is there with null, as in an answer of REST", async () => {
    const device = await platform().tenant.createDevice();
    const client = await admin(timeseries(device, { keys: "never" }));

    expect(await client.nextData()).toEqual({ never: [[platform().clock.now(), null]] });
    await save(device, at(1, { never: 1 }));
    expect(await client.nextData()).toEqual({ never: [[1, "1"]] });
  });

  test("REST §15: names that JavaScript knows are keys like others", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, JSON.parse('{"ts":1,"values":{"__proto__":1,"constructor":2,"7":3}}'));
    const client = await admin(timeseries(device, { keys: "__proto__,constructor,7" }));

    const { data, latestValues } = await client.next();
    expect(Object.entries(data ?? {})).toEqual([
      ["7", [[1, "3"]]],
      ["__proto__", [[1, "1"]]],
      ["constructor", [[1, "2"]]],
    ]);
    expect(Object.entries(latestValues).length).toBe(3);
  });

  test("REST §15: several new points come newest first; one older than the latest changes nothing", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, at(100, { a: 1 }));
    const client = await admin(timeseries(device));
    await client.nextData();

    await save(device, [at(300, { a: 3 }), at(200, { a: 2 }), at(301, { a: 4 })]);
    expect(await client.nextData()).toEqual({
      a: [
        [301, "4"],
        [300, "3"],
      ],
    });
    await save(device, [at(301, { a: 4 }), at(50, { a: 0 })]);
    await save(device, at(301, { a: 5 }));
    expect(await client.nextData()).toEqual({ a: [[301, "5"]] });
  });

  test("REST §15: subscribers get deleted values: null, or the point that takes their place", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, [at(100, { a: 1, b: 1 }), at(200, { a: 2, b: 2 })]);
    const client = await admin(timeseries(device));
    await client.nextData();

    await remove(device, "keys=a&startTs=150&endTs=250&rewriteLatestIfDeleted=true");
    expect(await client.nextData()).toEqual({ a: [[100, "1"]] });
    await remove(device, "keys=b&deleteAllDataForKeys=true");
    expect(await client.nextData()).toEqual({ b: [[platform().clock.now(), null]] });
    await remove(device, "keys=b,a&startTs=500&endTs=600");
    await save(device, at(10, { b: 3 }));
    expect(await client.nextData()).toEqual({ b: [[10, "3"]] });
  });

  test("REST §15: subscribers get what gateways and devices send over MQTT once it has been acknowledged", async () => {
    const gateway = await connectGateway(platform());
    await gateway.client.publish(TELEMETRY, { "live-1": [at(1, { temperature: 1 })] });
    const device = await platform().tenant.existing("live-1");
    const client = await admin(timeseries(device), { ...timeseries(gateway.gateway), cmdId: 2 });
    expect(await client.nextData()).toEqual({ temperature: [[1, "1"]] });
    await client.nextData();

    await gateway.client.publish(TELEMETRY, { "live-1": [at(2, { temperature: 2 })] });
    expect(await client.nextData()).toEqual({ temperature: [[2, "2"]] });
    await gateway.client.publish("v1/devices/me/telemetry", at(3, { load: 0.5 }));
    expect(await client.next()).toMatchObject({ subscriptionId: 2, data: { load: [[3, "0.5"]] } });
  });

  test("REST §15: timeWindow gives the points of its window first, then every point from its start on", async () => {
    const device = await platform().tenant.createDevice();
    await save(
      device,
      [1, 2, 3, 4, 5].map((ts) => at(ts * 100, { a: ts })),
    );
    const client = await admin(timeseries(device, { keys: "a,none", startTs: 200, timeWindow: 200 }));

    expect(await client.next()).toMatchObject({
      data: {
        a: [
          [300, "3"],
          [200, "2"],
        ],
      },
      latestValues: { a: 300 },
    });
    await save(device, [at(199, { a: 0 }), at(250, { a: 2.5 }), at(900, { a: 9 })]);
    expect(await client.nextData()).toEqual({
      a: [
        [900, "9"],
        [250, "2.5"],
      ],
    });
  });

  test("REST §15: limit bounds the points of a window, 100 by default", async () => {
    const device = await platform().tenant.createDevice();
    await save(
      device,
      Array.from({ length: 120 }, (_, index) => at(index + 1, { a: index })),
    );
    const window = { keys: "a", startTs: 0, timeWindow: 1_000 };
    const client = await admin(timeseries(device, window), timeseries(device, { ...window, cmdId: 2, limit: 3 }));

    expect((await client.nextData())["a"]?.length).toBe(100);
    expect((await client.nextData())["a"]).toEqual([
      [120, "119"],
      [119, "118"],
      [118, "117"],
    ]);
  });

  test("REST §15: a window can be aggregated; later points come as they are", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, [at(0, { a: 1 }), at(500, { a: 3 }), at(2_000, { a: 10 })]);
    const window = { keys: "a", startTs: 0, timeWindow: 4_000, interval: 1_000, agg: "AVG" };
    const client = await admin(timeseries(device, window));

    expect(await client.next()).toMatchObject({
      data: {
        a: [
          [500, "2"],
          [2_500, "10"],
        ],
      },
      latestValues: { a: 2_500 },
    });
    await save(device, at(2_100, { a: 11 }));
    expect(await client.nextData()).toEqual({ a: [[2_100, "11"]] });
  });
});

describe("ATTRIBUTES", () => {
  test("REST §15: the present attributes of a scope come first, then changes, as [ts, value]", async () => {
    const { tenant, clock } = platform();
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 20, mode: "eco" });
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { target: 1 });
    const client = await admin(attributes(device, { cmdId: 5, keys: "target", scope: "SHARED_SCOPE" }));
    const ts = clock.now();
    expect(await client.next()).toEqual({
      subscriptionId: 5,
      errorCode: 0,
      errorMsg: null,
      data: { target: [[ts, "20"]] },
      latestValues: { target: ts },
    });

    clock.advance(5);
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21, mode: "away" });
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { target: 2 });
    expect(await client.nextData()).toEqual({ target: [[ts + 5, "21"]] });
    await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["target", "mode"]);
    expect(await client.nextData()).toEqual({ target: [[ts + 5, null]] });
    expect(await client.settled()).toEqual([]);
  });

  test.each(["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const)(
    "REST §15: without a scope subscribers get those of every scope: %s",
    async (scope: Scope) => {
      const { tenant } = platform();
      const gateway = await connectGateway(platform());
      const client = await admin(attributes(gateway.gateway, { scope: null, keys: "a" }));
      expect(await client.nextData()).toEqual({});

      if (scope === "CLIENT_SCOPE") await gateway.client.publish("v1/devices/me/attributes", { a: 1 });
      else await tenant.saveAttributes(gateway.gateway.id, scope, { a: 1 });
      expect(await client.nextData()).toEqual({ a: [[platform().clock.now(), "1"]] });
    },
  );

  test("REST §15: subscribers get client attributes of proxied devices, and only while they listen", async () => {
    const gateway = await connectGateway(platform());
    await gateway.client.publish("v1/gateway/attributes", { "live-2": { fw: "1" } });
    const device = await platform().tenant.existing("live-2");
    const client = await admin(attributes(device, { keys: "fw", scope: "CLIENT_SCOPE" }));
    expect((await client.nextData())["fw"]?.[0]?.[1]).toBe("1");

    await gateway.client.publish("v1/gateway/attributes", { "live-2": { fw: "2", other: 1 } });
    expect((await client.nextData())["fw"]?.[0]?.[1]).toBe("2");
    client.command({ ...attributes(device), unsubscribe: true });
    await client.settled();
    await gateway.client.publish("v1/gateway/attributes", { "live-2": { fw: "3" } });
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: a key of several scopes has several values; when one is deleted subscribers get the others", async () => {
    const { tenant, clock } = platform();
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: "server" });
    clock.advance(1);
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { a: "shared" });
    const now = clock.now();
    const client = await admin(attributes(device, { keys: "a" }));
    expect(await client.nextData()).toEqual({
      a: [
        [now, "shared"],
        [now - 1, "server"],
      ],
    });

    await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["a"]);
    expect(await client.nextData()).toEqual({ a: [[now - 1, "server"]] });
    await tenant.deleteAttributes(device.id, "SERVER_SCOPE", ["a"]);
    expect(await client.nextData()).toEqual({ a: [[now, null]] });
  });

  test("REST §15: attributes of the tenant, its customers and users can be watched", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const client = await admin(
      { type: "ATTRIBUTES", cmdId: 1, entityType: "CUSTOMER", entityId: customer.id },
      { type: "ATTRIBUTES", cmdId: 2, entityType: "TENANT", entityId: tenant.id, keys: "watched" },
    );
    expect(await client.nextData()).toEqual({});
    expect(await client.nextData()).toEqual({});

    const path = `/api/plugins/telemetry/CUSTOMER/${customer.id}`;
    await tenant.rest.post(`${path}/SERVER_SCOPE`, { watched: 1 });
    expect((await client.nextData())["watched"]?.[0]?.[1]).toBe("1");
    await tenant.rest.delete(`${path}/SERVER_SCOPE?keys=watched`);
    expect((await client.nextData())["watched"]?.[0]?.[1]).toBe(null);
    // Tenants are the system administrator's to write.
    await platform().sysAdmin.post(`/api/plugins/telemetry/TENANT/${tenant.id}/SERVER_SCOPE`, { watched: 2 });
    expect(await client.next()).toMatchObject({ subscriptionId: 2, data: { watched: [[expect.anything(), "2"]] } });
  });

  test("REST §15: telemetry of customers can be watched too", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const client = await admin({ type: "TIMESERIES", cmdId: 1, entityType: "CUSTOMER", entityId: customer.id });
    expect(await client.nextData()).toEqual({});

    await tenant.rest.post(`/api/plugins/telemetry/CUSTOMER/${customer.id}/timeseries/ANY`, at(1, { spent: 5 }));
    expect(await client.nextData()).toEqual({ spent: [[1, "5"]] });
    await tenant.rest.post(`/api/plugins/telemetry/CUSTOMER/${customer.id}/timeseries/ANY`, at(2, { spent: 6, n: 1 }));
    expect(await client.nextData()).toEqual({ spent: [[2, "6"]], n: [[2, "1"]] });
  });
});

describe("TIMESERIES_HISTORY", () => {
  const history = (device: { readonly id: string }, more: object = {}): object => ({
    type: "TIMESERIES_HISTORY",
    cmdId: 3,
    entityType: "DEVICE",
    entityId: device.id,
    keys: "a",
    startTs: 0,
    endTs: 5_000,
    ...more,
  });

  test("REST §15: it answers once, newest first, and tells nothing later", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, [at(0, { a: 1 }), at(4_999, { a: 2 }), at(5_000, { a: 3 })]);
    const client = await admin(history(device));

    expect(await client.next()).toEqual({
      subscriptionId: 3,
      errorCode: 0,
      errorMsg: null,
      data: {
        a: [
          [4_999, "2"],
          [0, "1"],
        ],
      },
      latestValues: { a: 4_999 },
    });
    await save(device, at(100, { a: 4 }));
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: interval, agg and limit hold as they do for REST", async () => {
    const device = await platform().tenant.createDevice();
    await save(device, [at(0, { a: 1 }), at(500, { a: 3 }), at(2_000, { a: "text" })]);
    const client = await admin(
      history(device, { limit: 1 }),
      history(device, { agg: "SUM", interval: 2_000 }),
      history(device, { agg: "MAX" }),
      history(device, { keys: null, endTs: 1_000 }),
    );

    expect(await client.nextData()).toEqual({ a: [[2_000, "text"]] });
    expect(await client.nextData()).toEqual({ a: [[1_000, "4"]] });
    expect((await client.nextData())["a"]?.length).toBe(3);
    expect(await client.nextData()).toEqual({
      a: [
        [500, "3"],
        [0, "1"],
      ],
    });
  });

  test.each([
    ["no times", { startTs: undefined }],
    ["times in the wrong order", { startTs: 10, endTs: 5 }],
    ["too many intervals", { endTs: 800_000, agg: "AVG", interval: 1 }],
    ["an unknown aggregation", { agg: "MEDIAN", interval: 1_000 }],
    ["a negative limit", { limit: -1 }],
    ["times that are texts", { startTs: "0" }],
  ])("REST §15: a history that makes no sense is refused with 2: %s", async (_name, more) => {
    const device = await platform().tenant.createDevice();
    const client = await admin(history(device, more));

    expect(await client.nextError()).toEqual({ subscriptionId: 3, errorCode: 2 });
  });
});

describe("unsubscribing", () => {
  test("REST §15: unsubscribe with the same cmdId stops it; others go on", async () => {
    const device = await platform().tenant.createDevice();
    const client = await admin(timeseries(device), timeseries(device, { cmdId: 2 }));
    await Promise.all([client.next(), client.next()]);
    client.command(timeseries(device, { unsubscribe: true }));
    await client.settled();

    await save(device, at(1, { a: 1 }));
    expect((await client.next()).subscriptionId).toBe(2);
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: unsubscribe without entityId stops all of the session", async () => {
    const device = await platform().tenant.createDevice();
    const client = await admin(timeseries(device), attributes(device, { cmdId: 2 }));
    const other = await admin(timeseries(device));
    await Promise.all([client.next(), client.next(), other.next()]);
    client.command({ type: "TIMESERIES", cmdId: 1, unsubscribe: true });
    await client.settled();

    await save(device, at(1, { a: 1 }));
    await platform().tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: 1 });
    await other.next();
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: a subscription with the number of another takes its place", async () => {
    const [first, second] = [await platform().tenant.createDevice(), await platform().tenant.createDevice()];
    const client = await admin(timeseries(first), timeseries(second));
    await Promise.all([client.next(), client.next()]);

    await save(first, at(1, { a: "first" }));
    await save(second, at(1, { a: "second" }));
    expect(await client.nextData()).toEqual({ a: [[1, "second"]] });
    expect(await client.settled()).toEqual([]);
  });
});

describe("permissions", () => {
  const COMMANDS = [
    ["TIMESERIES", {}],
    ["TIMESERIES", { timeWindow: 1_000, keys: "secret" }],
    ["ATTRIBUTES", {}],
    ["ATTRIBUTES", { scope: "SERVER_SCOPE", keys: "secret" }],
    ["TIMESERIES_HISTORY", { startTs: 0, endTs: 1_000, keys: "secret" }],
  ] as const;

  test.each(COMMANDS)("REST §15: %s %o is permitted to the owner, and to nobody else", async (type, more) => {
    const { owner, otherCustomer, otherTenant, device } = await neighbours(platform());
    await save(device, at(1, { secret: 1 }));
    await platform().tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 1 });
    const ask = async (rest: RestClient, entityId: string) =>
      (await login(rest, { type, cmdId: 9, entityType: "DEVICE", entityId, ...more })).next();

    for (const permitted of [platform().tenant.rest, owner.rest])
      expect(await ask(permitted, device.id)).toMatchObject({
        subscriptionId: 9,
        errorCode: 0,
        data: { secret: [[expect.anything(), "1"]] },
      });
    const refused = { subscriptionId: 9, data: null, latestValues: {} };
    expect(await ask(otherCustomer, device.id)).toMatchObject({ ...refused, errorCode: 3 });
    expect(await ask(platform().sysAdmin, device.id)).toMatchObject({ ...refused, errorCode: 3 });
    // Of a device of another tenant nobody learns that it exists.
    const [foreign, unknown] = [await ask(otherTenant.rest, device.id), await ask(otherTenant.rest, UNKNOWN_ID)];
    expect(foreign).toMatchObject({ ...refused, errorCode: 2 });
    expect(foreign.errorMsg?.replace(device.id, "")).toBe(unknown.errorMsg?.replace(UNKNOWN_ID, ""));
  });

  test("REST §15: a customer's user learns nothing of other customers, users or the tenant's own telemetry", async () => {
    const { owner } = await neighbours(platform());
    const other = await platform().tenant.createCustomer();
    const client = await login(
      owner.rest,
      { type: "ATTRIBUTES", cmdId: 1, entityType: "CUSTOMER", entityId: other.id },
      { type: "ATTRIBUTES", cmdId: 2, entityType: "TENANT", entityId: platform().tenant.id },
      { type: "ATTRIBUTES", cmdId: 3, entityType: "CUSTOMER", entityId: owner.id },
    );

    expect([await client.nextError(), await client.nextError(), await client.nextError()]).toEqual([
      { subscriptionId: 1, errorCode: 3 },
      { subscriptionId: 2, errorCode: 3 },
      { subscriptionId: 3, errorCode: 0 },
    ]);
  });

  test("REST §15: a device that goes to another customer ends the subscriptions of the former", async () => {
    const { owner, device } = await neighbours(platform());
    const other = await platform().tenant.createCustomer();
    const client = await login(owner.rest, timeseries(device), attributes(device, { cmdId: 2 }));
    const watching = await admin(timeseries(device));
    await Promise.all([client.next(), client.next(), watching.next()]);

    await platform().tenant.rest.post(`/api/customer/${other.id}/device/${device.id}`);
    await save(device, at(1, { a: "not for the former" }));
    await platform().tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: "nor this" });

    const ended = [await client.next(), await client.next()];
    expect(ended.map(({ subscriptionId, errorCode, data }) => [subscriptionId, errorCode, data])).toEqual(
      expect.arrayContaining([
        [1, 3, null],
        [2, 3, null],
      ]),
    );
    expect(await client.settled()).toEqual([]);
    expect(await watching.nextData()).toEqual({ a: [[1, "not for the former"]] });
  });

  test("REST §15: a device that is taken back from its customer ends them too, any other change does not", async () => {
    const { owner, device } = await neighbours(platform());
    const client = await login(owner.rest, timeseries(device));
    await client.next();
    const present = await platform().tenant.rest.get(`/api/device/${device.id}`);
    if (typeof present !== "object") throw new Error("no device");
    await platform().tenant.rest.post("/api/device", { ...present, label: "another" });
    await save(device, at(1, { a: 1 }));
    expect(await client.nextData()).toEqual({ a: [[1, "1"]] });

    await platform().tenant.rest.delete(`/api/customer/device/${device.id}`);

    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 3 });
  });

  test("REST §15: a deleted device ends its subscriptions, and the number can be used again", async () => {
    const device = await platform().tenant.createDevice();
    const client = await admin(timeseries(device), attributes(device, { cmdId: 2 }));
    await Promise.all([client.next(), client.next()]);

    await platform().tenant.deleteDevice(device.id);

    const ended = [await client.nextError(), await client.nextError()];
    expect(ended).toEqual(
      expect.arrayContaining([
        { subscriptionId: 1, errorCode: 2 },
        { subscriptionId: 2, errorCode: 2 },
      ]),
    );
    const next = await platform().tenant.createDevice();
    client.command(timeseries(next));
    expect(await client.nextData()).toEqual({});
  });

  test("REST §15: a deleted customer ends what was watched of it", async () => {
    const { owner, device } = await neighbours(platform());
    const client = await admin({ type: "ATTRIBUTES", cmdId: 1, entityType: "CUSTOMER", entityId: owner.id });
    await client.next();

    await platform().tenant.rest.delete(`/api/customer/${owner.id}`);

    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
    client.command(timeseries(device, { cmdId: 2 }));
    await client.nextData();
  });
});

describe("frames that make no sense", () => {
  test.each([
    ["no JSON", "{nonsense"],
    ["nothing", ""],
    ["a number", "5"],
    ["null", "null"],
    ["an array", "[]"],
    ["an empty object", "{}"],
    ["commands that are no array", '{"cmds":{}}'],
    ["deep nesting", `${"[".repeat(16_000)}${"]".repeat(16_000)}`],
    ["the wrappers of the older path", '{"tsSubCmds":[{"cmdId":5}]}'],
    ["half a pair", '{"cmds":"\\ud800"}'],
  ])(
    "REST §15: after login %s is answered with code 2 for subscription 1, and the connection stays",
    async (_name, frame) => {
      const client = await admin();
      client.send(frame);

      expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
      expect(await client.settled()).toEqual([]);
    },
  );

  test("REST §15: a binary frame is answered in the same way", async () => {
    const client = await admin();
    client.webSocket.send(Buffer.from([0, 1, 2]));

    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
  });

  test.each([
    ["an unknown type", { type: "ALARM_DATA" }],
    ["no type", {}],
    ["the type of a prototype", { type: "constructor" }],
    ["no entityId", { type: "TIMESERIES" }],
    ["an entityId that is no UUID", { type: "TIMESERIES", entityId: "../../x" }],
    ["an unknown entity type", { type: "TIMESERIES", entityId: UNKNOWN_ID, entityType: "GHOST" }],
    ["an entity type without values", { type: "ATTRIBUTES", entityId: UNKNOWN_ID, entityType: "DASHBOARD" }],
    ["an unknown scope", { type: "ATTRIBUTES", entityId: UNKNOWN_ID, scope: "GALAXY_SCOPE" }],
    ["keys that are no text", { type: "TIMESERIES", entityId: UNKNOWN_ID, keys: ["a"] }],
    ["a negative timeWindow", { type: "TIMESERIES", entityId: UNKNOWN_ID, timeWindow: -1 }],
    ["a fraction", { type: "TIMESERIES", entityId: UNKNOWN_ID, timeWindow: 10, startTs: 0.5 }],
    ["a word for unsubscribe", { type: "TIMESERIES", entityId: UNKNOWN_ID, unsubscribe: "yes" }],
    ["no such device", { type: "TIMESERIES", entityId: UNKNOWN_ID }],
  ])(
    "REST §15: a command with %s is refused with code 2 under its cmdId, and others are carried out",
    async (_name, cmd) => {
      const device = await platform().tenant.createDevice();
      const client = await admin({ cmdId: 77, ...cmd }, timeseries(device, { cmdId: 78 }));

      const { data, errorMsg, ...refused } = await client.next();
      expect(refused).toEqual({ subscriptionId: 77, errorCode: 2, latestValues: {} });
      expect([data, typeof errorMsg]).toEqual([null, "string"]);
      expect(await client.nextError()).toEqual({ subscriptionId: 78, errorCode: 0 });
    },
  );

  test.each([["1"], [1.5], [2_147_483_648], [null], [{}]])(
    "REST §15: a cmdId of %o is refused with code 2 under number 1",
    async (cmdId) => {
      const device = await platform().tenant.createDevice();
      const client = await admin(timeseries(device, { cmdId }));

      expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
    },
  );

  test("REST §15: commands that are no objects are refused one by one", async () => {
    const client = await admin();
    client.send('{"cmds":[1,null,[],"x",{"__proto__":{"type":"TIMESERIES"}}]}');

    const frames = await client.settled();
    expect(frames.map(({ errorCode }) => errorCode)).toEqual([2, 2, 2, 2, 2]);
  });
});
