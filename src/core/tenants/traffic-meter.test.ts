import { describe, expect, test } from "vitest";
import { knownDevice, NOW, tenantLimits } from "../../../test/support/recording-session.ts";
import { trafficFlows } from "../../../test/support/traffic-flows.ts";
import { millis } from "../../lib/clock.ts";
import { NO_MONTHLY_QUOTA } from "./monthly-quota.ts";
import { parseRateLimit } from "./rate-limits.ts";
import { OWN_TRAFFIC_BUCKETS, TrafficMeter } from "./traffic-meter.ts";

const device = knownDevice("Device");
const gateway = knownDevice("Gateway", { isGateway: true });
const meter = () => new TrafficMeter({ connects: null, absentDevicesMax: 2 }, trafficFlows(), OWN_TRAFFIC_BUCKETS);

describe("traffic", () => {
  test("without limits is never refused", () => {
    const traffic = meter().of(device, false, tenantLimits(), NOW);
    for (let message = 0; message < 1000; message++) expect(traffic.telemetry(false, 1_000_000, NOW)).toBeNull();
  });

  test("of telemetry costs one telemetry message and its points, and no message", () => {
    const limits = tenantLimits({ device: { messages: "1:1", telemetryMessages: "3:1", telemetryDataPoints: "10:1" } });
    const traffic = meter().of(device, false, limits, NOW);
    expect(traffic.telemetry(false, 6, NOW)).toBeNull();
    expect(traffic.telemetry(false, 5, NOW)?.details.limit).toEqual({
      name: "deviceTelemetryDataPoints",
      value: "10:1",
    });
    expect(traffic.telemetry(false, 4, NOW)).toBeNull();
    expect(traffic.message(false, NOW)).toBeNull();
    expect(traffic.message(false, NOW)?.kind).toBe("rate-limited");
  });

  test("that is refused costs nothing", () => {
    const limits = tenantLimits({ tenant: { telemetryMessages: "2:1" }, device: { telemetryDataPoints: "1:1" } });
    const traffic = meter().of(device, false, limits, NOW);
    for (let message = 0; message < 5; message++) expect(traffic.telemetry(false, 2, NOW)).not.toBeNull();
    expect(traffic.telemetry(false, 1, NOW)).toBeNull();
  });

  test("of proxied devices counts for the gateway as a whole, its own separately", () => {
    const limits = tenantLimits({ gateway: { messages: "2:1" }, gatewayDevice: { messages: "1:1" } });
    const traffic = meter().of(gateway, true, limits, NOW);
    expect([traffic.message(true, NOW), traffic.message(true, NOW), traffic.message(false, NOW)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(traffic.message(true, NOW)?.details.limit?.name).toBe("gatewayMessages");
    expect(traffic.message(false, NOW)?.details.limit?.name).toBe("gatewayDeviceMessages");
  });

  test("of telemetry of proxied devices has the limits of the gateway's devices together, its own those of a device", () => {
    const limits = tenantLimits({
      gateway: { telemetryMessages: "2:1", telemetryDataPoints: "9:1" },
      gatewayDevice: { telemetryMessages: "1:1" },
    });
    const traffic = meter().of(gateway, true, limits, NOW);
    const sent = [true, true, false].map((proxied) => traffic.telemetry(proxied, 1, NOW));
    expect(sent).toEqual([null, null, null]);
    expect(traffic.telemetry(true, 1, NOW)?.details.limit?.name).toBe("gatewayTelemetryMessages");
    expect(traffic.telemetry(false, 1, NOW)?.details.limit?.name).toBe("gatewayDeviceTelemetryMessages");
  });

  test("of all devices of a tenant shares the tenant's limit", () => {
    const limits = tenantLimits({ tenant: { messages: "2:1" } });
    const shared = meter();
    expect(shared.of(device, false, limits, NOW).message(false, NOW)).toBeNull();
    expect(shared.of(gateway, true, limits, NOW).message(true, NOW)).toBeNull();
    expect(shared.of(device, false, limits, NOW).message(false, NOW)?.details.limit?.name).toBe("tenantMessages");
  });

  test("is counted where nothing is limited, and what is refused is not", () => {
    const limits = tenantLimits();
    const traffic = meter().of(device, false, limits, NOW);
    traffic.telemetry(false, 6, NOW);
    traffic.attributes(false, 3, NOW);
    traffic.message(false, NOW);
    expect(limits.used).toMatchObject({ messages: 3, dataPoints: 9, storagePointDays: 6 });
    const limited = tenantLimits({ device: { telemetryMessages: "1:1" } });
    const few = meter().of(device, false, limited, NOW);
    for (let message = 0; message < 3; message++) few.telemetry(false, 1, NOW);
    expect(limited.used).toMatchObject({ messages: 1, dataPoints: 1 });
  });

  test.each([
    ["messages", "maxTransportMessages"],
    ["dataPoints", "maxTransportDataPoints"],
    ["storagePointDays", "maxDPStorageDays"],
  ] as const)("beyond the month's quota of %s is refused until the month turns", (part, name) => {
    const limits = { ...tenantLimits(), unlimited: false, quota: { ...NO_MONTHLY_QUOTA, [part]: 2 } };
    const traffic = meter().of(device, false, limits, NOW);
    expect([traffic.telemetry(false, 1, NOW), traffic.telemetry(false, 1, NOW)]).toEqual([null, null]);
    expect(traffic.telemetry(false, 1, NOW)).toMatchObject({
      kind: "rate-limited",
      details: { limit: { name, value: 2 }, retryAfterSeconds: 86_400 },
    });
    expect(limits.used[part]).toBe(2);
    limits.used[part] = 0;
    expect(traffic.telemetry(false, 1, NOW)).toBeNull();
  });

  test("of a tenant that has used up its messages is refused whole, and without room to store only telemetry is", () => {
    const spent = { ...tenantLimits(), unlimited: false, quota: { ...NO_MONTHLY_QUOTA, messages: 0 } };
    const none = meter().of(device, false, spent, NOW);
    for (const refusal of [none.admit(NOW), none.attributes(false, 1, NOW), none.message(true, NOW)])
      expect(refusal?.details.limit?.name).toBe("maxTransportMessages");
    const full = { ...tenantLimits(), unlimited: false, quota: { ...NO_MONTHLY_QUOTA, storagePointDays: 0 } };
    const unstored = meter().of(device, false, full, NOW);
    expect([unstored.admit(NOW), unstored.attributes(false, 1, NOW), unstored.message(false, NOW)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(unstored.telemetry(false, 1, NOW)?.kind).toBe("rate-limited");
  });

  test("follows limits that change", () => {
    const limits = tenantLimits();
    const traffic = meter().of(device, false, limits, NOW);
    Object.assign(limits, tenantLimits({ device: { messages: "1:1" } }), { generation: 1 });
    expect([traffic.message(false, NOW), traffic.message(false, NOW)?.kind]).toEqual([null, "rate-limited"]);
    Object.assign(limits, tenantLimits({ device: { messages: "2:1" } }), { generation: 2 });
    expect([traffic.message(false, NOW), traffic.message(false, NOW)]).toEqual([null, null]);
  });
});

describe("admission", () => {
  test("takes no message from a device that may send, and refuses one that may not", () => {
    const limits = tenantLimits({ device: { messages: "1:10" } });
    const traffic = meter().of(device, false, limits, NOW);
    expect([traffic.admit(NOW), traffic.admit(NOW), traffic.message(false, NOW)]).toEqual([null, null, null]);
    expect(traffic.admit(NOW)).toMatchObject({ kind: "rate-limited", details: { retryAfterSeconds: 10 } });
    expect(traffic.admit(millis(NOW + 10_000))).toBeNull();
  });

  test("has a rate of its own", () => {
    const limited = new TrafficMeter(
      { connects: parseRateLimit("2:10", "mqtt.connectRateLimit"), absentDevicesMax: 2 },
      trafficFlows(),
      OWN_TRAFFIC_BUCKETS,
    );
    const outcomes = [1, 2, 3].map(
      () => limited.of(device, false, tenantLimits(), NOW).admit(NOW)?.details.limit?.name,
    );
    expect(outcomes).toEqual([undefined, undefined, "mqtt.connectRateLimit"]);
  });
});

describe("a device that has gone", () => {
  test("finds its buckets as it left them", () => {
    const limits = tenantLimits({ device: { messages: "1:10" } });
    const kept = meter();
    const first = kept.of(device, false, limits, NOW);
    kept.opened(first);
    first.message(false, NOW);
    kept.closed(first);
    expect(kept.of(device, false, limits, NOW).message(false, NOW)?.kind).toBe("rate-limited");
  });

  test("is forgotten when too many have gone after it, but not one that is still here", () => {
    const limits = tenantLimits({ device: { messages: "1:10" } });
    const kept = meter();
    const leave = (name: string) => {
      const traffic = kept.of(knownDevice(name), false, limits, NOW);
      kept.opened(traffic);
      traffic.message(false, NOW);
      kept.closed(traffic);
      return traffic.device;
    };
    const here = kept.of(device, false, limits, NOW);
    kept.opened(here);
    here.message(false, NOW);
    const [first, second, third] = ["A", "B", "C"].map(leave);
    const isLimited = (gone: typeof first) =>
      gone !== undefined && kept.of(gone, false, limits, NOW).message(false, NOW) !== null;
    expect(kept.of(device, false, limits, NOW)).toBe(here);
    expect([isLimited(third), isLimited(second)]).toEqual([true, true]);
    expect(isLimited(first)).toBe(false);
  });

  test("sessions of one device share their buckets", () => {
    const limits = tenantLimits({ device: { messages: "1:10" } });
    const kept = meter();
    const [first, second] = [kept.of(device, false, limits, NOW), kept.of(device, false, limits, NOW)];
    kept.opened(first);
    kept.opened(second);
    kept.closed(first);
    expect(second).toBe(first);
    expect(kept.of(device, false, limits, NOW)).toBe(first);
  });
});
