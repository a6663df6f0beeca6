// One socket: cuts chunks into whole packets and handles the size limit, back-pressure in both directions and closing.
// The meaning of the packets is left to the receiver.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ByteReceiver, ByteStream } from "./byte-stream.ts";
import { HEADER_BYTES_MAX, INCOMPLETE, MALFORMED, readRemainingLength } from "./framing.ts";
import type { AcceptedClient } from "./mqtt-api.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { malformed, ProtocolError, Violation } from "./protocol-error.ts";
import type { TurnKey, TurnWaiter } from "./thread-turns.ts";

/** Reasons not to hand over packets for now; several can apply at once. */
export const Hold = {
  /** A handler has not finished. */
  handler: 1,
  /** CONNACK has not been sent. */
  connack: 2,
  /** Too many publishes are unsettled. */
  unsettled: 4,
  /** The client does not read what was written. */
  slowReader: 8,
  /** The session is ending and accepts no more packets. */
  ending: 16,
  /** The clients with this turn key, together, have used up their turn on the thread. */
  turn: 32,
} as const;

/** The most that one read of a socket returns. A chunk of this size means that more bytes are waiting. */
const FULL_READ_BYTES = 65_536;

/**
 * Most chunks kept until CONNACK: a WebSocket may deliver single bytes, and each chunk costs memory however small it
 * is.
 */
const CHUNKS_BEFORE_CONNACK_MAX = 1_000;

export interface PacketReceiver {
  /** Largest Remaining Length, in bytes. */
  readonly maxPayloadSize: number;
  /** Takes one packet: its first byte, and its body `bytes[start, end)` in the chunk it arrived in. Must not throw. */
  packet(header: number, bytes: Buffer, start: number, end: number): void;
  /** No further packet is at hand: write what has gathered. */
  pauseBetweenPackets(): void;
  /** Called with each chunk that has to wait for CONNACK. */
  queued(chunk: Buffer, bytesWaiting: number): "read on" | "stop reading";
  violated(error: ProtocolError): void;
  /** The write buffer is empty again. */
  drained(): void;
  sweep(now: EpochMillis): void;
  /** The client has disconnected or does not read. Called at most once, and never after `end`. */
  lost(reason: "connection-lost" | "slow-reader"): void;
}

export type ConnectionContext = Pick<MqttContext<unknown>, "limits" | "counters" | "clock" | "turns">;

/** `receiver` is called once, by the constructor; `closed` is called once, when the stream is gone. */
export interface ConnectionEnds {
  readonly receiver: (connection: Connection) => PacketReceiver;
  readonly closed: (connection: Connection) => void;
}

export class Connection implements ByteReceiver, TurnWaiter {
  readonly openedAt: EpochMillis;
  /** When the current chunk arrived. */
  receivedAt: EpochMillis;
  /**
   * When the last whole packet was handed over, or when the last hold was released, as packets may have lain unread
   * until then.
   */
  lastPacketAt: EpochMillis;
  readonly #stream: ByteStream;
  readonly #context: ConnectionContext;
  readonly #closed: (connection: Connection) => void;
  #receiver: PacketReceiver;
  #turnKey: TurnKey;
  #dropsUnread = false;
  #holds = 0;
  #waiting: Buffer[] = [];
  #bytesWaiting = 0;
  /** A packet that began in an earlier chunk: its first bytes, followed by room for the rest. */
  #partial: Buffer | undefined;
  #partialFilled = 0;
  #isOpen = true;
  #isWorking = false;
  #isCorked = false;
  #isPaused = false;
  #hasEnded = false;
  /** The stream is gone, but packets that arrived before are still being handled. */
  #isGone = false;
  #slowSince = 0;
  #destroyAt = 0;

  constructor(stream: ByteStream, context: ConnectionContext, { receiver, closed }: ConnectionEnds) {
    this.#stream = stream;
    this.#context = context;
    this.#closed = closed;
    this.openedAt = context.clock.now();
    this.receivedAt = this.openedAt;
    this.lastPacketAt = this.openedAt;
    this.#receiver = receiver(this);
  }

  /** Starts reading. */
  start(): void {
    this.#stream.attach(this);
  }

  get remoteAddress(): string {
    return this.#stream.remoteAddress;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isHeld(): boolean {
    return this.#holds !== 0;
  }

  /** The client has closed its side, and all whole packets that it sent have been handed over. */
  get isExhausted(): boolean {
    return this.#hasEnded && this.#waiting.length === 0;
  }

