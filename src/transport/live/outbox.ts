// Bytes for clients that their connections have not taken yet, counted per connection and in total, so that clients
// that do not read cannot fill memory. Updates for many connections are written in several turns of the event loop, so
// that others are served in between.
import { nextTurn } from "../../lib/next-turn.ts";
import type { WebSocket } from "../web-socket.ts";

/** Frames written in one turn: a few milliseconds of work. */
const FRAMES_OF_A_TURN = 250;

export interface UnsentOptions {
  /**
   * Most bytes waiting for one client. A frame that would exceed it closes the connection, unless nothing else is
   * waiting.
   */
  readonly clientBytesMax: number;
  /** Most bytes waiting for all clients together. Beyond it, the client with the most waiting bytes is cut off. */
  readonly bytesMax: number;
}

/** All connections together. */
export class Unsent {
  readonly #options: UnsentOptions;
  readonly #outboxes = new Set<Outbox>();
  #bytes = 0;
  /** Frames written since the event loop last went around. */
  #written = 0;
  readonly #waiting = new Set<Outbox>();

  constructor(options: UnsentOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get clientBytesMax(): number {
    return this.#options.clientBytesMax;
  }

  open(outbox: Outbox): void {
    this.#outboxes.add(outbox);
  }

  close(outbox: Outbox): void {
    if (this.#outboxes.delete(outbox)) this.#bytes -= outbox.bytes;
  }

  /** May cut off clients. */
  add(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#options.bytesMax) {
      const slowest = this.#slowest();
      if (slowest === undefined) return;
      this.close(slowest);
      slowest.cutOff();
    }
  }

  /** Bytes of a closed connection are no longer counted. */
  remove(outbox: Outbox, bytes: number): void {
    if (this.#outboxes.has(outbox)) this.#bytes -= bytes;
  }

  /** Whether a frame may be written in this turn; if not, `writeQueued` of the outbox is called in a later one. */
  admits(outbox: Outbox): boolean {
    if (this.#written >= FRAMES_OF_A_TURN) {
      this.#waiting.add(outbox);
      return false;
    }
    if (this.#written++ === 0) void this.#giveTurns();
    return true;
  }

  async #giveTurns(): Promise<void> {
    await nextTurn();
    this.#written = 0;
    for (const outbox of this.#waiting) {
      this.#waiting.delete(outbox);
      outbox.writeQueued();
      if (this.#written >= FRAMES_OF_A_TURN) return;
    }
  }

  #slowest(): Outbox | undefined {
    let slowest: Outbox | undefined;
    for (const outbox of this.#outboxes) if (outbox.bytes > (slowest?.bytes ?? 0)) slowest = outbox;
    return slowest;
  }
}

/** One connection. */
export class Outbox {
  readonly #webSocket: WebSocket;
  readonly #unsent: Unsent;
  readonly #overflowed: (reason: "client" | "all") => void;
  /** Frames waiting for a turn. */
  #queue: Buffer[] = [];
  #frames = 0;
  #bytes = 0;
  #drained: (() => void)[] = [];

  /** `overflowed` is called at most once: too many bytes wait for this client, or for all clients together. */
  constructor(webSocket: WebSocket, unsent: Unsent, overflowed: (reason: "client" | "all") => void) {
    this.#webSocket = webSocket;
    this.#unsent = unsent;
    this.#overflowed = overflowed;
    unsent.open(this);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Sends the frame. Returns false, after `overflowed`, if more than `framesMax` frames or too many bytes would be
   * waiting.
   */
  send(frame: Buffer, framesMax: number): boolean {
    const tooLong = this.#frames > 0 && this.#bytes + frame.length > this.#unsent.clientBytesMax;
    if (this.#frames >= framesMax || tooLong) {
      this.#overflowed("client");
      return false;
    }
    const { length } = frame;
    this.#frames++;
    this.#bytes += length;
    if (this.#queue.length > 0 || !this.#unsent.admits(this)) this.#queue.push(frame);
    else this.#write(frame);
    this.#unsent.add(length);
    return true;
  }

  /** Writes queued frames as far as this turn allows. */
  writeQueued(): void {
    let written = 0;
    while (written < this.#queue.length && this.#unsent.admits(this)) this.#write(this.#queue[written++]);
    this.#queue.splice(0, written);
  }

  /** Writes all queued frames now, before the connection is closed. */
  flush(): void {
    for (const frame of this.#queue) this.#write(frame);
    this.#queue = [];
  }

  /** Resolves when nothing is waiting any more, or the connection has ended. */
  drained(): Promise<void> {
    if (this.#frames === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  cutOff(): void {
    this.#overflowed("all");
  }

  close(): void {
    this.#queue = [];
    this.#unsent.close(this);
    this.#wake();
  }

  #write(frame: Buffer | undefined): void {
    if (frame === undefined) return;
    this.#webSocket.send(frame, { binary: false }, () => {
      this.#sent(frame.length);
    });
  }

  #sent(bytes: number): void {
    this.#frames--;
    this.#bytes -= bytes;
    this.#unsent.remove(this, bytes);
    if (this.#frames === 0) this.#wake();
  }

  #wake(): void {
    const waiting = this.#drained;
    this.#drained = [];
    for (const wake of waiting) wake();
  }
}
