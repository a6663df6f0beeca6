// Uploads to several processes that share a database and a place for files, and the search for files without a package.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { samplePackage, sampleProfile, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { PackageFolder } from "../../adapters/files/package-folder.ts";
import { silentLogger } from "../../lib/logger.ts";
import { HOUR_MILLIS } from "../../lib/units.ts";
import type { DeviceProfile } from "../devices/device.ts";
import { DomainError } from "../errors.ts";
import { newId, type ContentId } from "../ids.ts";
import type { OtaPackage } from "./ota-package.ts";
import { PackageService, type PackageServiceDeps } from "./package-service.ts";
import type { PackageUpload } from "./package-upload.ts";

let stores: DeviceStoresUnderTest;
let clock: ManualClock;
let folder: string;
let profile: DeviceProfile;
const opened: PackageService[] = [];

beforeEach(async () => {
  [stores, clock] = [await sqliteDeviceStores(), new ManualClock()];
  folder = await mkdtemp(join(tmpdir(), "bridgehead-packages-"));
  profile = sampleProfile(await stores.addTenant());
  await stores.profiles.create(profile);
});
afterEach(async () => {
  for (const service of opened.splice(0)) await service.stop();
  await stores[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** One of several processes. */
function node(orphanMillis: number, fields: Partial<PackageServiceDeps> = {}): PackageService {
  const service = new PackageService(
    {
      store: stores.packages,
      contents: new PackageFolder(folder),
      limits: { maxPackageBytes: () => Promise.resolve(0) },
      clock,
      log: silentLogger,
      ...fields,
    },
    { fileBytesMax: 1_000, tenantUploadsMax: 4, sweepMillis: HOUR_MILLIS, orphanMillis },
  );
  opened.push(service);
  return service;
}

async function added(): Promise<OtaPackage> {
  const created = samplePackage(profile);
  await stores.packages.create(created);
  return created;
}

function uploadOf(text: string, hold: Promise<void> = Promise.resolve()): PackageUpload {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    await hold;
  }
  const checks = { checksum: null, algorithm: "SHA256" } as const;
  return { fileName: "a.bin", contentType: "application/octet-stream", pieces: pieces(), ...checks };
}

/** Waits until a round of the sweeps has ended: the next one is due, one hour later. */
async function anHour(): Promise<void> {
  const timers = clock.pendingTimers;
  clock.advance(HOUR_MILLIS);
  await expect.poll(() => clock.pendingTimers).toBe(timers);
}

test("REST §8: of two uploads of a package to two processes the first that is complete counts, and the other leaves it alone", async () => {
  const [first, second] = [node(0), node(0)];
  const { id, tenantId } = await added();
  const hold = Promise.withResolvers<undefined>();
  const late = first.upload(tenantId, id, uploadOf("late", hold.promise));
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  await second.upload(tenantId, id, uploadOf("soon"));
  hold.resolve(undefined);
  await expect(late).rejects.toMatchObject({ kind: "invalid" });

  for (const each of [first, second])
    expect((await buffer((await each.download(tenantId, id)).bytes)).toString()).toBe("soon");
  expect(await readdir(folder)).toHaveLength(1);
});

test("REST §8: a file that has no package is removed when no upload to another process can be writing it any more", async () => {
  const contents = new PackageFolder(folder);
  const [lost, slow] = [newId<ContentId>(), newId<ContentId>()];
  await contents.write(lost, uploadOf("lost").pieces);
  const sweeper = node(3 * HOUR_MILLIS);
  await sweeper.start();
  const { id, tenantId } = await added();
  const hold = Promise.withResolvers<undefined>();
  const uploading = node(0).upload(tenantId, id, uploadOf("slow", hold.promise));
  const isWritten = contents.write(slow, uploadOf("of another", hold.promise).pieces);
  await expect.poll(() => contents.list()).toHaveLength(3);
  for (let hours = 0; hours < 2; hours++) await anHour();
  expect(await contents.list()).toHaveLength(3);
  hold.resolve(undefined);
  await Promise.all([uploading, isWritten]);
  await anHour();
  expect(await contents.list()).not.toContain(lost);
  expect((await buffer((await sweeper.download(tenantId, id)).bytes)).toString()).toBe("slow");
  await anHour();
  expect(await contents.list()).toHaveLength(1);
});

test("REST §8: a process that is alone removes at its start what its last run has left", async () => {
  const contents = new PackageFolder(folder);
  await contents.write(newId<ContentId>(), uploadOf("lost").pieces);
  await node(0).start();
  expect(await contents.list()).toEqual([]);
});

test("REST §8: a file that a store may have taken, whose answer did not come, is left to the sweeps", async () => {
  const { packages } = stores;
  const { id, tenantId } = await added();
  const lost = node(0, {
    store: new Proxy(packages, {
      get: (target, name) =>
        name !== "attachFile"
          ? (Reflect.get(target, name) as unknown)
          : async (...call: Parameters<typeof packages.attachFile>) => {
              await packages.attachFile(...call);
              throw new DomainError("unavailable", "the connection was lost");
            },
    }),
  });
  await expect(lost.upload(tenantId, id, uploadOf("taken"))).rejects.toMatchObject({ kind: "unavailable" });
  await node(0).start();
  expect((await buffer((await lost.download(tenantId, id)).bytes)).toString()).toBe("taken");
});
