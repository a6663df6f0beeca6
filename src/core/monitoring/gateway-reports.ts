// What each node of a cluster knows of gateways and of devices behind them: connections, traffic and activity. A node that does
// not answer leaves its part out; that a gateway is connected, all nodes know.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Subscription } from "../bus/message-bus.ts";
import { askNodes, type OtherNodes } from "../cluster/ask-nodes.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSession } from "../devices/live-session.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { FlowFigures, TrafficFlows } from "../tenants/traffic-flow.ts";
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
}

/** What one node has counted of a gateway in the last hour. */
export interface GatewayTraffic {
  readonly figures: FlowFigures;
  /** Times to acknowledgement of the last minute, in milliseconds. */
  readonly acknowledgements: readonly number[];
}

type Question =
  | { readonly kind: "reports"; readonly tenantId: TenantId; readonly ids: readonly DeviceId[] }
  | { readonly kind: "traffic"; readonly tenantId: TenantId; readonly id: DeviceId };

const NOTHING: GatewayReport["lastMinute"] = { messages: 0, points: 0, refused: 0 };

export class GatewayReports {
  readonly #deps: GatewayReportsDeps;
  #subscription: Subscription | undefined;

  constructor(deps: GatewayReportsDeps) {
    this.#deps = deps;
  }

  /** Answers other nodes. */
  start(): void {
    this.#subscription = this.#deps.others?.peers.handle("gateways", (content) => {
      const question = content as Question;
      const { tenantId } = question;
      return Promise.resolve(
        question.kind === "reports"
          ? question.ids.map((id) => this.#reportOf(tenantId, id))
          : this.#trafficOf(tenantId, question.id),
      );
    });
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

  /** Of all nodes. */
  async trafficOf(tenantId: TenantId, id: DeviceId): Promise<readonly GatewayTraffic[]> {
    const question: Question = { kind: "traffic", tenantId, id };
    const { answers } = await askNodes<GatewayTraffic | null>(this.#deps.others, "gateways", question);
    return [this.#trafficOf(tenantId, id), ...answers].filter((traffic) => traffic !== null);
  }

  #reportOf(tenantId: TenantId, id: DeviceId): GatewayReport {
    const { devices, sessions, flows, clock } = this.#deps;
    const device = devices.inMemory(id);
    if (isOfAnother(tenantId, device)) return { lastActivityAt: 0, connection: null, lastMinute: NOTHING };
    const newest = sessions.ofDevice(id).findLast(({ connection }) => connection !== undefined);
    const figures = flows.findGateway(id)?.figures(clock.now());
    return {
      lastActivityAt: device?.lastActivityAt ?? 0,
      connection: newest?.connection === undefined ? null : { since: newest.openedAt, ...newest.connection },
      lastMinute:
        figures === undefined
          ? NOTHING
          : {
              messages: figures.messages.lastMinute,
              points: figures.points.lastMinute,
              refused: figures.refused.lastMinute,
            },
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
    NOTHING,
  );
}
