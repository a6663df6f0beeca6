// Three nodes for all tests of the file that imports this: a start takes longer than most of them.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { threeNodes } from "../support/three-nodes.ts";

export const SYSTEM = { email: "system@example.com", password: "A-password-of-a-test-1" };

let started: { readonly folder: string; readonly cluster: Cluster } | undefined;

beforeAll(async () => {
  const folder = await scratchFolder();
  const cluster = await threeNodes(folder, {
    environment: { BOOTSTRAP_SYS_ADMIN_EMAIL: SYSTEM.email, BOOTSTRAP_SYS_ADMIN_PASSWORD: SYSTEM.password },
  });
  started = { folder, cluster };
  await cluster.start();
});

afterAll(async () => {
  await started?.cluster.stop();
  await rm(scratch(), { recursive: true, force: true });
});

export function oneCluster(): Cluster {
  if (started === undefined) throw new Error("the cluster has not been started");
  return started.cluster;
}

/** Where its parts have their folders. */
export function scratch(): string {
  if (started === undefined) throw new Error("the cluster has not been started");
  return started.folder;
}

export type Nodes = readonly [NodeProcess, NodeProcess, NodeProcess];
export const nodes = (): Nodes => oneCluster().nodes as unknown as Nodes;
