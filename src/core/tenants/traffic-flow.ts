// Recent traffic of each tenant and gateway: counts of the last minute, and per minute of the last hour. Counting is an
// addition in memory; a flow unused for an hour takes no memory. `kept-traffic.ts` keeps the hour over a restart.
import { millis, type Clock, type EpochMillis, type Timer } from "../../lib/clock.ts";
import { MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { ErrorKind } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { AcknowledgementTimes } from "./acknowledgement-times.ts";
import type { TrafficMinute } from "./traffic-store.ts";

const INTERVAL_MILLIS = 5 * SECOND_MILLIS;
const INTERVALS_PER_MINUTE = MINUTE_MILLIS / INTERVAL_MILLIS;
export const FLOW_MINUTES = 60;

/** Counts of one quantity: in five-second intervals for the last minute, and per minute for the last hour. */
class HourCount {
  readonly #intervals = new Uint32Array(INTERVALS_PER_MINUTE);
  readonly #minutes = new Uint32Array(FLOW_MINUTES);

  add(interval: number, count: number): void {
    addAt(this.#intervals, interval, count);
    addAt(this.#minutes, Math.floor(interval / INTERVALS_PER_MINUTE), count);
  }

  /** Of one of the last minutes. */
  addToMinute(minute: number, count: number): void {
    addAt(this.#minutes, minute, count);
  }

  ofMinute(minute: number): number {
    return this.#minutes[minute % FLOW_MINUTES] ?? 0;
  }

  /** Makes room for the intervals after `from`, up to and including `to`. */
  turn(from: number, to: number): void {
    clear(this.#intervals, from, to);
    clear(this.#minutes, Math.floor(from / INTERVALS_PER_MINUTE), Math.floor(to / INTERVALS_PER_MINUTE));
  }

  get lastMinute(): number {
    return this.#intervals.reduce((sum, count) => sum + count, 0);
  }

  get lastHour(): number {
    return this.#minutes.reduce((sum, count) => sum + count, 0);
  }

  /** Ends with the minute of `interval`. */
  minutes(interval: number): number[] {
    const last = Math.floor(interval / INTERVALS_PER_MINUTE);
    return Array.from(
      { length: FLOW_MINUTES },
      (_none, index) => this.#minutes[(last + 1 + index) % FLOW_MINUTES] ?? 0,
    );
  }
}

export interface FlowCounts {
  readonly lastMinute: number;
  readonly minutes: readonly number[];
}

/** Plain data, which other nodes of a cluster get as they are. */
export interface FlowFigures {
  /** Start of the first minute. */
  readonly startsAt: EpochMillis;
  /** How many milliseconds of the last minute are covered: slightly less than a minute. */
  readonly minuteMillis: number;
  readonly messages: FlowCounts;
  readonly points: FlowCounts;
  readonly refused: FlowCounts;
  readonly reasons: readonly (readonly [kind: ErrorKind, counts: FlowCounts])[];
}

interface Counts {
  readonly acknowledgements: AcknowledgementTimes;
  readonly messages: HourCount;
  readonly points: HourCount;
  readonly refused: HourCount;
  readonly reasons: Map<ErrorKind, HourCount>;
}

/** The traffic of one party. */
export class TrafficFlow {
  #counts: Counts | undefined;
  #interval = 0;
  #intervalEndsAt = 0;
  // Counts of the current interval.
  #messages = 0;
  #points = 0;

  /** Counts an accepted message and its telemetry points. Called for every message. */
  message(points: number, now: EpochMillis): void {
    if (now >= this.#intervalEndsAt) this.#turn(now);
    this.#messages++;
    this.#points += points;
  }

  /** Counts points that did not arrive in a message. */
  pointsOnly(points: number, now: EpochMillis): void {
    if (now >= this.#intervalEndsAt) this.#turn(now);
    this.#points += points;
  }

  refused(kind: ErrorKind, now: EpochMillis): void {
    const counts = now >= this.#intervalEndsAt ? this.#turn(now) : this.#kept();
    counts.refused.add(this.#interval, 1);
    reasonOf(counts, kind).add(this.#interval, 1);
  }

  /** What was refused in the last hour, without kinds of which nothing was. */
  refusedInHour(now: EpochMillis): TrafficMinute["refused"] {
    if (this.#counts === undefined || this.#counts.reasons.size === 0) return {};
    const counted = [...this.#turn(now).reasons].map(([kind, count]) => [kind, count.lastHour] as const);
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  }

  /** Adds what was counted before, or elsewhere, in one of the last minutes; older ones are left out. */
  add({ minute, messages, points, refused }: TrafficMinute, now: EpochMillis): void {
    const counts = this.#turn(now);
    const last = this.#minute;
    if (minute > last || minute <= last - FLOW_MINUTES) return;
    counts.messages.addToMinute(minute, messages);
    counts.points.addToMinute(minute, points);
    for (const [kind, count] of Object.entries(refused) as [ErrorKind, number][]) {
      counts.refused.addToMinute(minute, count);
      reasonOf(counts, kind).addToMinute(minute, count);
    }
  }

  /** What was counted in this minute and later ones, as far as anything was. */
  minutesFrom(first: number, now: EpochMillis): readonly TrafficMinute[] {
    if (this.#counts === undefined && this.#messages === 0 && this.#points === 0) return [];
    const counts = this.#turn(now);
    const last = this.#minute;
    const found: TrafficMinute[] = [];
    for (let minute = Math.max(first, last - FLOW_MINUTES + 1); minute <= last; minute++) {
      const [messages, points] = [counts.messages.ofMinute(minute), counts.points.ofMinute(minute)];
      const reasons = [...counts.reasons].map(([kind, count]) => [kind, count.ofMinute(minute)] as const);
      const refused = Object.fromEntries(reasons.filter(([, count]) => count > 0));
      if (messages > 0 || points > 0 || counts.refused.ofMinute(minute) > 0)
        found.push({ minute, messages, points, refused });
    }
    return found;
  }

  /** Adds a sample of the time to acknowledgement. */
  acknowledged(millis: number, now: EpochMillis): void {
    this.#kept().acknowledgements.add(millis, now);
  }

  /** Samples of the last minute, in milliseconds. */
  acknowledgements(now: EpochMillis): readonly number[] {
    return this.#counts?.acknowledgements.taken(now) ?? [];
  }

  figures(now: EpochMillis): FlowFigures {
    const interval = intervalOf(now);
    const counts = this.#turn(now);
    const shown = (count: HourCount): FlowCounts => ({
      lastMinute: count.lastMinute,
      minutes: count.minutes(interval),
    });
    return {
      startsAt: startOf(interval),
      minuteMillis: MINUTE_MILLIS - INTERVAL_MILLIS + (now - interval * INTERVAL_MILLIS),
      messages: shown(counts.messages),
      points: shown(counts.points),
      refused: shown(counts.refused),
      reasons: [...counts.reasons].map(([kind, count]) => [kind, shown(count)]),
    };
  }

  /** If nothing has been counted for an hour, all counts are 0 and their memory is released. */
  rest(now: EpochMillis): void {
    if (intervalOf(now) - this.#interval < FLOW_MINUTES * INTERVALS_PER_MINUTE) return;
    this.#turn(now);
    this.#counts = undefined;
    this.#intervalEndsAt = 0;
  }

  /** That of the current interval. */
  get #minute(): number {
    return Math.floor(this.#interval / INTERVALS_PER_MINUTE);
  }

  #kept(): Counts {
    this.#counts ??= {
      acknowledgements: new AcknowledgementTimes(),
      messages: new HourCount(),
      points: new HourCount(),
      refused: new HourCount(),
      reasons: new Map(),
    };
    return this.#counts;
  }

  /**
   * Adds the counts of a finished interval to the totals. If the clock was set back, counting continues in the current
   * interval.
   */
  #turn(now: EpochMillis): Counts {
    const counts = this.#kept();
    counts.messages.add(this.#interval, this.#messages);
    counts.points.add(this.#interval, this.#points);
    this.#messages = this.#points = 0;
    const interval = Math.max(this.#interval, intervalOf(now));
    for (const count of [counts.messages, counts.points, counts.refused, ...counts.reasons.values()])
      count.turn(this.#interval, interval);
    this.#interval = interval;
    this.#intervalEndsAt = (interval + 1) * INTERVAL_MILLIS;
    return counts;
  }
}

/** The flows of all tenants and gateways that have sent anything since the start. */
export class TrafficFlows {
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #tenants = new Map<TenantId, TrafficFlow>();
  readonly #gateways = new Map<DeviceId, TrafficFlow>();
  #timer: Timer | undefined;
  #subscription: Subscription | undefined;

  constructor(bus: MessageBus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
  }

  start(): void {
    this.#timer = this.#clock.every(MINUTE_MILLIS, () => {
      this.#rest();
    });
    this.#subscription = listen(this.#bus, {
      "tenant-deleted": ({ tenantId }) => {
        this.#tenants.delete(tenantId);
      },
      "device-deleted": ({ deviceId }) => {
        this.#gateways.delete(deviceId);
      },
    });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#subscription?.cancel();
  }

  ofTenant(id: TenantId): TrafficFlow {
    return flowOf(this.#tenants, id);
  }

  ofGateway(id: DeviceId): TrafficFlow {
    return flowOf(this.#gateways, id);
  }

  /** Undefined if nothing has been counted. */
  findGateway(id: DeviceId): TrafficFlow | undefined {
    return this.#gateways.get(id);
  }

  findTenant(id: TenantId): TrafficFlow | undefined {
    return this.#tenants.get(id);
  }

  tenants(): Iterable<readonly [id: TenantId, flow: TrafficFlow]> {
    return this.#tenants;
  }

  gateways(): Iterable<readonly [id: DeviceId, flow: TrafficFlow]> {
    return this.#gateways;
  }

  *all(): Iterable<{ readonly partyId: TenantId | DeviceId; readonly isGateway: boolean; readonly flow: TrafficFlow }> {
    for (const [partyId, flow] of this.#tenants) yield { partyId, isGateway: false, flow };
    for (const [partyId, flow] of this.#gateways) yield { partyId, isGateway: true, flow };
  }

  #rest(): void {
    const now = this.#clock.now();
    for (const flow of this.#tenants.values()) flow.rest(now);
    for (const flow of this.#gateways.values()) flow.rest(now);
  }
}

function reasonOf({ reasons }: Counts, kind: ErrorKind): HourCount {
  const known = reasons.get(kind);
  const reason = known ?? new HourCount();
  if (known === undefined) reasons.set(kind, reason);
  return reason;
}

function flowOf<Id>(flows: Map<Id, TrafficFlow>, id: Id): TrafficFlow {
  const known = flows.get(id);
  if (known !== undefined) return known;
  const flow = new TrafficFlow();
  flows.set(id, flow);
  return flow;
}

function intervalOf(now: EpochMillis): number {
  return Math.floor(now / INTERVAL_MILLIS);
}

function startOf(interval: number): EpochMillis {
  return millis((Math.floor(interval / INTERVALS_PER_MINUTE) - FLOW_MINUTES + 1) * MINUTE_MILLIS);
}

function addAt(ring: Uint32Array, index: number, count: number): void {
  const at = index % ring.length;
  ring[at] = (ring[at] ?? 0) + count;
}

function clear(ring: Uint32Array, from: number, to: number): void {
  if (to - from >= ring.length) ring.fill(0);
  else for (let index = from + 1; index <= to; index++) ring[index % ring.length] = 0;
}
