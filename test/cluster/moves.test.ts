// A data folder moves into a cluster and back: the answers stay what they were, wherever a move is cut off.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { changedAnswers, formerVersions, unpackFormerFolder } from "../support/former-folder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { MoveWorld } from "../support/move-world.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { PostgresTestServer } from "../support/postgres-server.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const VERSION = formerVersions.at(-1) ?? "";

let postgres: PostgresTestServer;
/** With something of everything that is stored, brought to this version. */
let former: string;

beforeAll(async () => {
  postgres = await PostgresTestServer.start();
  former = await scratchFolder();
  await unpackFormerFolder(VERSION, former);
  const config = configOf({ ...TEST_SETTINGS, dataDir: former });
  const platform = await startPlatform(config, { clock: new ManualClock(), log: silentLogger });
  await platform.stop();
});
afterAll(async () => {
  await postgres.stop();
  await rm(former, { recursive: true });
});

/** A node reads neither the content of packages yet, nor attributes that are objects, as these have. */
const isOfNode = (path: string): boolean => !/\/download$|attributes\/SERVER_SCOPE$/.test(path);

test("a folder with everything answers the same as a cluster, and as a folder again", async () => {
  await using world = await MoveWorld.make(postgres);
  const folder = await world.copyOf(former);
  const said = await world.import(folder);
  console.log(said);
  expect(await world.onNode(({ http }) => changedAnswers(VERSION, http, isOfNode))).toEqual([]);

  console.log(await world.export("back"));
  expect(await world.onFolder(`${world.folder}/back`, ({ http }) => changedAnswers(VERSION, http))).toEqual([]);
});
