import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addDevice,
  addPackage,
  NOW,
  sampleProfile,
  type DeviceStoresUnderTest,
} from "../../../test/contracts/device-samples.ts";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { DeviceProfile } from "../devices/device.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { PackageAnnouncements, type SharedAttributes, type UpdateStates } from "./package-announcements.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let profile: DeviceProfile;
let clock: ManualClock;
let bus: InProcessBus;
let log: LogRecorder;
/** Devices that were given attributes, in this order. */
let notified: DeviceId[];
let attributes: SharedAttributes;
let telemetry: UpdateStates;
/** Called when a device has been notified. */
let onTold: () => void;
const opened: PackageAnnouncements[] = [];

beforeEach(async () => {
  stores = await sqliteDeviceStores();
  tenantId = await stores.addTenant();
  profile = sampleProfile(tenantId);
  await stores.profiles.create(profile);
  clock = new ManualClock(NOW);
  log = new LogRecorder();
  bus = new InProcessBus(silentLogger);
  notified = [];
  onTold = () => undefined;
  attributes = {
    read: () => Promise.resolve([]),
    save: (device) => {
      notified.push(device.id);
      onTold();
      return Promise.resolve();
    },
    delete: () => Promise.resolve(),
  };
  telemetry = { latest: () => Promise.resolve(new Map()), save: () => Promise.resolve() };
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
  await stores[Symbol.asyncDispose]();
});

function open(): PackageAnnouncements {
  const announcements = new PackageAnnouncements(
    {
      changes: stores.packageChanges,
      packages: stores.packages,
      // What is looked at of a device here.
      devices: { loadById: (id) => Promise.resolve({ id, tenantId } as KnownDevice) },
      attributes,
      telemetry,
      bus,
      clock,
      log,
    },
    { sliceDevices: 2, retryMillis: 1_000 },
  );
  opened.push(announcements);
  announcements.start();
  return announcements;
}

/** Five devices of a profile that has a package. */
async function assigned(): Promise<readonly DeviceId[]> {
  const ids: DeviceId[] = [];
  for (let count = 0; count < 5; count++)
    ids.push((await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: profile.id } })).id);
  await stores.profiles.update(
    tenantId,
    profile.id,
    { ...profile, firmwareId: await addPackage(stores, profile) },
    null,
  );
  return ids;
}

async function allTold(ids: readonly DeviceId[]): Promise<void> {
  await expect.poll(() => [...notified].sort()).toEqual([...ids].sort());
  await expect.poll(async () => (await stores.packageChanges.due(1)).progress).toEqual([]);
}

test("REST §8: what a stop has left of an assignment is carried out after the next start", async () => {
  const ids = await assigned();
  let stopped: Promise<void> | undefined;
  const first = Promise.withResolvers<undefined>();
  onTold = () => {
    if (notified.length === 2) first.resolve(undefined);
  };
  const running = open();
  await first.promise.then(() => (stopped = running.stop()));
  await stopped;
  const before = notified.length;
  expect(before).toBeLessThan(ids.length);
  open();
  await allTold(ids);
});

test("REST §8: devices are notified by an event after a save", async () => {
  open();
  const ids = await assigned();
  expect(notified).toEqual([]);
  bus.publish({ kind: "device-profile-changed", tenantId, profileId: profile.id });
  await allTold(ids);
});

test("REST §8: when a store cannot serve, it is tried again after a pause", async () => {
  const ids = await assigned();
  const working = attributes;
  let fails = true;
  attributes = {
    ...working,
    save: (...args) =>
      fails ? Promise.reject(new DomainError("unavailable", "the disk is full")) : working.save(...args),
  };
  open();
  await expect.poll(() => log.records.length).toBe(1);
  expect(notified).toEqual([]);
  fails = false;
  clock.advance(1_000);
  await allTold(ids);
});

test("REST §8: a device whose state cannot be kept is notified all the same", async () => {
  const ids = await assigned();
  telemetry = { ...telemetry, save: () => Promise.reject(new DomainError("limit-exceeded", "too many keys")) };
  open();
  await allTold(ids);
});

test("devices are looked for only where any is due", async () => {
  const due = vi.spyOn(stores.packageChanges, "due");
  const running = open();
  await running.stop();
  expect(due).not.toHaveBeenCalled();
});
