// The gateways of a tenant: their stored data, with the connections and traffic that the nodes know.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSessions } from "../devices/live-sessions.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { acknowledgementFigures } from "../tenants/acknowledgement-times.ts";
import { sumOf, trafficOf } from "./figures.ts";
import {
  lastActivityOf,
  lastHourOf,
  lastMinuteOf,
  newestConnection,
  type GatewayReport,
  type GatewayReports,
} from "./gateway-reports.ts";
import type {
  Gateway,
  GatewayDetails,
  GatewayFacts,
  GatewayFilter,
  GatewaySort,
  RoutedDevice,
  RoutedDeviceSort,
} from "./gateways.ts";
import type { GatewayKey, MonitoringStore } from "./monitoring-store.ts";

export interface GatewayServiceDeps {
  readonly store: Pick<MonitoringStore, "gatewayKeys" | "gateways" | "routedDevices">;
  /** Lasting sessions on all nodes. */
  readonly sessions: Pick<LiveSessions, "isOnline" | "countOf">;
  readonly devices: { inMemory(id: DeviceId): KnownDevice | undefined };
  readonly reports: Pick<GatewayReports, "of" | "refused" | "trafficOf">;
  readonly clock: Clock;
}

const NONE_REFUSED: ReadonlyMap<DeviceId, number> = new Map();

export class GatewayService {
  readonly #deps: GatewayServiceDeps;

  constructor(deps: GatewayServiceDeps) {
    this.#deps = deps;
  }

  async list(
    tenantId: TenantId,
    { online, refused }: GatewayFilter,
    request: PageRequest<GatewaySort>,
  ): Promise<FoundPage<Gateway>> {
    const { store, reports } = this.#deps;
    const isByRefusals = refused !== null || request.sort?.property === "refused";
    const [keys, refusals] = await Promise.all([
      store.gatewayKeys(tenantId, request.textSearch),
      isByRefusals ? reports.refused(tenantId) : NONE_REFUSED,
    ]);
    const found = keys.filter(
      ({ id }) =>
        (online === null || this.#isOnline(id) === online) && (refused === null || refusals.has(id) === refused),
    );
    found.sort(this.#order(request.sort, refusals));
    const start = request.page * request.size;
    const ids = found.slice(start, start + request.size).map(({ id }) => id);
    return { items: await this.#gateways(tenantId, ids), total: found.length };
  }

  /** Throws `not-found` if it has been deleted. */
  async details({ id, tenantId, connectsOnUplink }: KnownDevice): Promise<GatewayDetails> {
    const { reports, clock } = this.#deps;
    const [[gateway], counted] = await Promise.all([this.#gateways(tenantId, [id]), reports.trafficOf(tenantId, id)]);
    if (gateway === undefined) throw new DomainError("not-found", `device ${id} does not exist`);
    const figures = counted.map((each) => each.figures);
    return {
      ...gateway,
      connectsOnUplink,
      traffic: trafficOf(sumOf(figures, clock.now())),
      acknowledgements: acknowledgementFigures(counted.flatMap(({ acknowledgements }) => acknowledgements)),
    };
  }

  async devices(gateway: KnownDevice, page: PageRequest<RoutedDeviceSort>): Promise<FoundPage<RoutedDevice>> {
    const { id, tenantId } = gateway;
    const { store, reports } = this.#deps;
    const found = await store.routedDevices(tenantId, id, this.#isOnline(id), page);
    const known = await reports.of(
      tenantId,
      found.items.map((device) => device.id),
    );
    const items = found.items.map((device) => ({
      ...device,
      // A device with a session of its own can be reached without the gateway.
      neverConnected: device.neverConnected && !this.#isOnline(device.id),
      lastActivityAt: lastActivityOf(known.get(device.id) ?? [], device.lastActivityAt),
    }));
    return { items, total: found.total };
  }

  async #gateways(tenantId: TenantId, ids: readonly DeviceId[]): Promise<readonly Gateway[]> {
    const { store, reports } = this.#deps;
    const [facts, known] = await Promise.all([store.gateways(tenantId, ids), reports.of(tenantId, ids)]);
    return facts.map((each) => this.#gatewayOf(each, known.get(each.id) ?? []));
  }

  #gatewayOf(facts: GatewayFacts, reports: readonly GatewayReport[]): Gateway {
    return {
      ...facts,
      online: this.#isOnline(facts.id),
      lastActivityAt: lastActivityOf(reports, facts.lastActivityAt),
      connection: newestConnection(reports),
      sessions: this.#deps.sessions.countOf(facts.id),
      lastMinute: lastMinuteOf(reports),
      lastHour: lastHourOf(reports),
    };
  }

  #isOnline(id: DeviceId): boolean {
    return this.#deps.sessions.isOnline(id);
  }

  /** For the order of a list: activity that this node has noted but not stored yet is newer. */
  #newest(id: DeviceId, stored: EpochMillis): number {
    return Math.max(this.#deps.devices.inMemory(id)?.lastActivityAt ?? 0, stored);
  }

  #order(
    sort: PageRequest<GatewaySort>["sort"],
    refusals: ReadonlyMap<DeviceId, number>,
  ): (one: GatewayKey, other: GatewayKey) => number {
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
      case "refused":
        return then((one, other) => (refusals.get(one.id) ?? 0) - (refusals.get(other.id) ?? 0));
      case "lastActivityTime":
        return then(
          (one, other) => this.#newest(one.id, one.lastActivityAt) - this.#newest(other.id, other.lastActivityAt),
        );
    }
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
