// What every store of rollouts must do, whatever it keeps them in; for people and for the rounds.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Device, DeviceProfile } from "../../src/core/devices/device.ts";
import { newId, type DeviceId, type PackageId, type RolloutId, type TenantId } from "../../src/core/ids.ts";
import type { OtaPackage } from "../../src/core/ota/ota-package.ts";
import type { CountedRollout, Rollout, RolloutTarget } from "../../src/core/ota/rollout.ts";
import { millis } from "../../src/lib/clock.ts";
import {
  addDevice,
  NOW,
  PACKAGE_FILE,
  pageOf,
  samplePackage,
  sampleProfile,
  type DeviceStoresUnderTest,
  type OpenDeviceStores,
} from "./device-samples.ts";

const BOUNDS = { tenantRunningMax: 3, tenantMax: 5 };
const LATER = millis(NOW + 60_000);
const ALL = { state: null, wave: null };

export function rolloutStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`rollout store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;
    let stranger: TenantId;
    let profile: DeviceProfile;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      [tenantId, stranger] = [await stores.addTenant(), await stores.addTenant()];
      profile = sampleProfile(tenantId);
      await stores.profiles.create(profile);
    });

    const firmware = async (fields: Partial<OtaPackage> = {}): Promise<OtaPackage> => {
      const created = samplePackage(profile, { content: PACKAGE_FILE, ...fields });
      await stores.packages.create(created);
      return created;
    };
    const device = (fields: Parameters<typeof addDevice>[2] = {}): Promise<Device> =>
      addDevice(stores.devices, tenantId, { profile: { kind: "id", id: profile.id }, ...fields });
    const sample = ({ id, kind, title, version }: OtaPackage, fields: Partial<Rollout> = {}): Rollout => ({
      id: newId<RolloutId>(),
      createdAt: NOW,
      tenantId,
      packageId: id,
      profileId: profile.id,
      kind,
      title,
      version,
      name: "__proto__",
      target: { kind: "devices", listed: 2 },
      waves: [
        { percent: 12.5, beganAt: NOW, endedAt: null },
        { percent: 100, beganAt: null, endedAt: null },
      ],
      wave: 1,
      waveSince: NOW,
      failurePercentMax: 10.5,
      waveMinutesMax: 60,
      state: "RUNNING",
      reason: null,
      endedAt: null,
      ...fields,
    });
    const add = async (
      found: OtaPackage,
      waves: readonly (readonly Device[])[],
      fields: Partial<Rollout> = {},
    ): Promise<CountedRollout> =>
      stores.rollouts.create(
        sample(found, fields),
        waves.map((each) => each.map(({ id }) => id)),
        BOUNDS,
      );
    const statesOf = async ({ id }: Rollout): Promise<Readonly<Record<string, string>>> => {
      const { items } = await stores.rollouts.devices(tenantId, id, ALL, pageOf());
      return Object.fromEntries(items.map((each) => [each.id, each.state]));
    };
    const firmwareOf = async ({ id }: Device): Promise<PackageId | null | undefined> =>
      (await stores.devices.find(tenantId, id))?.firmwareId;
    const candidates = (target: RolloutTarget, max = 100) =>
      stores.rollouts.candidates({ tenantId, profileId: profile.id, target, keys: ["a", "b"], max });

    test("a rollout comes back as it was stored, with its counts", async () => {
      const found = await firmware();
      const [had, one, two] = [await device(), await device(), await device()];
      const rollout = sample(found);
      const created = await stores.rollouts.create(rollout, [[had.id], [one.id], [two.id]], BOUNDS);
      const counts = [
        { wave: 0, state: "UPDATED", devices: 1 },
        { wave: 1, state: "PENDING", devices: 1 },
        { wave: 2, state: "PENDING", devices: 1 },
      ];
      expect(created).toEqual({ ...rollout, counts });
      expect(await stores.rollouts.find(tenantId, rollout.id)).toEqual(created);
      const { items } = await stores.rollouts.devices(tenantId, rollout.id, ALL, pageOf());
      expect(items[0]).toEqual({
        id: had.id,
        name: had.name,
        label: null,
        wave: 0,
        state: "UPDATED",
        progress: 100,
        error: null,
        updatedAt: NOW,
      });
    });

    test("candidates are the devices of the profile among the target, with their series", async () => {
      const customerId = await stores.addCustomer(tenantId, `customer ${tenantId}`);
      const gateway = await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } });
      const owned = await device({ customerId });
      const behind = await device({ additionalInfo: { lastConnectedGateway: gateway.id } });
      const other = await addDevice(stores.devices, tenantId);
      await stores.giveKeys(owned.id, ["b"]);
      const idsOf = async (target: RolloutTarget): Promise<readonly DeviceId[]> =>
        (await candidates(target)).devices.map(({ id }) => id);
      expect(await idsOf({ kind: "customer", id: customerId })).toEqual([owned.id]);
      expect(await idsOf({ kind: "profile", id: profile.id })).toEqual([owned.id, behind.id]);
      expect(await idsOf({ kind: "gateway", id: gateway.id })).toEqual([behind.id]);
      const listed = await candidates({ kind: "devices", ids: [owned.id, other.id] });
      expect(listed).toEqual({
        target: { kind: "devices", listed: 2 },
        devices: [{ id: owned.id, series: [null, expect.any(Number)] }],
      });
      expect((await candidates({ kind: "profile", id: profile.id }, 1)).devices).toHaveLength(1);
      const foreign = await addDevice(stores.devices, stranger);
      for (const target of [
        { kind: "devices", ids: [foreign.id] },
        { kind: "gateway", id: owned.id },
        { kind: "gateway", id: foreign.id },
      ] as const)
        await expect(candidates(target)).rejects.toMatchObject({ kind: "invalid" });
    });

    test("nothing of another tenant is found, changed or deleted", async () => {
      const [found, one] = [await firmware(), await device()];
      const { id } = await add(found, [[], [one]]);
      expect(await stores.rollouts.find(stranger, id)).toBe(undefined);
      expect(await stores.rollouts.devices(stranger, id, ALL, pageOf())).toEqual({ items: [], total: 0 });
      const filter = { tenantId: stranger, state: null, packageId: null };
      expect(await stores.rollouts.list(filter, pageOf())).toEqual({ items: [], total: 0 });
      const notFound = { kind: "not-found" };
      await expect(stores.rollouts.change(stranger, id, ["RUNNING"], { state: "PAUSED" })).rejects.toMatchObject(
        notFound,
      );
      await expect(stores.rollouts.delete(stranger, id)).rejects.toMatchObject(notFound);
      const foreign = await addDevice(stores.devices, stranger);
      const mixed = await add(await firmware({ kind: "SOFTWARE" }), [[], [one, foreign]]);
      expect(Object.keys(await statesOf(mixed))).toEqual([one.id]);
    });

    test("a device is in one rollout of a kind that has not ended, and the tenant has so many", async () => {
      const [found, one] = [await firmware(), await device()];
      const first = await add(found, [[], [one]], { name: "first" });
      await expect(add(found, [[], [one]])).rejects.toMatchObject({
        kind: "conflict",
        message: `device "${one.name}" is in the rollout "first" of firmware, which has not ended`,
      });
      await stores.rollouts.change(tenantId, first.id, ["RUNNING"], { state: "STOPPED", endedAt: NOW });
      await add(found, [[], [one]]);
      await add(found, [[], [await device()]]);
      await add(found, [[], [await device()]]);
      const last = await device();
      await expect(add(found, [[], [last]])).rejects.toMatchObject({ kind: "limit-exceeded" });
      await expect(stores.packages.delete(tenantId, found.id)).rejects.toMatchObject({ kind: "invalid" });
    });

    test("for one more than are kept, the oldest that has ended goes", async () => {
      const found = await firmware();
      const ids: RolloutId[] = [];
      for (let count = 0; count < 6; count++) {
        const { id } = await add(found, [[], [await device()]]);
        await stores.rollouts.change(tenantId, id, ["RUNNING"], { state: "DONE", endedAt: NOW });
        ids.push(id);
      }
      const { items, total } = await stores.rollouts.list({ tenantId, state: "DONE", packageId: found.id }, pageOf());
      expect([items.map(({ id }) => id), total]).toEqual([ids.slice(1).reverse(), 5]);
    });

    test("devices of begun waves are given the package in slices, while it runs", async () => {
      const [found, former] = [await firmware(), await firmware()];
      const [had, one, two, later] = [
        await device(),
        await device({ firmwareId: former.id }),
        await device(),
        await device(),
      ];
      const rollout = await add(found, [[had], [one, two], [later]]);
      const { rolloutWork: work } = stores;
      expect(await work.assign(rollout.id, LATER, 2)).toHaveLength(2);
      await stores.rollouts.change(tenantId, rollout.id, ["RUNNING"], { state: "PAUSED" });
      expect(await work.assign(rollout.id, LATER, 2)).toEqual([]);
      await stores.rollouts.change(tenantId, rollout.id, ["PAUSED"], { state: "RUNNING" });
      expect(await work.assign(rollout.id, LATER, 2)).toHaveLength(1);
      expect(await work.assign(rollout.id, LATER, 2)).toEqual([]);
      for (const each of [had, one, two]) expect(await firmwareOf(each)).toBe(found.id);
      expect(await firmwareOf(later)).toBe(null);
      expect(await statesOf(rollout)).toEqual({
        [had.id]: "UPDATED",
        [one.id]: "QUEUED",
        [two.id]: "QUEUED",
        [later.id]: "PENDING",
      });
      expect((await stores.devices.find(tenantId, one.id))?.version).toBe(2);
      expect(await work.proceed(rollout.id, 2, { wave: 3 })).toBe(false);
      expect(await work.proceed(rollout.id, 1, { wave: 2 })).toBe(true);
      expect(await work.assign(rollout.id, LATER, 2)).toEqual([later.id]);
    });

    test("what is followed comes in slices with its series, and reports are counted", async () => {
      const found = await firmware();
      const [one, two, three] = [await device(), await device(), await device()];
      const rollout = await add(found, [[], [one, two], [three]]);
      const { rolloutWork: work } = stores;
      expect(await work.followed(rollout.id, [], null, 10)).toEqual([]);
      await work.assign(rollout.id, LATER, 10);
      await stores.giveKeys(one.id, ["b"]);
      const [first] = await work.followed(rollout.id, ["a", "b"], null, 1);
      expect(first).toEqual({
        id: one.id,
        state: "QUEUED",
        progress: null,
        error: null,
        assignedAt: LATER,
        series: [null, expect.any(Number)],
      });
      expect((await work.followed(rollout.id, [], one.id, 10)).map(({ id }) => id)).toEqual([two.id]);
      await work.saveReports(
        rollout.id,
        [
          { id: one.id, state: "UPDATED", progress: 100, error: null },
          { id: two.id, state: "FAILED", progress: 7, error: "no space" },
        ],
        LATER,
      );
      // One that failed may try again.
      expect((await work.followed(rollout.id, [], null, 10)).map(({ id }) => id)).toEqual([two.id]);
      expect((await work.find(tenantId, rollout.id))?.counts).toEqual([
        { wave: 1, state: "FAILED", devices: 1 },
        { wave: 1, state: "UPDATED", devices: 1 },
        { wave: 2, state: "PENDING", devices: 1 },
      ]);
      const failed = await stores.rollouts.devices(tenantId, rollout.id, { state: "FAILED", wave: 1 }, pageOf());
      expect(failed).toMatchObject({ items: [{ id: two.id, error: "no space", progress: 7 }], total: 1 });
    });

    test("a stopped one takes back what was not started, and nothing that somebody has changed", async () => {
      const [found, former, other] = [await firmware(), await firmware(), await firmware()];
      const [one, two, started, changed] = [
        await device({ firmwareId: former.id }),
        await device(),
        await device(),
        await device(),
      ];
      const rollout = await add(found, [[], [one, two, started, changed]]);
      const { rolloutWork: work } = stores;
      await work.assign(rollout.id, NOW, 10);
      await work.saveReports(rollout.id, [{ id: started.id, state: "DOWNLOADING", progress: 1, error: null }], NOW);
      const { id, name, label, customerId, deviceData, additionalInfo, softwareId, externalId } = changed;
      await stores.devices.update(
        {
          ...{ tenantId, id, expectedVersion: null, conflict: { policy: "fail" }, credentials: null },
          editorCustomerId: null,
          fields: {
            ...{ name, label, customerId, deviceData, additionalInfo, softwareId, externalId },
            profile: { kind: "id", id: profile.id },
            firmwareId: other.id,
          },
        },
        NOW,
      );
      expect(await work.withdraw(rollout.id, LATER, 10)).toEqual([]);
      await work.proceed(rollout.id, 1, { state: "STOPPED", endedAt: NOW, reason: "why" });
      expect((await work.due(LATER)).map((each) => each.id)).toContain(rollout.id);
      await expect(stores.rollouts.delete(tenantId, rollout.id)).rejects.toMatchObject({ kind: "conflict" });
      expect(await work.withdraw(rollout.id, LATER, 2)).toHaveLength(2);
      expect(await work.withdraw(rollout.id, LATER, 2)).toHaveLength(1);
      expect(await work.withdraw(rollout.id, LATER, 2)).toEqual([]);
      const has = await Promise.all([one, two, started, changed].map(firmwareOf));
      expect(has).toEqual([former.id, null, found.id, other.id]);
      // The one that began is followed for as long as a wave may take.
      const isDue = async (after: number): Promise<boolean> => {
        const due = await work.due(millis(NOW + after));
        expect(await work.isAnyDue(millis(NOW + after))).toBe(due.length > 0);
        return due.some((each) => each.id === rollout.id);
      };
      expect([await isDue(3_599_000), await isDue(3_600_000)]).toEqual([true, false]);
      await stores.rollouts.delete(tenantId, rollout.id);
      expect(await firmwareOf(started)).toBe(found.id);
    });

    test("a deleted device leaves its rollout", async () => {
      const [found, one, two] = [await firmware(), await device(), await device()];
      const rollout = await add(found, [[], [one, two]]);
      await stores.devices.delete(tenantId, one.id);
      expect((await stores.rollouts.find(tenantId, rollout.id))?.counts).toEqual([
        { wave: 1, state: "PENDING", devices: 1 },
      ]);
    });
  });
}
