// A cluster that has lost more than it can bear does not start as if nothing had happened: it says what is missing, and goes
// on without that once an operator accepts it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { millis, systemClock } from "../../src/lib/clock.ts";
import { MoveWorld } from "../support/move-world.ts";
import { TENANT_ADMIN } from "../support/platform.ts";
import { PostgresTestServer } from "../support/postgres-server.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { soakTest } from "../support/soak-test.ts";

/** The history takes everything when the cluster is exported, and the stream keeps nothing of ten points. */
const FOLDING = { "cluster.keeper.keepSeconds": 0, "cluster.keeper.latestPoints": 0 };
/** Ten times as fast as that of the wall: what a start waits for in vain is not waited for as long. */
const hurried = { ...systemClock, now: () => millis(10 * systemClock.now()) };

let postgres: PostgresTestServer;
beforeAll(async () => void (postgres = await PostgresTestServer.start()));
afterAll(() => postgres.stop());

interface Plant {
  readonly world: MoveWorld;
  /** Of a device. */
  readonly telemetry: string;
}

const login = (http: string): Promise<RestClient> =>
  new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);

async function plantIn(world: MoveWorld): Promise<Plant> {
  const telemetry = await world.onNode(async ({ http }) => {
    const client = await login(http);
    const device = text(await client.post("/api/device", { name: "pump" }), "id", "id");
    const path = `/api/plugins/telemetry/DEVICE/${device}`;
    await client.post(`${path}/timeseries/ANY`, { ts: 1_000, values: { level: 1 } });
    return path;
  });
  await world.export("first", FOLDING);
  return { world, telemetry };
}

/** So many points from `ts` on, one in a millisecond. */
const write = ({ world, telemetry }: Plant, ts: number, count = 1): Promise<unknown> =>
  world.onNode(async ({ http }) => {
    const points = Array.from({ length: count }, (_, index) => ({ ts: ts + index, values: { level: ts } }));
    return (await login(http)).post(`${telemetry}/timeseries/ANY`, points);
  });

/** All values and the latest one, oldest first. */
const values = ({ world, telemetry }: Plant): Promise<unknown> =>
  world.onNode(async ({ http }) => {
    const client = await login(http);
    const all = await client.get(`${telemetry}/values/timeseries?keys=level&startTs=0&endTs=10000&orderBy=ASC`);
    return [all, await client.get(`${telemetry}/values/timeseries?keys=level`)];
  });

const shown = (...points: readonly (readonly [ts: number, level: number])[]): readonly object[] => {
  const all = points.map(([ts, level]) => ({ ts, value: String(level) }));
  return [{ level: all }, { level: all.slice(-1) }];
};

soakTest(
  "all servers of the stream have lost their disks: no node begins another stream by itself, and the history goes on",
  async () => {
    await using world = await MoveWorld.make(postgres);
    const plant = await plantIn(world);
    await world.loseStream();

    await expect(world.onNode(() => Promise.resolve(), hurried)).rejects.toThrow(
      /bridgehead-points is not there.*run `bridgehead cluster accept-loss`/,
    );

    expect(await world.acceptLoss()).toContain(
      "the stream has lost its end, or is another one: what the history had not taken of it is lost",
    );
    expect(await values(plant)).toEqual(shown([1_000, 1]));
    await write(plant, 2_000);
    expect(await values(plant)).toEqual(shown([1_000, 1], [2_000, 2_000]));
    expect(await world.acceptLoss()).toContain("nothing was changed");
  },
);

test("a copy of the database is restored that is older than the stream: what came since is lost, and the rest goes on", async () => {
  await using world = await MoveWorld.make(postgres);
  const plant = await plantIn(world);
  const copy = await world.copyDatabase();
  await write(plant, 2_000, 10);
  await world.export("second", FOLDING);
  await world.restoreDatabase(copy);

  await expect(world.onNode(() => Promise.resolve(), hurried)).rejects.toThrow(
    /the log begins with \d+, behind \d+\. .*run `bridgehead cluster accept-loss`/,
  );

  expect(await world.acceptLoss()).toMatch(/^\d changes were in neither the history nor the stream, and are lost/);
  expect(await values(plant)).toEqual(shown([1_000, 1]));
  await write(plant, 3_000);
  expect(await values(plant)).toEqual(shown([1_000, 1], [3_000, 3_000]));
});
