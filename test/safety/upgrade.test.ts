// A start on a data folder of a former version: a snapshot first, a refusal where it could not go well, and a way back to every byte.
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import packageInfo from "../../package.json" with { type: "json" };
import { telemetryMigrations } from "../../src/adapters/duckdb/migrations.ts";
import { migrations } from "../../src/adapters/sql/migrations/index.ts";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { DomainError } from "../../src/core/errors.ts";
import { callCommand } from "../support/command-call.ts";
import { changedAnswers, formerAnswers, unpackFormerFolder } from "../support/former-folder.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { soakTest } from "../support/soak-test.ts";
import { digestsOf } from "./folder-digests.ts";

const FORMER = "0.1.0";
const VERSION = packageInfo.version;
const ENTITIES = "bridgehead.sqlite";
const TELEMETRY = "telemetry.duckdb";
const SNAPSHOT = `upgrade-from-${FORMER}`;
const DAY_MILLIS = 86_400_000;

let folder: string;
beforeEach(async () => {
  folder = await scratchFolder();
  await unpackFormerFolder(FORMER, folder);
  for (const [path, content] of [
    ["packages/one", "a package"],
    ["reports/tenant/two", "a result"],
  ] as const) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
});
afterEach(() => rm(folder, { recursive: true }));

interface Running {
  readonly clock?: ManualClock;
  readonly log?: LogRecorder;
  readonly dataDir?: string;
  readonly settings?: GivenSettings;
}

async function run<Result>(
  use: (platform: Platform) => Promise<Result>,
  { clock = new ManualClock(), log = new LogRecorder(), dataDir = folder, settings = {} }: Running = {},
): Promise<Result> {
  const platform = await startPlatform(configOf({ ...TEST_SETTINGS, ...settings, dataDir }), { clock, log });
  try {
    return await use(platform);
  } finally {
    await platform.stop();
  }
}

const nothing = (): Promise<void> => Promise.resolve();
const command = (...args: readonly string[]): Promise<string> => callCommand(["upgrade", ...args], { dataDir: folder });
const contents = (within = folder): Promise<Readonly<Record<string, string>>> => digestsOf(within);

async function snapshots(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith("upgrade-from-"));
}

/** The start is refused with these words, and the folder stays as it was. */
async function expectRefusal(words: RegExp): Promise<void> {
  const before = await contents();
  const refused = run(nothing);
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.toBeInstanceOf(DomainError);
  expect(await contents()).toEqual(before);
}

async function saveOnBoiler({ http }: Platform): Promise<void> {
  const { apiKey } = await formerAnswers(FORMER);
  const client = new RestClient(http, `ApiKey ${apiKey}`);
  const boiler = text(await client.get("/api/tenant/devices?deviceName=boiler-1"), "id", "id");
  await client.post(`/api/plugins/telemetry/DEVICE/${boiler}/timeseries/ANY`, {
    ts: 1_770_000_000_000,
    values: { temperature: 99 },
  });
}

soakTest("a start keeps the folder as it was, says so, and a rollback brings every byte of it back", async () => {
  const before = await contents();
  const log = new LogRecorder();
  const [, missing] = /by (\d+) migrations/.exec(await command("--check")) ?? [];
  await run(saveOnBoiler, { log });

  const begun = log.records.filter(({ event }) => event === "data folder is being upgraded");
  expect(begun.map(({ fields }) => fields["migrations"])).toEqual([Number(missing)]);
  const upgrades = log.records.filter(({ event }) => event === "data folder upgraded");
  expect(upgrades.map(({ fields }) => fields)).toEqual([
    { from: FORMER, to: VERSION, snapshot: join(folder, SNAPSHOT), wayBack: '"bridgehead upgrade --rollback"' },
  ]);
  const { "snapshot.json": note, ...kept } = await contents(join(folder, SNAPSHOT));
  expect(note).toBeDefined();
  expect(kept).toEqual(before);

  expect(await command("--rollback", "--check")).toMatch(
    /the snapshot is from .*Z, with (\d+) devices and (\d+) points; what was stored since is lost with a rollback\nnow there are \1 devices and (?!\2 )\d+ points\n$/,
  );
  expect(await command("--rollback")).toMatch(/is as version 0\.1\.0 left it: start that version with it\n$/);
  expect(await contents()).toEqual(before);
  expect(await snapshots()).toEqual([]);

  expect(await run(({ http }) => changedAnswers(FORMER, http))).toEqual([]);
});

