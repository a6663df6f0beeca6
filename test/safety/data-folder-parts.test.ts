// A data folder of which a part is missing, foreign or from another time is refused at the start with what is wrong and what to do.
// Nothing of it is changed by that, and with the part back in place it starts.
import { cp, readdir, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { DomainError } from "../../src/core/errors.ts";
import { KillableServers } from "../support/killable-server.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const ENTITIES = "bridgehead.sqlite";
const TELEMETRY = "telemetry.duckdb";
const LOG = "telemetry.duckdb.log";
const KEY = "secret.key";

let scratch: string;
const servers = new KillableServers();
beforeEach(async () => {
  scratch = await scratchFolder();
  await cp(used, scratch, { recursive: true });
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true });
});

const folderOf = (name: string): string => join(scratch, name);

interface Started {
  readonly log?: LogRecorder;
  readonly acceptsLoss?: boolean;
}

/** Starts on a folder, uses the platform, and stops. */
async function run<Result>(
  name: string,
  use: (platform: Platform) => Promise<Result>,
  { log = new LogRecorder(), acceptsLoss = false }: Started = {},
): Promise<Result> {
  const config = configOf({ ...TEST_SETTINGS, dataDir: folderOf(name) });
  const platform = await startPlatform(config, { clock: new ManualClock(), log, acceptsLoss });
  try {
    return await use(platform);
  } finally {
    await platform.stop();
  }
}

const admin = async (platform: Platform): Promise<RestClient> =>
  await new RestClient(platform.http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);

/** A device with a point. */
function addDevice(name: string): (platform: Platform) => Promise<void> {
  return async (platform) => {
    const client = await admin(platform);
    const id = text(await client.post("/api/device", { name, type: "default" }), "id", "id");
    await client.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
      ts: 1_700_000_000_000,
      values: { a: 1 },
    });
  };
}

