import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  administratorOf,
  sampleCustomer,
  sampleProfile,
  sampleTenant,
} from "../../../../test/contracts/account-samples.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import type { ScratchStores } from "../../../../test/support/scratch-stores.ts";
import { FAIL_ON_CONFLICT } from "../../../core/name-conflict.ts";
import { millis } from "../../../lib/clock.ts";
import type { Tenant } from "../../../core/tenants/tenant-store.ts";
import { ScarceLimits } from "../../../core/usage/scarce-limits.ts";
import type { UsageCounts } from "../../../core/usage/usage-store.ts";

let scratch: ScratchStores;

describe.each(ENTITY_ENGINES)("in %s", (_engine, open) => {
  beforeEach(async () => {
    scratch = await open();
  });
  afterEach(() => scratch.remove());

  describe("the use of tenants", () => {
    test("adds up by tenant and month, and gives the sums", async () => {
      const { usage } = scratch.stores;
      const [one, other] = [await newTenant(), await newTenant()];
      await usage.add([
        { tenantId: one.id, month: 202_601, counts: counts(1) },
        { tenantId: other.id, month: 202_601, counts: counts(5) },
      ]);
      expect(await usage.add([{ tenantId: one.id, month: 202_601, counts: counts(2) }])).toEqual([
        { tenantId: one.id, month: 202_601, counts: counts(3) },
      ]);
      expect(await usage.find(one.id, 202_601)).toEqual(counts(3));
      expect(await usage.find(one.id, 202_602)).toEqual(counts(0));
      expect(await usage.find(other.id, 202_601)).toEqual(counts(5));
    });

    test("goes with the tenant, and none comes back for one that is gone", async () => {
      const { usage, tenants } = scratch.stores;
      const tenant = await newTenant();
      await usage.add([{ tenantId: tenant.id, month: 202_601, counts: counts(1) }]);
      await tenants.deleteTenant(tenant.id);
      expect(await usage.add([{ tenantId: tenant.id, month: 202_601, counts: counts(1) }])).toEqual([]);
      expect(await usage.find(tenant.id, 202_601)).toEqual(counts(0));
    });

    test("of old months is forgotten", async () => {
      const { usage } = scratch.stores;
      const tenant = await newTenant();
      for (const month of [202_511, 202_512, 202_601])
        await usage.add([{ tenantId: tenant.id, month, counts: counts(1) }]);
      await usage.forgetBefore(202_512);
      const found = [];
      for (const month of [202_511, 202_512, 202_601]) found.push((await usage.find(tenant.id, month)).messages);
      expect(found).toEqual([0, 1, 1]);
    });

    test("entities are those of the tenant", async () => {
      const { usage, customers, users } = scratch.stores;
      const [tenant, other] = [await newTenant(), await newTenant()];
      await customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0);
      await users.createUser(administratorOf(tenant), { kind: "activated", passwordHash: "$hash" }, 0);
      expect(await usage.entities(tenant.id)).toEqual({ devices: 0, customers: 1, users: 1, dashboards: 0 });
      expect(await usage.entities(other.id)).toEqual({ devices: 0, customers: 0, users: 0, dashboards: 0 });
    });
  });

  describe("the limits that come near", () => {
    const now = millis(Date.UTC(2026, 0, 15));

    test("are those of which more is used than the profile's share for warnings, the largest share first", async () => {
      const { usage, customers, tenants } = scratch.stores;
      const scarce = new ScarceLimits({ store: usage, profiles: tenants, clock: new ManualClock(now) });
      const quiet = await newTenant({ maxTransportMessages: 100, maxCustomers: 10 });
      const near = await newTenant({ maxTransportMessages: 100, maxCustomers: 1 });
      const early = await newTenant({ maxTransportDataPoints: 100, warnThreshold: 0.1 });
      await usage.add([
        { tenantId: quiet.id, month: 202_601, counts: counts(79) },
        { tenantId: quiet.id, month: 202_512, counts: counts(99) },
        { tenantId: near.id, month: 202_601, counts: counts(80) },
        { tenantId: early.id, month: 202_601, counts: counts(6) },
      ]);
      for (const tenant of [quiet, near]) await customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0);
      await newTenant({});
      const of = ({ id, title }: Tenant) => ({ tenantId: id, title });
      expect(await scarce.find()).toEqual([
        { ...of(near), name: "maxCustomers", used: 1, limit: 1 },
        { ...of(near), name: "maxTransportMessages", used: 80, limit: 100 },
        { ...of(early), name: "maxTransportDataPoints", used: 12, limit: 100 },
      ]);
    });
  });

  describe("terms of retention", () => {
    test("are those of tenants whose profile has them", async () => {
      const { retention } = scratch.stores;
      const kept = await newTenant({ defaultStorageTtlDays: 30, rpcTtlDays: 0 });
      await newTenant({ defaultStorageTtlDays: 0 });
      await newTenant({ defaultStorageTtlDays: "30" });
      const calls = await newTenant({ rpcTtlDays: 7 });
      expect(await retention.storageTerms()).toEqual([{ tenantId: kept.id, days: 30 }]);
      expect(await retention.callTerms()).toEqual([{ tenantId: calls.id, days: 7 }]);
    });

    test("series are walked through in the order of their numbers, each with its tenant, whatever kind of owner it has", async () => {
      const { retention, series, customers, users } = scratch.stores;
      const tenant = await newTenant();
      const [customer, user] = [sampleCustomer(tenant), administratorOf(tenant)];
      await customers.createCustomer(customer, FAIL_ON_CONFLICT, 0);
      await users.createUser(user, { kind: "activated", passwordHash: "$hash" }, 0);
      const { numbers } = await series.register([customer.id, user.id, tenant.id], ["a", "a", "a"]);
      expect(await retention.seriesAfter(0, 2)).toEqual({
        numbers: numbers.slice(0, 2),
        tenantIds: [tenant.id, tenant.id],
      });
      expect(await retention.seriesAfter(numbers[1] ?? 0, 2)).toEqual({
        numbers: numbers.slice(2),
        tenantIds: [tenant.id],
      });
    });
  });
});

async function newTenant(configuration: Readonly<Record<string, unknown>> = {}) {
  const { tenants } = scratch.stores;
  const profile = sampleProfile({ profileData: { configuration } });
  await tenants.createProfile(profile);
  const tenant = sampleTenant(profile);
  await tenants.createTenant(tenant);
  return tenant;
}

function counts(messages: number): UsageCounts {
  return { messages, dataPoints: messages * 2, storagePointDays: messages * 3, emails: messages * 4 };
}
