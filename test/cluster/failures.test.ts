// Parts of a cluster fail while clients write to it. What it acknowledged is there on every node, once; its nodes say truly whether
// they are ready; and it goes on by itself.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { FAILURES } from "./failures.ts";
import { WrittenCluster } from "./written-cluster.ts";

/** Each waits for parts to start and to find each other: what hangs says so itself, with what it has seen. */
const HANGING_MILLIS_MAX = 600_000;

let folder: string;
let written: WrittenCluster;

beforeAll(async () => {
  folder = await scratchFolder();
  written = await WrittenCluster.start(folder);
  await written.goesOn();
}, HANGING_MILLIS_MAX);

afterAll(async () => {
  await written.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const [index, { name, acknowledgements, ready, begin }] of FAILURES.entries())
  test(
    `${name}: acknowledgements ${acknowledgements}, nodes are ${ready ? "" : "not "}ready, and nothing is lost`,
    { timeout: HANGING_MILLIS_MAX },
    async () => {
      written.writersMove = acknowledgements !== "go on in open sessions";
      const { nodes, end } = await begin(written.cluster, (index % 3) / 3);
      try {
        await written.say(nodes, ready);
        if (acknowledgements === "stop") await written.standsStill();
        else await written.goesOn();
      } finally {
        await end();
        written.writersMove = true;
      }
      await written.recovers();
      expect(await written.contradictions()).toEqual([]);
    },
  );
