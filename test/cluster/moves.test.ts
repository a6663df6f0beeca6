// A data folder moves into a cluster and back: the answers stay what they were, wherever a move is cut off; and what must not
// be moved is refused.
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { Random } from "../../tools/simulator/random.ts";
import { startCommand } from "../support/command-process.ts";
import { changedAnswers, unpackFormerFolder, upgradedVersions } from "../support/former-folder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { MoveWorld } from "../support/move-world.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { PostgresTestServer } from "../support/postgres-server.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { isEveryCase, seedOf } from "../support/seed.ts";
import { soakTest } from "../support/soak-test.ts";

const VERSION = upgradedVersions.at(-1) ?? "";
const KILLS = isEveryCase ? 10 : 1;
/** More of them than this come in the middle. */
const KILLED_MIN = KILLS / 3;

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

const answersOfCluster = (world: MoveWorld): Promise<readonly unknown[]> =>
  world.onNode(({ http }) => changedAnswers(VERSION, http));

const answersOfFolder = (world: MoveWorld, name: string): Promise<readonly unknown[]> =>
  world.onFolder(join(world.folder, name), ({ http }) => changedAnswers(VERSION, http));

/** Ends a move where it says such a line, as a crash would. */
function cutAt(start: string): (line: string) => void {
  return (line) => {
    if (line.startsWith(start)) throw new Error(`cut off at "${line}"`);
  };
}

test("a folder with everything answers the same as a cluster, and as a folder again with what is new", async () => {
  await using world = await MoveWorld.make(postgres);
  const folder = await world.copyOf(former);
  const said = await world.import(folder);
  expect(said).toMatch(
    /^importing .*\nentities: [0-9]+ of ([0-9]+)\nentities: \1 of \1\npoints: 0 of 303\npoints: 303 of 303\nfiles: 1 of 1\nimported, and compared: 6 devices, 3 users/m,
  );
  expect(said).toContain("1 open claims, 0 password resets");
  const added = await world.onNode(async ({ http }) => {
    expect(await changedAnswers(VERSION, http)).toEqual([]);
    const client = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    const device = text(await client.post("/api/device?accessToken=new-1", { name: "new-1" }), "id", "id");
    await client.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { ts: 5, values: { a: 1, b: "two" } });
    return device;
  });
  expect(await world.export("back")).toContain("305 points, 1 files");
  const found = await world.onFolder(join(world.folder, "back"), async ({ http }) => {
    const client = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    const another = text(await client.post("/api/device", { name: "new-2" }), "id", "id");
    const telemetry = `/api/plugins/telemetry/DEVICE/${another}`;
    await client.post(`${telemetry}/timeseries/ANY`, { ts: 6, values: { a: 3 } });
    const values = await client.get(`/api/plugins/telemetry/DEVICE/${added}/values/timeseries?keys=a,b`);
    const others = await client.get(`${telemetry}/values/timeseries?keys=a`);
    return { values, others };
  });
  expect(found).toEqual({
    values: { a: [{ ts: 5, value: "1" }], b: [{ ts: 5, value: "two" }] },
    others: { a: [{ ts: 6, value: "3" }] },
  });
});

const seed = String(seedOf("KILL_SEED"));

/** Kills the command again and again, each time a bit later, and lets it end at last. Returns how often it was killed in the middle. */
async function killOften(
  [area, verb, folder]: readonly [string, string, string],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const random = new Random(`${seed} ${area} ${verb}`);
  let killed = 0;
  for (let round = 1; ; round++) {
    const { child, ended } = startCommand([area, verb, folder], environment, { "cluster.move.pointsMax": 40 });
    await Promise.race([untilPrinted(child, /^(importing|exporting|going on)/m), ended]);
    const millis = random.between(0, round * 300);
    const timer = round > KILLS ? undefined : setTimeout(() => child.kill("SIGKILL"), millis);
    const { code, error } = await ended;
    clearTimeout(timer);
    if (code === 0) return killed;
    if (code !== null) throw new Error(`seed ${seed}, round ${String(round)}: ${error}`);
    killed++;
  }
}

