// Backups to a bucket, from the platform by itself and by command.
import { afterEach, beforeEach, expect, test } from "vitest";
import { BucketServer } from "../support/bucket-server.ts";
import { endOfCommand } from "../support/command-call.ts";
import { KillableServers, SYS_ADMIN } from "../support/killable-server.ts";
import { member } from "../support/rest-client.ts";
import { soakTest } from "../support/soak-test.ts";
import { backUpToBucket } from "./bucket-run.ts";

const DEADLINE_MILLIS = 60_000;

let server: BucketServer;
beforeEach(async () => {
  server = await BucketServer.start();
});
/** Less than whoever waits for the other backup would take. */
const SILENT_MILLIS_MAX = 30_000;

afterEach(() => server.stop());

test("backups to a bucket, under load, killed and repeated, are whole, write what changed, and name what was damaged", async () => {
  server.pageEntries = 100;
  await backUpToBucket({
    bucket: server.bucket,
    variables: server.variables,
    keys: () => Promise.resolve([...server.objects.keys()]),
    read: (key) => Promise.resolve(server.content(key)),
    write: async (key, content) => {
      server.put(key, content);
    },
    age: async (key, millis) => {
      server.age(key, millis);
    },
  });
});

test("a bucket that does not answer or is busy is asked again, as often as the bounds say", async () => {
  const bounds = { "backup.bucket.tryMillis": 1_000, "backup.bucket.triesMax": 2 };
  const verify = async (): Promise<string> =>
    (await endOfCommand(["verify", `s3://${server.bucket}/plant`], server.variables, bounds)).error;
  server.disturb(
    () => true,
    2,
    () => undefined,
  );
  expect(await verify()).toContain("tried 2 times: ");
  server.disturb(
    () => true,
    1,
    (response) => {
      response.writeHead(503).end();
    },
  );
  expect(await verify()).toBe(`there is no backup in s3://${server.bucket}/plant`);
  expect((await endOfCommand(["verify", "s3://plant"])).error).toContain("needs AWS_ACCESS_KEY_ID");
});

test(
  "a backup that has been silent for longer than the bound says holds up no other",
  async () => {
    server.put("plant/locks/another", new Uint8Array());
    server.age("plant/locks/another", 5_000);
    const environment = { ...server.variables, DATA_DIR: "/nowhere", BACKUP_PASSPHRASE: "the passphrase of a test" };
    const { error } = await endOfCommand(["backup", `s3://${server.bucket}/plant`], environment, {
      "backup.bucket.lockMillis": 4_000,
    });
    expect(error).toContain("/nowhere");
    expect([...server.objects.keys()]).toEqual([]);
  },
  SILENT_MILLIS_MAX,
);

soakTest(
  "a bucket that does not answer holds up neither the start nor the posture, which says that there is no backup",
  async () => {
    const servers = new KillableServers();
    try {
      server.disturb(
        () => true,
        Infinity,
        () => undefined,
      );
      const platform = await servers.start(servers.folder(), {
        ...server.variables,
        BACKUP_TO: `s3://${server.bucket}/plant`,
        BACKUP_PASSPHRASE: "the passphrase of a test",
      });
      await platform.record(({ event }) => event === "backups cannot be listed", DEADLINE_MILLIS);
      const sysAdmin = await platform.anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password);
      const findings = member(await sysAdmin.get("/api/system/posture"), "findings") as { kind: string }[];
      expect(findings.map(({ kind }) => kind)).toContain("backup-overdue");
    } finally {
      await servers.endAll();
    }
  },
);
