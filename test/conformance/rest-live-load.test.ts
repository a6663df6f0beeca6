// REST contract 15 and 5: clients that cannot keep up, and many that watch the same.
import { afterEach, describe, expect, test } from "vitest";
import { connectGateway, useTestPlatform } from "../support/conformance.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function login(rest: RestClient, ...cmds: readonly object[]): Promise<LiveClient> {
  const client = await LiveClient.login(rest, ...cmds);
  clients.push(client);
  return client;
}

function attributes({ id }: { readonly id: string }, cmdId = 1): object {
  return { type: "ATTRIBUTES", cmdId, entityType: "DEVICE", entityId: id };
}

async function nextIds(client: LiveClient, count: number): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = [];
  while (ids.length < count) ids.push((await client.next()).subscriptionId);
  return ids;
}

/** More than a socket takes when nobody reads: as long as it does, a frame does not wait in the platform. */
async function saveMuch(tenant: TestTenant, deviceId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    await tenant.saveAttributes(deviceId, "SERVER_SCOPE", { big: String(time).padEnd(1_048_576, "_") });
}

describe("slow readers", () => {
  const platform = useTestPlatform({ settings: { "live.session.queueFramesMax": 4 } });

  test("REST §15: a client that does not read is closed with 1008 when too many frames wait; others go on", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const [slow, quick] = [await login(tenant.rest, attributes(device)), await login(tenant.rest, attributes(device))];
    await Promise.all([slow.next(), quick.next()]);
    slow.webSocket.pause();

    await saveMuch(tenant, device.id, 20);
    for (let frame = 0; frame < 20; frame++) await quick.next();
    slow.webSocket.resume();

    expect((await slow.closing()).code).toBe(1008);
    // What had been sent before was not lost, and came in order.
    const received = slow.unread.map(({ data }) => Number.parseInt(data?.["big"]?.[0]?.[1] ?? ""));
    expect(received).toEqual(received.map((_, index) => index));
    expect(received.length).toBeLessThan(20);
    await quick.settled();
  });

  test("REST §5: wsMsgQueueLimitPerSession goes before the setting", async () => {
    const tenant = await platform().createTenant({ wsMsgQueueLimitPerSession: 1_000 });
    const device = await tenant.createDevice();
    const client = await login(tenant.rest, attributes(device));
    await client.next();
    client.webSocket.pause();

    await saveMuch(tenant, device.id, 14);
    client.webSocket.resume();

    for (let frame = 0; frame < 14; frame++) await client.next();
    await client.settled();
  });

  test("REST §15: a client that has gone silent for good is cut off when it does not answer the close", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const slow = await login(tenant.rest, attributes(device));
    await slow.next();
    slow.webSocket.pause();
    // Those of the tests before have been cut, which the platform comes to know.
    await platform().until(connections, (count) => count === 1);
    await saveMuch(tenant, device.id, 20);
    expect(await connections()).toBe(1);

    platform().clock.advance(5_000);

    await platform().until(connections, (count) => count === 0);
  });

  async function connections(): Promise<number> {
    const text = await platform().anonymous.getText("/metrics");
    return Number(/^bridgehead_live_connections (\d+)$/m.exec(text)?.[1]);
  }
});

describe("the memory of all", () => {
  const platform = useTestPlatform({ settings: { "live.unsent.bytesMax": 3 * 1_048_576 } });

  test("REST §15: when too much waits for all clients, the one with the most is cut off", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const [slow, quick] = [await login(tenant.rest, attributes(device)), await login(tenant.rest, attributes(device))];
    await Promise.all([slow.next(), quick.next()]);
    slow.webSocket.pause();

    await saveMuch(tenant, device.id, 14);
    for (let frame = 0; frame < 14; frame++) await quick.next();
    slow.webSocket.resume();

    expect((await slow.closing()).code).toBe(1006);
    await quick.settled();
  });
});

describe("bounds of the installation", () => {
  const platform = useTestPlatform({
    settings: { "live.session.answerBytesMax": 1_048_576, "live.windowKeysMax": 2, "live.session.subscriptionsMax": 3 },
  });

  test("REST §15: an answer above its bound is refused with code 2, which ends the subscription alone", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { big: "x".repeat(1_048_576), small: 1 });
    const client = await login(tenant.rest, attributes(device), { ...attributes(device, 2), keys: "small" });

    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
    expect((await client.nextData())["small"]?.[0]?.[1]).toBe("1");
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { small: 2 });
    expect((await client.next()).subscriptionId).toBe(2);
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: a connection may have as many subscriptions as the setting says; one more is refused with code 2", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const client = await login(tenant.rest, ...[1, 2, 3, 4, 3].map((cmdId) => attributes(device, cmdId)));

    const answers = await client.settled();
    expect(answers.map(({ subscriptionId, errorCode }) => [subscriptionId, errorCode])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 2],
      [3, 0],
    ]);
  });

  test("REST §15: a history of more than the bounds is refused with code 2", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const path = `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`;
    for (let part = 0; part < 3; part++)
      await tenant.rest.post(path, { ts: part, values: { big: "x".repeat(400_000), b: 1, c: 1 } });
    const history = { type: "TIMESERIES_HISTORY", entityId: device.id, startTs: 0, endTs: 10 };
    const client = await login(
      tenant.rest,
      { ...history, cmdId: 1, keys: "big" },
      { ...history, cmdId: 2, keys: "big,b,c" },
      { ...history, cmdId: 3 },
      { ...history, cmdId: 4, keys: "b,c" },
    );

    expect([await client.nextError(), await client.nextError(), await client.nextError()]).toEqual([
      { subscriptionId: 1, errorCode: 2 },
      { subscriptionId: 2, errorCode: 2 },
      { subscriptionId: 3, errorCode: 2 },
    ]);
    expect(Object.keys(await client.nextData())).toEqual(["b", "c"]);
  });
});

