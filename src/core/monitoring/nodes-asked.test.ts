// What the monitoring of one node shows of what other nodes know.
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "../../../test/support/memory-peers.ts";
import { knownDevice } from "../../../test/support/recording-session.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import type { LiveSession } from "../devices/live-session.ts";
import { newId, type CustomerId, type DeviceId, type TenantId } from "../ids.ts";
import type { TenantInfo } from "../tenants/tenant-store.ts";
import type { ScarceLimit } from "../usage/scarce-limits.ts";
import { TrafficFlows } from "../tenants/traffic-flow.ts";
import { sumOf } from "./figures.ts";
import {
  GatewayReports,
  lastActivityOf,
  lastHourOf,
  lastMinuteOf,
  newestConnection,
  REFUSED_GATEWAYS_MAX,
} from "./gateway-reports.ts";
import { COUNTED_TENANTS_MAX, OverviewService, type ConnectedGateway } from "./overview-service.ts";
import type { PoolLoad } from "./overview.ts";

const GATEWAY = knownDevice("Gateway", { isGateway: true });
const { id, tenantId } = GATEWAY;
const CUSTOMER = newId<CustomerId>();
const COUNTS = { gateways: 9, devices: 8, devicesActive: 7 };

interface Node {
  readonly peers: MemoryPeers;
  readonly flows: TrafficFlows;
  readonly reports: GatewayReports;
  readonly overview: OverviewService;
  readonly connected: ConnectedGateway[];
  readonly sessions: LiveSession[];
  readonly pools: PoolLoad[];
  device: typeof GATEWAY | undefined;
}

class World {
  readonly network = new MemoryNetwork();
  readonly nodes: Node[] = [];
  readonly gateways: (readonly [TenantId, number])[] = [];
  readonly limits: ScarceLimit[] = [];
  readonly disconnects = new Map<TenantId, EpochMillis>();

  join(clock = new ManualClock()): Node {
    const peers = this.network.join();
    const flows = new TrafficFlows(new InProcessBus(silentLogger), clock);
    const nodes = () => this.nodes.filter((other) => other !== node).map((other) => other.peers.nodeId);
    const others = { peers, nodes, log: silentLogger };
    const parts = { connected: [] as ConnectedGateway[], sessions: [] as LiveSession[], pools: [] as PoolLoad[] };
    const reports = new GatewayReports({
      sessions: { ofDevice: (of) => (of === id ? parts.sessions : []) },
      devices: { inMemory: (of) => (of === id ? node.device : undefined) },
      flows,
      others,
      clock,
    });
    const overview = new OverviewService({
      store: {
        countDevices: () => Promise.resolve(COUNTS),
        countTenants: () => Promise.resolve(1),
        countGateways: () => Promise.resolve(this.gateways),
      },
      tenants: {
        findTenants: (ids) => Promise.resolve(ids.map((of) => ({ id: of, title: `Title ${of}` }) as TenantInfo)),
      },
      connectedGateways: () => parts.connected,
      flows,
      usage: { monthOf: () => Promise.resolve({ startsAt: millis(0), messages: 0, points: 0, pointDays: 0 }) },
      limits: { find: () => Promise.resolve(this.limits) },
      lastDisconnectOf: (of) => Promise.resolve(this.disconnects.get(of) ?? null),
      reports: () => parts.pools,
      storage: () => Promise.resolve({ points: null, folder: null }),
      others,
      clock,
    });
    const node: Node = { peers, flows, reports, overview, ...parts, device: GATEWAY };
    reports.start();
    overview.start();
    this.nodes.push(node);
    return node;
  }
}

const sessionSince = (since: number): LiveSession =>
  ({
    openedAt: millis(since),
    connection: { protocol: "MQTT 5", transport: "TLS", remoteAddress: `192.0.2.${String(since)}` },
  }) as LiveSession;

test("a gateway is shown with the newest connection, the newest activity and the traffic of all nodes", async () => {
  const world = new World();
  const [asked, other, third] = [world.join(), world.join(), world.join()];
  const now = new ManualClock().now();
  asked.sessions.push(sessionSince(1));
  other.sessions.push(sessionSince(2), sessionSince(3));
  other.device = { ...GATEWAY, lastActivityAt: millis(70) };
  third.device = undefined;
  for (const [index, { flows }] of world.nodes.entries()) {
    flows.ofGateway(id).message(2, now);
    flows.ofGateway(id).acknowledged(index, now);
  }
  third.flows.ofGateway(id).refused("invalid", now);
  const known = (await asked.reports.of(tenantId, [id])).get(id) ?? [];
  expect(newestConnection(known)).toEqual({
    ...{ since: 3, protocol: "MQTT 5", transport: "TLS", remoteAddress: "192.0.2.3" },
  });
  expect([lastActivityOf(known, 60), lastActivityOf(known, 80), lastActivityOf([], null)]).toEqual([70, 80, null]);
  expect(lastMinuteOf(known)).toEqual({ messages: 3, points: 6, refused: 1 });
  const traffic = await asked.reports.trafficOf(tenantId, id);
  expect(traffic.flatMap(({ acknowledgements }) => acknowledgements)).toEqual([0, 1, 2]);
  const { points, reasons } = sumOf(
    traffic.map(({ figures }) => figures),
    now,
  );
  expect([points.minutes.at(-1), reasons.map(([kind]) => kind)]).toEqual([6, ["invalid"]]);
});

