// What every part of the platform is built from.
import type { LocalBus, MessageBus } from "../core/bus/message-bus.ts";
import type { Peers } from "../core/cluster/peers.ts";
import type { GuessThrottle } from "../core/guess-throttle.ts";
import type { SharedCounts } from "../core/shared-counts.ts";
import type { Clock } from "../lib/clock.ts";
import type { Contention } from "../lib/contention.ts";
import type { Logger } from "../lib/logger.ts";
import type { Tracer } from "../lib/tracer.ts";
import type { Config } from "./config.ts";
import type { PromMetrics } from "./metrics.ts";
import type { ShutdownStack } from "./shutdown-stack.ts";
import type { Storage } from "./storage.ts";

export interface Context {
  readonly config: Config;
  readonly storage: Storage;
  /** The ports to the entities. */
  readonly stores: Storage["stores"];
  /** Shared by everything that can be guessed, so that failures at one also count for the others. */
  readonly guesses: GuessThrottle;
  /** Tenants whose messages and calls the main thread has served recently. */
  readonly contention: Contention<string | undefined>;
  readonly bus: MessageBus;
  /** That of this node alone, to which what other nodes publish is delivered. */
  readonly localBus: LocalBus;
  /** The other nodes of the cluster; undefined if there is no cluster. */
  readonly peers: Peers | undefined;
  /** What nodes count against the same limits; undefined if there is no cluster. */
  readonly counts: SharedCounts | undefined;
  readonly metrics: PromMetrics;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracer: Tracer;
  /** Stops what the parts have started. */
  readonly shutdown: ShutdownStack;
}
