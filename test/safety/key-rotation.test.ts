// New keys in the place of the old ones: what they encrypt stays readable, what was signed ends, and a crash leaves one key that fits.
import { randomBytes } from "node:crypto";
import { cp, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CommandRun } from "../../src/app/commands/command.ts";
import { newMasterKey, newTokenKeys } from "../../src/app/new-keys.ts";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { millis } from "../../src/lib/clock.ts";
import { DAY_MILLIS } from "../../src/lib/units.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { MANUAL_CLOCK_START, ManualClock } from "../support/manual-clock.ts";
import { SYS_ADMIN, TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { member, RestClient, text, tokenOf } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const PASSWORD = "A-password-of-a-test-3";

/** A folder with one of each secret, made once and copied for each test. */
let used: string;
let folder: string;
let deviceId: string;
let profileId: string;
let activateToken: string;
let login: unknown;

beforeAll(async () => {
  used = await scratchFolder();
  await use(used, async (platform) => {
    const anyone = new RestClient(platform.http);
    login = await anyone.post("/api/auth/login", { username: TENANT_ADMIN.email, password: TENANT_ADMIN.password });
    const admin = await anyone.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    const device = await admin.post("/api/device?accessToken=token-of-a-device", { name: "a", type: "default" });
    deviceId = text(device, "id", "id");
    const profile = {
      name: "provisioned",
      type: "DEFAULT",
      transportType: "DEFAULT",
      provisionType: "ALLOW_CREATE_NEW_DEVICES",
      provisionDeviceKey: "key",
      profileData: {
        configuration: { type: "DEFAULT" },
        transportConfiguration: { type: "DEFAULT" },
        provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: "secret" },
      },
    };
    profileId = text(await admin.post("/api/deviceProfile", profile), "id", "id");
    const user = { email: "new@example.com", authority: "TENANT_ADMIN" };
    const created = await admin.post("/api/user?sendActivationMail=false", user);
    const link = await admin.getText(`/api/user/${text(created, "id", "id")}/activationLink`);
    activateToken = new URL(link).searchParams.get("activateToken") ?? "";
  });
});
beforeEach(async () => {
  folder = await scratchFolder();
  await cp(used, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => rm(used, { recursive: true }));

async function use<Result>(
  dataDir: string,
  work: (platform: Platform) => Promise<Result>,
  clock = new ManualClock(),
): Promise<Result> {
  const config = configOf({ ...TEST_SETTINGS, dataDir });
  const platform = await startPlatform(config, {
    clock,
    log: new LogRecorder(),
    acceptsLoss: false,
  });
  try {
    return await work(platform);
  } finally {
    await platform.stop();
  }
}

/** What the command says. */
async function runCommand(run: CommandRun, settings: GivenSettings = {}, clock = new ManualClock()): Promise<string[]> {
  const said: string[] = [];
  const config = configOf({ ...TEST_SETTINGS, ...settings, dataDir: folder });
  const say = (line: string): void => void said.push(line);
  await run({ config, clock, log: new LogRecorder(), giveWay: () => undefined, say });
  return said;
}

/** Every kind of secret is read, and used, as before. */
async function expectSecretsToWork(platform: Platform): Promise<void> {
  const admin = await new RestClient(platform.http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  expect(await admin.get(`/api/device/${deviceId}/credentials`)).toMatchObject({ credentialsId: "token-of-a-device" });
  const sent = await fetch(`${platform.http}/api/v1/token-of-a-device/telemetry`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect(sent.status).toBe(200);
  expect(
    member(await admin.get(`/api/deviceProfile/${profileId}`), "profileData", "provisionConfiguration"),
  ).toMatchObject({
    provisionDeviceSecret: "secret",
  });
  const activated = await admin.post("/api/noauth/activate?sendActivationMail=false", {
    activateToken,
    password: PASSWORD,
  });
  expect(tokenOf(activated)).not.toBe("");
}

const isLoggedIn = async (platform: Platform): Promise<boolean> => {
  const headers = { "X-Authorization": `Bearer ${tokenOf(login)}` };
  return (await fetch(`${platform.http}/api/auth/user`, { headers })).status === 200;
};

const keyFile = (name = "secret.key"): string => join(folder, name);

test("a new master key: all secrets work, logins stay, and the old key is refused", async () => {
  const old = await readFile(keyFile());

  expect(await runCommand(newMasterKey)).toEqual([
    `${keyFile()} is new, and everything is encrypted with it`,
    "ended, to be asked for again: 0 open claims, 0 password resets",
    "copies of the folder from before need the old key; a backup has its own",
  ]);

  expect((await readFile(keyFile())).equals(old)).toBe(false);
  await use(folder, async (platform) => {
    expect(await isLoggedIn(platform)).toBe(true);
    await expectSecretsToWork(platform);
  });
  await writeFile(keyFile(), old);
  await expect(use(folder, () => Promise.resolve())).rejects.toThrow("is not the key with which");
});

test("a crash between the commit and the new name of the key ends the rotation at the next start", async () => {
  const old = await readFile(keyFile());
  await runCommand(newMasterKey);
  await rename(keyFile(), keyFile("secret.key.next"));
  await writeFile(keyFile(), old);

  await use(folder, expectSecretsToWork);

  expect((await readFile(keyFile())).equals(old)).toBe(false);
});

test.each([0, 17, 32])(
  "a crash before the commit leaves the old key, with %i bytes of the new one on the disk",
  async (bytes) => {
    const old = await readFile(keyFile());
    await writeFile(keyFile("secret.key.next"), randomBytes(bytes));

    await use(folder, expectSecretsToWork);

    expect((await readFile(keyFile())).equals(old)).toBe(true);
    await expect(readFile(keyFile("secret.key.next"))).rejects.toThrow("ENOENT");
  },
);

test("a rotation takes in every column that the master key protects", () => {
  const database = new DatabaseSync(join(used, "bridgehead.sqlite"), { readOnly: true });
  const columns = database
    .prepare(
      `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.type = 'BLOB' ORDER BY 1`,
    )
    .all();
  database.close();

  expect(columns.map(({ name }) => name)).toEqual([
    "api_key.value_digest", // of the key alone
    "claim.secret_digest", // claims end
    "dashboard_link.token_digest", // of the token alone
    "device_credentials.id_hash",
    "device_credentials.secret",
    "device_profile.provision_secret",
    "installation_key.sealed",
    "password_reset.token_hash", // resets end
    "store_mark.sealed",
    "user_account.activation_hash",
    "user_account.activation_sealed",
    "view_link.token_digest", // of the token alone
  ]);
});

test("new keys of tokens end all logins, and nothing else", async () => {
  await use(folder, async (platform) => {
    expect(await isLoggedIn(platform)).toBe(true);
  });

  await runCommand(newTokenKeys);

  await use(folder, async (platform) => {
    expect(await isLoggedIn(platform)).toBe(false);
    await expectSecretsToWork(platform);
  });
});

test("keys are as old as their last rotation says, whatever the time of their file", async () => {
  const clock = new ManualClock(millis(MANUAL_CLOCK_START + 731 * DAY_MILLIS));
  const oldKeys = (): Promise<string[]> =>
    use(
      folder,
      async ({ http }) => {
        const admin = await new RestClient(http).login(SYS_ADMIN.email, SYS_ADMIN.password);
        const findings = member(await admin.get("/api/system/posture"), "findings") as { kind: string }[];
        return findings.map(({ kind }) => kind).filter((kind) => kind.endsWith("-key-old"));
      },
      clock,
    );

  // As a restore leaves it.
  await utimes(keyFile(), new Date(), new Date());
  expect(await oldKeys()).toEqual(["master-key-old", "token-key-old"]);
  await runCommand(newMasterKey, {}, clock);
  expect(await oldKeys()).toEqual(["token-key-old"]);
  await runCommand(newTokenKeys, {}, clock);
  expect(await oldKeys()).toEqual([]);
});

test("a key of tokens that is a setting is changed there", async () => {
  const tokenSigningKey = randomBytes(64).toString("base64");

  await expect(runCommand(newTokenKeys, { "security.jwt.tokenSigningKey": tokenSigningKey })).rejects.toThrow(
    "comes from the setting JWT_TOKEN_SIGNING_KEY",
  );
});

test("a folder without a database is left alone", async () => {
  await rm(keyFile("bridgehead.sqlite"));

  await expect(runCommand(newMasterKey)).rejects.toThrow("there is no bridgehead.sqlite in");
});

test("no key is replaced under a platform that runs", async () => {
  await use(folder, async () => {
    await expect(runCommand(newMasterKey)).rejects.toThrow("is in use by process");
    await expect(runCommand(newTokenKeys)).rejects.toThrow("is in use by process");
  });
});
