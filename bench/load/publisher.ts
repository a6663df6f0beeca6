// The publishing role: keeps a window of unacknowledged messages full, or sends at a fixed rate within it. A message of
// QoS 1 is acknowledged by its PUBACK, one of QoS 2 by the PUBCOMP that ends its four steps. Acknowledgements must come in the order of the messages, as MQTT demands; anything else ends the connection.
import type { ConnectionRole, LoadConnection } from "./load-connection.ts";
import { packetIdOf, type MessageRing } from "./message-ring.ts";
import { encodePubrel, PacketType } from "./packets.ts";
import type { Tally } from "./tally.ts";

export interface PublisherOptions {
  readonly ring: MessageRing;
  readonly window: number;
  /** Messages after which it stops by itself; Infinity for none. */
  readonly messagesMax: number;
  /** Messages per millisecond; 0 sends whatever the window allows. */
  readonly ratePerMilli: number;
  /** 0 to 1: how far into the time between two messages the first one falls, so that connections take turns. */
  readonly phase: number;
  readonly tally: Tally;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called once, when no message is in flight and none will follow. */
  readonly finished: () => void;
}

export class Publisher implements ConnectionRole {
  readonly #options: PublisherOptions;
  /** When message n was sent, at n modulo the length. */
  readonly #sentAt: Float64Array;
  readonly #refillAt: number;
  /** PUBRELs for what has been received since the last write. */
  readonly #released: Buffer[] = [];
  #connection: LoadConnection | undefined;
  #startedAt = 0;
  #pacedAt = 0;
  #due = 0;
  #sent = 0;
  #acknowledged = 0;
  #ended = false;
  #finished = false;
  #readAt = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#sentAt = new Float64Array(options.window);
    // Waiting until a good part of the window is free makes for few large writes instead of many small ones.
    this.#refillAt = Math.ceil(options.window / 4);
  }

  /** Messages so far. */
  get sent(): number {
    return this.#sent;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  start(connection: LoadConnection): void {
    this.#connection = connection;
    this.#startedAt = this.#options.now();
    this.#pacedAt = this.#startedAt;
    if (this.#options.ratePerMilli === 0) {
      this.#due = this.#options.messagesMax;
      this.#send(this.#startedAt);
    }
  }

  /** At a fixed rate: sends what has become due since the last call. */
  pace(): void {
    const now = this.#options.now();
    const elapsed = (now - this.#startedAt) * this.#options.ratePerMilli;
    this.#due = Math.min(Math.max(0, Math.floor(elapsed - this.#options.phase) + 1), this.#options.messagesMax);
    this.#send(now);
    this.#pacedAt = now;
  }

  /** Sends nothing more; `finished` follows when all is acknowledged. */
  end(): void {
    this.#ended = true;
    this.#finishIfDone();
  }

  packet(firstByte: number, bytes: Buffer, start: number, end: number): void {
    const type = firstByte >>> 4;
    const packetId = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
    if (type === PacketType.pubrec) this.#released.push(encodePubrel(packetId));
    else if (type === PacketType.puback || type === PacketType.pubcomp) this.#settle(packetId);
    else return;
    const code = end - start > 2 ? (bytes[start + 2] ?? 0) : 0;
    if (code !== 0) this.#options.tally.countRefusal(code);
  }

  #settle(packetId: number): void {
    const message = this.#acknowledged;
    if (message === this.#sent || packetId !== packetIdOf(message)) {
      this.#fail(`message ${String(packetId)} was acknowledged where ${String(packetIdOf(message))} was due`);
      return;
    }
    this.#acknowledged++;
    if (this.#readAt === 0) this.#readAt = this.#options.now();
    const { tally } = this.#options;
    tally.countMessage();
    tally.latency.record(this.#readAt - (this.#sentAt[message % this.#sentAt.length] ?? 0));
  }

  drained(): void {
    this.#readAt = 0;
    if (this.#released.length > 0) this.#connection?.write(Buffer.concat(this.#released.splice(0)));
    const inFlight = this.#sent - this.#acknowledged;
    if (inFlight === 0 || this.#options.window - inFlight >= this.#refillAt) this.#send(this.#options.now());
    this.#finishIfDone();
  }

  lost(reason: string): void {
    this.#fail(reason);
  }

  #send(now: number): void {
    const { ring, window, tally } = this.#options;
    if (this.#ended || this.#connection === undefined) return;
    let wanted = Math.min(window - (this.#sent - this.#acknowledged), this.#due - this.#sent);
    while (wanted > 0) {
      const { bytes, count } = ring.take(this.#sent, wanted);
      for (let index = 0; index < count; index++) this.#stamp(this.#sent + index, now);
      this.#connection.write(bytes);
      this.#sent += count;
      tally.countSent(count);
      wanted -= count;
    }
  }

  // A message held back because the window was full is counted from when it was due: a server that stalls must not look
  // fast because it was sent less.
  #stamp(message: number, now: number): void {
    const { ratePerMilli, phase } = this.#options;
    let at = now;
    if (ratePerMilli > 0) {
      const dueAt = this.#startedAt + (message + phase) / ratePerMilli;
      if (dueAt < this.#pacedAt) at = dueAt;
    }
    this.#sentAt[message % this.#sentAt.length] = at;
  }

  #finishIfDone(): void {
    if (this.#finished || this.#sent > this.#acknowledged) return;
    if (!this.#ended && this.#sent < this.#options.messagesMax) return;
    this.#finished = true;
    this.#options.finished();
  }

  #fail(reason: string): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#ended = true;
    this.#options.tally.countFailure(reason);
    this.#connection?.close();
    this.#options.finished();
  }
}
