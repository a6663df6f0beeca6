// Throws broken packets at the MQTT transport and checks what must hold whatever comes in: no exception, no hang, every
// byte written is valid MQTT, the API hears of each session's beginning and end exactly once, and nothing is left over.
// The bulk goes through memory; `fuzzSockets` does the same over real ones.
import { connect as connectSocket, type Socket } from "node:net";
import { parser, type Packet } from "mqtt-packet";
import { DEFERRED, refusedWhole, type Handled } from "../../src/core/acknowledgement.ts";
import { DomainError } from "../../src/core/errors.ts";
import type { LogFields, Logger } from "../../src/lib/logger.ts";
import {
  decodeDisconnect,
  decodePuback,
  decodeSubscribe,
  decodeUnsubscribe,
  PacketType,
} from "../../src/transport/mqtt/codec.ts";
import { decodeConnect } from "../../src/transport/mqtt/decode-connect.ts";
import { decodePublish, PublishFields } from "../../src/transport/mqtt/decode-publish.ts";
import { MqttListener } from "../../src/transport/mqtt/listener.ts";
import type { Admission, ConnectRequest, MqttApi } from "../../src/transport/mqtt/mqtt-api.ts";
import { ProtocolError } from "../../src/transport/mqtt/protocol-error.ts";
import { MqttCounters } from "../../src/transport/mqtt/mqtt-context.ts";
import type { MqttSession, Route, RoutedMessage } from "../../src/transport/mqtt/routed-message.ts";
import { TopicRouter } from "../../src/transport/mqtt/topic-router.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { MemoryStream } from "../support/memory-stream.ts";
import { mqttLimits } from "../support/mqtt-limits.ts";
import { clientPacket, connectPacket, mutate, split } from "./mqtt-packets.ts";
import { Random } from "./random.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** How many packets to get into the server at least, about half of them broken. */
  readonly packets: number;
}

export interface FuzzResult {
  readonly seed: number;
  readonly packets: number;
  readonly connections: number;
  readonly sessions: number;
  readonly publishes: number;
}

const PACKETS_PER_CONNECTION = 40;
/** Packets that meet the decoders alone, for each connection. */
const DECODED_PER_CONNECTION = 20;
/** Turns of the event loop after which a socket that is still open will not close any more. */
const SOCKET_ROUNDS_MAX = 1_000_000;

