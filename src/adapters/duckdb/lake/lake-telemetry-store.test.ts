import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { telemetryStoreContract } from "../../../../test/contracts/telemetry-store.ts";
import { NatsTestCluster } from "../../../../test/support/engines.ts";
import { PostgresTestServer } from "../../../../test/support/postgres-server.ts";
import { openClusterStore, type ClusterStore } from "../../../../test/support/cluster-store.ts";

let nats: NatsTestCluster;
let postgres: PostgresTestServer;
let folder: string;
let stores = 0;

beforeAll(async () => {
  nats = await NatsTestCluster.start(1);
  postgres = await PostgresTestServer.start();
  folder = await mkdtemp(join(tmpdir(), "bridgehead-lake-"));
});

afterAll(async () => {
  await nats.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

telemetryStoreContract("a log of NATS and a lake", async () => {
  const place = { nats, postgres, folder, name: `s${String(stores++)}` };
  const opened: ClusterStore[] = [];
  const open = async (): Promise<ClusterStore> => {
    const store = await openClusterStore(place);
    opened.push(store);
    return store;
  };
  const first = await open();
  return {
    store: first.store,
    async reopen() {
      await opened.pop()?.stop();
      return (await open()).store;
    },
    // Another node, while the first one still runs: nodes have nothing of their own.
    async crash() {
      return (await open()).store;
    },
    async remove() {
      for (const store of opened) await store.stop();
    },
  };
});