describe("many", () => {
  const platform = useTestPlatform();

  test("REST §5: wsUpdatesPerSessionRateLimit answers further updates with code 34, and then sends what holds", async () => {
    const tenant = await platform().createTenant({ wsUpdatesPerSessionRateLimit: "2:10" });
    const device = await tenant.createDevice();
    const client = await login(tenant.rest, attributes(device), { ...attributes(device, 2), keys: "none" });
    await Promise.all([client.next(), client.next()]);

    for (let value = 1; value <= 5; value++) await tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: value });
    expect((await client.nextData())["a"]?.[0]?.[1]).toBe("1");
    expect((await client.nextData())["a"]?.[0]?.[1]).toBe("2");
    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 34 });
    expect(await client.settled()).toEqual([]);

    platform().clock.advance(5_000);
    expect((await client.nextData())["a"]?.[0]?.[1]).toBe("5");
    expect(await client.settled()).toEqual([]);
  });

  test("REST §15: a change that thousands watch goes out in turns, between which others are served", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const commands = Array.from({ length: 250 }, (_, cmdId) => ({ cmdId, ...attributes(device, cmdId) }));
    const all = await Promise.all(Array.from({ length: 40 }, () => login(tenant.rest, ...commands)));
    await Promise.all(all.map((client) => client.settled()));

    const saved = tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: 1 });
    const first = all[0]?.next();
    await first;
    await tenant.rest.get("/api/auth/user");
    const receivedMeanwhile = all.reduce((sum, { unread }) => sum + unread.length, 1);

    // Written in one turn, nearly all would be there.
    expect(receivedMeanwhile).toBeLessThan((all.length * commands.length) / 2);
    await saved;
    const ids = commands.map(({ cmdId }) => cmdId);
    for (const [index, client] of all.entries()) {
      const before = index === 0 ? [(await first)?.subscriptionId] : [];
      expect([...before, ...(await nextIds(client, commands.length - before.length))]).toEqual(ids);
    }
  });

  test("REST §15: many subscribers to one device get every change in order", async () => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform());
    const subscribe = (cmdId: number): object => ({
      type: "TIMESERIES",
      cmdId,
      entityId: gateway.gateway.id,
      keys: "a",
    });
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        login(tenant.rest, ...Array.from({ length: 10 }, (_, cmdId) => subscribe(cmdId))),
      ),
    );
    await Promise.all(all.map((client) => client.settled()));

    for (let ts = 1; ts <= 25; ts++) gateway.client.startPublish("v1/devices/me/telemetry", { ts, values: { a: ts } });

    for (const client of all) {
      const received = new Map<number, number[]>();
      for (let total = 0; total < 250;) {
        const { subscriptionId, data } = await client.next();
        // Changes of one commit come in one frame, the newest first.
        const points = (data?.["a"] ?? []).map(([ts]) => ts).reverse();
        received.set(subscriptionId, [...(received.get(subscriptionId) ?? []), ...points]);
        total += points.length;
      }
      expect([...received.keys()]).toHaveLength(10);
      for (const ts of received.values()) expect(ts).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    }
  });

  test("REST §15: subscribing while values change loses none of them", async () => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform());
    const changes = 300;
    const sending = (async () => {
      for (let value = 1; value <= changes; value++)
        await gateway.client.publish("v1/devices/me/telemetry", { ts: value, values: { a: value } });
    })();
    const watching = Array.from({ length: 10 }, async (_, index) => {
      const window = index % 2 === 0 ? {} : { startTs: 1, timeWindow: 1_000, limit: 1_000 };
      const client = await login(tenant.rest, {
        type: "TIMESERIES",
        cmdId: 1,
        entityId: gateway.gateway.id,
        keys: "a",
        ...window,
      });
      const received: number[] = [];
      while (received.at(-1) !== changes) {
        const points = (await client.nextData())["a"] ?? [];
        received.push(...points.flatMap(([ts, value]) => (value === null ? [] : [ts])).reverse());
      }
      return received;
    });
    await sending;

    for (const received of await Promise.all(watching)) {
      const first = received[0] ?? 0;
      expect(received).toEqual(Array.from({ length: changes - first + 1 }, (_, index) => first + index));
    }
  });

  test("REST §15: a platform that stops closes its connections with 1001", async () => {
    const { tenant } = platform();
    const client = await login(tenant.rest);
    await client.settled();

    await platform().stop();

    expect((await client.closing()).code).toBe(1001);
  });
});
