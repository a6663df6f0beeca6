// Runs one job from opening its connections to the last line: warm-up, measured time, then a drain of what is in flight.
import { setTimeout as sleep } from "node:timers/promises";
import { IdleClient } from "./idle-client.ts";
import type { Job, PublishJob } from "./job.ts";
import { LoadConnection } from "./load-connection.ts";
import { MessageRing, POINTS_PER_MESSAGE } from "./message-ring.ts";
import { Publisher } from "./publisher.ts";
import { Responder } from "./responder.ts";
import { reportLine, Tally, type DoneLine, type ReportLine, type Span } from "./tally.ts";

const DRAIN_MILLIS_MAX = 30_000;
const BUSY_READ_BYTES = 65_536;
const QUIET_READ_BYTES = 2_048;
// Few connections are paced as finely as timers allow; for many, visiting each of them has to stay cheap.
const FINE_PACE_MILLIS = 1;
const COARSE_PACE_MILLIS = 10;
// Timers may fire this much early; so short a rest is not worth an interval of its own.
const TIMER_SLACK_MILLIS = 5;
const FINELY_PACED_MAX = 100;

export interface ReadyLine {
  readonly event: "ready";
  readonly connections: number;
  /** What it took to open them. */
  readonly seconds: number;
}

export interface RunOptions {
  readonly write: (line: ReadyLine | ReportLine | DoneLine) => void;
  /** Ends the run early; the last line is still written. */
  readonly signal: AbortSignal;
}

/** Resolves with the last line, when every connection has been closed. Rejects when none could be opened. */
export async function runJob(job: Job, options: RunOptions): Promise<DoneLine> {
  return await new Run(job, options).toEnd();
}

