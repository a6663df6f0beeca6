// What the nodes of a cluster know of each other's sessions. Each tells the others what happens to its own, with numbers: whoever
// finds that one is missing, or hears of a new node, asks that node for all of its sessions. So nothing needs to be stored, and
// a lost message costs one question. Decision 0155.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import type { BusEvent, EventOf } from "../bus/events.ts";
import { listen, type LocalBus, type Subscription } from "../bus/message-bus.ts";
import { Members, type MembersOptions } from "../cluster/members.ts";
import type { Peers } from "../cluster/peers.ts";
import type { DeviceId, NodeId, SessionId } from "../ids.ts";
import type { DeviceDirectory } from "./known-device.ts";
import type { ConnectionWitness, LiveSessions, SessionFacts } from "./live-sessions.ts";

export interface SessionsElsewhereDeps {
  readonly peers: Peers;
  /** Gets what the other nodes tell, as if it had been published there. */
  readonly local: LocalBus;
  readonly sessions: LiveSessions;
  readonly devices: Pick<DeviceDirectory, "loadById">;
  readonly witness: Pick<ConnectionWitness, "lastSessionClosed" | "sessionOpened">;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SessionsElsewhereOptions extends MembersOptions {
  /** Sessions of one answer, and facts of one message. */
  readonly pageMax: number;
}

type Fact = EventOf<"session-opened"> | EventOf<"session-closed"> | EventOf<"rpc-reachable">;

/** Facts of one turn; the number is that of the message. */
interface FactsMessage {
  readonly number: number;
  readonly facts: readonly Fact[];
}

interface PageRequest {
  readonly page: number;
  /** 0 asks how many there are. */
  readonly of: number;
}

interface Page {
  /** The number of the last message before it. */
  readonly number: number;
  readonly of: number;
  readonly sessions: readonly SessionFacts[];
}

/** What is known of another node. */
interface Known {
  /** One text for all that is remembered of it. */
  readonly node: NodeId;
  /** The number of the last message; undefined until the first page has come. */
  number: number | undefined;
  isLoading: boolean;
  /** Messages were lost while pages were loaded. */
  isDueAgain: boolean;
  /** Sessions of which it has said something since the loading began: what a page says of them may be older. */
  readonly touched: Set<SessionId>;
}

export class SessionsElsewhere {
  readonly #deps: SessionsElsewhereDeps;
  readonly #options: SessionsElsewhereOptions;
  readonly #members: Members;
  readonly #known = new Map<NodeId, Known>();
  #unsent: Fact[] = [];
  #number = 0;
  readonly #running = new InFlight();
  readonly #stopping = new AbortController();
  #subscriptions: Subscription[] = [];

