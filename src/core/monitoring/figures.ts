// Flow counts in the form shown: rates of the last minute, minutes of the last hour, and reasons sorted by frequency.
import { MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { TrafficFlow, type FlowCounts, type FlowFigures } from "../tenants/traffic-flow.ts";
import type { Flow, Refusals, Traffic } from "./overview.ts";

/** The sum of all flows; without any, everything is 0. */
export function trafficOf(flows: Iterable<TrafficFlow>, now: EpochMillis): Traffic {
  const figures = [...flows].map((flow) => flow.figures(now));
  const all = figures.reduce(added, new TrafficFlow().figures(now));
  return {
    startsAt: all.startsAt,
    messages: flowOf(all.messages, all.minuteMillis),
    points: flowOf(all.points, all.minuteMillis),
    refusals: refusalsOf(all),
  };
}

function flowOf({ lastMinute, minutes }: FlowCounts, minuteMillis: number): Flow {
  const perSecond = (lastMinute * SECOND_MILLIS) / Math.min(minuteMillis, MINUTE_MILLIS);
  return { perSecond: Math.round(perSecond * 100) / 100, minutes };
}

function refusalsOf({ refused, reasons }: FlowFigures): Refusals {
  const shown = [...reasons]
    .map(([reason, { lastMinute, minutes }]) => ({ reason, lastMinute, lastHour: sum(minutes) }))
    .filter(({ lastHour }) => lastHour > 0);
  return {
    lastMinute: refused.lastMinute,
    lastHour: sum(refused.minutes),
    minutes: refused.minutes,
    reasons: shown.sort((a, b) => b.lastHour - a.lastHour || a.reason.localeCompare(b.reason)),
  };
}

function added(one: FlowFigures, other: FlowFigures): FlowFigures {
  const reasons = new Map(one.reasons);
  for (const [kind, counts] of other.reasons) {
    const known = reasons.get(kind);
    reasons.set(kind, known === undefined ? counts : both(known, counts));
  }
  return {
    startsAt: one.startsAt,
    minuteMillis: one.minuteMillis,
    messages: both(one.messages, other.messages),
    points: both(one.points, other.points),
    refused: both(one.refused, other.refused),
    reasons,
  };
}

function both(one: FlowCounts, other: FlowCounts): FlowCounts {
  return {
    lastMinute: one.lastMinute + other.lastMinute,
    minutes: one.minutes.map((count, index) => count + (other.minutes[index] ?? 0)),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
