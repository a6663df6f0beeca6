import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupPlaceContract } from "../../../test/contracts/backup-place.ts";
import { BucketServer } from "../../../test/support/bucket-server.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { BackupBucket } from "./backup-bucket.ts";
import { parseBucketAddress, type BucketVariables } from "./bucket-address.ts";

const OPTIONS = { tryMillis: 60_000, triesMax: 5, lockMillis: 60_000 };

/** Time passes while somebody waits. */
function bucketOf(
  server: BucketServer,
  clock: ManualClock,
  given: Partial<typeof OPTIONS & { variables: object }> = {},
) {
  const { variables = {}, ...options } = given;
  const address = parseBucketAddress(`s3://${server.bucket}/a plant/#7+`, { ...server.variables, ...variables });
  const pause = async (millis: number): Promise<void> => {
    clock.advance(millis);
  };
  return new BackupBucket(address, { clock, pause }, { ...OPTIONS, ...options });
}

backupPlaceContract("bucket", async () => {
  const server = await BucketServer.start();
  const clock = new ManualClock();
  server.now = () => clock.now();
  const place = bucketOf(server, clock);
  return { place, other: bucketOf(server, clock), [Symbol.asyncDispose]: () => server.stop() };
});

describe("bucket", () => {
  let server: BucketServer;
  let clock: ManualClock;
  let place: BackupBucket;
  beforeEach(async () => {
    server = await BucketServer.start();
    clock = new ManualClock();
    server.now = () => clock.now();
    place = bucketOf(server, clock);
  });
  afterEach(() => server.stop());

  const always = (): boolean => true;
  const unavailable = (response: ServerResponse): void =>
    void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");

  test("a request that is answered 503 twice succeeds with the third try", async () => {
    server.disturb(always, 2, unavailable);
    await place.put("one", Buffer.from("content"));
    expect(server.requests).toHaveLength(3);
    expect(Buffer.from((await place.get("one")) ?? []).toString()).toBe("content");
  });

  test("a connection that breaks in the middle of an answer is no answer", async () => {
    await place.put("one", Buffer.from("content"));
    server.disturb(always, 2, (response) => {
      response.writeHead(200, { "content-length": "7" }).write("con", () => response.destroy());
    });
    expect(Buffer.from((await place.get("one")) ?? []).toString()).toBe("content");
  });

  test("a server that does not answer is given up, and so is one that is busy for good", async () => {
    const impatient = bucketOf(server, clock, { tryMillis: 50, triesMax: 2 });
    server.disturb(always, 2, () => undefined);
    await expect(impatient.get("one")).rejects.toThrow(
      `${place.name} cannot be used, tried 2 times: ${server.origin} gave no answer within 0.05 s`,
    );
    server.disturb(always, 5, unavailable);
    await expect(place.get("one")).rejects.toThrow("tried 5 times: ");
    await expect(place.get("one")).resolves.toBeUndefined();
  });

  test("a server that cannot be reached is named, with the reason", async () => {
    await server.stop();
    await expect(place.put("one", Buffer.from("content"))).rejects.toThrow(/could not be reached: .*ECONNREFUSED/);
    server = await BucketServer.start();
  });

  test.each<[string, BucketVariables, RegExp]>([
    [
      "another secret",
      { AWS_SECRET_ACCESS_KEY: "not-it" },
      /answered 403 SignatureDoesNotMatch: are AWS_ACCESS_KEY_ID/,
    ],
    ["a key that is unknown", { AWS_ACCESS_KEY_ID: "NOBODY" }, /answered 403 InvalidAccessKeyId/],
    ["another region", { AWS_REGION: "us-west-9" }, /answered 403 SignatureDoesNotMatch/],
  ])("credentials are refused in words, without a second try: %s", async (_, variables, words) => {
    const refused = await bucketOf(server, clock, { variables }).list("").catch(String);
    expect(refused).toMatch(words);
    expect(refused).not.toMatch(/not-it|NOBODY/);
    expect(server.requests).toHaveLength(1);
  });

  test("a bucket that does not exist, and one in another region, are named", async () => {
    const address = parseBucketAddress("s3://nothing", server.variables);
    const missing = new BackupBucket(address, { clock, pause: () => Promise.resolve() }, OPTIONS);
    for (const attempt of [() => missing.list(""), () => missing.get("one"), () => missing.put("one", Buffer.from(""))])
      await expect(attempt()).rejects.toThrow(`there is no bucket nothing at ${server.origin}`);
    server.disturb(always, 1, (response) => response.writeHead(301, { "x-amz-bucket-region": "eu-west-9" }).end());
    await expect(place.list("")).rejects.toThrow("set AWS_REGION=eu-west-9");
  });

  test("what a writer has left that was killed is waited for, until it cannot come back", async () => {
    await place.put("locks/of-a-killed-one", Buffer.from(""));
    const before = clock.now();
    const lock = await place.lock();
    expect(clock.now() - before).toBeGreaterThan(OPTIONS.lockMillis);
    expect(clock.now() - before).toBeLessThan(OPTIONS.lockMillis * 1.2);
    await lock.release();
    expect(await place.list("")).toEqual([]);
  });

  test("a writer that stood still for long has lost the place, and does not take it back", async () => {
    // Its timers run for this one alone.
    const standing = new ManualClock();
    const still = bucketOf(server, standing);
    const lost = await still.lock();
    clock.advance(OPTIONS.lockMillis + 2_000);
    const lock = await place.lock();
    await expect(lost.requireHeld()).rejects.toThrow("another backup to");
    standing.advance(OPTIONS.lockMillis + 2_000);
    await expect(lost.requireHeld()).rejects.toThrow("another backup to");
    await lock.requireHeld();
    await lost.release();
    await lock.requireHeld();
    await lock.release();
  });
});

describe("address of a bucket", () => {
  const credentials = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  test.each<[string, BucketVariables, string]>([
    ["s3://plant/7", {}, "https://plant.s3.us-east-1.amazonaws.com/"],
    ["s3://plant/7", { AWS_REGION: "eu-west-1" }, "https://plant.s3.eu-west-1.amazonaws.com/"],
    ["s3://plant.7", { AWS_DEFAULT_REGION: "eu-west-1" }, "https://s3.eu-west-1.amazonaws.com/plant.7/"],
    ["s3://plant", { AWS_ENDPOINT_URL: "https://s3.example/" }, "https://s3.example/plant/"],
    ["s3://plant", { AWS_ENDPOINT_URL: "https://b", AWS_ENDPOINT_URL_S3: "http://a:9000" }, "http://a:9000/plant/"],
  ])("%s with %j is at %s", (address, variables, url) => {
    expect(parseBucketAddress(address, { ...credentials, ...variables }).url).toBe(url);
  });

  test.each<[string, BucketVariables, RegExp]>([
    ["gs://plant", credentials, /is named like s3:\/\/bucket\/prefix/],
    ["s3://Plant", credentials, /is named like s3:/],
    ["s3://plant", {}, /needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    ["s3://plant", { ...credentials, AWS_ENDPOINT_URL: "s3.example" }, /must be a URL/],
  ])("%s with %j is refused", (address, variables, words) => {
    expect(() => parseBucketAddress(address, variables)).toThrow(words);
  });
});
