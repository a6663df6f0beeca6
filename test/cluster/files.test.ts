// Files on three nodes that share a folder instead of a bucket.
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { threeNodes } from "../support/three-nodes.ts";
import { testFiles } from "./files.ts";

let scratch: string;
let cluster: Cluster;
const folder = (): string => join(scratch, "shared");

beforeAll(async () => {
  scratch = await scratchFolder();
  await mkdir(folder());
  cluster = await threeNodes(scratch, { sharedFolder: folder() });
  await cluster.start();
});
afterAll(async () => {
  await cluster.stop();
  await rm(scratch, { recursive: true, force: true });
});

testFiles("folder", { cluster: () => cluster, folder });

test("a node whose shared folder is not mounted, and so is empty, does not start, and leaves nothing in it", async () => {
  for (const node of cluster.nodes) await node.stop();
  await rename(folder(), `${folder()} elsewhere`);
  await mkdir(folder());
  const [, , third = expect.fail()] = cluster.nodes;
  await expect(third.start()).rejects.toThrow(/is its disk mounted/);
  expect(await readdir(folder())).toEqual([]);
  await rm(folder(), { recursive: true });
  await rename(`${folder()} elsewhere`, folder());
  await third.start();
});
