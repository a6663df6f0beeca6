// Reports on a log and a lake, by the tests of reports on a file: the keeper folds while they run, so samples are in files, in
// memory, and in both.
import { afterAll, beforeAll } from "vitest";
import { foldingOften, openClusterStore } from "../../../../test/support/cluster-store.ts";
import { onAnotherStore, type OpenStore } from "../../../../test/support/engine-world.ts";
import { NatsTestCluster } from "../../../../test/support/engines.ts";
import { PostgresTestServer } from "../../../../test/support/postgres-server.ts";

let nats: NatsTestCluster;
let postgres: PostgresTestServer;
let stores = 0;

beforeAll(async () => {
  nats = await NatsTestCluster.start(1);
  postgres = await PostgresTestServer.start();
});

const inLake: OpenStore = async (folder, { sliceSamples = 2_000_000 }) => {
  const place = { nats, postgres, folder, name: `r${String(stores++)}` };
  const cluster = await openClusterStore(place, {
    reports: { queriesMax: 2, sliceSamples },
    keeper: { ...foldingOften, foldSeconds: 1 },
  });
  const { store } = cluster;
  return {
    write: (batch) => store.write(batch),
    delete: (series, query) => store.delete(series, query),
    reports: store.reports,
    stop: () => cluster.stop(),
  };
};

await onAnotherStore(inLake, () => import("../reports/report-rules.test.ts"));
await onAnotherStore(inLake, () => import("../reports/report-engine.test.ts"));
await onAnotherStore(inLake, () => import("../reports/shared-measures.test.ts"));

afterAll(async () => {
  await nats.stop();
  await postgres.stop();
});