test("refusals of the last hour are added up by gateway and by reason, with what each node has counted", async () => {
  const world = new World();
  const [asked, other, third] = [world.join(), world.join(), world.join()];
  const now = new ManualClock().now();
  const elsewhere = newId<DeviceId>();
  asked.flows.ofGateway(id).refused("rate-limited", now);
  for (const { flows } of [other, third]) flows.ofGateway(id).refused("invalid", now);
  other.flows.ofGateway(elsewhere).refused("invalid", now);
  third.flows.ofGateway(newId()).message(1, now);
  expect(await asked.reports.refused(tenantId)).toEqual(
    new Map([
      [id, 3],
      [elsewhere, 1],
    ]),
  );
  const known = (await asked.reports.of(tenantId, [id])).get(id) ?? [];
  expect(lastHourOf(known)).toEqual({
    refused: 3,
    reason: "invalid",
    reasons: [
      { reason: "invalid", refused: 2 },
      { reason: "rate-limited", refused: 1 },
    ],
  });
  expect(lastHourOf([])).toEqual({ refused: 0, reason: null, reasons: [] });
});

test("a node of the version before, which counts no refusals by gateway, leaves its part out", async () => {
  const world = new World();
  const [asked, older] = [world.join(), world.join()];
  asked.flows.ofGateway(id).refused("invalid", new ManualClock().now());
  older.reports.stop();
  older.peers.handle("gateways", (content) => {
    const { kind } = content as { readonly kind: string };
    const report = { lastActivityAt: 0, connection: null, lastMinute: { messages: 1, points: 1, refused: 1 } };
    return Promise.resolve(kind === "reports" ? [report] : null);
  });
  expect(await asked.reports.refused(tenantId)).toEqual(new Map([[id, 1]]));
  const known = (await asked.reports.of(tenantId, [id])).get(id) ?? [];
  expect([lastHourOf(known).refused, lastMinuteOf(known).refused]).toEqual([1, 2]);
});

test("of more gateways with refusals than go into its answer a node names those with the most", async () => {
  const world = new World();
  const [asked, other] = [world.join(), world.join()];
  const now = new ManualClock().now();
  for (let count = 0; count < REFUSED_GATEWAYS_MAX; count++) other.flows.ofGateway(newId()).refused("invalid", now);
  for (let times = 0; times < 2; times++) other.flows.ofGateway(id).refused("invalid", now);
  const refused = await asked.reports.refused(tenantId);
  expect([refused.size, refused.get(id)]).toEqual([REFUSED_GATEWAYS_MAX, 2]);
});

test("minutes of a node whose clock is in another minute are added to the minutes that they were", async () => {
  const world = new World();
  const clock = new ManualClock();
  clock.advance(MINUTE_MILLIS - (clock.now() % MINUTE_MILLIS));
  const [asked, behind] = [world.join(clock), world.join(new ManualClock(millis(clock.now() - 1)))];
  asked.flows.ofGateway(id).message(1, clock.now());
  behind.flows.ofGateway(id).message(10, millis(clock.now() - 1));
  const traffic = await asked.reports.trafficOf(tenantId, id);
  const { points } = sumOf(
    traffic.map(({ figures }) => figures),
    clock.now(),
  );
  expect(points.minutes.slice(-2)).toEqual([10, 1]);
});

test("a node says nothing of a device that it knows to be of another tenant", async () => {
  const world = new World();
  const [asked, other] = [world.join(), world.join()];
  asked.device = undefined;
  other.sessions.push(sessionSince(1));
  other.flows.ofGateway(id).message(1, new ManualClock().now());
  const stranger = newId<TenantId>();
  expect(newestConnection((await asked.reports.of(stranger, [id])).get(id) ?? [])).toBeNull();
  expect(lastMinuteOf((await asked.reports.of(stranger, [id])).get(id) ?? [])).toMatchObject({ messages: 0 });
  expect(await asked.reports.trafficOf(stranger, id)).toEqual([]);
  other.flows.ofGateway(id).refused("invalid", new ManualClock().now());
  expect(lastHourOf((await asked.reports.of(stranger, [id])).get(id) ?? [])).toMatchObject({ refused: 0 });
  expect(await asked.reports.refused(stranger)).toEqual(new Map());
  expect(await other.reports.refused(stranger)).toEqual(new Map());
});

