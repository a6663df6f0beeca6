// A lease that one process of several holds: a lock of PostgreSQL on a connection of its own. The server ends a connection that
// has been silent for some seconds, and the lock with it, so a process that stands still loses it as well.
import { Client } from "pg";
import type { Subscription } from "../../core/bus/message-bus.ts";
import type { Lease } from "../../core/cluster/lease.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import { connectToPrimary } from "./primary.ts";

export interface LeaseOptions {
  readonly url: string;
  /** The number of the lock. */
  readonly key: number;
  /** A holder that has been silent this long has lost it. */
  readonly seconds: number;
}

/** How often a holder speaks, and others ask, within the time of the lease. */
const ASKS = 5;
/** An answer that takes longer than this part of the time of the lease counts as none. */
const ANSWER_SHARE = 2.5;

export class PostgresLease implements Lease {
  readonly #deps: { readonly clock: Clock; readonly log: Logger };
  readonly #options: LeaseOptions;
  #client: Client | undefined;
  #timer: Timer | undefined;
  #asking: Promise<void> | undefined;
  #isHeld = false;
  #asksAgainAt = 0;
  readonly #listeners = new Set<() => void>();
  #isStopping = false;

  constructor(deps: { readonly clock: Clock; readonly log: Logger }, options: LeaseOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  onChange(listener: () => void): Subscription {
    const own = (): void => listener();
    this.#listeners.add(own);
    return { cancel: () => this.#listeners.delete(own) };
  }

  /** Resolves when it has been asked for; it is asked for again and again while another process has it. */
  async start(): Promise<void> {
    const everyMillis = (this.#options.seconds * SECOND_MILLIS) / ASKS;
    this.#timer = this.#deps.clock.every(everyMillis, () => void this.#askOnce());
    await this.#askOnce();
  }

  /** Gives it to whoever asks next. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#timer?.cancel();
    await this.#asking;
    this.#drop();
  }

  /** Another process may do better: this one does not ask for it again before others have had the time to. */
  giveUp(): void {
    const { clock } = this.#deps;
    this.#asksAgainAt = clock.now() + this.#options.seconds * SECOND_MILLIS;
    this.#drop();
  }

  async #askOnce(): Promise<void> {
    await (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  async #ask(): Promise<void> {
    if (this.#deps.clock.now() < this.#asksAgainAt) return;
    try {
      this.#client ??= await this.#connect();
      const sql = this.#isHeld ? "SELECT true AS held" : "SELECT pg_try_advisory_lock($1) AS held";
      const values = this.#isHeld ? [] : [this.#options.key];
      const { rows } = await this.#client.query<{ held: boolean }>(sql, values);
      this.#become(rows[0]?.held === true && !this.#isStopping);
    } catch (error) {
      this.#deps.log.debug("lease not known", { error });
      this.#drop();
    }
  }

  async #connect(): Promise<Client> {
    const { url, seconds } = this.#options;
    const client = await connectToPrimary(url, (address) => this.#clientOf(address));
    try {
      await client.query(`SET idle_session_timeout = ${String(seconds * SECOND_MILLIS)}`);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  #clientOf(connectionString: string): Client {
    const answerMillis = (this.#options.seconds * SECOND_MILLIS) / ANSWER_SHARE;
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: answerMillis,
      query_timeout: answerMillis,
      keepAlive: true,
      application_name: "bridgehead lease",
    });
    const lose = (): void => {
      if (this.#client === client) this.#drop();
    };
    client.on("error", lose);
    client.on("end", lose);
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
    this.#become(false);
  }

  #become(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#deps.log.info(
      isHeld ? "this node runs the jobs of the cluster" : "this node no longer runs the jobs of the cluster",
    );
    for (const listener of this.#listeners) listener();
  }
}