function untilPrinted({ stdout }: ChildProcess, text: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let printed = "";
  stdout?.on("data", (piece: Buffer) => {
    printed += piece.toString();
    if (text.test(printed)) resolve();
  });
  return promise;
}

soakTest(
  `moves that are killed again and again are whole in the end (seed ${seed})`,
  async () => {
    await using world = await MoveWorld.make(postgres);
    const folder = await world.copyOf(former);
    expect(await killOften(["cluster", "import", folder], world.environment())).toBeGreaterThan(KILLED_MIN);
    expect(await answersOfCluster(world)).toEqual([]);

    const back = join(world.folder, "back");
    expect(await killOften(["cluster", "export", back], world.environment())).toBeGreaterThan(KILLED_MIN);
    expect(await answersOfFolder(world, "back")).toEqual([]);
  },
  600_000,
);

test("no node starts on a part of an import, which goes on only with the same folder and key", async () => {
  await using world = await MoveWorld.make(postgres);
  const folder = await world.copyOf(former);
  await expect(world.import(folder, {}, cutAt("points"))).rejects.toThrow("could not be moved");

  await expect(answersOfCluster(world)).rejects.toThrow("an import into this cluster has not ended");
  await expect(world.export("back")).rejects.toThrow("an import into this cluster has not ended");
  const key = { "cluster.masterKey": Buffer.alloc(32, 1).toString("base64") };
  await expect(world.import(folder, key)).rejects.toThrow(
    "CLUSTER_MASTER_KEY is not the key with which this import began",
  );
  const another = join(world.folder, "another");
  await world.onFolder(another, () => Promise.resolve());
  await expect(world.import(another)).rejects.toThrow("another folder is being imported");
  const used = await world.copyOf(folder, "used");
  await world.onFolder(used, () => Promise.resolve());
  await expect(world.import(used)).rejects.toThrow("a platform has used the folder since the import began");

  expect(await world.import(folder)).toMatch(/^going on with the import of /);
  expect(await answersOfCluster(world)).toEqual([]);
});

soakTest("an export that was cut off goes on, and begins anew when a node has run since", async () => {
  await using world = await MoveWorld.make(postgres);
  await world.import(await world.copyOf(former));
  await expect(world.export("back", {}, cutAt("points: 303"))).rejects.toThrow("could not be moved");
  await expect(world.export("back", {}, cutAt("files"))).rejects.toThrow("cut off");
  await world.onNode(async ({ http }) => {
    const client = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    await client.post("/api/device", { name: "since" });
  });
  const said = await world.export("back");
  expect(said).toContain("a node has run since: beginning anew");
  expect(said).toContain("7 devices");
  await expect(world.export("back")).rejects.toThrow("is not empty: name a folder that is not there yet");
});

soakTest(
  "a cluster that is in use is refused, and so are a folder that is, and keys and settings that do not fit",
  async () => {
    await using world = await MoveWorld.make(postgres);
    const folder = await world.copyOf(former);
    await expect(world.import(join(world.folder, "nowhere"))).rejects.toThrow("is no data folder");
    const older = join(world.folder, "older");
    await unpackFormerFolder(VERSION, older);
    await expect(world.import(older)).rejects.toThrow("run `bridgehead upgrade` on it first");
    await expect(world.export("back")).rejects.toThrow("the database at CLUSTER_POSTGRES_URL has nothing of a cluster");
    await world.onFolder(folder, () =>
      expect(world.import(folder)).rejects.toThrow(`the data folder ${folder} is in use by process`),
    );

    await world.onNode(async () => {
      // A node that has only just started may not have its lease yet, only connections.
      const inUse = /a node of the cluster runs or starts|connections of nodes are open/;
      await expect(world.import(folder)).rejects.toThrow(inUse);
      await expect(world.export("back")).rejects.toThrow(inUse);
    });
    await expect(world.import(folder)).rejects.toThrow(
      "the database at CLUSTER_POSTGRES_URL is not empty: it has 2 users and 0 devices",
    );
    const key = { "cluster.masterKey": Buffer.alloc(32, 1).toString("base64") };
    await expect(world.export("back", key)).rejects.toThrow(
      "CLUSTER_MASTER_KEY is not the key with which the secrets in the cluster were encrypted",
    );
    await world.export("back");
  },
);
