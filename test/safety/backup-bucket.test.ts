// Backups to a bucket, from the platform by itself and by command.
import { afterEach, beforeEach, expect, test } from "vitest";
import { BucketServer } from "../support/bucket-server.ts";
import { endOfCommand } from "../support/command-call.ts";
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