test("the overview adds up what nodes know, for its caller only, and says how many have not answered", async () => {
  const world = new World();
  const [asked, other, gone] = [world.join(), world.join(), world.join()];
  const now = new ManualClock().now();
  const pool: PoolLoad = { pool: "reports", running: 1, waiting: 2, slots: 3, capacity: 4 };
  asked.pools.push(pool);
  other.pools.push(pool, { ...pool, pool: "jobs" });
  asked.connected.push({ ...GATEWAY, customerId: CUSTOMER });
  other.connected.push({ ...GATEWAY, id: newId() }, { ...GATEWAY, id: newId(), tenantId: newId() });
  for (const { flows } of world.nodes) flows.ofTenant(tenantId).message(5, now);
  asked.flows.ofTenant(newId()).message(100, now);
  const all = await asked.overview.of({ tenantId, customerId: null });
  expect(all).toMatchObject({ gatewaysOnline: 2, missingNodes: 0, ...COUNTS });
  expect(all.traffic?.points.minutes.at(-1)).toBe(15);
  expect(all.reports).toEqual([
    { pool: "reports", running: 2, waiting: 4, slots: 6, capacity: 8 },
    { ...pool, pool: "jobs" },
  ]);
  gone.peers.isGone = true;
  const rest = await asked.overview.of({ tenantId, customerId: null });
  expect([rest.missingNodes, rest.traffic?.points.minutes.at(-1)]).toEqual([1, 10]);
  expect(await asked.overview.of({ tenantId, customerId: CUSTOMER })).toMatchObject({
    ...{ gatewaysOnline: 1, traffic: null, reports: [] },
  });
});

describe("the overview of a system administrator", () => {
  const SYSTEM = { tenantId: null, customerId: null };

  test("names the tenants with the most gateways offline and refusals, of all nodes; that of others names none", async () => {
    const world = new World();
    const [asked, other] = [world.join(), world.join()];
    const now = new ManualClock().now();
    const [most, some] = [newId<TenantId>(), newId<TenantId>()];
    world.gateways.push([tenantId, 2], [most, 5], [some, 3]);
    world.disconnects.set(most, now);
    asked.connected.push(GATEWAY, { ...GATEWAY, id: newId(), tenantId: most });
    other.connected.push({ ...GATEWAY, id: newId() }, { ...GATEWAY, id: newId(), tenantId: some });
    for (const { flows } of world.nodes) flows.ofTenant(some).refused("invalid", now);
    other.flows.ofTenant(tenantId).refused("too-large", now);
    asked.flows.ofTenant(most).message(1, now);
    const named = (of: TenantId, count: number) => ({ id: of, title: `Title ${of}`, count });
    expect((await asked.overview.of(SYSTEM)).byTenant).toEqual({
      offlineGateways: [
        { ...named(most, 4), lastDisconnectAt: now },
        { ...named(some, 2), lastDisconnectAt: null },
      ],
      refusals: [named(some, 2), named(tenantId, 1)],
      limits: { nearest: [], total: 0 },
    });
    expect((await asked.overview.of({ tenantId, customerId: null })).byTenant).toBeNull();
    expect((await asked.overview.of({ tenantId, customerId: CUSTOMER })).byTenant).toBeNull();
  });

  test("calls no gateway offline while a node does not say which are there", async () => {
    const world = new World();
    const [asked, gone] = [world.join(), world.join()];
    world.gateways.push([tenantId, 1]);
    gone.peers.isGone = true;
    expect((await asked.overview.of(SYSTEM)).byTenant).toMatchObject({ offlineGateways: [] });
    gone.peers.isGone = false;
    expect((await asked.overview.of(SYSTEM)).byTenant).toMatchObject({ offlineGateways: [{ id: tenantId, count: 1 }] });
    gone.overview.stop();
    gone.peers.handle("overview", () => Promise.resolve({ gatewaysOnline: 1, figures: null, reports: [] }));
    expect((await asked.overview.of(SYSTEM)).byTenant).toMatchObject({ offlineGateways: [] });
  });

  test("calls no gateway offline while a node has connections of more tenants than go into its answer", async () => {
    const world = new World();
    const [asked, other] = [world.join(), world.join()];
    world.gateways.push([tenantId, 1]);
    for (let count = 0; count <= COUNTED_TENANTS_MAX; count++)
      other.connected.push({ ...GATEWAY, id: newId(), tenantId: newId() });
    expect((await asked.overview.of(SYSTEM)).byTenant).toMatchObject({ offlineGateways: [] });
  });

  test("names ten tenants, however many there are", async () => {
    const world = new World();
    const asked = world.join();
    const now = new ManualClock().now();
    for (let count = 0; count < 200; count++) {
      const of = newId<TenantId>();
      world.gateways.push([of, 1]);
      asked.flows.ofTenant(of).refused("invalid", now);
    }
    for (let used = 100; used > 80; used--)
      world.limits.push({ tenantId: newId(), title: "T", name: "maxDevices", used, limit: 100 });
    const { byTenant } = await asked.overview.of(SYSTEM);
    expect([byTenant?.offlineGateways.length, byTenant?.refusals.length]).toEqual([10, 10]);
    expect(byTenant?.limits).toEqual({ nearest: world.limits.slice(0, 10), total: 20 });
  });
});
