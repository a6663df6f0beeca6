// The log of changes as a JetStream stream, which a quorum of its servers has stored and synced before it acknowledges.
// Positions are the sequence numbers of the stream.
//
// Each node publishes on a subject of its own, one frame at a time, and says which frame of its own it expects to be the
// last one. So a frame that is sent again is stored once, however much later, and a frame whose answer was lost cannot
// come behind the next one.
import { randomBytes, randomUUID } from "node:crypto";
import {
  JetStreamApiCodes,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  type Consumer,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { DomainError } from "../../core/errors.ts";
import { FramesGone, type BoundedLog, type LoggedFrame } from "../../core/telemetry/change-log.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Slots } from "../../lib/slots.ts";
import { ASK_MILLIS_MAX, connectNats } from "./connect-nats.ts";
import { decodeStreamFrame, encodeStreamFrame } from "./stream-frame.ts";
import { isHeard, requireStream, requireSync, type SyncProof } from "./stream-guarantees.ts";

export interface StreamLogOptions {
  readonly servers: readonly string[];
  readonly stream: string;
  /** Whether the stream is created if it is missing, which is the default. */
  readonly creates?: boolean;
  readonly replicas: number;
  readonly proof: SyncProof;
  /** The size at which the stream is full; applies to a stream that is created. */
  readonly bytesMax: number;
  /** Whether a full stream forgets its oldest frames, and may begin again; otherwise it takes no more, and loses none. */
  readonly forgets?: boolean;
  readonly messageBytesMax: number;
  /** How long a frame is sent again before its writers hear that it was not taken. */
  readonly patienceMillis: number;
}

export interface StreamLogDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** One attempt; a leader that is alive answers within some tens of milliseconds. */
const ATTEMPT_MILLIS = 2_000;
/** Between two attempts. */
const PAUSE_MILLIS = 100;
/** The leader may store a frame some milliseconds after another server has sent it to a follower. */
const BEHIND_MILLIS = 5;
/** How long a stream is sought, or tried to be created. */
const CREATE_MILLIS_MAX = 20_000;
/**
 * Of servers that are starting: "no suitable peers for placement", "temporarily unavailable". Of a stream that another node
 * has just created: "name already in use with a different configuration".
 */
const PASSING_CODES: readonly number[] = [10_005, 10_008, 10_058];
/** In the metadata of a stream. */
const ID_NAME = "bridgehead-id";
/** A consumer that is silent for about two of these has gone with its server, and is made again. */
const HEARTBEAT_MILLIS = 1_000;
/** A server is asked for more messages as often. The library waits as long when it could not find out whether its consumer exists. */
const PULL_MILLIS = 2 * HEARTBEAT_MILLIS;
/** Bytes that the server sends ahead to a follower. */
const AHEAD_BYTES = 8_388_608;
/** Within this time the stream itself drops a message with an id that it has. */
const DUPLICATE_WINDOW_NANOS = 120_000_000_000;
/** The header with the id that a writer gave its frame. */
const MESSAGE_ID = "Nats-Msg-Id";
/** The headers of a message, besides its frame. */
const HEADER_BYTES = 1_024;

export class StreamLog implements BoundedLog {
  readonly id: string;
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #deps: StreamLogDeps;
  readonly #options: StreamLogOptions;
  /** Of this process: another one never publishes on its subject. */
  readonly #writer = randomBytes(8).toString("hex");
  readonly #appending = new Slots({ max: 1 });
  readonly #stopping = new AbortController();
  #frames = 0;
  /** The sequence number of the last message on the subject of this process. */
  #ownLast = 0;
  #question: Promise<number> | undefined;
  #nextQuestion: Promise<number> | undefined;
  #isAnswering = true;
  /**
   * The greatest sequence number that this process knows of. A stream that ends before it has lost frames: it was made
   * again, or its servers lost their disks.
   */
  #highest = 0;
  /** Why nothing is taken from the stream any more, nor given to it. */
  #fault: DomainError | undefined;

  private constructor(
    connection: NatsConnection,
    manager: JetStreamManager,
    info: StreamInfo,
    deps: StreamLogDeps,
    options: StreamLogOptions,
  ) {
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection, { timeout: ATTEMPT_MILLIS });
    this.#deps = deps;
    this.#options = options;
    this.id = idOf(info);
    this.#noteSeq(info.state.last_seq);
  }

  /** Throws `unavailable` if the stream or its servers promise less than the options ask for. */
  static async open(deps: StreamLogDeps, options: StreamLogOptions): Promise<StreamLog> {
    const connection = await connectNats(options.servers, deps.clock);
    try {
      const manager = await jetstreamManager(connection, { timeout: ASK_MILLIS_MAX });
      const info = await findOrCreateInTime(manager, deps.clock, options);
      requireStream(info, options);
      const away = await requireSync(info, options.proof);
      if (away.length > 0) deps.log.warn("NATS servers are away, and not asked whether they sync", { servers: away });
      return new StreamLog(connection, manager, info, deps, options);
    } catch (error) {
      await connection.close();
      throw error instanceof DomainError
        ? error
        : new DomainError("unavailable", `the stream ${options.stream} cannot be used: ${asError(error).message}`, {
            cause: error,
          });
    }
  }

  /** The version of the server that this one talks to. */
  get serverVersion(): string {
    return this.#connection.info?.version ?? "unknown";
  }

  /** Why the stream would not be opened now: it, or its servers, may have been changed since. Undefined if it would. */
  async lacks(): Promise<string | undefined> {
    if (this.#fault !== undefined) return this.#fault.message;
    try {
      const info = await this.#manager.streams.info(this.#options.stream);
      requireStream(info, this.#options);
      const away = await requireSync(info, this.#options.proof);
      if (away.length > 0) return `NATS server ${away.join(", ")} is away`;
      return undefined;
    } catch (error) {
      return asError(error).message;
    }
  }

  /** Whether the log has taken what it was last given. */
  get isAnswering(): boolean {
    return this.#isAnswering;
  }

  async append(kind: number, content: readonly Uint8Array[]): Promise<number> {
    const frame = encodeStreamFrame(kind, content);
    const { messageBytesMax, patienceMillis } = this.#options;
    if (frame.length + HEADER_BYTES > messageBytesMax)
      throw new DomainError(
        "too-large",
        `a change of ${String(frame.length)} bytes does not fit into a message of ${String(messageBytesMax)}`,
      );
    return await this.#appending.run(async () => {
      const id = `${this.#writer}:${String(++this.#frames)}`;
      const end = this.#deps.clock.now() + patienceMillis;
      const isStopping = (): boolean => this.#stopping.signal.aborted;
      if (isStopping()) throw new DomainError("unavailable", "the log of telemetry is being closed");
      this.#requireWhole();
      const before = this.#highest;
      for (let attempt = 1; ; attempt++) {
        const answer = await this.#attempt(frame, id);
        // What was found out meanwhile, while the stream was followed.
        this.#requireWhole();
        if (typeof answer === "number") {
          this.#ownLast = answer;
          if (answer <= before) throw this.#fence(`it gave the number ${String(answer)} again`);
          if (!this.#isAnswering)
            this.#deps.log.info("the stream takes frames again", { stream: this.#options.stream, attempt });
          this.#isAnswering = true;
          return this.#noteSeq(answer);
        }
        if (this.#isAnswering)
          this.#deps.log.warn("the stream does not take a frame", { stream: this.#options.stream, error: answer });
        this.#isAnswering = false;
        if (isStopping() || this.#deps.clock.now() >= end)
          throw new DomainError("unavailable", "the log of telemetry does not take what it is given", {
            cause: answer,
          });
        await this.#pause();
      }
    });
  }

  /** The position of the frame if the log has it, or why it is not known to have it. */
  async #attempt(frame: Buffer, id: string): Promise<number | Error> {
    try {
      const expect = { lastSubjectSequence: this.#ownLast };
      const { seq } = await this.#client.publish(this.#subject, frame, { msgID: id, expect, timeout: ATTEMPT_MILLIS });
      return seq;
    } catch (error) {
      if (!isWrongLast(error)) return asError(error);
      return await this.#lookUp(id);
    }
  }

  /** An earlier attempt was stored, of this frame or of one before that was given up. */
  async #lookUp(id: string): Promise<number | Error> {
    try {
      const found = await this.#manager.streams.getMessage(this.#options.stream, { last_by_subj: this.#subject });
      if (found?.header.get(MESSAGE_ID) === id) return found.seq;
      this.#ownLast = found?.seq ?? 0;
      return new Error("an earlier frame was stored after it had been given up");
    } catch (error) {
      return asError(error);
    }
  }

  get #subject(): string {
    return `${this.#options.stream}.${this.#writer}`;
  }

  async last(): Promise<number> {
    // An answer that is on its way may have been given before the caller came.
    if (this.#question !== undefined) return await (this.#nextQuestion ??= this.#askNext(this.#question));
    return await (this.#question = this.#ask().finally(() => (this.#question = undefined)));
  }

  async #askNext(present: Promise<number>): Promise<number> {
    await present.catch(() => undefined);
    this.#nextQuestion = undefined;
    return await (this.#question = this.#ask().finally(() => (this.#question = undefined)));
  }

  async #ask(): Promise<number> {
    const known = Math.max(this.#ownLast, this.#highest);
    const end = this.#deps.clock.now() + ASK_MILLIS_MAX;
    try {
      for (;;) {
        const { state, cluster } = await this.#info();
        // A new leader may have to read the last frames that were acknowledged.
        const isBehind = state.last_seq < known && this.#options.forgets !== true;
        if (isLeading(cluster) && !isBehind) return this.#noteSeq(Math.max(known, state.last_seq));
        if (this.#stopping.signal.aborted || this.#deps.clock.now() >= end)
          throw new Error(
            isBehind
              ? `it ends with ${String(state.last_seq)}, and had ${String(known)}`
              : "its leader has lost the other servers",
          );
        await this.#pause(isBehind ? BEHIND_MILLIS : PAUSE_MILLIS);
      }
    } catch (error) {
      throw this.#fault ?? new DomainError("unavailable", "the log of telemetry does not answer", { cause: error });
    }
  }

  async #info(): Promise<StreamInfo> {
    this.#requireWhole();
    const info = await this.#manager.streams.info(this.#options.stream);
    if (this.#options.forgets !== true && idOf(info) !== this.id)
      throw this.#fence(`it was created again at ${info.created}`);
    return info;
  }

  /** Returns the number. */
  #noteSeq(seq: number): number {
    if (this.#options.forgets !== true) this.#highest = Math.max(this.#highest, seq);
    return seq;
  }

  #requireWhole(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /**
   * Frames that were acknowledged are gone, and others have their numbers. Nothing of this process fits what the stream
   * has now, so it neither reads nor writes until it is restarted.
   */
  #fence(how: string): Error {
    const { stream, forgets } = this.#options;
    const reason = `the stream ${stream} has lost what it had acknowledged: ${how}`;
    if (forgets === true) {
      this.#ownLast = 0;
      return new FramesGone(reason);
    }
    if (this.#fault === undefined) this.#deps.log.error("the stream has lost frames", { stream, reason });
    this.#isAnswering = false;
    return (this.#fault ??= new DomainError("unavailable", `${reason}; this node must be started again`));
  }

  async follow(after: number, use: (frame: LoggedFrame) => Promise<void>, signal: AbortSignal): Promise<void> {
    let last = after;
    /** Of the last frame that was used; empty before the first. */
    let lastId = "";
    const take = async (message: JsMsg): Promise<void> => {
      if (message.seq <= last) return;
      if (message.seq !== last + 1)
        throw new FramesGone(`the log goes on with ${String(message.seq)} behind ${String(last)}`);
      await use({ position: message.seq, ...decodeStreamFrame(message.data, message.seq) });
      last = this.#noteSeq(message.seq);
      lastId = message.headers?.get(MESSAGE_ID) ?? "";
    };
    const ends = AbortSignal.any([signal, this.#stopping.signal]);
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    ends.addEventListener("abort", () => over.reject(new Error("nobody follows any more")), { once: true });
    const isOver = (): boolean => ends.aborted;
    while (!isOver())
      try {
        const consumer = await Promise.race([this.#consumer(last, lastId), over.promise]);
        await this.#consume(consumer, take, ends);
      } catch (error) {
        if (error instanceof UseFailed) throw error.cause;
        if (error instanceof FramesGone) throw error;
        if (isOver()) return;
        this.#requireWhole();
        this.#deps.log.debug("the stream is followed again", { stream: this.#options.stream, error });
        await this.#pause();
      }
  }

  /** Of what is behind `last`, which is still the frame with this id. */
  async #consumer(last: number, id: string): Promise<Consumer> {
    const { stream, forgets } = this.#options;
    const { state } = await this.#info();
    if (state.first_seq > last + 1)
      throw new FramesGone(`the log begins with ${String(state.first_seq)}, behind ${String(last + 1)}`);
    if (state.last_seq < last) {
      const reason = `it ends with ${String(state.last_seq)}, before ${String(last)}`;
      // A new leader may have to read the last frames that were acknowledged.
      throw forgets === true ? this.#fence(reason) : new Error(reason);
    }
    if (id !== "" && state.first_seq <= last) {
      const found = await this.#manager.streams.getMessage(stream, { seq: last });
      if (found !== null && found.header.get(MESSAGE_ID) !== id)
        throw this.#fence(`number ${String(last)} is another frame`);
    }
    return await this.#client.consumers.get(stream, { deliver_policy: "by_start_sequence", opt_start_seq: last + 1 });
  }

  /** Ends with an error, or when the consumer has gone: the next one begins with a look at the stream. */
  async #consume(consumer: Consumer, take: (message: JsMsg) => Promise<void>, signal: AbortSignal): Promise<void> {
    const messages = await consumer.consume({
      max_bytes: AHEAD_BYTES,
      idle_heartbeat: HEARTBEAT_MILLIS,
      expires: PULL_MILLIS,
    });
    const stop = (): void => messages.stop();
    void stopAtReset(messages);
    signal.addEventListener("abort", stop);
    try {
      if (signal.aborted) stop();
      // They end only while they are read: whoever awaited their end without reading them would wait for ever.
      for await (const message of messages)
        try {
          await take(message);
        } catch (error) {
          throw error instanceof FramesGone ? error : new UseFailed(error);
        }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** The numbers of its first and last frame; the first is one more than the last if it has none. */
  async ends(): Promise<{ readonly first: number; readonly last: number }> {
    const last = await this.last();
    const { state } = await this.#info();
    return { first: Math.max(1, state.first_seq), last };
  }

  async trim(position: number): Promise<void> {
    try {
      await this.#info();
      await this.#manager.streams.purge(this.#options.stream, { seq: position + 1 });
    } catch (error) {
      throw new DomainError("unavailable", "the log of telemetry cannot be trimmed", { cause: error });
    }
  }

  async fullness(): Promise<number> {
    try {
      const { state, config } = await this.#info();
      return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
    } catch (error) {
      throw new DomainError("unavailable", "the log of telemetry does not say how full it is", { cause: error });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#appending.run(() => Promise.resolve());
    await this.#connection.close();
  }

  async #pause(pauseMillis = PAUSE_MILLIS): Promise<void> {
    await new Promise<void>((resolve) => this.#deps.clock.after(pauseMillis, resolve));
  }
}

/** The library would go on with another consumer by itself. */
async function stopAtReset(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === "reset") messages.stop();
}

/** What a follower does with a frame has failed. */
class UseFailed extends Error {
  constructor(cause: unknown) {
    super("a follower of the log failed", { cause });
  }
}

/** Servers that have just started may not have found each other, or have no leader. */
async function findOrCreateInTime(
  manager: JetStreamManager,
  clock: Clock,
  options: StreamLogOptions,
): Promise<StreamInfo> {
  const end = clock.now() + CREATE_MILLIS_MAX;
  for (;;)
    try {
      return await findOrCreate(manager, options);
    } catch (error) {
      const mayPass = !(error instanceof JetStreamApiError) || PASSING_CODES.includes(error.code);
      if (!mayPass || clock.now() >= end) throw error;
      await new Promise<void>((resolve) => clock.after(PAUSE_MILLIS, resolve));
    }
}

async function findOrCreate(manager: JetStreamManager, options: StreamLogOptions): Promise<StreamInfo> {
  try {
    return await manager.streams.info(options.stream);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (options.creates === false)
      throw new DomainError(
        "unavailable",
        `the stream ${options.stream} is not there, and it had what was acknowledged last: bring its servers back with their disks; to go on without what is lost, end all nodes and run \`bridgehead cluster accept-loss\``,
        { cause: error },
      );
  }
  // Of two nodes that create it at the same time, one is refused, as the id differs, and finds that of the other.
  return await manager.streams.add({
    name: options.stream,
    subjects: [`${options.stream}.*`],
    num_replicas: options.replicas,
    storage: "file",
    retention: "limits",
    discard: options.forgets === true ? "old" : "new",
    max_bytes: options.bytesMax,
    max_msg_size: options.messageBytesMax,
    duplicate_window: DUPLICATE_WINDOW_NANOS,
    allow_direct: false,
    deny_delete: true,
    metadata: { [ID_NAME]: randomUUID() },
  });
}

/**
 * Whether the server that answered was still the only leader. One that has been cut off, or stood still, goes on answering for
 * some seconds, while the others choose a new leader and acknowledge what it does not know.
 */
function isLeading(cluster: StreamInfo["cluster"]): boolean {
  const replicas = cluster?.replicas ?? [];
  const heard = replicas.filter(isHeard);
  return 2 * (heard.length + 1) > replicas.length + 1;
}

/**
 * Another one for each stream that was ever created. The time of creation serves only streams from before they had an id:
 * servers change it when a stream is asked for twice.
 */
function idOf({ config, created }: StreamInfo): string {
  return `${config.name} ${config.metadata?.[ID_NAME] ?? created}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}

function isWrongLast(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
      error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown)
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
