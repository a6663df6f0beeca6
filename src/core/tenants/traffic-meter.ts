// Counts the traffic of devices and gateways against the rate limits of their tenant. One `DeviceTraffic` per device
// with a session; charging unlimited traffic costs one comparison.
import type { EpochMillis } from "../../lib/clock.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { DomainError, ErrorKind } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { ownBuckets, type BucketSource } from "./bucket-source.ts";
import { quotaRefusal } from "./monthly-quota.ts";
import type { RateLimit, TokenBuckets } from "./rate-limits.ts";
import type { TrafficFlow, TrafficFlows } from "./traffic-flow.ts";
import type { TenantLimits, TrafficLimits } from "./tenant-limits.ts";
import type { CountLimitName } from "./tenant-profile.ts";

export interface TrafficMeterOptions {
  /** CONNECTs of one device; null for no limit. */
  readonly connects: RateLimit | null;
  /**
   * How many devices without a session keep their token buckets; beyond that, the one absent longest starts with full
   * buckets again.
   */
  readonly absentDevicesMax: number;
}

/** The buckets of tenants, and of devices. */
export interface TrafficBuckets {
  readonly tenants: BucketSource;
  readonly devices: BucketSource;
}

export const OWN_TRAFFIC_BUCKETS: TrafficBuckets = { tenants: ownBuckets, devices: ownBuckets };

/** The token buckets of one party, asked for again when the limits of the tenant change. */
class Meter {
  readonly messages: TokenBuckets | null;
  readonly telemetryMessages: TokenBuckets | null;
  readonly telemetryDataPoints: TokenBuckets | null;
  readonly generation: number;

  constructor(limits: TrafficLimits, generation: number, bucketsOf: (limit: RateLimit) => TokenBuckets) {
    const buckets = (limit: RateLimit | null): TokenBuckets | null => (limit === null ? null : bucketsOf(limit));
    this.messages = buckets(limits.messages);
    this.telemetryMessages = buckets(limits.telemetryMessages);
    this.telemetryDataPoints = buckets(limits.telemetryDataPoints);
    this.generation = generation;
  }
}

interface TenantMeter {
  meter: Meter;
  readonly flow: TrafficFlow;
}

function tenantMeter({ tenantId, tenant, generation }: TenantLimits, buckets: TrafficBuckets, now: EpochMillis): Meter {
  return new Meter(tenant, generation, (limit) => buckets.tenants.of(tenantId, limit, now));
}

export class TrafficMeter {
  readonly #options: TrafficMeterOptions;
  readonly #flows: TrafficFlows;
  readonly #buckets: TrafficBuckets;
  readonly #tenants = new Map<TenantId, TenantMeter>();
  /** Devices in the order in which they last connected or disconnected. */
  readonly #devices = new Map<DeviceId, DeviceTraffic>();
  #absent = 0;

  constructor(options: TrafficMeterOptions, flows: TrafficFlows, buckets: TrafficBuckets) {
    this.#options = options;
    this.#flows = flows;
    this.#buckets = buckets;
  }

