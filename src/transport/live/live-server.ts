// All connections of the live edge, /api/ws and its older path: accepts them from HTTP, and ends them when the platform
// stops.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { WebSocketAcceptor } from "../web-socket.ts";
import { UpdateWriter } from "./answers.ts";
import {
  CloseCode,
  WebSocketSession,
  type Dialect,
  type WebSocketSessionOptions,
  newLiveCounters,
  type LiveCounters,
} from "./web-socket-session.ts";
import { loginFrame, parseFrame, parseWrappedFrame } from "./command.ts";
import type { LiveAuthenticator } from "./live-authenticator.ts";
import type { LiveTraffic } from "./live-traffic.ts";
import type { LiveValues } from "./live-values.ts";
import { Unsent, type UnsentOptions } from "./outbox.ts";
import type { Upgrade } from "../rest/web-socket-path.ts";

export interface LiveServerOptions {
  readonly session: WebSocketSessionOptions;
  readonly unsent: UnsentOptions;
  /** A longer frame from a client closes the connection with 1009. */
  readonly frameBytesMax: number;
  /** How long clients may take to answer when the platform stops, before they are cut off. */
  readonly stopMillis: number;
}

export interface LiveServerDeps {
  readonly authenticator: LiveAuthenticator;
  readonly values: LiveValues;
  readonly traffic: LiveTraffic;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Most fragments of one frame; none of our clients sends more than one. */
const FRAGMENTS_MAX = 64;

export class LiveServer {
  readonly counters: LiveCounters = newLiveCounters();
  readonly #options: LiveServerOptions;
  readonly #deps: LiveServerDeps;
  readonly #acceptor: WebSocketAcceptor;
  readonly #unsent: Unsent;
  readonly #writer = new UpdateWriter();
  readonly #sessions = new Set<WebSocketSession>();
  #allClosed: (() => void) | undefined;
  #isStopping = false;

  constructor(options: LiveServerOptions, deps: LiveServerDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#acceptor = new WebSocketAcceptor({
      messageBytesMax: options.frameBytesMax,
      fragmentsMax: FRAGMENTS_MAX,
      protocols: [],
    });
    this.#unsent = new Unsent(options.unsent);
  }

  /** Bytes waiting to be sent to clients. */
  get unsentBytes(): number {
    return this.#unsent.bytes;
  }

  /** Accepts a client of /api/ws. */
  accept(upgrade: Upgrade): void {
    this.#open(upgrade, { parse: parseFrame });
  }

  /** Accepts a client of the older path, which has its token in the address and its commands grouped by type. */
  acceptOlder(upgrade: Upgrade): void {
    const login = loginFrame(new URLSearchParams(upgrade.query).get("token"));
    this.#open(upgrade, { parse: parseWrappedFrame, login });
  }

  #open({ request, socket, head, channel }: Upgrade, dialect: Dialect): void {
    this.#acceptor.accept(request, socket, head, (webSocket) => {
      const { authenticator, values, traffic, clock, log } = this.#deps;
      const session = new WebSocketSession(
        { webSocket, channel, dialect },
        {
          authenticator,
          values,
          traffic,
          writer: this.#writer,
          unsent: this.#unsent,
          counters: this.counters,
          options: this.#options.session,
          clock,
          log,
        },
        () => {
          this.#left(session);
        },
      );
      this.#sessions.add(session);
      session.start();
      if (this.#isStopping) session.close(CloseCode.GOING_AWAY, STOPPING);
    });
  }

  /** Tells every client that the platform stops, and waits for their answers. May be called twice. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#sessions.size === 0) return;
    const allClosed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
    });
    const deadline = this.#deps.clock.after(this.#options.stopMillis, () => {
      for (const session of this.#sessions) session.cutOff();
    });
    for (const session of this.#sessions) session.close(CloseCode.GOING_AWAY, STOPPING);
    await allClosed;
    deadline.cancel();
  }

  #left(session: WebSocketSession): void {
    this.#sessions.delete(session);
    if (this.#sessions.size > 0) return;
    // The last update written is no longer needed.
    this.#writer.forget();
    this.#allClosed?.();
  }
}

const STOPPING = "the platform stops";
