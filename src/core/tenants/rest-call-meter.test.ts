import { beforeEach, describe, expect, test } from "vitest";
import { sampleProfile } from "../../../test/contracts/account-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { noTransportQuota } from "../../../test/support/no-quota.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import { ownBuckets } from "./bucket-source.ts";
import { parseRateLimit } from "./rate-limits.ts";
import { RestCallMeter, type RestCaller } from "./rest-call-meter.ts";
import { TenantLimitsCache } from "./tenant-limits.ts";

let configuration: Record<string, string>;
let clock: ManualClock;

beforeEach(() => {
  configuration = {};
  clock = new ManualClock();
});

describe("REST calls", () => {
  test("without a limit are never refused, and those of system administrators whatever the limit", async () => {
    const meter = newMeter(null);
    for (let call = 0; call < 100; call++) expect(await meter.charge(user("a"))).toBeUndefined();
    configuration = { tenantServerRestLimitsConfiguration: "1:60" };
    const limited = newMeter("1:60");
    const system = { tenantId: null, customerId: null, userId: "root" as UserId };
    for (let call = 0; call < 5; call++) expect(await limited.charge(system)).toBeUndefined();
    expect(await limited.stateOf(system)).toEqual([]);
  });

  test("of each user have a limit of their own, and those of a public session one for its customer", async () => {
    const meter = newMeter("1:60");
    expect(await meter.charge(user("a"))).toBeUndefined();
    expect(await meter.charge(user("b"))).toBeUndefined();
    expect((await meter.charge(user("a")))?.message).toBe(
      "the user's limit rest.userLimit of 1:60 (calls:seconds) is reached; retry in 60 s",
    );
    const visitor = { ...user("nobody"), customerId: "customer" as CustomerId, isPublic: true };
    expect(await meter.charge(visitor)).toBeUndefined();
    expect(await meter.charge({ ...visitor, customerId: "another" as CustomerId })).toBeUndefined();
    expect((await meter.charge(visitor))?.kind).toBe("rate-limited");
  });

  test("that are refused cost nothing, of any limit", async () => {
    configuration = { tenantServerRestLimitsConfiguration: "3:60" };
    const meter = newMeter("1:60");
    for (let call = 0; call < 5; call++) await meter.charge(user("a"));
    const [tenant] = await meter.stateOf(user("b"));
    expect(tenant?.windows).toEqual([{ count: 3, seconds: 60, remaining: 2, nextInSeconds: 20 }]);
  });

  test("users beyond the bound push out the one unused for longest, who starts with a full bucket", async () => {
    const meter = newMeter("1:60", 2);
    for (const name of ["a", "b", "c"]) await meter.charge(user(name));
    expect((await meter.charge(user("c")))?.kind).toBe("rate-limited");
    expect(await meter.charge(user("a"))).toBeUndefined();
  });
});

function newMeter(userLimit: string | null, partiesMax = 100): RestCallMeter {
  const profiles = {
    findProfileOf: () => Promise.resolve({ ...sampleProfile(), profileData: { configuration } }),
  };
  const deps = { profiles, quota: noTransportQuota, bus: new InProcessBus(silentLogger), log: silentLogger };
  const limit = parseRateLimit(userLimit, "rest.userLimit");
  const limits = new TenantLimitsCache(deps);
  return new RestCallMeter({ limits, buckets: ownBuckets, clock }, { partiesMax, userLimit: limit });
}

function user(name: string): RestCaller {
  return { tenantId: "tenant" as TenantId, customerId: null, userId: name as UserId };
}
