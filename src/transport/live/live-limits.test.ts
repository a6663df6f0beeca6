import { expect, test } from "vitest";
import { sampleProfile } from "../../../test/contracts/account-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork } from "../../../test/support/memory-peers.ts";
import { noTransportQuota } from "../../../test/support/no-quota.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import type { Principal } from "../../core/access/principal.ts";
import { OpenElsewhere } from "../../core/cluster/open-elsewhere.ts";
import { newId, type CustomerId, type TenantId, type UserId } from "../../core/ids.ts";
import { TenantLimitsCache } from "../../core/tenants/tenant-limits.ts";
import { silentLogger } from "../../lib/logger.ts";
import { LiveLimits } from "./live-limits.ts";

const TENANT = newId<TenantId>();
const ADMIN: Principal = {
  authority: "TENANT_ADMIN",
  userId: newId<UserId>(),
  tenantId: TENANT,
  customerId: null,
  sessionId: null,
};
const USER: Principal = {
  authority: "CUSTOMER_USER",
  userId: newId<UserId>(),
  tenantId: TENANT,
  customerId: newId<CustomerId>(),
  sessionId: null,
};

/** Two nodes of a cluster with the same profile, and the passing of a second. */
function nodes(configuration: Record<string, number>) {
  const [network, clock] = [new MemoryNetwork(), new ManualClock()];
  const node = (): LiveLimits => {
    const peers = network.join();
    const elsewhere = new OpenElsewhere({ peers, own: () => limits.own, clock }, { sendMillis: 1_000, sentMax: 100 });
    const profiles = { findProfileOf: () => Promise.resolve({ ...sampleProfile(), profileData: { configuration } }) };
    const bus = new InProcessBus(silentLogger, peers.nodeId);
    const tenants = new TenantLimitsCache({ profiles, quota: noTransportQuota, bus, log: silentLogger });
    const limits: LiveLimits = new LiveLimits({ tenants, elsewhere, clock });
    elsewhere.start();
    return limits;
  };
  const second = async (): Promise<void> => {
    clock.advance(1_000);
    await Promise.resolve();
  };
  return { one: node(), other: node(), second };
}

test.each([
  ["maxWsSessionsPerTenant", ADMIN],
  ["maxWsSessionsPerRegularUser", ADMIN],
  ["maxWsSessionsPerCustomer", USER],
])("%s holds over all nodes, a second late", async (limit, principal) => {
  const { one, other, second } = nodes({ [limit]: 2 });
  const first = await one.admit(principal);
  await other.admit(principal);
  await second();
  for (const node of [one, other])
    await expect(node.admit(principal)).rejects.toThrow(`${limit} allows 2, and there are 2`);

  first.close();
  await one.admit(principal);
  await second();
  await expect(other.admit(principal)).rejects.toThrow(`${limit} allows 2, and there are 2`);
});

test("so does that of subscriptions", async () => {
  const { one, other, second } = nodes({ maxWsSubscriptionsPerTenant: 3 });
  const [first, last] = [await one.admit(ADMIN), await other.admit(USER)];
  for (const allowance of [first, first, last]) allowance.takeSubscription();
  await second();
  for (const allowance of [first, last])
    expect(() => allowance.takeSubscription()).toThrow("maxWsSubscriptionsPerTenant allows 3, and there are 3");

  first.returnSubscription();
  await second();
  last.takeSubscription();
});

test("what counts is who shares the limit, and callers are told the connections of all nodes", async () => {
  const { one, other, second } = nodes({ maxWsSessionsPerRegularUser: 1 });
  for (const principal of [ADMIN, USER]) await one.admit(principal);
  await other.admit({ ...USER, userId: newId<UserId>() });
  await second();

  for (const node of [one, other]) {
    expect(node.sessionsOf(ADMIN)).toEqual({ tenant: 3, customer: 0, user: 1 });
    expect(node.sessionsOf(USER)).toEqual({ tenant: 3, customer: 2, user: 1 });
  }
});
