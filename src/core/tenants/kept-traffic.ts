// Keeps what has been counted of traffic in the last hour over a restart: each minute, and at a stop, the counts of the minutes
// since are stored. A crash loses those of the last minute. What runs that are gone have stored, a new one counts as its own; in a
// cluster the holder of the lease does, so that the hour of a node that does not come back stays.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import type { Lease } from "../cluster/lease.ts";
import type { DeviceId, NodeId, TenantId } from "../ids.ts";
import { FLOW_MINUTES, type TrafficFlows } from "./traffic-flow.ts";
import type { TrafficStore } from "./traffic-store.ts";

export interface KeptTrafficDeps {
  readonly store: TrafficStore;
  readonly flows: TrafficFlows;
  readonly nodeId: NodeId;
  /** Of a cluster: its other nodes that are there, and who takes over for all. */
  readonly cluster?: { readonly nodes: () => readonly NodeId[]; readonly lease: Pick<Lease, "isHeld"> } | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Parties and minutes of one write. */
const BATCH_MAX = 1_000;
/** A node that is not heard of, and has stored nothing for so long, is gone. */
const SILENT_MINUTES = 3;

export class KeptTraffic {
  readonly #deps: KeptTrafficDeps;
  #timer: Timer | undefined;
  #storing: Promise<void> = Promise.resolve();
  /** The first minute of which something may not be stored. */
  #from: number;
  #isStarted = false;

  constructor(deps: KeptTrafficDeps) {
    this.#deps = deps;
    this.#from = this.#minute;
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    const { clock, cluster } = this.#deps;
    // Only one process has a data folder: all other runs are over.
    if (cluster === undefined) await this.#takeOver({ present: [], silentSince: Number.MAX_SAFE_INTEGER });
    this.#timer = clock.every(MINUTE_MILLIS, () => void this.#next());
  }

  /** What is counted must have ended. */
  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#timer?.cancel();
    await this.#next();
  }

  get #minute(): number {
    return Math.floor(this.#deps.clock.now() / MINUTE_MILLIS);
  }

  /** One after the other: a slow store delays the next. */
  #next(): Promise<void> {
    const { cluster } = this.#deps;
    this.#storing = this.#storing.then(async () => {
      if (cluster?.lease.isHeld === true && this.#isStarted)
        await this.#takeOver({ present: cluster.nodes(), silentSince: this.#minute - SILENT_MINUTES });
      await this.#save();
    });
    return this.#storing;
  }

  /** Without its counts a node can serve. */
  async #takeOver(gone: Parameters<TrafficStore["takeOver"]>[1]): Promise<void> {
    const { store, flows, nodeId, clock, log } = this.#deps;
    try {
      const present = [nodeId, ...gone.present];
      for (const { partyId, isGateway, ...minute } of await store.takeOver(nodeId, { ...gone, present })) {
        const flow = isGateway ? flows.ofGateway(partyId as DeviceId) : flows.ofTenant(partyId as TenantId);
        flow.add(minute, clock.now());
      }
    } catch (error) {
      log.warn("counts of the last hour not read", { error });
    }
  }

  async #save(): Promise<void> {
    const { store, flows, nodeId, clock, log } = this.#deps;
    const now = clock.now();
    const minute = this.#minute;
    const rows = [...flows.all()].flatMap(({ flow, ...party }) =>
      flow.minutesFrom(this.#from, now).map((counts) => ({ ...party, ...counts })),
    );
    try {
      for (let start = 0; start < rows.length; start += BATCH_MAX)
        await store.save(nodeId, rows.slice(start, start + BATCH_MAX));
      await store.forgetBefore(minute - FLOW_MINUTES + 1);
      this.#from = minute;
    } catch (error) {
      log.warn("counts of the last hour not stored", { counts: rows.length, error });
    }
  }
}
