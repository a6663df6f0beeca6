import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BucketServer } from "../../../test/support/bucket-server.ts";
import { scratchFolder } from "../../../test/support/scratch-sqlite.ts";
import { SharedFolder } from "../../adapters/files/shared-folder.ts";
import { parseBucketAddress } from "../../adapters/s3/bucket-address.ts";
import { SharedBucket } from "../../adapters/s3/shared-bucket.ts";
import { systemClock } from "../../lib/clock.ts";
import { requireSharedPlace, type SharedPlace } from "./shared-place.ts";

interface PlaceUnderTest {
  readonly place: SharedPlace;
  readonly put: (name: string, content: string) => Promise<void>;
  readonly mark: () => Promise<string | undefined>;
}

let bucket: BucketServer;
const folders: string[] = [];

beforeAll(async () => {
  bucket = await BucketServer.start();
});
afterEach(async () => {
  bucket.objects.clear();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
afterAll(() => bucket.stop());

async function inFolder(): Promise<PlaceUnderTest> {
  const folder = await scratchFolder();
  folders.push(folder);
  return {
    place: new SharedFolder(folder, "main"),
    async put(name, content) {
      await mkdir(join(folder, "main"), { recursive: true });
      await writeFile(join(folder, name), content);
    },
    mark: () => readFile(join(folder, "installation"), "utf8").catch(() => undefined),
  };
}

async function inBucket(): Promise<PlaceUnderTest> {
  const address = parseBucketAddress(`s3://${bucket.bucket}/cluster`, bucket.variables);
  const deps = { clock: systemClock, pause: (millis: number) => pause(millis) };
  const name = (key: string): string => `cluster/${key}`;
  return {
    place: new SharedBucket(address, deps, { tryMillis: 5_000, triesMax: 1, history: "main" }),
    async put(key, content) {
      bucket.objects.set(name(key), { content: Buffer.from(content), writtenAt: Date.now() });
    },
    mark: async () => bucket.objects.get(name("installation"))?.content.toString(),
  };
}

describe.each([
  ["folder", inFolder],
  ["bucket", inBucket],
] as const)("a shared %s", (_, open) => {
  test("gets the name of the installation from its first node, and is right for all others of it", async () => {
    const { place, mark } = await open();
    await requireSharedPlace(place, "one", true);
    expect(await mark()).toBe("one\n");
    for (const isFirst of [true, false]) await requireSharedPlace(place, "one", isFirst);
  });

  test("of another installation is refused, also by a first node", async () => {
    const { place, put, mark } = await open();
    await put("installation", "another\n");
    for (const isFirst of [true, false])
      await expect(requireSharedPlace(place, "one", isFirst)).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringMatching(/belongs to the installation another/) as string,
      });
    expect(await mark()).toBe("another\n");
  });

  test("that is empty although a node has run is refused, and stays empty", async () => {
    const { place, mark } = await open();
    await expect(requireSharedPlace(place, "one", false)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(/is its disk mounted\?.*write one into that file/) as string,
    });
    expect(await mark()).toBeUndefined();
  });

  test("with a history of a version that did not write its name gets it", async () => {
    const { place, put, mark } = await open();
    await put("main/points.parquet", "points");
    await requireSharedPlace(place, "one", false);
    expect(await mark()).toBe("one\n");
  });
});

test("a folder that cannot be read is unavailable, and one that is missing is empty", async () => {
  const { place } = await inFolder();
  const missing = new SharedFolder(join(place.name, "missing"), "main");
  await expect(requireSharedPlace(missing, "one", false)).rejects.toMatchObject({ kind: "conflict" });
  expect(await readdir(place.name)).toEqual([]);
  await writeFile(join(place.name, "file"), "");
  const file = new SharedFolder(join(place.name, "file"), "main");
  await expect(requireSharedPlace(file, "one", true)).rejects.toMatchObject({ kind: "unavailable" });
});
