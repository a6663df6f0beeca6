// Flow counts in the form shown: rates of the last minute, minutes of the last hour, and reasons sorted by frequency.
import { MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { TrafficFlow, type FlowCounts, type FlowFigures } from "../tenants/traffic-flow.ts";
import type { Flow, Refusals, Traffic } from "./overview.ts";

/** The sum, with the minutes of this node's clock; without any figures, everything is 0. */
export function sumOf(figures: Iterable<FlowFigures>, now: EpochMillis): FlowFigures {
  return [...figures].reduce(added, new TrafficFlow().figures(now));
}

export function trafficOf(figures: FlowFigures): Traffic {
  return {
    startsAt: figures.startsAt,
    messages: flowOf(figures.messages, figures.minuteMillis),
    points: flowOf(figures.points, figures.minuteMillis),
    refusals: refusalsOf(figures),
  };
}

function flowOf({ lastMinute, minutes }: FlowCounts, minuteMillis: number): Flow {
  const perSecond = (lastMinute * SECOND_MILLIS) / Math.min(minuteMillis, MINUTE_MILLIS);
  return { perSecond: Math.round(perSecond * 100) / 100, minutes };
}

function refusalsOf({ refused, reasons }: FlowFigures): Refusals {
  const shown = reasons
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
  // The clock of another node may be in another minute.
  const later = Math.round((one.startsAt - other.startsAt) / MINUTE_MILLIS);
  const reasons = new Map(one.reasons);
  for (const [kind, counts] of other.reasons) reasons.set(kind, both(reasons.get(kind), counts, later));
  return {
    startsAt: one.startsAt,
    minuteMillis: one.minuteMillis,
    messages: both(one.messages, other.messages, later),
    points: both(one.points, other.points, later),
    refused: both(one.refused, other.refused, later),
    reasons: [...reasons],
  };
}

function both(one: FlowCounts | undefined, other: FlowCounts, later: number): FlowCounts {
  return {
    lastMinute: (one?.lastMinute ?? 0) + other.lastMinute,
    minutes: other.minutes.map((_count, index) => (one?.minutes[index] ?? 0) + (other.minutes[index + later] ?? 0)),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
