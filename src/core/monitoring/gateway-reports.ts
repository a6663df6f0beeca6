// What each node of a cluster knows of gateways and of devices behind them: connections, traffic and activity. A node that does
// not answer leaves its part out; that a gateway is connected, all nodes know.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Subscription } from "../bus/message-bus.ts";
import { askNodes, type OtherNodes } from "../cluster/ask-nodes.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSession } from "../devices/live-session.ts";
import type { ErrorKind } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { FlowFigures, TrafficFlow, TrafficFlows } from "../tenants/traffic-flow.ts";
import type { TrafficMinute } from "../tenants/traffic-store.ts";
import type { Gateway, GatewayConnection } from "./gateways.ts";

export interface GatewayReportsDeps {
  readonly sessions: { ofDevice(id: DeviceId): readonly LiveSession[] };
  readonly devices: { inMemory(id: DeviceId): KnownDevice | undefined };
  readonly flows: TrafficFlows;
  /** Undefined if there is no cluster. */
  readonly others?: OtherNodes | undefined;
  readonly clock: Clock;
}

/** What one node knows; plain data. */
export interface GatewayReport {
  /** 0 if it has not heard of the device. */
  readonly lastActivityAt: number;
  /** The newest one there. */
  readonly connection: GatewayConnection | null;
  readonly lastMinute: Gateway["lastMinute"];
  /** Refused messages of the last hour; undefined from a node of the version before. */
  readonly refused?: TrafficMinute["refused"];
}

/** What one node has counted of a gateway in the last hour. */
export interface GatewayTraffic {
  readonly figures: FlowFigures;
  /** Times to acknowledgement of the last minute, in milliseconds. */
  readonly acknowledgements: readonly number[];
}

type Question =
  | { readonly kind: "reports"; readonly tenantId: TenantId; readonly ids: readonly DeviceId[] }
  | { readonly kind: "refused"; readonly tenantId: TenantId }
  | { readonly kind: "traffic"; readonly tenantId: TenantId; readonly id: DeviceId };

/** How many of its messages were refused in the last hour. */
type RefusedOf = readonly [id: DeviceId, refused: number];

/** Gateways in the answer of a node that is asked for all with refusals: those with the most; it leaves the others out. */
export const REFUSED_GATEWAYS_MAX = 10_000;

const NO_MESSAGES: GatewayReport["lastMinute"] = { messages: 0, points: 0, refused: 0 };
const NO_TRAFFIC = { lastMinute: NO_MESSAGES, refused: {} } as const;

export class GatewayReports {
  readonly #deps: GatewayReportsDeps;
  #subscription: Subscription | undefined;

  constructor(deps: GatewayReportsDeps) {
    this.#deps = deps;
  }

