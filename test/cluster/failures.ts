// What can happen to a cluster, one by one: how it is done, what it does to acknowledgements and to what nodes say of themselves,
// and how it ends. docs/cluster.md lists the same.
import { readFileSync } from "node:fs";
import { POINTS_STREAM } from "../../src/app/cluster/cluster-options.ts";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import type { Engine } from "../../tools/cluster/engine.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { processTree } from "../../tools/cluster/process-tree.ts";
import { eventually } from "../support/deadline.ts";

const FOUND_MILLIS_MAX = 60_000;

export interface Failure {
  readonly name: string;
  /** What becomes of messages at the nodes that are left while it lasts, in sessions that are open or in all. */
  readonly acknowledgements: "go on" | "go on in open sessions" | "stop";
  /** Whether the nodes that are left say that they are ready. */
  readonly ready: boolean;
  /** `choice`, from 0 up to 1, says which of several. */
  readonly begin: (cluster: Cluster, choice: number) => Promise<Ongoing>;
}

export interface Ongoing {
  /** Those that answer meanwhile. */
  readonly nodes: readonly NodeProcess[];
  /** Mends what does not mend itself; resolves when it is there again. */
  readonly end: () => Promise<void>;
}

function oneOf<Item>(items: readonly Item[], choice: number): Item {
  const item = items[Math.floor(choice * items.length)];
  if (item === undefined) throw new Error("there is none to choose");
  return item;
}

async function killed({ nodes }: Cluster, engines: readonly Engine[]): Promise<Ongoing> {
  await Promise.all(engines.map((engine) => engine.kill()));
  return {
    nodes: nodes.filter((node) => !engines.includes(node)),
    end: async () => {
      await Promise.all(engines.map((engine) => engine.start()));
    },
  };
}

function frozen({ nodes }: Cluster, engine: Engine): Ongoing {
  engine.freeze();
  return {
    nodes: nodes.filter((node) => node !== engine),
    end: async () => engine.thaw(),
  };
}

async function leader({ nats }: Cluster): Promise<Engine> {
  const found = await eventually(
    () => nats.leaderOf(POINTS_STREAM),
    (server) => server !== undefined,
    FOUND_MILLIS_MAX,
    () => "the stream has no leader",
  );
  if (found === undefined) throw new Error("the stream has no leader");
  return found;
}

/** The process that brings the log into the lake: of the node that runs the jobs. */
function keepers({ nodes }: Cluster): readonly number[] {
  const isKeeper = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("keeper-process");
    } catch {
      return false;
    }
  };
  return nodes.flatMap(({ pid }) => (pid === undefined ? [] : processTree(pid))).filter(isKeeper);
}

const untilKeeper = (cluster: Cluster, isWanted: (pids: readonly number[]) => boolean): Promise<readonly number[]> =>
  eventually(
    async () => keepers(cluster),
    isWanted,
    FOUND_MILLIS_MAX,
    (pids) => `keepers: ${pids.join(", ")}`,
  );

async function killAndWipe(cluster: Cluster, choice: number): Promise<Ongoing> {
  const node = oneOf(cluster.nodes, choice);
  const ongoing = await killed(cluster, [node]);
  await node.wipe();
  return ongoing;
}

function killAllButOne(cluster: Cluster, choice: number): Promise<Ongoing> {
  const { servers } = cluster.nats;
  const spared = oneOf(servers, choice);
  return killed(
    cluster,
    servers.filter((server) => server !== spared),
  );
}

async function killKeeper(cluster: Cluster): Promise<Ongoing> {
  const before = await untilKeeper(cluster, (pids) => pids.length > 0);
  for (const pid of before) process.kill(pid, "SIGKILL");
  return {
    nodes: cluster.nodes,
    end: async () => {
      await untilKeeper(cluster, (pids) => pids.some((pid) => !before.includes(pid)));
    },
  };
}

export const FAILURES: readonly Failure[] = [
  {
    name: "a node is killed",
    acknowledgements: "go on",
    ready: true,
    begin: (cluster, choice) => killed(cluster, [oneOf(cluster.nodes, choice)]),
  },
  {
    name: "a node stands still",
    acknowledgements: "go on",
    ready: true,
    begin: async (cluster, choice) => frozen(cluster, oneOf(cluster.nodes, choice)),
  },
  {
    name: "a node is killed, and its disk is lost",
    acknowledgements: "go on",
    ready: true,
    begin: killAndWipe,
  },
  {
    name: "a NATS server is killed",
    acknowledgements: "go on",
    ready: true,
    begin: (cluster, choice) => killed(cluster, [oneOf(cluster.nats.servers, choice)]),
  },
  {
    name: "the leader of the stream is killed",
    acknowledgements: "go on",
    ready: true,
    begin: async (cluster) => killed(cluster, [await leader(cluster)]),
  },
  {
    name: "two NATS servers are killed",
    acknowledgements: "stop",
    ready: false,
    begin: killAllButOne,
  },
  {
    name: "all NATS servers are killed",
    acknowledgements: "stop",
    ready: false,
    begin: (cluster) => killed(cluster, cluster.nats.servers),
  },
  {
    name: "PostgreSQL is killed",
    acknowledgements: "go on in open sessions",
    ready: false,
    begin: (cluster) => killed(cluster, [cluster.postgres]),
  },
  {
    name: "PostgreSQL stands still",
    acknowledgements: "go on in open sessions",
    ready: false,
    begin: async (cluster) => frozen(cluster, cluster.postgres),
  },
  {
    name: "the bucket is killed",
    acknowledgements: "go on",
    ready: true,
    begin: (cluster) => killed(cluster, [cluster.bucket]),
  },
  {
    name: "the keeper is killed",
    acknowledgements: "go on",
    ready: true,
    begin: killKeeper,
  },
];
