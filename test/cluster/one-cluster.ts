// Three nodes for all tests of the file that imports this: a start takes longer than most of them.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { threeNodes } from "../support/three-nodes.ts";
import { TraceCollector } from "../support/trace-collector.ts";

export const SYSTEM = { email: "system@example.com", password: "A-password-of-a-test-1" };

interface Started {
  readonly folder: string;
  readonly cluster: Cluster;
  /** Gets the spans of calls that bring a trace. */
  readonly traces: TraceCollector;
}

let started: Started | undefined;

beforeAll(async () => {
  const folder = await scratchFolder();
  const traces = await TraceCollector.start();
  const cluster = await threeNodes(folder, {
    environment: {
      BOOTSTRAP_SYS_ADMIN_EMAIL: SYSTEM.email,
      BOOTSTRAP_SYS_ADMIN_PASSWORD: SYSTEM.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
      OTEL_TRACES_SAMPLER: "parentbased_always_off",
    },
  });
  started = { folder, cluster, traces };
  await cluster.start();
});

afterAll(async () => {
  await started?.cluster.stop();
  started?.traces.stop();
  await rm(scratch(), { recursive: true, force: true });
});

export function oneCluster(): Cluster {
  if (started === undefined) throw new Error("the cluster has not been started");
  return started.cluster;
}

export function traces(): TraceCollector {
  if (started === undefined) throw new Error("the cluster has not been started");
  return started.traces;
}

/** Where its parts have their folders. */
export function scratch(): string {
  if (started === undefined) throw new Error("the cluster has not been started");
  return started.folder;
}

export type Nodes = readonly [NodeProcess, NodeProcess, NodeProcess];
export const nodes = (): Nodes => oneCluster().nodes as unknown as Nodes;
