import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { sampleProfile } from "../../../test/contracts/account-samples.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger, type Logger } from "../../lib/logger.ts";
import type { TenantId, TenantProfileId } from "../ids.ts";
import { noTransportQuota } from "../../../test/support/no-quota.ts";
import { TenantLimitsCache } from "./tenant-limits.ts";
import { RATE_LIMITS, type TenantProfile } from "./tenant-profile.ts";

const TENANT = "tenant" as TenantId;
const PROFILE = "profile" as TenantProfileId;

/** Reads end when the test says so. */
class HeldProfiles {
  configuration: Record<string, unknown> = {};
  isThere = true;
  reads = 0;
  gate: Promise<void> = Promise.resolve();

  async findProfileOf(): Promise<TenantProfile | undefined> {
    this.reads++;
    const { configuration } = this;
    await this.gate;
    return this.isThere ? { ...sampleProfile(), id: PROFILE, profileData: { configuration } } : undefined;
  }
}

let profiles: HeldProfiles;
let bus: InProcessBus;
let cache: TenantLimitsCache;

beforeEach(() => {
  profiles = new HeldProfiles();
  bus = new InProcessBus(silentLogger);
  cache = new TenantLimitsCache({ profiles, quota: noTransportQuota, bus, log: silentLogger });
  cache.start();
});

describe("the limits of a tenant", () => {
  test("are unlimited where the profile says nothing", async () => {
    const limits = await cache.load(TENANT);
    expect(limits.unlimited).toBe(true);
    expect(limits.device).toEqual({ messages: null, telemetryMessages: null, telemetryDataPoints: null });
  });

  test("come from the fields of the profile", async () => {
    profiles.configuration = {
      transportGatewayTelemetryDataPointsRateLimit: "5:1",
      transportTenantMsgRateLimit: "9:9",
    };
    const limits = await cache.load(TENANT);
    expect(limits.unlimited).toBe(false);
    expect(limits.gateway.telemetryDataPoints?.text).toBe("5:1");
    expect(limits.tenant.messages).toMatchObject({ name: "transportTenantMsgRateLimit", text: "9:9" });
  });

  test("are each that of its own field", async () => {
    profiles.configuration = Object.fromEntries(RATE_LIMITS.map((name, index) => [name, `${String(index + 1)}:60`]));
    const { tenant, device, gateway, gatewayDevice, restCalls, customerRestCalls, liveUpdates } =
      await cache.load(TENANT);
    const parties = [tenant, device, gateway, gatewayDevice].flatMap((party) => [
      party.messages,
      party.telemetryMessages,
      party.telemetryDataPoints,
    ]);
    expect([...parties, restCalls, customerRestCalls, liveUpdates].map((limit) => limit?.name)).toEqual(RATE_LIMITS);
    expect(customerRestCalls?.text).toBe("14:60");
  });

  test("are read once for many who ask", async () => {
    await Promise.all([cache.load(TENANT), cache.load(TENANT)]);
    await cache.load(TENANT);
    expect(profiles.reads).toBe(1);
  });

  test("change in place when the profile changes", async () => {
    const limits = await cache.load(TENANT);
    profiles.configuration = { transportDeviceMsgRateLimit: "1:1" };
    bus.publish({ kind: "tenant-profile-changed", profileId: PROFILE });
    await cache.load(TENANT);
    await settled();
    expect(limits).toMatchObject({ unlimited: false, generation: 1, device: { messages: { text: "1:1" } } });
  });

  test("a change while they are being read is not missed", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    profiles.gate = promise;
    const loading = cache.load(TENANT);
    profiles.configuration = { transportDeviceMsgRateLimit: "1:1" };
    bus.publish({ kind: "tenant-changed", tenantId: TENANT });
    resolve(undefined);
    const limits = await loading;
    await settled();
    expect(limits.device.messages?.text).toBe("1:1");
  });

  test("all of them are read again when changes were missed, and no node waits for that", async () => {
    const limits = await cache.load(TENANT);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    profiles.gate = promise;
    profiles.configuration = { transportDeviceMsgRateLimit: "1:1" };
    bus.publish({ kind: "changes-missed" });
    await expect(Promise.race([bus.settled().then(() => "settled"), nextTurn("waits")])).resolves.toBe("settled");
    resolve(undefined);
    await settled();
    expect(limits.device.messages?.text).toBe("1:1");
  });

  test("another profile's change is not their business", async () => {
    await cache.load(TENANT);
    bus.publish({ kind: "tenant-profile-changed", profileId: "other" as TenantProfileId });
    await settled();
    expect(profiles.reads).toBe(1);
  });

  test("of an unknown tenant are not found", async () => {
    profiles.isThere = false;
    await expect(cache.load(TENANT)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("a field that does not parse limits nothing and is logged", async () => {
    const errors: unknown[] = [];
    const log: Logger = { ...silentLogger, error: (event, fields) => errors.push([event, fields?.["field"]]) };
    profiles.configuration = { transportDeviceMsgRateLimit: "nonsense" };
    const limits = await new TenantLimitsCache({ profiles, quota: noTransportQuota, bus, log }).load(TENANT);
    expect(limits.unlimited).toBe(true);
    expect(errors).toEqual([["tenant profile holds an unusable rate limit", "transportDeviceMsgRateLimit"]]);
  });

  test("a quota of the month is a limit; without one the counts are kept all the same", async () => {
    const used = { messages: 7, dataPoints: 0, storagePointDays: 0, emails: 0, monthEndsAt: millis(9) };
    const deps = { profiles, quota: { useOf: () => Promise.resolve(used) }, bus, log: silentLogger };
    expect(await new TenantLimitsCache(deps).load(TENANT)).toMatchObject({
      unlimited: true,
      quota: { messages: Infinity },
    });
    profiles.configuration = { maxTransportDataPoints: 5, maxDPStorageDays: 9, defaultStorageTtlDays: 30 };
    const limits = await new TenantLimitsCache(deps).load(TENANT);
    expect(limits).toMatchObject({
      unlimited: false,
      quota: { messages: Infinity, dataPoints: 5, storagePointDays: 9 },
      storageDaysPerPoint: 30,
    });
    expect(limits.used).toBe(used);
  });

  test("after stop no event is heard", async () => {
    await cache.load(TENANT);
    cache.stop();
    bus.publish({ kind: "tenant-changed", tenantId: TENANT });
    await settled();
    expect(profiles.reads).toBe(1);
  });
});

/** Every promise that is ready has run its course by the next turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
