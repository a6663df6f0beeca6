import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packageContentsContract } from "../../../test/contracts/package-contents.ts";
import { resultFilesContract } from "../../../test/contracts/result-files.ts";
import { BucketServer } from "../../../test/support/bucket-server.ts";
import { newId, type ContentId, type ReportRunId } from "../../core/ids.ts";
import { systemClock } from "../../lib/clock.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import { parseBucketAddress } from "./bucket-address.ts";
import { PackageBucket } from "./package-bucket.ts";
import { ResultBucket } from "./result-bucket.ts";

const OPTIONS = { tryMillis: 5_000, triesMax: 3 };

function placeOf(server: BucketServer, options: Partial<typeof OPTIONS> = {}, variables: object = {}) {
  const address = parseBucketAddress(`s3://${server.bucket}/a plant/#7+`, { ...server.variables, ...variables });
  const deps = { clock: systemClock, pause: () => Promise.resolve() };
  return {
    packages: new PackageBucket(address, deps, { ...OPTIONS, ...options, folder: "packages" }),
    results: new ResultBucket(address, deps, { ...OPTIONS, ...options, folder: "reports" }),
  };
}

for (const hasRanges of [true, false])
  packageContentsContract(`bucket ${hasRanges ? "with" : "without"} ranges`, async () => {
    const server = await BucketServer.start();
    server.hasRanges = hasRanges;
    return { contents: placeOf(server).packages, [Symbol.asyncDispose]: () => server.stop() };
  });

resultFilesContract("bucket", async () => {
  const server = await BucketServer.start();
  return { results: placeOf(server).results, [Symbol.asyncDispose]: () => server.stop() };
});

let server: BucketServer;
const id = newId<ContentId>();
beforeEach(async () => {
  server = await BucketServer.start();
});
afterEach(() => server.stop());

async function* bytesOf(length: number): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.alloc(length, "x"));
}
const busy = (response: ServerResponse): void => void response.writeHead(503).end();
const always = (): boolean => true;

test("each kind has its own names, and whatever else is in the bucket is left alone", async () => {
  const { packages, results } = placeOf(server);
  for (const key of ["a plant/#7+/main/points/1.parquet", "a plant/#7+/packages/notes.txt"])
    server.put(key, Buffer.from("of others"));
  await packages.write(id, bytesOf(2 * MEBIBYTE + 1));
  await results.write(newId<ReportRunId>(), bytesOf(1), 10, new AbortController().signal);
  expect([...server.objects.keys()].filter((key) => key.includes(id))).toEqual(
    [0, 1, 2].map((piece) => `a plant/#7+/packages/${id}/0000000${String(piece)}`),
  );
  expect(await packages.list()).toEqual([id]);
  expect(await results.list()).toHaveLength(1);
  await packages.remove(id);
  expect(server.objects.size).toBe(3);
});

test("a piece that the bucket did not take is sent again", async () => {
  const { packages } = placeOf(server);
  server.disturb((method, key) => method === "PUT" && key.endsWith("1"), 2, busy);
  await packages.write(id, bytesOf(2 * MEBIBYTE));
  const whole = await packages.read(id);
  expect(whole === undefined ? 0 : (await buffer(whole)).byteLength).toBe(2 * MEBIBYTE);
});

test("a bucket that does not answer, is busy for good, is gone or refuses is unavailable, and its address is told to nobody", async () => {
  const hanging = placeOf(server, { tryMillis: 20, triesMax: 2 });
  const unavailable = {
    kind: "unavailable",
    message: "firmware and software packages cannot be kept in the bucket of the cluster (CLUSTER_FILES) at the moment",
  };
  for (const attempt of [
    () => hanging.packages.write(id, bytesOf(1)),
    () => hanging.packages.read(id),
    () => hanging.packages.readRange(id, 0, 1),
    () => hanging.packages.remove(id),
    () => hanging.packages.list(),
  ]) {
    server.disturb(always, 2, () => undefined);
    await expect(attempt()).rejects.toMatchObject(unavailable);
  }
  server.disturb(always, OPTIONS.triesMax, busy);
  await expect(placeOf(server).packages.read(id)).rejects.toMatchObject(unavailable);
  const stranger = placeOf(server, {}, { AWS_SECRET_ACCESS_KEY: "not-it" }).packages;
  await expect(stranger.read(id)).rejects.toMatchObject(unavailable);
  const gone = placeOf(server).packages;
  await server.stop();
  await expect(gone.read(id)).rejects.toMatchObject(unavailable);
  server = await BucketServer.start();
});

test("what a bucket has of a write that it did not take to its end is listed, so that it can be removed", async () => {
  const { packages } = placeOf(server);
  server.disturb((method, key) => method === "PUT" && key.endsWith("1"), OPTIONS.triesMax, busy);
  await expect(packages.write(id, bytesOf(2 * MEBIBYTE))).rejects.toMatchObject({ kind: "unavailable" });
  expect(await packages.list()).toEqual([id]);
  await packages.remove(id);
  expect(server.objects.size).toBe(0);
});

test("a reading that the bucket breaks off ends with an error", async () => {
  const { packages } = placeOf(server);
  await packages.write(id, bytesOf(2 * MEBIBYTE));
  const whole = await packages.read(id);
  server.disturb(always, OPTIONS.triesMax, busy);
  await expect(whole === undefined ? undefined : buffer(whole)).rejects.toMatchObject({ kind: "unavailable" });
});
