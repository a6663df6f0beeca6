// What has been sent to clients and not been taken by them yet: counted for each connection and over all of them, so that
// those who do not read cannot fill the memory. What many connections get at once is written in several turns of the event loop,
// so that others are served in between.
import { nextTurn } from "../../lib/next-turn.ts";
import type { WebSocket } from "../web-socket.ts";

/** A few milliseconds of work. */
const FRAMES_OF_A_TURN = 250;

export interface UnsentOptions {
  /** Bytes that wait for one client; a frame that comes to others and would make them more closes the connection. */
  readonly clientBytesMax: number;
  /** Bytes that wait for all clients together; more cut off the client for whom most wait. */
  readonly bytesMax: number;
}

/** All connections together. */
export class Unsent {
  readonly #options: UnsentOptions;
  readonly #outboxes = new Set<Outbox>();
  #bytes = 0;
  /** Frames that have been written since the event loop last went around. */
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

  /** Of a connection that has been closed nothing is counted any more. */
  remove(outbox: Outbox, bytes: number): void {
    if (this.#outboxes.has(outbox)) this.#bytes -= bytes;
  }

  /** Whether a frame may be written in this turn; where not, the outbox is asked for it in one of the next. */
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
  /** Frames that wait for a turn. */
  #queue: Buffer[] = [];
  #frames = 0;
  #bytes = 0;
  #drained: (() => void)[] = [];

  /** `overflowed` is called once at most: because too much waits for this client, or for all together. */
  constructor(webSocket: WebSocket, unsent: Unsent, overflowed: (reason: "client" | "all") => void) {
    this.#webSocket = webSocket;
    this.#unsent = unsent;
    this.#overflowed = overflowed;
    unsent.open(this);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Sends, unless more than `framesMax` frames, or too many bytes, would wait then. */
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

  /** As far as it is its turn. */
  writeQueued(): void {
    let written = 0;
    while (written < this.#queue.length && this.#unsent.admits(this)) this.#write(this.#queue[written++]);
    this.#queue.splice(0, written);
  }

  /** All of it now, before the connection is closed. */
  flush(): void {
    for (const frame of this.#queue) this.#write(frame);
    this.#queue = [];
  }

  /** Resolves when nothing waits any more, or the connection is over. */
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