class Run {
  readonly #job: Job;
  readonly #options: RunOptions;
  /** Counted by the roles since the last report, and everything before that. */
  readonly #recent = new Tally();
  readonly #total = new Tally();
  readonly #open: LoadConnection[] = [];
  readonly #publishers: {
    readonly index: number;
    readonly publisher: Publisher;
    readonly connection: LoadConnection;
  }[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  /** Aborted when all publishers have sent and settled what they were to send. */
  readonly #published = new AbortController();
  #publishing = 0;

  constructor(job: Job, options: RunOptions) {
    this.#job = job;
    this.#options = options;
  }

  async toEnd(): Promise<DoneLine> {
    const openFrom = performance.now();
    // The first of many connections would be taken for dead before the last is open.
    this.#startPinging();
    await this.#openAll();
    const seconds = Number(((performance.now() - openFrom) / 1000).toFixed(3));
    this.#options.write({ event: "ready", connections: this.#open.length, seconds });

    this.#startPacing();
    for (const { publisher, connection } of this.#publishers) publisher.start(connection);
    if (this.#job.warmUpSeconds > 0) {
      await this.#pass(this.#job.warmUpSeconds * 1000);
      this.#recent.forgetMessages();
    }
    const measured = await this.#measure();
    await this.#finish();
    const { messages, sent } = this.#recent.whole;
    const ofConnections = this.#publishers
      .toSorted((one, other) => one.index - other.index)
      .map(({ publisher }) => ({ sent: publisher.sent, acknowledged: publisher.acknowledged }));
    const done = { ...measured, messagesOfRun: messages, sentOfRun: sent, ofConnections };
    this.#options.write(done);
    return done;
  }

  async #openAll(): Promise<void> {
    const indexes = Array.from({ length: this.#job.connections }, (_, index) => index).values();
    const openInTurn = async (): Promise<void> => {
      for (const index of indexes) {
        try {
          this.#open.push(await this.#openOne(index));
        } catch (error) {
          this.#recent.countFailure(error instanceof Error ? error.message : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: this.#job.connecting }, openInTurn));
    if (this.#open.length === 0)
      throw new Error(`no connection could be opened: ${[...this.#recent.failures.keys()].join("; ")}`);
  }

  async #openOne(index: number): Promise<LoadConnection> {
    const job = this.#job;
    const tally = this.#recent;
    switch (job.role) {
      case "publish": {
        const publisher = this.#publisher(job, index);
        const connection = this.#connection(index, BUSY_READ_BYTES, publisher);
        await connection.open();
        this.#publishing++;
        this.#publishers.push({ index, publisher, connection });
        return connection;
      }
      case "respond": {
        const responder = new Responder({ ...job, devicePrefix: `${job.devicePrefix}-${String(index)}`, tally });
        const connection = this.#connection(index, QUIET_READ_BYTES, responder);
        await connection.open();
        await responder.start(connection);
        return connection;
      }
      case "idle": {
        const client = new IdleClient({ ...job, tally });
        const connection = this.#connection(index, QUIET_READ_BYTES, client);
        await connection.open();
        await client.start(connection);
        return connection;
      }
    }
  }

  #connection(index: number, readBytes: number, role: ConstructorParameters<typeof LoadConnection>[1]): LoadConnection {
    const { tokens } = this.#job;
    return new LoadConnection(
      {
        ...this.#job,
        token: tokens[index % tokens.length] ?? "",
        clientId: `load-${String(process.pid)}-${String(index)}`,
        readBytes,
      },
      role,
    );
  }

  #publisher(job: PublishJob, index: number): Publisher {
    return new Publisher({
      ring: new MessageRing({ ...job, capacity: job.window, devicePrefix: `${job.devicePrefix}-${String(index)}` }),
      window: job.window,
      messagesMax: job.messages === 0 ? Infinity : job.messages,
      ratePerMilli: job.rate / 1000 / job.connections,
      phase: index / job.connections,
      tally: this.#recent,
      now: () => performance.now(),
      finished: () => {
        if (--this.#publishing === 0) this.#published.abort();
      },
    });
  }

  #startPacing(): void {
    const job = this.#job;
    if (job.role !== "publish" || job.rate === 0) return;
    const pace = (): void => {
      for (const { publisher } of this.#publishers) publisher.pace();
    };
    this.#timers.push(setInterval(pace, job.connections > FINELY_PACED_MAX ? COARSE_PACE_MILLIS : FINE_PACE_MILLIS));
  }

  #startPinging(): void {
    const { keepAliveSeconds } = this.#job;
    if (keepAliveSeconds === 0) return;
    const ping = (): void => {
      for (const connection of this.#open) connection.ping();
    };
    this.#timers.push(setInterval(ping, (keepAliveSeconds * 1000) / 2));
  }

  async #measure(): Promise<ReportLine> {
    const { seconds, reportSeconds } = this.#job;
    const points = this.#job.role === "publish" ? POINTS_PER_MESSAGE[this.#job.shape] : 0;
    const whole = startSpan();
    const millisLeft = (): number => (seconds === 0 ? Infinity : (seconds - whole().seconds) * 1000);
    while (millisLeft() > TIMER_SLACK_MILLIS && !this.#isOver()) {
      const span = startSpan();
      await this.#pass(Math.min(millisLeft(), reportSeconds === 0 ? 1_000 : reportSeconds * 1000));
      if (reportSeconds > 0) this.#options.write(reportLine("interval", this.#recent, span(), points));
      this.#total.absorb(this.#recent);
    }
    const span = whole();
    this.#total.absorb(this.#recent);
    return reportLine("done", this.#total, span, points);
  }

  async #finish(): Promise<void> {
    for (const { publisher } of this.#publishers) publisher.end();
    if (this.#publishing > 0) await wait(DRAIN_MILLIS_MAX, this.#published.signal);
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#open) connection.close();
  }

  #isOver(): boolean {
    return this.#options.signal.aborted || this.#published.signal.aborted;
  }

  async #pass(delayMillis: number): Promise<void> {
    await wait(delayMillis, AbortSignal.any([this.#options.signal, this.#published.signal]));
  }
}

function startSpan(): () => Span {
  const from = performance.now();
  const cpuFrom = process.cpuUsage();
  return () => {
    const cpu = process.cpuUsage(cpuFrom);
    return { seconds: (performance.now() - from) / 1000, cpuSeconds: (cpu.user + cpu.system) / 1e6 };
  };
}

async function wait(delayMillis: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || delayMillis <= 0) return;
  // An abort only cuts the wait short.
  await sleep(delayMillis, undefined, { signal }).catch(() => undefined);
}