  /** The traffic of a device that wants to connect. Sessions of one device share it. */
  of(device: KnownDevice, isGateway: boolean, limits: TenantLimits, now: EpochMillis): DeviceTraffic {
    const known = this.#devices.get(device.id);
    if (known?.limits === limits && known.isGateway === isGateway) return known;
    const connects =
      known?.connects ??
      (this.#options.connects === null ? null : this.#buckets.devices.of(device.id, this.#options.connects, now));
    const flow = isGateway ? this.#flows.ofGateway(device.id) : null;
    const tenant = this.#tenant(limits, now);
    const facts = { device, isGateway, limits, tenant, flow, connects, buckets: this.#buckets };
    return this.#keep(new DeviceTraffic(facts, now));
  }

  /** A session of the device has opened; call `closed` once for each. */
  opened(traffic: DeviceTraffic): void {
    traffic.sessions++;
    this.#keep(traffic);
  }

  closed(traffic: DeviceTraffic): void {
    traffic.sessions--;
    this.#keep(traffic);
  }

  /** Moves it to the end, so that the first absent one is the one absent longest. */
  #keep(traffic: DeviceTraffic): DeviceTraffic {
    const { id } = traffic.device;
    const replaced = this.#devices.get(id);
    if (replaced?.absent === true) this.#absent--;
    this.#devices.delete(id);
    traffic.absent = traffic.sessions === 0;
    // Without limits there is nothing to keep.
    if (traffic.absent && traffic.limits.unlimited && traffic.connects === null) return traffic;
    this.#devices.set(id, traffic);
    if (traffic.absent && ++this.#absent > this.#options.absentDevicesMax) this.#forgetLongestAbsent();
    return traffic;
  }

  #forgetLongestAbsent(): void {
    for (const [id, { absent }] of this.#devices) {
      if (!absent) continue;
      this.#devices.delete(id);
      this.#absent--;
      return;
    }
  }

  #tenant(limits: TenantLimits, now: EpochMillis): TenantMeter {
    let tenant = this.#tenants.get(limits.tenantId);
    if (tenant === undefined) {
      const { tenantId } = limits;
      tenant = { meter: tenantMeter(limits, this.#buckets, now), flow: this.#flows.ofTenant(tenantId) };
      this.#tenants.set(tenantId, tenant);
    }
    return tenant;
  }
}

type TrafficFacts = Pick<DeviceTraffic, "device" | "isGateway" | "limits" | "flow" | "connects"> & {
  readonly tenant: TenantMeter;
  readonly buckets: TrafficBuckets;
};

/** The recent traffic of a device's sessions. */
export class DeviceTraffic {
  readonly device: KnownDevice;
  readonly isGateway: boolean;
  readonly limits: TenantLimits;
  readonly connects: TokenBuckets | null;
  /** Only for gateways; null for other devices, which are counted in their tenant's flow only. */
  readonly flow: TrafficFlow | null;
  /** The number of open sessions; maintained by the meter, like `absent`. */
  sessions = 0;
  /** Whether it counts as absent. */
  absent = false;
  readonly #tenant: TenantMeter;
  readonly #buckets: TrafficBuckets;
  #own: Meter;
  #proxied: Meter;

  constructor({ device, isGateway, limits, tenant, flow, connects, buckets }: TrafficFacts, now: EpochMillis) {
    this.device = device;
    this.isGateway = isGateway;
    this.limits = limits;
    this.connects = connects;
    this.flow = flow;
    this.#tenant = tenant;
    this.#buckets = buckets;
    this.#own = this.#meter(this.#ownLimits(), now);
    this.#proxied = this.#meter(limits.gateway, now);
  }

  /**
   * Whether the device may connect now. `rate-limited` if it connects too often, if the tenant has used up its monthly
   * quota, or if the traffic of the device or its tenant leaves no room for even one more message.
   */
  admit(now: EpochMillis): DomainError | null {
    if (this.connects !== null && !this.connects.tryTake(1, now)) return this.connects.refusal(1);
    if (this.limits.unlimited) return null;
    const spent = this.#spent(1, 0, now);
    if (spent !== null) return spent;
    this.#renew(now);
    return lacking(this.#tenant.meter.messages, 1, now) ?? lacking(this.#own.messages, 1, now);
  }

  /**
   * Charges one telemetry message of `points` key-value pairs. `proxied`: it concerns a device behind the gateway. Null
   * if it may pass; otherwise `rate-limited`, and nothing is charged.
   */
  telemetry(proxied: boolean, points: number, now: EpochMillis): DomainError | null {
    const refusal = this.#values(proxied, points, points * this.limits.storageDaysPerPoint, now);
    if (refusal === null) this.#passed(points, now);
    return refusal;
  }

  /** Why a message with one key-value pair could not pass now, checked before it is parsed; nothing is charged. */
  lacksRoom(proxied: boolean, now: EpochMillis): DomainError | null {
    if (this.limits.unlimited) return null;
    return this.#spent(1, 0, now) ?? this.#lackingForValues(proxied, 1, now);
  }

  /**
   * Charges one attribute message in the same way, but no retention: only the present values of attributes are kept.
   */
  attributes(proxied: boolean, values: number, now: EpochMillis): DomainError | null {
    const refusal = this.#values(proxied, values, 0, now);
    if (refusal === null) this.#passed(0, now);
    return refusal;
  }

  #values(proxied: boolean, points: number, pointDays: number, now: EpochMillis): DomainError | null {
    const { used, unlimited } = this.limits;
    if (!unlimited) {
      const refusal = this.#spent(points, pointDays, now) ?? this.#chargeValues(proxied, points, now);
      if (refusal !== null) return refusal;
    }
    used.messages++;
    used.dataPoints += points;
    used.storagePointDays += pointDays;
    return null;
  }

  #lackingForValues(proxied: boolean, points: number, now: EpochMillis): DomainError | null {
    this.#renew(now);
    const all = this.#tenant.meter;
    const party = proxied ? this.#proxied : this.#own;
    return (
      lacking(all.telemetryMessages, 1, now) ??
      lacking(party.telemetryMessages, 1, now) ??
      lacking(all.telemetryDataPoints, points, now) ??
      lacking(party.telemetryDataPoints, points, now)
    );
  }

  #chargeValues(proxied: boolean, points: number, now: EpochMillis): DomainError | null {
    const refusal = this.#lackingForValues(proxied, points, now);
    if (refusal !== null) return refusal;
    const all = this.#tenant.meter;
    const party = proxied ? this.#proxied : this.#own;
    all.telemetryMessages?.take(1);
    party.telemetryMessages?.take(1);
    all.telemetryDataPoints?.take(points);
    party.telemetryDataPoints?.take(points);
    return null;
  }

