// The gateways of a tenant: their stored data, with the connections and traffic known to this node.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { millis } from "../../lib/clock.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSession } from "../devices/live-session.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { TrafficFlows } from "../tenants/traffic-flow.ts";
import { trafficOf } from "./figures.ts";
import type { Gateway, GatewayDetails, GatewayFacts, GatewaySort, RoutedDevice, RoutedDeviceSort } from "./gateways.ts";
import type { GatewayKey, MonitoringStore } from "./monitoring-store.ts";

export interface GatewayServiceDeps {
  readonly store: Pick<MonitoringStore, "gatewayKeys" | "gateways" | "routedDevices">;
  readonly sessions: { ofDevice(id: DeviceId): readonly LiveSession[] };
  readonly devices: { inMemory(id: DeviceId): KnownDevice | undefined };
  readonly flows: TrafficFlows;
  readonly clock: Clock;
}

export class GatewayService {
  readonly #deps: GatewayServiceDeps;

  constructor(deps: GatewayServiceDeps) {
    this.#deps = deps;
  }

  /** `online` null: connected or not. */
  async list(
    tenantId: TenantId,
    online: boolean | null,
    request: PageRequest<GatewaySort>,
  ): Promise<FoundPage<Gateway>> {
    const { store } = this.#deps;
    const keys = await store.gatewayKeys(tenantId, request.textSearch);
    const found = online === null ? [...keys] : keys.filter(({ id }) => this.#isOnline(id) === online);
    found.sort(this.#order(request.sort));
    const start = request.page * request.size;
    const ids = found.slice(start, start + request.size).map(({ id }) => id);
    const facts = await store.gateways(tenantId, ids);
    return { items: facts.map((each) => this.#gatewayOf(each)), total: found.length };
  }

  /** Throws `not-found` if it has been deleted. */
  async details({ id, tenantId, connectsOnUplink }: KnownDevice): Promise<GatewayDetails> {
    const { store, flows, clock } = this.#deps;
    const [facts] = await store.gateways(tenantId, [id]);
    if (facts === undefined) throw new DomainError("not-found", `device ${id} does not exist`);
    const flow = flows.findGateway(id);
    const now = clock.now();
    return {
      ...this.#gatewayOf(facts),
      connectsOnUplink,
      traffic: trafficOf(flow === undefined ? [] : [flow], now),
      acknowledgements: flow?.acknowledgements(now) ?? null,
    };
  }

  async devices(gateway: KnownDevice, page: PageRequest<RoutedDeviceSort>): Promise<FoundPage<RoutedDevice>> {
    const { id, tenantId } = gateway;
    const found = await this.#deps.store.routedDevices(tenantId, id, this.#isOnline(id), page);
    const items = found.items.map((device) => ({
      ...device,
      // A device with a session of its own can be reached without the gateway.
      neverConnected: device.neverConnected && !this.#isOnline(device.id),
      lastActivityAt: this.#newest(device.id, device.lastActivityAt),
    }));
    return { items, total: found.total };
  }

  #gatewayOf(facts: GatewayFacts): Gateway {
    const { flows, sessions, clock } = this.#deps;
    const open = sessions.ofDevice(facts.id).filter(({ connection }) => connection !== undefined);
    const newest = open.at(-1);
    const figures = flows.findGateway(facts.id)?.figures(clock.now());
    return {
      ...facts,
      lastActivityAt: this.#newest(facts.id, facts.lastActivityAt),
      connection: newest?.connection === undefined ? null : { since: newest.openedAt, ...newest.connection },
      sessions: open.length,
      lastMinute: {
        messages: figures?.messages.lastMinute ?? 0,
        points: figures?.points.lastMinute ?? 0,
        refused: figures?.refused.lastMinute ?? 0,
      },
    };
  }

  #isOnline(id: DeviceId): boolean {
    return this.#deps.sessions.ofDevice(id).some(({ connection }) => connection !== undefined);
  }

  /** Activity that this node has noted but not stored yet is newer. */
  #newest(id: DeviceId, stored: EpochMillis | null): EpochMillis | null {
    const heard = Math.max(this.#deps.devices.inMemory(id)?.lastActivityAt ?? 0, stored ?? 0);
    return heard === 0 ? null : millis(heard);
  }

  #order(sort: PageRequest<GatewaySort>["sort"]): (one: GatewayKey, other: GatewayKey) => number {
    const sign = sort?.order === "DESC" ? -1 : 1;
    const byId = (one: GatewayKey, other: GatewayKey): number => compare(one.id, other.id);
    const then =
      (main: typeof byId): typeof byId =>
      (one, other) =>
        sign * main(one, other) || byId(one, other);
    switch (sort?.property) {
      case undefined:
      case "id":
        return (one, other) => sign * byId(one, other);
      case "name":
        return then((one, other) => compare(one.name, other.name));
      case "online":
        return then((one, other) => Number(this.#isOnline(one.id)) - Number(this.#isOnline(other.id)));
      case "lastActivityTime":
        return then(
          (one, other) =>
            (this.#newest(one.id, one.lastActivityAt) ?? 0) - (this.#newest(other.id, other.lastActivityAt) ?? 0),
        );
    }
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