test("upgrade --check says what would be done, and does nothing; upgrade does it without a start", async () => {
  const before = await contents();
  expect(await command("--check")).toMatch(
    new RegExp(
      `can be upgraded from version 0\\.1\\.0 to ${VERSION}, by \\d+ migrations:\n` +
        "both databases are whole and belong together, with \\d+ devices and \\d+ points;\n" +
        "it takes \\d+ MiB of the disk, \\d+ MiB of them for the snapshot, and \\d+ MiB are free\n$",
    ),
  );
  expect(await contents()).toEqual(before);

  expect(await command()).toBe(
    `${folder} is in the format of version ${VERSION}\nthe folder as version ${FORMER} left it is in ${join(folder, SNAPSHOT)}\n`,
  );
  expect(await command("--check")).toBe(
    `${folder} is in the format of version ${VERSION}: there is nothing to upgrade\n`,
  );
  expect(await run(({ http }) => changedAnswers(FORMER, http))).toEqual([]);
});

test("a folder of a newer version is refused with the version that is needed", async () => {
  await run(nothing);
  await rm(join(folder, SNAPSHOT), { recursive: true });
  const database = new DatabaseSync(join(folder, ENTITIES));
  database.exec("INSERT INTO migration VALUES (9999, 'later', 0); UPDATE store_mark SET version = '9.8.7'");
  database.close();

  await expectRefusal(
    new RegExp(
      `the data folder ${folder} was last used by version 9\\.8\\.7, and this is version ${VERSION}, which does not know its migration 9999 \\(later\\): use version 9\\.8\\.7 or a newer one$`,
    ),
  );
});

test("without room for the snapshot the folder is refused with what is free and what is needed, and can be upgraded without one", async () => {
  // Takes no room itself.
  await truncate(join(folder, TELEMETRY), 15 * 2 ** 40);

  await expect(command("--check")).rejects.toThrow(
    /the disk of the data folder .* has \d+ MiB free, and the upgrade .* takes 157286\d\d MiB, .*make room, or/,
  );
  await expect(run(nothing)).rejects.toThrow(/make room, or/);
  expect(await snapshots()).toEqual([]);

  await command("--without-snapshot");
  expect(await run(({ http }) => changedAnswers(FORMER, http))).toEqual([]);
});

