import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { HOUR_MILLIS, MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { acknowledgementFigures } from "./acknowledgement-times.ts";
import { FLOW_MINUTES, TrafficFlow, TrafficFlows } from "./traffic-flow.ts";

const TENANT = "tenant" as TenantId;
/** The first moment of a minute. */
const NOON = millis(Date.UTC(2026, 0, 31, 12));
const after = (span: number) => millis(NOON + span);

describe("a flow", () => {
  test("counts messages and points of the last minute, and by minutes of the last hour", () => {
    const flow = new TrafficFlow();
    flow.message(3, NOON);
    flow.message(4, after(1));
    flow.pointsOnly(10, after(MINUTE_MILLIS));
    const figures = flow.figures(after(MINUTE_MILLIS + 30 * SECOND_MILLIS));
    expect([figures.messages.lastMinute, figures.points.lastMinute]).toEqual([0, 10]);
    expect(figures.messages.minutes.slice(-2)).toEqual([2, 0]);
    expect(figures.points.minutes.slice(-2)).toEqual([7, 10]);
    expect(figures.startsAt).toBe(NOON + MINUTE_MILLIS - (FLOW_MINUTES - 1) * MINUTE_MILLIS);
  });

  test("says how much of the last minute it has seen", () => {
    const flow = new TrafficFlow();
    expect(flow.figures(NOON).minuteMillis).toBe(55 * SECOND_MILLIS);
    expect(flow.figures(after(4_999)).minuteMillis).toBe(59_999);
  });

  test("counts refusals of the last hour by kind, and no longer", () => {
    const flow = new TrafficFlow();
    flow.message(1, NOON);
    expect(flow.refusedInHour(NOON)).toEqual({});
    flow.refused("invalid", NOON);
    flow.refused("invalid", after(MINUTE_MILLIS));
    flow.refused("rate-limited", after(2 * MINUTE_MILLIS));
    expect(flow.refusedInHour(after(HOUR_MILLIS - 1))).toEqual({ invalid: 2, "rate-limited": 1 });
    expect(flow.refusedInHour(after(HOUR_MILLIS))).toEqual({ invalid: 1, "rate-limited": 1 });
    expect(flow.refusedInHour(after(HOUR_MILLIS + MINUTE_MILLIS))).toEqual({ "rate-limited": 1 });
    expect(flow.refusedInHour(after(2 * HOUR_MILLIS))).toEqual({});
  });

  test("forgets minutes as they pass, one by one and all at once", () => {
    const flow = new TrafficFlow();
    flow.message(1, NOON);
    flow.message(1, after(10 * MINUTE_MILLIS));
    const sum = (span: number): number =>
      flow.figures(after(span)).messages.minutes.reduce((total, count) => total + count, 0);
    expect(sum(10 * MINUTE_MILLIS)).toBe(2);
    expect(sum(HOUR_MILLIS - 1)).toBe(2);
    expect(sum(HOUR_MILLIS)).toBe(1);
    expect(sum(5 * HOUR_MILLIS)).toBe(0);
  });

  test("counts refusals by their kind", () => {
    const flow = new TrafficFlow();
    flow.refused("invalid", NOON);
    flow.refused("rate-limited", NOON);
    flow.refused("invalid", after(2 * MINUTE_MILLIS));
    const { refused, reasons } = flow.figures(after(2 * MINUTE_MILLIS));
    expect([refused.lastMinute, refused.minutes.slice(-3)]).toEqual([1, [2, 0, 1]]);
    const byKind = new Map(reasons);
    expect(byKind.get("rate-limited")?.minutes.slice(-3)).toEqual([1, 0, 0]);
    expect(byKind.get("invalid")?.lastMinute).toBe(1);
  });

  test("gives its minutes away and takes those of another, as far as they are of the last hour", () => {
    const flow = new TrafficFlow();
    expect(flow.minutesFrom(0, NOON)).toEqual([]);
    flow.message(3, NOON);
    flow.refused("invalid", after(MINUTE_MILLIS));
    flow.pointsOnly(4, after(3 * MINUTE_MILLIS));
    const first = NOON / MINUTE_MILLIS;
    const now = after(3 * MINUTE_MILLIS);
    const minutes = [
      { minute: first, messages: 1, points: 3, refused: {} },
      { minute: first + 1, messages: 0, points: 0, refused: { invalid: 1 } },
      { minute: first + 3, messages: 0, points: 4, refused: {} },
    ];
    expect(flow.minutesFrom(0, now)).toEqual(minutes);
    expect(flow.minutesFrom(first + 1, now)).toEqual(minutes.slice(1));
    const other = new TrafficFlow();
    other.message(10, after(61 * MINUTE_MILLIS));
    for (const minute of minutes) other.add(minute, after(61 * MINUTE_MILLIS));
    const figures = other.figures(after(61 * MINUTE_MILLIS));
    expect(figures.points.minutes.filter((count) => count > 0)).toEqual([4, 10]);
    expect(figures.refused.minutes.every((count) => count === 0)).toBe(true);
  });

  test("goes on in the present interval when the clock is set back", () => {
    const flow = new TrafficFlow();
    flow.message(1, NOON);
    flow.message(1, after(-HOUR_MILLIS));
    expect(flow.figures(after(-HOUR_MILLIS)).messages.lastMinute).toBe(2);
    expect(flow.figures(NOON).messages.lastMinute).toBe(2);
  });

  test("knows how long acknowledgements took in the last minute", () => {
    const flow = new TrafficFlow();
    expect(acknowledgementFigures(flow.acknowledgements(NOON))).toBeNull();
    flow.acknowledged(500, after(-MINUTE_MILLIS));
    for (let value = 1; value <= 100; value++) flow.acknowledged(value, NOON);
    expect(acknowledgementFigures(flow.acknowledgements(NOON))).toEqual({
      samples: 100,
      meanMillis: 50.5,
      p50Millis: 50,
      p99Millis: 99,
      maxMillis: 100,
    });
  });
});

describe("the flows of all parties", () => {
  test("rest when nothing is counted for an hour, and go on for those who still hold them", () => {
    const clock = new ManualClock(NOON);
    const flows = new TrafficFlows(new InProcessBus(silentLogger), clock);
    flows.start();
    const held = flows.ofTenant(TENANT);
    held.message(1, clock.now());
    clock.advance(2 * HOUR_MILLIS);
    expect(flows.findTenant(TENANT)?.figures(clock.now()).messages.lastMinute).toBe(0);
    held.message(1, clock.now());
    expect(flows.findTenant(TENANT)?.figures(clock.now()).messages.lastMinute).toBe(1);
    flows.stop();
  });

  test("go with their tenant and their gateway", () => {
    const bus = new InProcessBus(silentLogger);
    const flows = new TrafficFlows(bus, new ManualClock(NOON));
    flows.start();
    const gateway = "gateway" as DeviceId;
    flows.ofTenant(TENANT).message(1, NOON);
    flows.ofGateway(gateway).message(1, NOON);
    bus.publish({ kind: "device-deleted", tenantId: TENANT, deviceId: gateway, name: "gateway" });
    bus.publish({ kind: "tenant-deleted", tenantId: TENANT });
    expect([flows.findGateway(gateway), [...flows.tenants()]]).toEqual([undefined, []]);
    flows.stop();
  });
});
