// REST contract 15: the example of the contract on the wire, frame by frame, and what imports and commands of later
// versions look like to a client.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, imported } from "../support/history-files.ts";
import { LiveClient } from "../support/live-client.ts";

const platform = useTestPlatform();
const TS = 1_767_225_600_000;

test("REST §15: the example of the contract is answered as the contract shows it", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const save = (values: object, ts: number): Promise<unknown> =>
    tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts, values });
  await save({ temperature: 21.5 }, TS);
  const about = { entityType: "DEVICE", entityId: id };
  const client = await LiveClient.open(tenant.rest.baseUrl);
  client.send({
    authCmd: { cmdId: 0, token: tenant.rest.authorization?.replace("Bearer ", ""), apiKey: null },
    cmds: [
      {
        type: "TIMESERIES",
        cmdId: 1,
        ...about,
        keys: "temperature",
        scope: "LATEST_TELEMETRY",
        startTs: 0,
        timeWindow: 0,
        interval: 0,
        limit: 0,
        agg: "NONE",
        unsubscribe: false,
      },
      { type: "ATTRIBUTES", cmdId: 2, ...about, keys: "fw", scope: "CLIENT_SCOPE", unsubscribe: false },
      {
        type: "TIMESERIES_HISTORY",
        cmdId: 3,
        ...about,
        keys: "temperature",
        startTs: 1,
        endTs: TS + 1,
        interval: 0,
        limit: 100,
        agg: "NONE",
      },
    ],
  });
  const update = {
    errorCode: 0,
    errorMsg: null,
    data: { temperature: [[TS, "21.5"]] },
    latestValues: { temperature: TS },
  };
  expect(await client.next()).toEqual({ subscriptionId: 1, ...update });
  expect(await client.next()).toEqual({ ...update, subscriptionId: 2, data: {}, latestValues: {} });
  expect(await client.next()).toEqual({ subscriptionId: 3, ...update });
  await save({ temperature: 22 }, TS + 1);
  expect(await client.next()).toMatchObject({ subscriptionId: 1, data: { temperature: [[TS + 1, "22"]] } });
  expect(await client.settled()).toEqual([]);
});

test("REST §15: subscribers get what is imported as they get what devices send", async () => {
  const { tenant } = platform();
  const { id, name } = await tenant.createDevice();
  const client = await LiveClient.login(tenant.rest, { type: "TIMESERIES", cmdId: 1, entityId: id, keys: "k" });
  await client.nextData();
  await imported(tenant.rest, CSV, `device,ts,k\n${name},${String(TS)},2\n${name},${String(TS - 1)},1\n`);
  // Several rows of a key come newest first; the one in between has not been the latest.
  const frame = await client.next();
  expect(frame.data?.["k"]?.[0]).toEqual([TS, "2"]);
  expect(frame.latestValues).toEqual({ k: TS });
});

test.each(["ENTITY_DATA", "ENTITY_COUNT", "ENTITY_DATA_UNSUBSCRIBE"])(
  "REST §15: a command of a type that is not there, as %s, is refused by its number and spoils nothing",
  async (type) => {
    const { tenant } = platform();
    const client = await LiveClient.login(tenant.rest, { type, cmdId: 5, query: {} });
    expect(await client.nextError()).toEqual({ subscriptionId: 5, errorCode: 2 });
    expect(await client.settled()).toEqual([]);
  },
);