test("a damaged database of entities is refused by name before anything is changed", async () => {
  const file = join(folder, ENTITIES);
  const bytes = await readFile(file);
  const database = new DatabaseSync(file);
  const page = Number(database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'device'").get()?.["rootpage"]);
  database.close();
  bytes.fill(0, (page - 1) * 4096, page * 4096);
  await writeFile(file, bytes);

  await expectRefusal(/bridgehead\.sqlite is damaged \(.*restore all files/);
  expect(await snapshots()).toEqual([]);
});

test("a damaged telemetry file is refused before anything is changed", async () => {
  const file = join(folder, TELEMETRY);
  const bytes = await readFile(file);
  bytes.fill(0, 0, 12_288);
  await writeFile(file, bytes);

  await expectRefusal(/the telemetry file .*telemetry\.duckdb cannot be opened/);
  expect(await snapshots()).toEqual([]);
});

test("the snapshot goes some time after the upgrade", async () => {
  const clock = new ManualClock();
  await run(
    async () => {
      clock.advance(DAY_MILLIS - 1);
      expect(await snapshots()).toEqual([SNAPSHOT]);
      clock.advance(1);
      while ((await snapshots()).length > 0) await setImmediate();
    },
    { clock, settings: { "upgrade.keepMillis": DAY_MILLIS } },
  );

  await expect(command("--rollback")).rejects.toThrow(/has no snapshot from before an upgrade: restore a backup/);
});

test("the snapshot goes at once when the command says so, also while the platform runs", async () => {
  await run(async () => {
    expect(await command("--remove-snapshot")).toMatch(/to go back, restore a backup/);
  });
  expect(await snapshots()).toEqual([]);
});

soakTest("an upgrade without a snapshot leaves none", async () => {
  await command("--without-snapshot");

  expect(await snapshots()).toEqual([]);
  expect(await run(({ http }) => changedAnswers(FORMER, http))).toEqual([]);
});

test("a rollback that was cut off is ended before anything else", async () => {
  const before = await contents();
  await run(nothing);
  await rename(join(folder, SNAPSHOT), join(folder, `${SNAPSHOT}.rollback`));
  await rename(join(folder, `${SNAPSHOT}.rollback`, TELEMETRY), join(folder, TELEMETRY));

  await expectRefusal(
    /a rollback of the data folder .* to version 0\.1\.0 was cut off: end it with "bridgehead upgrade --rollback"/,
  );

  await command("--rollback");
  expect(await contents()).toEqual(before);
});

test("a rollback that was cut off while it removed what was left of the snapshot is ended, too", async () => {
  const before = await contents();
  await mkdir(join(folder, `${SNAPSHOT}.rollback`, "packages"), { recursive: true });

  expect(await command("--rollback")).toBe(`${folder} is as version ${FORMER} left it: start that version with it\n`);
  expect([await contents(), await snapshots()]).toEqual([before, []]);
});

test("a damaged folder of a former version is repaired by this one, and then upgraded", async () => {
  const parent = await scratchFolder();
  const repaired = join(parent, "repaired");
  const file = join(folder, TELEMETRY);
  const bytes = await readFile(file);
  // In the checksum of the first header.
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expectRefusal(/the telemetry file .* cannot be opened/);

  expect(await callCommand(["repair", folder, repaired], {})).toContain("no points are lost");
  expect(await run(({ http }) => changedAnswers(FORMER, http), { dataDir: repaired })).toEqual([]);
  await rm(parent, { recursive: true });
});

test("a snapshot that is not whole, or from before a former version was started again, is made again", async () => {
  const before = await contents();
  await run(nothing);
  const note = await readFile(join(folder, SNAPSHOT, "snapshot.json"));
  await command("--rollback");
  const begun = join(folder, `${SNAPSHOT}.upgrading`);
  await mkdir(begun);
  await writeFile(join(begun, "snapshot.json"), note);
  await writeFile(join(begun, ENTITIES), "as it was a week ago");
  const copying = join(folder, `${SNAPSHOT}.copying`);
  await mkdir(copying);
  await writeFile(join(copying, ENTITIES), "half of it");

  await run(nothing);

  expect(await snapshots()).toEqual([SNAPSHOT]);
  const { "snapshot.json": _, ...kept } = await contents(join(folder, SNAPSHOT));
  expect(kept).toEqual(before);
});

test("a backup is not made of a folder that was never upgraded: nobody could verify it", async () => {
  const settings = { dataDir: folder, "backup.passphrase": "the passphrase of a test" };
  await expect(callCommand(["backup", join(folder, "backups")], settings)).rejects.toThrow(
    /is of version 0\.1\.0, this is version .*: upgrade it first, by a start or with "bridgehead upgrade"/,
  );
});

test("each migration of the telemetry came with one of the entities, by which a start knows that there is an upgrade", () => {
  const numbers = migrations.map(({ number }) => number);

  expect(telemetryMigrations.filter(({ entities }) => !numbers.includes(entities))).toEqual([]);
});