async function pointsOf(platform: Platform, name: string): Promise<unknown> {
  const client = await admin(platform);
  const id = text(await client.get(`/api/tenant/devices?deviceName=${name}`), "id", "id");
  return member(
    await client.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=a&startTs=0&endTs=${String(2 ** 45)}`),
    "a",
  );
}

const nothing = (): Promise<void> => Promise.resolve();

/** Two folders that have been in use; and the first as it was after one device, before the second one came. Made once, copied for each test. */
let used: string;
beforeAll(async () => {
  used = scratch = await scratchFolder();
  await run("one", addDevice("first"));
  await cp(folderOf("one"), folderOf("earlier"), { recursive: true });
  await run("one", addDevice("second"));
  await run("other", addDevice("foreign"));
});
afterAll(() => rm(used, { recursive: true }));

/** The start is refused with these words, and leaves the folder as it was. */
async function expectRefusal(name: string, words: RegExp): Promise<void> {
  const before = await contents(name);
  await expect(run(name, nothing)).rejects.toThrow(words);
  expect(await contents(name)).toEqual(before);
}

/** Of what matters: locks and scratch files may come and go. */
async function contents(name: string): Promise<readonly string[]> {
  const files = await readdir(folderOf(name));
  return files.filter((file) => [ENTITIES, TELEMETRY, KEY].includes(file)).sort();
}

async function copyFile(file: string, from: string, to: string): Promise<void> {
  await cp(join(folderOf(from), file), join(folderOf(to), file));
}

const remove = (file: string): Promise<void> => rm(join(folderOf("one"), file));

test("without the entities nothing starts, so that no new tenant gets the points of old series", async () => {
  await remove(ENTITIES);

  await expectRefusal("one", /bridgehead\.sqlite is missing .*telemetry\.duckdb is there.*put it back/);
});

test("missing telemetry is refused, unless the loss is accepted", async () => {
  await remove(TELEMETRY);

  await expectRefusal(
    "one",
    /telemetry\.duckdb is missing in the data folder .*one.*put it back.*without any of its points.*--accept-loss/,
  );

  const log = new LogRecorder();
  expect(await run("one", (platform) => pointsOf(platform, "first"), { acceptsLoss: true, log })).toBeUndefined();
  const losses = log.records.filter(({ event }) => event === "started without what is lost");
  expect(losses.map(({ fields }) => fields["found"])).toEqual([
    expect.stringMatching(/telemetry\.duckdb is missing in the data folder .*one, although [^:]*$/) as unknown,
    expect.stringMatching(/the telemetry log .*telemetry\.duckdb\.log has no entries from 1 to [0-9]+/) as unknown,
  ]);
  await run("one", addDevice("third"));
});

test.each([
  [ENTITIES, /bridgehead\.sqlite and telemetry\.duckdb belong to different data folders/],
  [TELEMETRY, /the telemetry log .*telemetry\.duckdb\.log.* does not belong to the telemetry file/],
  [KEY, /secret\.key is not the key with which the secrets .* were encrypted/],
])("%s of another data folder is refused", async (file, words) => {
  await copyFile(file, "other", "one");
  if (file === ENTITIES) await copyFile(KEY, "other", "one");

  await expectRefusal("one", words);
});

test("a missing key is not replaced by a new one", async () => {
  await remove(KEY);

  await expectRefusal("one", /secret\.key is missing .*put it back/);
});

test("a key that is cut off is refused in words, as what an operator can mend", async () => {
  await truncate(join(folderOf("one"), KEY), 0);

  await expectRefusal("one", /secret\.key in the data folder .*one must have 32 bytes, it has 0: put it back/);
  await expect(run("one", nothing)).rejects.toBeInstanceOf(DomainError);
});

test("entities older than the telemetry are refused; where the loss is accepted, no new series takes the points of a forgotten one", async () => {
  await copyFile(ENTITIES, "earlier", "one");

  await expectRefusal("one", /bridgehead\.sqlite is older than telemetry\.duckdb.*from the same backup/);

  const points = await run(
    "one",
    async (platform) => {
      const client = await admin(platform);
      const id = text(await client.post("/api/device", { name: "new", type: "default" }), "id", "id");
      await client.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
        ts: 1_800_000_000_000,
        values: { a: 5 },
      });
      return await pointsOf(platform, "new");
    },
    { acceptsLoss: true },
  );
  expect(points).toEqual([{ ts: 1_800_000_000_000, value: "5" }]);
});

test("an older telemetry file gets what it lacks from its log, and is refused with a log that is as old", async () => {
  await copyFile(TELEMETRY, "earlier", "one");
  expect(await run("one", (platform) => pointsOf(platform, "second"))).toHaveLength(1);

  await copyFile(TELEMETRY, "earlier", "one");
  await rm(join(folderOf("one"), LOG), { recursive: true });
  await cp(join(folderOf("earlier"), LOG), join(folderOf("one"), LOG), { recursive: true });
  await expectRefusal("one", /telemetry\.duckdb is older than bridgehead\.sqlite/);
});

test("a whole folder of another time or place starts", async () => {
  await rename(folderOf("earlier"), folderOf("moved"));

  expect(await run("moved", (platform) => pointsOf(platform, "first"))).toHaveLength(1);
});

test.each([
  [`${ENTITIES}-wal`, /bridgehead\.sqlite-wal is missing.*--accept-loss/],
  [LOG, /the telemetry log .*telemetry\.duckdb\.log has no entries from [0-9]+ on.*--accept-loss/],
])("after kill -9, without %s the start is refused until it is back", async (file, words) => {
  const folder = servers.folder();
  const killed = await servers.start(folder);
  const { rest } = await killed.tenant(() => 1);
  const id = text(await rest.post("/api/device", { name: "first", type: "default" }), "id", "id");
  await rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: 1_700_000_000_000, values: { a: 1 } });
  await killed.kill();
  await rename(join(folder, file), join(folder, `${file}.elsewhere`));

  await expect(servers.start(folder)).rejects.toThrow(words);

  await rm(join(folder, file), { recursive: true, force: true });
  await rename(join(folder, `${file}.elsewhere`), join(folder, file));
  const again = await servers.start(folder);
  expect(await again.isHealthy()).toBe(true);
});