/** In memory. Throws at the first thing that must not be; the message names the seed and the connection. */
export async function fuzzMqtt({ seed, packets }: FuzzOptions): Promise<FuzzResult> {
  const random = new Random(seed);
  const bench = new FuzzBench(random);
  let sent = 0;
  while (sent < packets) {
    const number = bench.counters.connectionsOpened;
    try {
      sent += await bench.converse();
      for (let times = 0; times < DECODED_PER_CONNECTION; times++) fuzzDecoder(random);
      sent += DECODED_PER_CONNECTION;
    } catch (error) {
      throw new Error(`seed ${String(seed)}, connection ${String(number)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  await bench.finish();
  return bench.result(seed, sent);
}

/** One broken packet, straight into its decoder: it gives a packet or a ProtocolError. */
function fuzzDecoder(random: Random): void {
  const protocol = random.pick([3, 4, 5] as const);
  const packet = random.once(5) ? connectPacket(random, protocol) : clientPacket(random, protocol);
  const bytes = mutate(random, packet);
  const end = bytes.length;
  const start = Math.min(2, end);
  try {
    switch (random.once(10) ? random.below(16) : (packet[0] ?? 0) >> 4) {
      case PacketType.connect:
        decodeConnect(bytes, start, end);
        break;
      case PacketType.publish:
        decodePublish(bytes[0] ?? 0, bytes, start, end, protocol, new PublishFields());
        break;
      case PacketType.subscribe:
        decodeSubscribe(bytes, start, end, protocol);
        break;
      case PacketType.unsubscribe:
        decodeUnsubscribe(bytes, start, end, protocol);
        break;
      case PacketType.puback:
        decodePuback(bytes, start, end, protocol);
        break;
      default:
        decodeDisconnect(bytes, start, end, protocol);
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
}

/** Over real sockets: each connection sends its bytes and closes its side; the server has to close the other. */
export async function fuzzSockets({ seed, packets }: FuzzOptions): Promise<FuzzResult> {
  const random = new Random(seed);
  const bench = new FuzzBench(random);
  const port = await bench.listen();
  let sent = 0;
  while (sent < packets) {
    const conversation = bench.conversation();
    sent += conversation.packets;
    const socket = connectSocket({ port, host: "127.0.0.1", noDelay: true });
    const answers: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => answers.push(chunk));
    // The server may close while we still write.
    socket.on("error", () => {});
    for (const chunk of split(random, conversation.bytes)) socket.write(chunk);
    socket.end();
    await bench.untilClosed(socket);
    requireMqtt(Buffer.concat(answers), conversation.protocol);
  }
  await bench.finish();
  return bench.result(seed, sent);
}

interface Conversation {
  readonly protocol: 3 | 4 | 5;
  readonly bytes: Buffer;
  readonly packets: number;
}

class FuzzBench {
  readonly counters = new MqttCounters();
  readonly #random: Random;
  readonly #clock = new ManualClock();
  readonly #api: FuzzApi;
  readonly #listener: MqttListener<object>;
  readonly #errors = new ErrorCollector();
  #sessions = 0;
  #rounds = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#api = new FuzzApi(random);
    this.#listener = new MqttListener<object>({
      api: this.#api,
      clock: this.#clock,
      log: this.#errors,
      counters: this.counters,
      limits: mqttLimits({ unsettledPublishesMax: 16, downlinkQueueMax: 20, writeBufferBytesMax: 2_000 }),
      tcp: { port: 0, host: "127.0.0.1" },
    });
  }

  async listen(): Promise<number> {
    await this.#listener.start();
    return this.#listener.addresses.tcp?.port ?? 0;
  }

  /** A CONNECT, mostly whole, and then packets of which about half are broken. */
  conversation(): Conversation {
    const random = this.#random;
    const protocol = random.pick([3, 4, 5, 5] as const);
    const connect = connectPacket(random, protocol);
    const parts: Buffer[] = [random.once(5) ? mutate(random, connect) : connect];
    const count = random.below(PACKETS_PER_CONNECTION);
    // Most connections break late, so that what comes before it is met in many states.
    const breakEvery = random.pick([1, 5, 40, 40]);
    for (let index = 0; index < count; index++) {
      const packet = clientPacket(random, protocol);
      parts.push(random.once(breakEvery) ? mutate(random, packet) : packet);
    }
    return { protocol, bytes: Buffer.concat(parts), packets: parts.length };
  }

  /** Returns how many packets the server has taken from its client. */
  async converse(): Promise<number> {
    const random = this.#random;
    const { protocol, bytes } = this.conversation();
    const packetsBefore = this.counters.packetsIn;
    const stream = new MemoryStream();
    this.#listener.accept(stream, { listener: "tcp", certificate: undefined });
    for (const chunk of split(random, bytes)) {
      stream.send(chunk);
      if (random.once(3)) await microtasks();
      if (random.once(10)) this.#api.settleSome();
      if (random.once(20)) this.#api.publishSome();
      if (random.once(40)) stream.isTaking = !stream.isTaking;
      if (random.once(40)) this.#clock.advance(500);
    }
    await microtasks();
    stream.take();
    this.#api.settleAll();
    await microtasks();
    if (random.once(2)) stream.finish();
    else stream.destroy();
    // Each message that waits behind a handler may have a handler of its own.
    for (let times = 0; times <= PACKETS_PER_CONNECTION && this.counters.connections > 0; times++) {
      this.#api.settleAll();
      await microtasks();
    }
    this.#api.settleAll();
    if (this.counters.connections !== 0)
      throw new Error("the connection is still there after the client has closed it");
    if (this.counters.sessions !== 0) throw new Error("a session is left over");
    this.#errors.requireNone();
    this.#api.requireBalance();
    requireMqtt(stream.output, protocol);
    return this.counters.packetsIn - packetsBefore;
  }

  /** Handlers that a client left behind are settled until its socket is closed. */
  async untilClosed(socket: Socket): Promise<void> {
    const deadline = this.#rounds + SOCKET_ROUNDS_MAX;
    while (!socket.closed) {
      if (this.#rounds++ > deadline) throw new Error("the server did not close a connection whose client had");
      this.#errors.requireNone();
      this.#api.settleAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async finish(): Promise<void> {
    this.#api.settleAll();
    await this.#listener.stop(1_000);
    this.#errors.requireNone();
    if (this.counters.connections !== 0 || this.counters.sessions !== 0)
      throw new Error("connections are left over after stop");
    this.#sessions = this.#api.requireBalance();
  }

  result(seed: number, packets: number): FuzzResult {
    return {
      seed,
      packets,
      connections: this.counters.connectionsOpened,
      sessions: this.#sessions,
      publishes: this.counters.publishesIn,
    };
  }
}

/** Handlers of every kind, settled at random moments. */
class FuzzApi implements MqttApi<object> {
  readonly #random: Random;
  readonly #deferred: RoutedMessage<object>[] = [];
  readonly #handlers: PromiseWithResolvers<undefined>[] = [];
  readonly #open = new Map<object, MqttSession>();
  #opened = 0;
  #closed = 0;
  readonly #filters: ReadonlySet<string> = new Set(["f/one", "f/two", "f/+/three"]);
  readonly #router: TopicRouter<object>;

  constructor(random: Random) {
    this.#random = random;
    this.#router = new TopicRouter<object>([
      route("t/ok", (message) => {
        message.session.settle(message.ack, undefined);
        message.session.flush();
        return DEFERRED;
      }),
      route("t/deferred", (message) => {
        this.#deferred.push(message);
        return DEFERRED;
      }),
      route("t/promise", () => {
        const handler = Promise.withResolvers<undefined>();
        this.#handlers.push(handler);
        return handler.promise;
      }),
      route("t/settled", async (message) => {
        await message.session.settled();
      }),
      route("t/throw", (message) => {
        throw failure(message);
      }),
      route("t/partly", (message) => {
        message.session.settle(message.ack, { entries: [{ error: failure(message) }], partly: true });
        message.session.flush();
        return DEFERRED;
      }),
      route("t/{id}", async () => {}),
      route("t/part/{id}", async (message) => {
        message.session.publish("down", message.payload, 1);
      }),
    ]);
  }

  authenticate(connect: ConnectRequest): Promise<Admission<object>> {
    if (connect.username === "é") return Promise.resolve({ kind: "refused", reason: "bad-credentials", message: "no" });
    return Promise.resolve({
      kind: "accepted",
      client: {},
      router: this.#router,
      filters: this.#filters,
      maxPayloadSize: 4_096,
      closeOnUnknownTopic: connect.clientId === "provision",
    });
  }

  opened(client: object, session: MqttSession): void {
    if (this.#open.has(client)) throw new Error("a session was opened twice");
    this.#open.set(client, session);
    this.#opened += 1;
  }

  subscribed(client: object): void {
    this.#open.get(client)?.publish("f/one", "pending", 1);
  }

  unsubscribed(): void {}

  activity(client: object): void {
    if (!this.#open.has(client)) throw new Error("activity of a session that is not open");
  }

  refused(): void {}
  remarked(): void {}

  settled(): void {}

  closed(client: object): void {
    if (!this.#open.delete(client)) throw new Error("a session was closed twice");
    this.#closed += 1;
  }

  settleSome(): void {
    for (let times = this.#random.below(5); times > 0; times--) {
      const index = this.#random.below(this.#deferred.length);
      const [message] = this.#deferred.splice(index, 1);
      if (message !== undefined) this.#settle(message);
      this.#handlers.shift()?.resolve(undefined);
    }
  }

  settleAll(): void {
    for (const message of this.#deferred.splice(0)) this.#settle(message);
    for (const handler of this.#handlers.splice(0)) handler.resolve(undefined);
  }

  publishSome(): void {
    for (const session of this.#open.values())
      for (let times = this.#random.below(30); times > 0; times--)
        session.publish("down", "x".repeat(this.#random.below(300)), this.#random.once(3) ? 0 : 1);
  }

  /** Returns how many sessions there have been. */
  requireBalance(): number {
    if (this.#open.size > 0 || this.#opened !== this.#closed)
      throw new Error("a session was not closed, or closed twice");
    return this.#opened;
  }

  #settle(message: RoutedMessage<object>): void {
    const isRefused = this.#random.once(6);
    const error = new DomainError(
      this.#random.pick(["invalid", "unavailable", "limit-exceeded", "rate-limited"]),
      "refused",
    );
    message.session.settle(message.ack, isRefused ? refusedWhole(error) : undefined);
    message.session.flush();
  }
}

function route(topic: string, handle: (message: RoutedMessage<object>) => Handled): Route<object> {
  return { topic, handle };
}

function failure(message: RoutedMessage<object>): DomainError {
  const kinds = ["invalid", "rate-limited", "unavailable", "forbidden", "limit-exceeded"] as const;
  return new DomainError(kinds.find((kind) => kind === message.payload.toString()) ?? "invalid", "refused");
}

/** Keeps what is logged as an error, which is always a bug of ours. */
class ErrorCollector implements Logger {
  #first: { readonly event: string; readonly cause: unknown } | undefined;

  error(event: string, fields?: LogFields): void {
    this.#first ??= { event, cause: fields?.["error"] };
  }

  warn(): void {}

  info(): void {}

  debug(): void {}

  child(): Logger {
    return this;
  }

  requireNone(): void {
    if (this.#first !== undefined) throw new Error(`logged: ${this.#first.event}`, { cause: this.#first.cause });
  }
}

/** What the server wrote must be whole packets that a client understands. */
function requireMqtt(bytes: Buffer, protocol: 3 | 4 | 5): void {
  if (bytes.length === 0) return;
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: protocol });
  reader.on("packet", (packet) => packets.push(packet));
  reader.on("error", (error: Error) => {
    // A 3.1.1 CONNACK answers a level we do not speak.
    if (protocol === 5 && bytes.equals(Buffer.from([0x20, 2, 0, 1]))) return;
    throw new Error(`the server wrote what is not MQTT (${error.message}): ${bytes.toString("hex")}`);
  });
  const left = reader.parse(bytes);
  const isV3Connack = bytes.length === 4 && bytes[0] === 0x20;
  if (left > 0 && !isV3Connack) throw new Error(`the server wrote half a packet: ${bytes.toString("hex")}`);
  const [first] = packets;
  if (first !== undefined && first.cmd !== "connack") throw new Error(`the server began with ${first.cmd}`);
}

/** Lets everything run that waits for nothing but promises. */
async function microtasks(): Promise<void> {
  for (let times = 0; times < 12; times++) await Promise.resolve();
}
