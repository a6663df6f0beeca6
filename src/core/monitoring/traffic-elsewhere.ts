// Traffic that is watched on another node than the one that has the connection: that node shows it to a watcher which sends it on.
// How much is sent is bounded there, as for any watcher; who may still see it is checked where the watcher is.
import type { Logger } from "../../lib/logger.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { Peers } from "../cluster/peers.ts";
import type { DeviceDirectory, KnownDevice } from "../devices/known-device.ts";
import type { DeviceId, NodeId } from "../ids.ts";
import type { SharedWatches, Watched } from "../shared-watches.ts";
import type { TrafficInspector } from "./traffic-inspector.ts";
import type { TrafficUpdate } from "./traffic-watch.ts";

export interface TrafficElsewhereDeps {
  readonly inspector: Pick<TrafficInspector, "watchForNode" | "heard">;
  readonly watches: SharedWatches;
  readonly devices: Pick<DeviceDirectory, "loadById">;
  readonly peers: Peers;
  readonly log: Logger;
}

interface TrafficOfNode extends TrafficUpdate {
  readonly deviceId: DeviceId;
}

export class TrafficElsewhere {
  readonly #deps: TrafficElsewhereDeps;
  /** What other nodes watch here, by node and device. */
  readonly #shown = new Map<string, { cancel(): void }>();
  #subscription: Subscription | undefined;

  constructor(deps: TrafficElsewhereDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { watches, peers, inspector } = this.#deps;
    watches.join("traffic", {
      begun: (watched, node) => this.#begun(watched, node),
      ended: ({ id }, node) => this.#ended(keyOf(id, node)),
    });
    this.#subscription = peers.handle("traffic", (content, from) => {
      const { deviceId, ...update } = content as TrafficOfNode;
      inspector.heard(deviceId, from, update);
      return Promise.resolve(null);
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    for (const key of [...this.#shown.keys()]) this.#ended(key);
  }

  async #begun({ id, tenantId }: Watched, node: NodeId): Promise<void> {
    const key = keyOf(id, node);
    const beginning = { cancel: () => undefined };
    this.#shown.set(key, beginning);
    const device = await this.#deps.devices.loadById(id as DeviceId);
    const isOver = this.#shown.get(key) !== beginning;
    if (isOver || device?.tenantId !== tenantId) return;
    this.#shown.set(key, this.#deps.inspector.watchForNode(device, this.#sender(device, node)));
  }

  #ended(key: string): void {
    this.#shown.get(key)?.cancel();
    this.#shown.delete(key);
  }

  /** Messages that do not arrive count as left out. */
  #sender({ id }: KnownDevice, node: NodeId): (update: TrafficUpdate) => void {
    const { peers, log } = this.#deps;
    let lost = 0;
    return ({ messages, dropped }) => {
      const sent: TrafficOfNode = { deviceId: id, messages, dropped: dropped + lost };
      lost = 0;
      peers.request(node, "traffic", sent).catch((error: unknown) => {
        lost += messages.length + sent.dropped;
        log.debug("traffic has not reached the node that watches it", { node, error });
      });
    };
  }
}

function keyOf(deviceId: string, node: NodeId): string {
  return `${node} ${deviceId}`;
}
