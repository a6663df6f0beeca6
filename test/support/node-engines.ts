// What the clusters of the project `nodes` run on, started once in a run: a PostgreSQL server with a database for each, and a NATS
// server with an account for each. Neither waits for the disk: what is lost with the power is no matter of conformance.
import type { TestProject } from "vitest/node";
import { NatsTestCluster } from "./engines.ts";
import { PostgresTestServer } from "./postgres-server.ts";

/** Of one process of tests: more clusters than it has at a time. */
const ACCOUNTS_EACH = 16;
/** More than there are processes of tests. */
const PROCESSES_MAX = 64;
/** Each node of a cluster takes about ten. */
const CONNECTIONS_MAX = 1_000;

export interface NodeEngines {
  /** The user may create databases. */
  readonly postgresUrl: string;
  /** Addresses of the NATS server, each for an account, by the number of the process of tests. */
  readonly natsUrls: readonly (readonly string[])[];
}

declare module "vitest" {
  // Vitest's own interface is to be extended.
  interface ProvidedContext {
    engines: NodeEngines;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const names = Array.from({ length: PROCESSES_MAX }, (_, process) =>
    Array.from({ length: ACCOUNTS_EACH }, (__, index) => `tests-${String(process)}-${String(index)}`),
  );
  const postgres = await PostgresTestServer.start({ settings: { max_connections: String(CONNECTIONS_MAX) } });
  const nats = await NatsTestCluster.start(1, { syncInterval: "2m", accounts: names.flat() });
  const [server] = nats.servers;
  project.provide("engines", {
    postgresUrl: postgres.catalog,
    natsUrls: names.map((accounts) => accounts.map((name) => server?.urlFor(name) ?? "")),
  });
  return async () => {
    await nats.stop();
    await postgres.stop();
  };
}
