// What can happen to a cluster, one by one: how it is done, what it does to acknowledgements and to what nodes say of themselves,
// and how it ends. docs/cluster.md lists the same.
import { readFileSync } from "node:fs";
import { POINTS_STREAM } from "../../src/app/cluster/cluster-options.ts";
import type { Engine } from "../../tools/cluster/engine.ts";
import type { NatsServer } from "../../tools/cluster/nats-cluster.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { processTree } from "../../tools/cluster/process-tree.ts";
import { eventually } from "../support/deadline.ts";
import type { SilentLink } from "../support/silent-link.ts";
import type { BreakableCluster } from "./breakable-cluster.ts";

const FOUND_MILLIS_MAX = 60_000;
/** Of whatever is sent to it or comes from it. */
const BUCKET_DELAY_MILLIS = 1_000;

export interface Failure {
  readonly name: string;
  /** What becomes of messages at the nodes that are left while it lasts. */
  readonly acknowledgements: "go on" | "stop";
  /** Whether the nodes that are left say that they are ready. */
  readonly ready: boolean;
  /** `choice`, from 0 up to 1, says which of several. */
  readonly begin: (broken: BreakableCluster, choice: number) => Promise<Ongoing>;
}

export interface Ongoing {
  /** Those that are left. */
  readonly nodes: readonly NodeProcess[];
  /** Those that answer as well, and say that they are not ready. */
  readonly cutOff?: readonly NodeProcess[];
  /** Mends what does not mend itself; resolves when it is there again. */
  readonly end: () => Promise<void>;
}

function oneOf<Item>(items: readonly Item[], choice: number): Item {
  const item = items[Math.floor(choice * items.length)];
  if (item === undefined) throw new Error("there is none to choose");
  return item;
}

async function killed({ cluster: { nodes } }: BreakableCluster, engines: readonly Engine[]): Promise<Ongoing> {
  await Promise.all(engines.map((engine) => engine.kill()));
  return {
    nodes: nodes.filter((node) => !engines.includes(node)),
    end: async () => {
      await Promise.all(engines.map((engine) => engine.start()));
    },
  };
}

function frozen({ cluster: { nodes } }: BreakableCluster, engine: Engine): Ongoing {
  engine.freeze();
  return {
    nodes: nodes.filter((node) => node !== engine),
    end: async () => engine.thaw(),
  };
}

function cut(nodes: readonly NodeProcess[], cutOff: readonly NodeProcess[], links: readonly SilentLink[]): Ongoing {
  for (const link of links) link.cut();
  return {
    nodes: nodes.filter((node) => !cutOff.includes(node)),
    cutOff,
    end: async () => {
      for (const link of links) link.mend();
    },
  };
}

async function cutOff(
  { cluster: { nodes } }: BreakableCluster,
  choice: number,
  linksOf: (node: NodeProcess) => readonly SilentLink[],
): Promise<Ongoing> {
  const node = oneOf(nodes, choice);
  return cut(nodes, [node], linksOf(node));
}

function slowed({ cluster: { nodes } }: BreakableCluster, links: readonly SilentLink[], delayMillis: number): Ongoing {
  for (const link of links) link.slow(delayMillis);
  return {
    nodes,
    end: async () => {
      for (const link of links) link.slow(0);
    },
  };
}

async function leader({ cluster: { nats } }: BreakableCluster): Promise<NatsServer> {
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
function keepers({ cluster: { nodes } }: BreakableCluster): readonly number[] {
  const isKeeper = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("keeper-process");
    } catch {
      return false;
    }
  };
  return nodes.flatMap(({ pid }) => (pid === undefined ? [] : processTree(pid))).filter(isKeeper);
}

const untilKeeper = (
  broken: BreakableCluster,
  isWanted: (pids: readonly number[]) => boolean,
): Promise<readonly number[]> =>
  eventually(
    async () => keepers(broken),
    isWanted,
    FOUND_MILLIS_MAX,
    (pids) => `keepers: ${pids.join(", ")}`,
  );

async function killAndWipe(broken: BreakableCluster, choice: number): Promise<Ongoing> {
  const node = oneOf(broken.cluster.nodes, choice);
  const ongoing = await killed(broken, [node]);
  await node.wipe();
  return ongoing;
}