  /** Charges one message of any other kind, in the same way. */
  message(proxied: boolean, now: EpochMillis): DomainError | null {
    const { used, unlimited } = this.limits;
    if (!unlimited) {
      const refusal = this.#spent(0, 0, now) ?? this.#chargeMessage(proxied, now);
      if (refusal !== null) return refusal;
    }
    used.messages++;
    this.#passed(0, now);
    return null;
  }

  /** Notes that a message was refused, wholly or in part. */
  refused(kind: ErrorKind, now: EpochMillis): void {
    this.#tenant.flow.refused(kind, now);
    this.flow?.refused(kind, now);
  }

  #passed(points: number, now: EpochMillis): void {
    this.#tenant.flow.message(points, now);
    this.flow?.message(points, now);
  }

  #chargeMessage(proxied: boolean, now: EpochMillis): DomainError | null {
    this.#renew(now);
    const all = this.#tenant.meter.messages;
    const party = (proxied ? this.#proxied : this.#own).messages;
    const refusal = lacking(all, 1, now) ?? lacking(party, 1, now);
    if (refusal !== null) return refusal;
    all?.take(1);
    party?.take(1);
    return null;
  }

  /** The refusal if the tenant's monthly quota has no room. A quota that would not be charged refuses nothing. */
  #spent(points: number, pointDays: number, now: EpochMillis): DomainError | null {
    const { used, quota } = this.limits;
    const refusal = (name: CountLimitName, value: number, count: number): DomainError =>
      quotaRefusal({ name, value, used: count }, used, now);
    if (used.messages + 1 > quota.messages) return refusal("maxTransportMessages", quota.messages, used.messages);
    if (points > 0 && used.dataPoints + points > quota.dataPoints)
      return refusal("maxTransportDataPoints", quota.dataPoints, used.dataPoints);
    if (pointDays > 0 && used.storagePointDays + pointDays > quota.storagePointDays)
      return refusal("maxDPStorageDays", quota.storagePointDays, used.storagePointDays);
    return null;
  }

  #renew(now: EpochMillis): void {
    const { limits } = this;
    if (this.#tenant.meter.generation !== limits.generation)
      this.#tenant.meter = tenantMeter(limits, this.#buckets, now);
    if (this.#own.generation === limits.generation) return;
    this.#own = this.#meter(this.#ownLimits(), now);
    this.#proxied = this.#meter(limits.gateway, now);
  }

  #ownLimits(): TrafficLimits {
    return this.isGateway ? this.limits.gatewayDevice : this.limits.device;
  }

  #meter(limits: TrafficLimits, now: EpochMillis): Meter {
    const { id } = this.device;
    return new Meter(limits, this.limits.generation, (limit) => this.#buckets.devices.of(id, limit, now));
  }
}

function lacking(buckets: TokenBuckets | null, count: number, now: EpochMillis): DomainError | null {
  return buckets === null || buckets.has(count, now) ? null : buckets.refusal(count);
}