  constructor(deps: SessionsElsewhereDeps, options: SessionsElsewhereOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#members = new Members(deps, options, {
      account: () => {
        this.#send();
        return this.#number;
      },
      heard: (node, account) => this.#heard(node, account as number),
      gone: (node) => this.#gone(node),
      returned: () => this.#connectedAgain(),
    });
  }

  start(): void {
    const { peers, local } = this.#deps;
    const own = ({ nodeId, ...fact }: Fact & { readonly nodeId: NodeId }): void => {
      if (nodeId === peers.nodeId) this.#note(fact);
    };
    this.#subscriptions = [
      listen(local, {
        "session-opened": own,
        "session-closed": own,
        "rpc-reachable": own,
        // It may come later than the fact that calls through it can be sent.
        "route-changed": ({ deviceId, gatewayId, nodeId }) => {
          if (gatewayId !== null && nodeId !== peers.nodeId) local.deliver({ kind: "rpc-reachable", deviceId, nodeId });
        },
      }),
      peers.subscribe("sessions", (content, from) => this.#hear(content as FactsMessage, from)),
      peers.handle("sessions", (content) => Promise.resolve(this.#page(content as PageRequest))),
    ];
    this.#members.start();
  }

  /** Sessions must have been closed before, so that the others hear of it. May be called twice. */
  async stop(): Promise<void> {
    this.#members.stop();
    for (const subscription of this.#subscriptions.splice(0)) subscription.cancel();
    this.#stopping.abort();
    await this.#running.drained();
  }

  /** The other nodes that are there. */
  get nodes(): readonly NodeId[] {
    return this.#members.others;
  }

  #note(fact: Fact): void {
    this.#unsent.push(fact);
    if (this.#unsent.length === 1) queueMicrotask(() => this.#send());
    if (this.#unsent.length === this.#options.pageMax) this.#send();
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    const message: FactsMessage = { number: ++this.#number, facts: this.#unsent };
    this.#unsent = [];
    this.#deps.peers.broadcast("sessions", message);
  }

  /** Every session is on one page, whatever happens to others between two questions. */
  #page({ page, of }: PageRequest): Page {
    this.#send();
    const { sessions } = this.#deps;
    const pages = of === 0 ? Math.max(1, Math.ceil(sessions.count / this.#options.pageMax)) : of;
    const onPage = [...sessions.facts()].filter(({ deviceId }) => pageOf(deviceId, pages) === page);
    return { number: this.#number, of: pages, sessions: onPage };
  }

  #heard(node: NodeId, number: number): void {
    const known = this.#known.get(node);
    if (known === undefined || (known.number !== undefined && known.number < number)) this.#load(node);
  }

  #hear({ number, facts }: FactsMessage, from: NodeId): void {
    const known = this.#known.get(from);
    // Its heartbeat comes soon.
    if (known === undefined || (known.number !== undefined && number <= known.number)) return;
    const isMissed = known.number !== undefined && number > known.number + 1;
    known.number = number;
    for (const fact of facts) {
      if (known.isLoading && fact.kind !== "rpc-reachable") known.touched.add(fact.sessionId);
      this.#deliver(fact, known.node);
    }
    if (isMissed) this.#load(from);
  }

  #deliver(fact: BusEvent, nodeId: NodeId): void {
    this.#deps.local.deliver({ ...fact, nodeId });
  }

  #load(node: NodeId): void {
    const known = this.#known.get(node) ?? {
      node,
      number: undefined,
      isLoading: false,
      isDueAgain: false,
      touched: new Set<SessionId>(),
    };
    this.#known.set(node, known);
    if (known.isLoading) {
      known.isDueAgain = true;
      return;
    }
    known.isLoading = true;
    this.#run(this.#loadAll(known));
  }

  async #loadAll(known: Known): Promise<void> {
    const { peers, log } = this.#deps;
    const { node } = known;
    const isOver = (): boolean => this.#stopping.signal.aborted || this.#known.get(node) !== known;
    try {
      do {
        known.isDueAgain = false;
        known.touched.clear();
        for (let page = 0, of = 0; page === 0 || page < of; page++) {
          const asked: PageRequest = { page, of };
          const answer = (await peers.request(node, "sessions", asked, this.#stopping.signal)) as Page;
          if (isOver()) return;
          if (page > 0 && answer.number > (known.number ?? 0)) known.isDueAgain = true;
          known.number = Math.max(known.number ?? 0, answer.number);
          of = answer.of;
          this.#compare(known, page, answer);
          await nextTurn();
        }
      } while (known.isDueAgain && !isOver());
    } catch (error) {
      // It is asked again after its next heartbeat.
      if (this.#known.get(node) === known) this.#known.delete(node);
      if (!this.#stopping.signal.aborted) log.warn("the sessions of another node could not be read", { node, error });
    } finally {
      known.isLoading = false;
      known.touched.clear();
    }
  }

  #compare({ node, touched }: Known, page: number, { of, sessions }: Page): void {
    const known = new Map<SessionId, DeviceId>();
    for (const { deviceId, sessionId } of this.#deps.sessions.ofNode(node))
      if (pageOf(deviceId, of) === page) known.set(sessionId, deviceId);
    for (const facts of sessions) {
      const isKnown = known.delete(facts.sessionId);
      if (!isKnown && !touched.has(facts.sessionId)) this.#deliver({ kind: "session-opened", ...facts }, node);
      // It may have been sent, and missed.
      this.#deliver({ kind: "rpc-reachable", deviceId: facts.deviceId }, node);
    }
    for (const [sessionId, deviceId] of known) if (!touched.has(sessionId)) this.#closed(node, deviceId, sessionId);
  }

  #closed(node: NodeId, deviceId: DeviceId, sessionId: SessionId): void {
    this.#deliver({ kind: "session-closed", deviceId, sessionId, closedAt: this.#deps.clock.now() }, node);
  }

  #gone(node: NodeId): void {
    this.#known.delete(node);
    this.#run(this.#closeAllOf(node));
  }

  /** All sessions of a node that has died, or that could not tell that they are closed. */
  async #closeAllOf(node: NodeId): Promise<void> {
    const { sessions, clock } = this.#deps;
    const at = clock.now();
    const lost = [...sessions.ofNode(node)];
    for (const [index, { deviceId, sessionId }] of lost.entries()) {
      // It is back, and says itself which of them are open.
      if (this.#known.has(node)) return;
      this.#closed(node, deviceId, sessionId);
      if ((index + 1) % this.#options.pageMax === 0) await nextTurn();
    }
    if (!this.#members.isFirst) return;
    for (const deviceId of new Set(lost.map((each) => each.deviceId))) {
      if (this.#stopping.signal.aborted) return;
      await this.#noteDisconnect(deviceId, at);
    }
  }

  /** Another node has noted that they were not. */
  #connectedAgain(): void {
    const { sessions, witness, clock } = this.#deps;
    for (const { device, poll } of sessions.all()) if (poll === undefined) witness.sessionOpened(device, clock.now());
  }

  /** One node notes for all that the device is not connected any more. */
  async #noteDisconnect(deviceId: DeviceId, at: EpochMillis): Promise<void> {
    const { devices, sessions, witness, log } = this.#deps;
    if (sessions.isOnline(deviceId)) return;
    try {
      const device = await devices.loadById(deviceId);
      if (device !== undefined && !sessions.isOnline(deviceId)) witness.lastSessionClosed(device, at, "SERVER_STOPPED");
    } catch (error) {
      log.warn("the disconnect of a device of another node was not noted", { deviceId, error });
    }
  }

  #run(work: Promise<void>): void {
    this.#running.add(work);
  }
}

/** By the random end of the id. */
function pageOf(deviceId: DeviceId, pages: number): number {
  return Number.parseInt(deviceId.slice(-6), 16) % pages;
}