  /** The client has not read what was written; downlinks should wait for `drained`. */
  get isBackedUp(): boolean {
    return (this.#holds & Hold.slowReader) !== 0;
  }

  /** Hands later packets to `receiver` and counts their time towards the turn of `turnKey`. */
  handOver(
    receiver: PacketReceiver,
    { turnKey, dropsUnread = false }: Pick<AcceptedClient<unknown>, "turnKey" | "dropsUnread">,
  ): void {
    this.#receiver = receiver;
    this.#turnKey = turnKey;
    this.#dropsUnread = dropsUnread;
  }

  /** After the current packet, none is handed over until every hold is released. */
  hold(reason: number): void {
    this.#holds |= reason;
  }

  release(reason: number): void {
    if ((this.#holds & reason) === 0) return;
    this.#holds &= ~reason;
    if (this.#holds !== 0) return;
    // Packets sent during the hold lay unread, so the client's silence starts only now.
    this.lastPacketAt = this.#context.clock.now();
    if (!this.#isWorking) this.#work();
  }

  proceed(): void {
    this.release(Hold.turn);
  }

  /** `taken` runs once, when the operating system has taken the bytes or the connection is gone. */
  write(bytes: Uint8Array, taken?: () => void): void {
    if (!this.#isOpen) {
      taken?.();
      return;
    }
    // Everything written while one chunk is processed leaves in one write.
    if (this.#isWorking && !this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
    }
    this.#context.counters.bytesOut += bytes.length;
    this.#stream.write(bytes, taken);
    if (this.#stream.pendingBytes > this.#context.limits.writeBufferBytesMax && !this.isBackedUp) {
      this.#slowSince = this.#context.clock.now();
      this.hold(Hold.slowReader);
      this.#stream.notifyDrained();
    }
  }

  /**
   * Sends what was written, then closes. Bytes that still arrive are discarded, so that the last packet reaches the
   * client.
   */
  end(): void {
    if (!this.#isOpen) return;
    this.#stop();
    this.#destroyAt = this.#context.clock.now() + this.#context.limits.closeGraceMillis;
    this.#stream.end();
    this.#stream.resume();
  }

  /** Closes at once, without sending what was written. */
  cut(reason: "connection-lost" | "slow-reader"): void {
    const wasOpen = this.#isOpen;
    this.#stop();
    this.#stream.destroy();
    if (wasOpen) this.#receiver.lost(reason);
  }

  /** Checks timeouts. Called every `sweepMillis`. */
  sweep(now: EpochMillis): void {
    if (!this.#isOpen) {
      if (now >= this.#destroyAt) this.#stream.destroy();
      return;
    }
    if (this.isBackedUp && now - this.#slowSince >= this.#context.limits.drainTimeoutMillis) {
      this.#context.counters.overflows += 1;
      this.cut("slow-reader");
      return;
    }
    this.#receiver.sweep(now);
  }

  received(chunk: Buffer): void {
    this.#context.counters.bytesIn += chunk.length;
    if (!this.#isOpen) return;
    this.receivedAt = this.#context.clock.now();
    this.#waiting.push(chunk);
    this.#bytesWaiting += chunk.length;
    if (this.#holds === 0 && !this.#isWorking) this.#work();
    if (this.#waiting.length > 0) this.#decideWhetherToRead();
    if (chunk.length >= FULL_READ_BYTES) this.#letOthersHaveTheirTurn();
  }

  drained(): void {
    if (!this.#isOpen) return;
    this.release(Hold.slowReader);
    this.#receiver.drained();
  }

  ended(): void {
    this.#hasEnded = true;
    if (!this.#isOpen) return;
    if (this.#dropsUnread || (this.#waiting.length === 0 && this.#holds === 0)) this.#lose();
  }

  closed(): void {
    this.#isGone = true;
    if (!this.#isOpen) this.#closed(this);
    else if (!this.#hasEnded || (this.#waiting.length === 0 && this.#holds === 0)) this.#lose();
  }

  /**
   * Yields to other sockets: without the pause the event loop would read this one many times before looking at the
   * next.
   */
  #letOthersHaveTheirTurn(): void {
    if (!this.#isOpen || this.#isPaused) return;
    this.#stream.pause();
    setImmediate(() => {
      if (this.#isOpen && !this.#isPaused) this.#stream.resume();
    });
  }

  #decideWhetherToRead(): void {
    if (!this.#isOpen || this.#isPaused) return;
    // A single waiting chunk is small and usually handled at once, so reading stops only when a second one arrives.
    let mustStop = this.#waiting.length > 1;
    if ((this.#holds & Hold.connack) !== 0) {
      const last = this.#waiting.at(-1);
      const answer = last === undefined ? "read on" : this.#receiver.queued(last, this.#bytesWaiting);
      mustStop = answer === "stop reading" || this.#waiting.length >= CHUNKS_BEFORE_CONNACK_MAX;
    }
    if (!mustStop || this.#isOver()) return;
    this.#isPaused = true;
    this.#stream.pause();
  }

  #work(): void {
    const { clock, turns } = this.#context;
    if (this.#waiting.length > 0 && turns.isOver(this.#turnKey)) {
      this.hold(Hold.turn);
      turns.wait(this.#turnKey, this);
      return;
    }
    const startedAt = clock.now();
    this.#handOverPackets();
    turns.took(this.#turnKey, startedAt);
  }

  #handOverPackets(): void {
    this.#isWorking = true;
    for (;;) {
      const chunk = this.#waiting[0];
      if (chunk === undefined || !this.#mayHandOver()) break;
      const used = this.#partial === undefined ? this.#readPackets(chunk) : this.#continuePartial(chunk, this.#partial);
      if (this.#isOver()) break;
      this.#bytesWaiting -= used;
      if (used === chunk.length) this.#waiting.shift();
      else if (used > 0) this.#waiting[0] = chunk.subarray(used);
      // The receiver may release a hold here, in which case the loop continues.
      if (this.#waiting.length === 0 || this.isHeld) this.#receiver.pauseBetweenPackets();
    }
    this.#isWorking = false;
    if (this.#isCorked) {
      this.#isCorked = false;
      this.#stream.uncork();
    }
    if (this.#waiting.length > 0 || !this.#mayHandOver()) return;
    if (this.#hasEnded) this.#lose();
    else if (this.#isPaused) {
      this.#isPaused = false;
      this.#stream.resume();
    }
  }

  // Checked repeatedly, because handling a packet may change the answer.
  #mayHandOver(): boolean {
    return this.#isOpen && this.#holds === 0;
  }

  #isOver(): boolean {
    return !this.#isOpen;
  }

  /** Hands over the whole packets of a chunk until a hold is set; returns the number of bytes consumed. */
  #readPackets(bytes: Buffer): number {
    const end = bytes.length;
    let at = 0;
    while (at < end && this.#mayHandOver()) {
      let length = bytes[at + 1] ?? 0x80;
      let bodyAt = at + 2;
      if (length >= 0x80) {
        const header = readRemainingLength(bytes, at + 1, end);
        if (header === INCOMPLETE) return this.#keepPartial(bytes, at, 0);
        if (!this.#isAcceptable(header)) return end;
        length = header >>> 3;
        bodyAt = at + 1 + (header & 7);
      } else if (length > this.#receiver.maxPayloadSize && !this.#isAcceptable(length * 8 + 1)) return end;
      const bodyEnd = bodyAt + length;
      if (bodyEnd > end) return this.#keepPartial(bytes, at, bodyEnd - at);
      this.#handOverPacket(bytes, at, bodyAt, bodyEnd);
      at = bodyEnd;
    }
    return at;
  }

  #handOverPacket(bytes: Buffer, at: number, bodyAt: number, bodyEnd: number): void {
    this.#context.counters.packetsIn += 1;
    this.lastPacketAt = this.receivedAt;
    this.#receiver.packet(bytes[at] ?? 0, bytes, bodyAt, bodyEnd);
  }

  /** Decides from the fixed header alone, so the body of an oversized packet is never stored. */
  #isAcceptable(header: number): boolean {
    const lengthMax = this.#receiver.maxPayloadSize;
    if (header === MALFORMED) this.#receiver.violated(malformed("Remaining Length is longer than 4 bytes"));
    else if (header >>> 3 > lengthMax)
      this.#receiver.violated(
        new ProtocolError(
          Violation.tooLarge,
          `a packet may have ${String(lengthMax)} bytes, got ${String(header >>> 3)}`,
        ),
      );
    else return true;
    return false;
  }

  /** Copies the beginning of a packet once. `total` is 0 while the packet's length is unknown. */
  #keepPartial(bytes: Buffer, at: number, total: number): number {
    // Not from the shared pool: a small slice would keep its 8 kB alive.
    this.#partial = Buffer.allocUnsafeSlow(total === 0 ? HEADER_BYTES_MAX : total);
    this.#partialFilled = bytes.copy(this.#partial, 0, at);
    return bytes.length;
  }

  #continuePartial(chunk: Buffer, partial: Buffer): number {
    const before = this.#partialFilled;
    this.#partialFilled += chunk.copy(partial, before);
    const header = readRemainingLength(partial, 1, this.#partialFilled);
    if (header === INCOMPLETE) return chunk.length;
    if (!this.#isAcceptable(header)) return chunk.length;
    const bodyAt = 1 + (header & 7);
    const total = bodyAt + (header >>> 3);
    if (partial.length < total) {
      // The length is now known: allocate room for the whole packet.
      const whole = Buffer.allocUnsafeSlow(total);
      partial.copy(whole, 0, 0, before);
      this.#partial = whole;
      this.#partialFilled = before + chunk.copy(whole, before);
      if (this.#partialFilled < total) return chunk.length;
    } else if (this.#partialFilled < total) return chunk.length;
    const packet = this.#partial ?? partial;
    this.#partial = undefined;
    this.#handOverPacket(packet, 0, bodyAt, total);
    return total - before;
  }

  #stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#waiting = [];
    this.#partial = undefined;
    if (this.#isGone) this.#closed(this);
  }

  #lose(): void {
    // The client may still be reading, so send what was written.
    this.end();
    this.#receiver.lost("connection-lost");
  }
}
