// REST contract 15: the older path, which has its token in the address and commands grouped by type, with the same replies.
import { afterEach, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { LiveClient } from "../support/live-client.ts";

const platform = useTestPlatform();
const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function open(query: string): Promise<LiveClient> {
  const client = await LiveClient.open(platform().anonymous.baseUrl, { path: `/api/ws/plugins/telemetry${query}` });
  clients.push(client);
  return client;
}

function token(): string {
  return (platform().tenant.rest.authorization ?? "").slice("Bearer ".length);
}

test("REST §15: the older path takes its wrappers, with the same replies", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  const entity = { entityType: "DEVICE", entityId: device.id };
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { a: 1 });
  const path = `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`;
  await tenant.rest.post(path, { ts: 1, values: { t: 1 } });
  const client = await open(`?token=${token()}`);
  client.send({
    tsSubCmds: [{ cmdId: 1, ...entity, scope: "LATEST_TELEMETRY", keys: "t" }],
    historyCmds: [{ cmdId: 2, ...entity, keys: "t", startTs: 0, endTs: 5 }],
    attrSubCmds: [{ cmdId: 3, ...entity, scope: "SERVER_SCOPE", keys: "a" }],
  });

  const answers = [await client.next(), await client.next(), await client.next()];
  expect(new Map(answers.map(({ subscriptionId, data }) => [subscriptionId, data]))).toEqual(
    new Map([
      [1, { t: [[1, "1"]] }],
      [2, { t: [[1, "1"]] }],
      [3, { a: [[clock.now(), "1"]] }],
    ]),
  );
  await tenant.rest.post(path, { ts: 2, values: { t: 2 } });
  expect(await client.next()).toMatchObject({ subscriptionId: 1, data: { t: [[2, "2"]] } });
  client.send({ tsSubCmds: [{ cmdId: 1, ...entity, unsubscribe: true }], attrSubCmds: [{ cmdId: 9 }] });
  expect(await client.nextError()).toEqual({ subscriptionId: 9, errorCode: 2 });
});

test.each([
  ["no token", "", 1008],
  ["an empty token", "?token=", 1008],
  ["a token that is none", "?token=nonsense", 1007],
])("REST §15: on the older path %s closes the connection", async (_name, query, code) => {
  expect((await (await open(query)).closing()).code).toBe(code);
});

test.each([["{}"], ["[]"], ["nonsense"], ['{"cmds":[]}'], ['{"tsSubCmds":{}}']])(
  "REST §15: on the older path a frame that cannot be read is answered with code 2: %s",
  async (frame) => {
    const client = await open(`?token=${token()}`);
    client.send(frame);

    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
  },
);

test("REST §15: on the older path permissions hold as on the other", async () => {
  const device = await platform().tenant.createDevice();
  const { rest } = await platform().tenant.createCustomer();
  const client = await open(`?token=${(rest.authorization ?? "").slice("Bearer ".length)}`);
  client.send({ tsSubCmds: [{ cmdId: 4, entityType: "DEVICE", entityId: device.id }] });

  expect(await client.nextError()).toEqual({ subscriptionId: 4, errorCode: 3 });
});