  /** Answers other nodes. */
  start(): void {
    this.#subscription = this.#deps.others?.peers.handle("gateways", (content) =>
      Promise.resolve(this.#answer(content as Question)),
    );
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  /** Of all nodes, for each of the devices. */
  async of(tenantId: TenantId, ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, readonly GatewayReport[]>> {
    if (ids.length === 0) return new Map();
    const question: Question = { kind: "reports", tenantId, ids };
    const { answers } = await askNodes<readonly GatewayReport[]>(this.#deps.others, "gateways", question);
    return new Map(
      ids.map((id, index) => [
        id,
        [this.#reportOf(tenantId, id), ...answers.flatMap((reports) => reports[index] ?? [])],
      ]),
    );
  }

  /**
   * How many messages of each gateway were refused in the last hour, at all nodes; gateways without any are left out. Those of other
   * tenants that are not in memory may be among them.
   */
  async refused(tenantId: TenantId): Promise<ReadonlyMap<DeviceId, number>> {
    const question: Question = { kind: "refused", tenantId };
    // Null from a node of the version before.
    const { answers } = await askNodes<readonly RefusedOf[] | null>(this.#deps.others, "gateways", question);
    const sums = new Map<DeviceId, number>();
    for (const [id, refused] of [this.#refusedOf(tenantId), ...answers].flatMap((counted) => counted ?? []))
      sums.set(id, (sums.get(id) ?? 0) + refused);
    return sums;
  }

  /** Of all nodes. */
  async trafficOf(tenantId: TenantId, id: DeviceId): Promise<readonly GatewayTraffic[]> {
    const question: Question = { kind: "traffic", tenantId, id };
    const { answers } = await askNodes<GatewayTraffic | null>(this.#deps.others, "gateways", question);
    return [this.#trafficOf(tenantId, id), ...answers].filter((traffic) => traffic !== null);
  }

  #answer(question: Question): unknown {
    const { kind, tenantId } = question;
    switch (kind) {
      case "reports":
        return question.ids.map((id) => this.#reportOf(tenantId, id));
      case "refused":
        return [...this.#refusedOf(tenantId)].sort(([, one], [, other]) => other - one).slice(0, REFUSED_GATEWAYS_MAX);
      case "traffic":
        return this.#trafficOf(tenantId, question.id);
    }
  }

  #refusedOf(tenantId: TenantId): readonly RefusedOf[] {
    const { devices, flows, clock } = this.#deps;
    const now = clock.now();
    const found: RefusedOf[] = [];
    for (const [id, flow] of flows.gateways()) {
      const refused = refusedIn(flow.refusedInHour(now));
      if (refused > 0 && !isOfAnother(tenantId, devices.inMemory(id))) found.push([id, refused]);
    }
    return found;
  }

  #reportOf(tenantId: TenantId, id: DeviceId): GatewayReport {
    const { devices, sessions, flows, clock } = this.#deps;
    const device = devices.inMemory(id);
    if (isOfAnother(tenantId, device)) return { lastActivityAt: 0, connection: null, ...NO_TRAFFIC };
    const newest = sessions.ofDevice(id).findLast(({ connection }) => connection !== undefined);
    const flow = flows.findGateway(id);
    return {
      lastActivityAt: device?.lastActivityAt ?? 0,
      connection: newest?.connection === undefined ? null : { since: newest.openedAt, ...newest.connection },
      ...(flow === undefined ? NO_TRAFFIC : trafficIn(flow, clock.now())),
    };
  }

  #trafficOf(tenantId: TenantId, id: DeviceId): GatewayTraffic | null {
    const { devices, flows, clock } = this.#deps;
    const flow = flows.findGateway(id);
    if (flow === undefined || isOfAnother(tenantId, devices.inMemory(id))) return null;
    const now = clock.now();
    return { figures: flow.figures(now), acknowledgements: flow.acknowledgements(now) };
  }
}

function trafficIn(flow: TrafficFlow, now: EpochMillis): Pick<GatewayReport, "lastMinute" | "refused"> {
  const { messages, points, refused } = flow.figures(now);
  return {
    lastMinute: { messages: messages.lastMinute, points: points.lastMinute, refused: refused.lastMinute },
    refused: flow.refusedInHour(now),
  };
}

/** The node that asks has checked it for the tenant; this node may know better. */
function isOfAnother(tenantId: TenantId, device: KnownDevice | undefined): boolean {
  return device !== undefined && device.tenantId !== tenantId;
}

/** The newest activity that is stored or that a node has heard of; null if there is none. */
export function lastActivityOf(reports: readonly GatewayReport[], stored: number | null): EpochMillis | null {
  const heard = Math.max(stored ?? 0, ...reports.map(({ lastActivityAt }) => lastActivityAt));
  return heard === 0 ? null : millis(heard);
}

export function newestConnection(reports: readonly GatewayReport[]): GatewayConnection | null {
  return reports.reduce<GatewayConnection | null>(
    (newest, { connection }) => (connection !== null && connection.since >= (newest?.since ?? 0) ? connection : newest),
    null,
  );
}

export function lastMinuteOf(reports: readonly GatewayReport[]): Gateway["lastMinute"] {
  return reports.reduce(
    (sum, { lastMinute: { messages, points, refused } }) => ({
      messages: sum.messages + messages,
      points: sum.points + points,
      refused: sum.refused + refused,
    }),
    NO_MESSAGES,
  );
}

export function lastHourOf(reports: readonly GatewayReport[]): Gateway["lastHour"] {
  const sums = new Map<ErrorKind, number>();
  for (const [kind, count] of reports.flatMap(({ refused }) => countsIn(refused ?? {})))
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  const reasons = [...sums]
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .map(([reason, refused]) => ({ reason, refused }));
  return {
    refused: reasons.reduce((sum, { refused }) => sum + refused, 0),
    reason: reasons[0]?.reason ?? null,
    reasons,
  };
}

function refusedIn(refused: TrafficMinute["refused"]): number {
  return countsIn(refused).reduce((sum, [, count]) => sum + count, 0);
}

function countsIn(refused: TrafficMinute["refused"]): readonly (readonly [kind: ErrorKind, count: number])[] {
  return Object.entries(refused) as [ErrorKind, number][];
}
