// Backups to a bucket, from the platform by itself and by command.
import { afterEach, beforeEach, expect, test } from "vitest";
import { BucketServer } from "../support/bucket-server.ts";
import { runCommand } from "../support/command-process.ts";
import { backUpToBucket } from "./bucket-run.ts";

let server: BucketServer;
beforeEach(async () => {
  server = await BucketServer.start();
});
afterEach(() => server.stop());

test(
  "backups to a bucket, under load, killed and repeated, are whole, write what changed, and name what was damaged",
  { timeout: 300_000 },
  async () => {
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
  },
);

test("a bucket that does not answer, one that is busy, and another writer are waited for as long as the bounds say", async () => {
  const bounds = { "backup.bucket.tryMillis": 1_000, "backup.bucket.triesMax": 2 };
  const verify = (): Promise<{ readonly error: string }> =>
    runCommand(["verify", `s3://${server.bucket}/plant`], { ...server.variables, BOUNDS: JSON.stringify(bounds) });
  server.disturb(
    () => true,
    2,
    () => undefined,
  );
  expect((await verify()).error).toContain("tried 2 times: ");
  server.disturb(
    () => true,
    1,
    (response) => void response.writeHead(503).end(),
  );
  expect((await verify()).error).toBe(`bridgehead: there is no backup in s3://${server.bucket}/plant\n`);
  expect((await runCommand(["verify", "s3://plant"])).error).toContain("needs AWS_ACCESS_KEY_ID");
});
