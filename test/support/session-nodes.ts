// Nodes of a cluster with their sessions, over peers in memory. Each has objects of its own for the devices.
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { ClusterDeviceChannel } from "../../src/core/devices/cluster-device-channel.ts";
import { LocalDeviceChannel } from "../../src/core/devices/device-channel.ts";
import type { KnownDevice } from "../../src/core/devices/known-device.ts";
import { LiveSessions } from "../../src/core/devices/live-sessions.ts";
import type { SessionEnd } from "../../src/core/devices/session-end.ts";
import { DomainError } from "../../src/core/errors.ts";
import { SessionsElsewhere } from "../../src/core/devices/sessions-elsewhere.ts";
import type { DeviceId } from "../../src/core/ids.ts";
import type { Value } from "../../src/core/values.ts";
import type { EpochMillis } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { RecordingLiveSession } from "./device-world.ts";
import { ManualClock } from "./manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "./memory-peers.ts";
import { knownDevice } from "./recording-session.ts";

export const HEARTBEAT = 500;
export const GONE = 1_500;
const PAGE = 3;

/** Devices as every node has its own object of them. */
class Devices {
  readonly #all = new Map<DeviceId, KnownDevice>();
  /** Whether devices have to be loaded. */
  isCold = false;

  of(id: DeviceId): KnownDevice {
    const device = this.#all.get(id) ?? knownDevice(`name of ${id}`, { id });
    this.#all.set(id, device);
    return device;
  }

  inMemory(id: DeviceId): KnownDevice | undefined {
    return this.isCold ? undefined : this.of(id);
  }

  loadRoutedThrough(): Promise<readonly KnownDevice[]> {
    return Promise.resolve([]);
  }

  loadById(id: DeviceId): Promise<KnownDevice | undefined> {
    return Promise.resolve(this.of(id));
  }
}

export class SessionNode {
  readonly witnessed: string[] = [];
  readonly reachable: DeviceId[] = [];
  readonly devices = new Devices();
  readonly clock: ManualClock;
  readonly peers: MemoryPeers;
  readonly bus: InProcessBus;
  readonly sessions: LiveSessions;
  readonly elsewhere: SessionsElsewhere;
  readonly channel: ClusterDeviceChannel;
  /** The shared attributes of every device; undefined while the store does not answer. */
  stored: ReadonlyMap<string, Value> | undefined;

  constructor(network: MemoryNetwork, clock: ManualClock, sessionsMax = 1) {
    this.clock = clock;
    this.peers = network.join();
    this.bus = new InProcessBus(silentLogger, this.peers.nodeId);
    const note =
      (what: string) =>
      ({ id }: KnownDevice, _at?: EpochMillis, end?: SessionEnd | null) =>
        void this.witnessed.push([what, id, ...(end === undefined || end === null ? [] : [end])].join(" "));
    const witness = {
      sessionOpened: note("opened"),
      lastSessionClosed: note("closed"),
      sessionReplaced: note("replaced"),
    };
    const deps = { bus: this.bus, clock, witness, log: silentLogger };
    this.sessions = new LiveSessions(deps, { sessionsMax: () => sessionsMax });
    this.elsewhere = new SessionsElsewhere(
      { ...deps, peers: this.peers, local: this.bus, sessions: this.sessions, devices: this.devices },
      { heartbeatMillis: HEARTBEAT, goneMillis: GONE, pageMax: PAGE },
    );
    const local = new LocalDeviceChannel(this.sessions, this.devices, silentLogger);
    this.channel = new ClusterDeviceChannel({
      ...{ local, sessions: this.sessions, devices: this.devices },
      ...{ peers: this.peers, log: silentLogger },
      sharedAttributes: async (_id, keys) => {
        if (this.stored === undefined) throw new DomainError("unavailable", "the store does not answer");
        return [...this.stored].filter(([key]) => keys.includes(key)).map(([key, value]) => ({ key, value }));
      },
    });
    this.bus.subscribe("rpc-reachable", ({ deviceId }) => this.reachable.push(deviceId));
    this.elsewhere.start();
    this.sessions.start();
    this.channel.start();
  }

  open(id: DeviceId, openedAt: EpochMillis = this.clock.now()): RecordingLiveSession {
    const session = new RecordingLiveSession(this.devices.of(id), openedAt, "rpc", "attributes");
    this.sessions.open(session);
    return session;
  }

  async stop(): Promise<void> {
    this.channel.stop();
    this.sessions.stop();
    await this.elsewhere.stop();
  }
}

/** What nodes say arrives within some turns. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export async function pass(clock: ManualClock, spanMillis: number): Promise<void> {
  for (let passed = 0; passed < spanMillis; passed += HEARTBEAT) {
    clock.advance(HEARTBEAT);
    await settle();
  }
}

export interface SessionNodes {
  readonly network: MemoryNetwork;
  readonly clock: ManualClock;
  /** One more node, of which the others have heard. */
  readonly join: () => Promise<SessionNode>;
}

export function sessionNodes({ sessionsMax = 1 } = {}): SessionNodes {
  const network = new MemoryNetwork();
  const clock = new ManualClock();
  const join = async (): Promise<SessionNode> => {
    const node = new SessionNode(network, clock, sessionsMax);
    await pass(clock, HEARTBEAT);
    return node;
  };
  return { network, clock, join };
}