function killAllButOne(broken: BreakableCluster, choice: number): Promise<Ongoing> {
  const { servers } = broken.cluster.nats;
  const spared = oneOf(servers, choice);
  return killed(
    broken,
    servers.filter((server) => server !== spared),
  );
}

async function killKeeper(broken: BreakableCluster): Promise<Ongoing> {
  const before = await untilKeeper(broken, (pids) => pids.length > 0);
  for (const pid of before) process.kill(pid, "SIGKILL");
  return {
    nodes: broken.cluster.nodes,
    end: async () => {
      await untilKeeper(broken, (pids) => pids.some((pid) => !before.includes(pid)));
    },
  };
}

/** The old primary comes back as the standby of the new one. */
async function failOver({ cluster: { nodes }, postgres }: BreakableCluster): Promise<Ongoing> {
  await postgres.failOver();
  return { nodes, end: () => postgres.complete() };
}

async function restartPostgres({ cluster: { nodes }, postgres }: BreakableCluster): Promise<Ongoing> {
  await postgres.primary.stop();
  await postgres.primary.start();
  return { nodes, end: () => Promise.resolve() };
}

export const FAILURES: readonly Failure[] = [
  {
    name: "a node is killed",
    acknowledgements: "go on",
    ready: true,
    begin: (broken, choice) => killed(broken, [oneOf(broken.cluster.nodes, choice)]),
  },
  {
    name: "a node stands still",
    acknowledgements: "go on",
    ready: true,
    begin: async (broken, choice) => frozen(broken, oneOf(broken.cluster.nodes, choice)),
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
    begin: (broken, choice) => killed(broken, [oneOf(broken.cluster.nats.servers, choice)]),
  },
  {
    name: "the leader of the stream is killed",
    acknowledgements: "go on",
    ready: true,
    begin: async (broken) => killed(broken, [await leader(broken)]),
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
    begin: (broken) => killed(broken, broken.cluster.nats.servers),
  },
  {
    name: "PostgreSQL is killed",
    acknowledgements: "go on",
    ready: false,
    begin: (broken) => killed(broken, [broken.postgres.primary]),
  },
  {
    name: "PostgreSQL stands still",
    acknowledgements: "go on",
    ready: false,
    begin: async (broken) => frozen(broken, broken.postgres.primary),
  },
  {
    name: "the bucket is killed",
    acknowledgements: "go on",
    ready: true,
    begin: (broken) => killed(broken, [broken.cluster.bucket]),
  },
  {
    name: "the keeper is killed",
    acknowledgements: "go on",
    ready: true,
    begin: killKeeper,
  },
  {
    name: "PostgreSQL is restarted",
    acknowledgements: "go on",
    ready: true,
    begin: restartPostgres,
  },
  {
    name: "PostgreSQL fails over to its standby",
    acknowledgements: "go on",
    ready: true,
    begin: failOver,
  },
  {
    name: "a node is cut off from NATS",
    acknowledgements: "go on",
    ready: true,
    begin: (broken, choice) => cutOff(broken, choice, (node) => broken.toNats(node)),
  },
  {
    name: "the leader of the stream is cut off from the other NATS servers",
    acknowledgements: "go on",
    ready: true,
    begin: async (broken) => cut(broken.cluster.nodes, [], broken.routesOf(await leader(broken))),
  },
  {
    name: "a node is cut off from PostgreSQL",
    acknowledgements: "go on",
    ready: true,
    begin: (broken, choice) => cutOff(broken, choice, (node) => broken.toPostgres(node)),
  },
  {
    name: "a node is cut off from the bucket",
    acknowledgements: "go on",
    ready: true,
    begin: async (broken, choice) =>
      cut(broken.cluster.nodes, [], broken.toBucket(oneOf(broken.cluster.nodes, choice))),
  },
  {
    name: "the bucket is slow",
    acknowledgements: "go on",
    ready: true,
    begin: async (broken) =>
      slowed(
        broken,
        broken.cluster.nodes.flatMap((node) => broken.toBucket(node)),
        BUCKET_DELAY_MILLIS,
      ),
  },
];
